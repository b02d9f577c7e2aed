import { createClient } from '@redis/client'

import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import type { Log } from '../log/log.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import { marksOf, type CounterState, type RateLimitStore } from './rate-limit-store.ts'

const PREFIX = 'portico:limit:'
const COMMAND_TIMEOUT_MILLIS = 1_000

/**
 * Counts and peeks in one step, so that two nodes cannot both see the last free place.
 * KEYS: counters, then peeked keys. ARGV: now in milliseconds, number of counters, then of each counter its seconds, the
 * calls it grants (-1: any number), and the places among KEYS of its lifting and its voiding mark (0: none).
 */
const countScript = `
local now = tonumber(ARGV[1])
local counters = tonumber(ARGV[2])
local answer = {}
local function argument(counter, index)
  return tonumber(ARGV[2 + (counter - 1) * 4 + index])
end
local function expiry(key)
  return tonumber(redis.call('hget', key, 'expires') or '0')
end
local function lastHit(key)
  return expiry(key) > now and tonumber(redis.call('hget', key, 'last')) or -1
end
local function tell(key, expires)
  answer[#answer + 1] = { key, redis.call('hget', key, 'hits'), redis.call('hget', key, 'last'), tostring(expires) }
end
local function isLifted(mark, voiding)
  if mark == 0 then return false end
  local marked = lastHit(KEYS[mark])
  return marked >= 0 and lastHit(KEYS[voiding]) <= marked
end
for i = 1, counters do
  local key = KEYS[i]
  local expires = expiry(key)
  if expires <= now then
    expires = now + argument(i, 1) * 1000
    redis.call('hset', key, 'hits', 0, 'expires', expires)
    redis.call('pexpire', key, expires - now)
  end
  local hits = redis.call('hincrby', key, 'hits', 1)
  redis.call('hset', key, 'last', now)
  tell(key, expires)
  local calls = argument(i, 2)
  if calls >= 0 and hits > calls and not isLifted(argument(i, 3), argument(i, 4)) then break end
end
for i = counters + 1, #KEYS do
  local expires = expiry(KEYS[i])
  if expires > now then tell(KEYS[i], expires) end
end
return answer`

/** Counts in Redis. When it does not answer, limited calls are refused: a limiter that fails open is none. */
export async function openRedisRateLimits(url: string, log: Log): Promise<RateLimitStore & { close(): void }> {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: COMMAND_TIMEOUT_MILLIS },
    socket: { reconnectStrategy: (retries) => (isConnected ? Math.min(2 ** retries * 50, 2_000) : false) },
  })
  let isConnected = false
  client.on('error', (error: Error) => log.error({ err: error }, 'Redis does not answer'))
  try {
    await client.connect()
    isConnected = true
  } catch (error) {
    throw new StartupProblem(
      `Redis at ${URL.parse(url)?.host ?? 'the given address'} does not answer.`,
      'Check REDIS_URL and that Redis is running; without REDIS_URL limits are counted in the database.',
      { cause: error },
    )
  }
  return {
    async countHits(counters, peekedKeys, now) {
      const keys = [...counters.map(({ key }) => key), ...peekedKeys, ...marksOf(counters)]
      const steps = counters.flatMap(({ seconds, calls, liftedBy }) => [
        seconds,
        calls ?? -1,
        ...(liftedBy ? [keys.indexOf(liftedBy.key) + 1, keys.indexOf(liftedBy.voidedBy) + 1] : [0, 0]),
      ])
      const answer = await orUnavailable(
        client.eval(countScript, {
          keys: keys.map((key) => PREFIX + key),
          arguments: [now.getTime(), counters.length, ...steps].map(String),
        }),
      )
      // The shape our own script returns.
      return new Map((answer as [string, string, string, string][]).map(toState))
    },
    async forgetHits(keys) {
      await orUnavailable(client.del(keys.map((key) => PREFIX + key)))
    },
    close: () => client.destroy(),
  }
}

function toState([key, hits, last, expires]: [string, string, string, string]): [string, CounterState] {
  return [
    key.slice(PREFIX.length),
    { hits: Number(hits), lastHitAt: new Date(Number(last)), expiresAt: new Date(Number(expires)) },
  ]
}

async function orUnavailable<T>(command: Promise<T>): Promise<T> {
  try {
    return await command
  } catch (error) {
    throw new StoreUnavailable('Redis does not answer.', { cause: error })
  }
}
