import { createClient } from '@redis/client'

import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import type { Log } from '../log/log.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import { marksOf, type CounterState, type RateLimitStore } from './rate-limit-store.ts'

const PREFIX = 'portico:limit:'
const COMMAND_TIMEOUT_MILLIS = 1_000

/**
 * Counts and reads in one step, so that two nodes cannot both get the last permitted hit. KEYS: counters, then keys to
 * read. ARGV: now in milliseconds, number of counters, then per counter: its lifetime in seconds, the permitted hits
 * (-1: unlimited), and the indexes in KEYS of its lifting and its voiding mark (0: none).
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
local function append(key, expires)
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
  append(key, expires)
  local calls = argument(i, 2)
  if calls >= 0 and hits > calls and not isLifted(argument(i, 3), argument(i, 4)) then break end
end
for i = counters + 1, #KEYS do
  local expires = expiry(KEYS[i])
  if expires > now then append(KEYS[i], expires) end
end
return answer`

/**
 * Stores the counters in Redis. If Redis is unavailable, limited calls are refused, because a limiter that fails open
 * does not limit.
 */
export async function openRedisRateLimits(url: string, log: Log): Promise<RateLimitStore & { close(): void }> {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: COMMAND_TIMEOUT_MILLIS },
    socket: { reconnectStrategy: (retries) => (isConnected ? Math.min(2 ** retries * 50, 2_000) : false) },
  })
  let isConnected = false
  client.on('error', (error: Error) => log.error({ err: error }, 'Redis is not available'))
  try {
    await client.connect()
    isConnected = true
  } catch (error) {
    throw new StartupProblem(
      `Redis at ${URL.parse(url)?.host ?? 'the given address'} is not available.`,
      'Check REDIS_URL and that Redis is running; without REDIS_URL Portico counts rate limits in the database.',
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
      const answer = await translateOutage(
        client.eval(countScript, {
          keys: keys.map((key) => PREFIX + key),
          arguments: [now.getTime(), counters.length, ...steps].map(String),
        }),
      )
      // The shape that the script returns.
      return new Map((answer as [string, string, string, string][]).map(toState))
    },
    async forgetHits(keys) {
      await translateOutage(client.del(keys.map((key) => PREFIX + key)))
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

async function translateOutage<T>(command: Promise<T>): Promise<T> {
  try {
    return await command
  } catch (error) {
    throw new StoreUnavailable('Redis is not available.', { cause: error })
  }
}
