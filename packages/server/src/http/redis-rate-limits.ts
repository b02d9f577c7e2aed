import { createClient } from '@redis/client'

import { StoreUnavailable } from '../db/database-errors.ts'
import type { Log } from '../ports/log.ts'
import { StartupProblem } from '../startup-problem.ts'
import type { CounterState, RateLimitStore } from './rate-limit-store.ts'

const PREFIX = 'portico:limit:'
const COMMAND_TIMEOUT_MILLIS = 1_000

/**
 * Counts and peeks in one step, so that two nodes cannot both see the last free place.
 * KEYS: counters, then peeked keys. ARGV: now in milliseconds, number of counters, then the seconds of each counter.
 */
const countScript = `
local now = tonumber(ARGV[1])
local counters = tonumber(ARGV[2])
local answer = {}
for i, key in ipairs(KEYS) do
  local expires = tonumber(redis.call('hget', key, 'expires') or '0')
  if i <= counters then
    if expires <= now then
      expires = now + tonumber(ARGV[2 + i]) * 1000
      redis.call('hset', key, 'hits', 0, 'expires', expires)
      redis.call('pexpire', key, expires - now)
    end
    redis.call('hincrby', key, 'hits', 1)
    redis.call('hset', key, 'last', now)
  end
  if expires > now then
    answer[#answer + 1] = { key, redis.call('hget', key, 'hits'), redis.call('hget', key, 'last'), tostring(expires) }
  end
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
      const answer = await orUnavailable(
        client.eval(countScript, {
          keys: [...counters.map(({ key }) => key), ...peekedKeys].map((key) => PREFIX + key),
          arguments: [now.getTime(), counters.length, ...counters.map(({ seconds }) => seconds)].map(String),
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
