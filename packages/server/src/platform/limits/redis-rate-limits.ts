import type { Log } from '../log/log.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import { RedisConnection, redisLimits } from './redis-connection.ts'
import {
  marksOf,
  marksOfAttempt,
  type CountedAttempt,
  type Counter,
  type CounterState,
  type RateLimitStore,
} from './rate-limit-store.ts'

const PREFIX = 'portico:limit:'

/**
 * Counts and reads in one step, so that two nodes cannot both get the last permitted hit. KEYS: counters, then counters
 * of failures, then keys to read. ARGV: now in milliseconds, number of counters, number of counters of failures, the
 * lifetime of these in seconds, the index in KEYS of their reset mark, then per counter: its lifetime in seconds, the
 * permitted hits (-1: unlimited), and the indexes in KEYS of its lifting and its voiding mark (0: none), then per
 * counter of failures: the number of failures with a wait, the first and the longest wait in seconds, and the index in
 * KEYS of its waiving mark (0: none).
 */
const countScript = `
local now = tonumber(ARGV[1])
local counters = tonumber(ARGV[2])
local failures = tonumber(ARGV[3])
local memory = tonumber(ARGV[4])
local reset = tonumber(ARGV[5])
local answer = {}
local function argument(counter, index)
  return tonumber(ARGV[5 + (counter - 1) * 4 + index])
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
local function increment(key, isCurrent, seconds)
  local expires = expiry(key)
  if not isCurrent then
    expires = now + seconds * 1000
    redis.call('hset', key, 'hits', 0, 'expires', expires)
    redis.call('pexpire', key, expires - now)
  end
  redis.call('hset', key, 'last', now)
  return redis.call('hincrby', key, 'hits', 1), expires
end
local isRefused = false
for i = 1, counters do
  local key = KEYS[i]
  local hits, expires = increment(key, expiry(key) > now, argument(i, 1))
  append(key, expires)
  local calls = argument(i, 2)
  if calls >= 0 and hits > calls and not isLifted(argument(i, 3), argument(i, 4)) then
    isRefused = true
    break
  end
end
if not isRefused and failures > 0 then
  local isCurrent = {}
  for i = counters + 1, counters + failures do
    local key = KEYS[i]
    isCurrent[i] = expiry(key) > now and lastHit(key) >= lastHit(KEYS[reset])
    if isCurrent[i] then
      append(key, expiry(key))
      local beyond = tonumber(redis.call('hget', key, 'hits')) - argument(i, 1)
      local wait = math.min(argument(i, 3), argument(i, 2) * 2 ^ math.min(beyond, 20))
      if beyond >= 0 and lastHit(key) + wait * 1000 > now and not isLifted(argument(i, 4), reset) then isRefused = true end
    end
  end
  for i = counters + 1, counters + failures do
    if not isRefused then increment(KEYS[i], isCurrent[i], memory) end
  end
end
for i = counters + failures + 1, #KEYS do
  local expires = expiry(KEYS[i])
  if expires > now then append(KEYS[i], expires) end
end
return answer`

/**
 * Counts all of the hits or none. KEYS: counters. ARGV: now in milliseconds, then per counter: its lifetime in seconds,
 * the permitted hits (-1: unlimited), and the amount.
 */
const countTogetherScript = `
local now = tonumber(ARGV[1])
local answer = {}
local isRefused = false
local function argument(counter, index)
  return tonumber(ARGV[1 + (counter - 1) * 3 + index])
end
for i = 1, #KEYS do
  local key = KEYS[i]
  local expires = tonumber(redis.call('hget', key, 'expires') or '0')
  local hits = argument(i, 3)
  if expires > now then
    hits = hits + tonumber(redis.call('hget', key, 'hits'))
  else
    expires = now + argument(i, 1) * 1000
  end
  answer[i] = { key, tostring(hits), tostring(now), tostring(expires) }
  local calls = argument(i, 2)
  if calls >= 0 and hits > calls then isRefused = true end
end
for i = 1, #KEYS do
  if not isRefused then
    redis.call('hset', KEYS[i], 'hits', answer[i][2], 'last', now, 'expires', answer[i][4])
    redis.call('pexpire', KEYS[i], answer[i][4] - now)
  end
end
return answer`

/** KEYS: counters of failures. ARGV per counter: when it was incremented, and its last failure before (empty: none). */
const returnScript = `
for i = 1, #KEYS do
  local key = KEYS[i]
  local hits = tonumber(redis.call('hget', key, 'hits') or '0')
  if hits <= 1 then
    redis.call('del', key)
  else
    redis.call('hset', key, 'hits', hits - 1)
    local previous = ARGV[i * 2]
    if previous ~= '' and redis.call('hget', key, 'last') == ARGV[i * 2 - 1] then redis.call('hset', key, 'last', previous) end
  end
end`

/**
 * Stores the counters in Redis. While Redis does not answer, limited calls are refused, because a limiter that fails
 * open does not limit.
 */
export async function openRedisRateLimits(
  url: string,
  log: Log,
  limits = redisLimits,
): Promise<RateLimitStore & { close(): void }> {
  const redis = new RedisConnection(url, log, limits)
  try {
    await redis.open()
  } catch (error) {
    throw new StartupProblem(
      `Redis at ${URL.parse(url)?.host ?? 'the given address'} is not available.`,
      'Check REDIS_URL and that Redis is running; without REDIS_URL Portico counts rate limits in the database.',
      { cause: error },
    )
  }
  const count = async (
    counters: readonly Counter[],
    attempt: CountedAttempt | null,
    peekedKeys: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, CounterState>> => {
    const { failures = [], memorySeconds = 0, resetKey } = attempt ?? {}
    const keys = [
      ...[...counters, ...failures].map(({ key }) => key),
      ...(attempt ? marksOfAttempt(attempt) : []),
      ...peekedKeys,
      ...marksOf(counters),
    ]
    const indexOf = (key: string | undefined): number => (key === undefined ? 0 : keys.indexOf(key) + 1)
    const steps = counters.flatMap(({ seconds, calls, liftedBy }) => [
      seconds,
      calls ?? -1,
      indexOf(liftedBy?.key),
      indexOf(liftedBy?.voidedBy),
    ])
    const waits = failures.flatMap(({ waitsFrom, firstWaitSeconds, longestWaitSeconds, waivedBy }) => [
      waitsFrom,
      firstWaitSeconds,
      longestWaitSeconds,
      indexOf(waivedBy?.key),
    ])
    const head = [now.getTime(), counters.length, failures.length, memorySeconds, indexOf(resetKey)]
    const answer = await redis.send((client) =>
      client.eval(countScript, {
        keys: keys.map((key) => PREFIX + key),
        arguments: [...head, ...steps, ...waits].map(String),
      }),
    )
    // The shape that the script returns.
    return new Map((answer as [string, string, string, string][]).map(toState))
  }
  return {
    countHits: (counters, peekedKeys, now) => count(counters, null, peekedKeys, now),
    countAttempt: count,
    async countTogether(counters, now) {
      const answer = await redis.send((client) =>
        client.eval(countTogetherScript, {
          keys: counters.map(({ key }) => PREFIX + key),
          arguments: [
            now.getTime(),
            ...counters.flatMap(({ amount, calls, seconds }) => [seconds, calls ?? -1, amount]),
          ].map(String),
        }),
      )
      // The shape that the script returns.
      return new Map((answer as [string, string, string, string][]).map(toState))
    },
    async returnFailures(returned) {
      await redis.send((client) =>
        client.eval(returnScript, {
          keys: returned.map(({ key }) => PREFIX + key),
          arguments: returned.flatMap(({ countedAt, previousAt }) => [
            String(countedAt.getTime()),
            previousAt === null ? '' : String(previousAt.getTime()),
          ]),
        }),
      )
    },
    async forgetHits(keys) {
      await redis.send((client) => client.del(keys.map((key) => PREFIX + key)))
    },
    close: () => redis.close(),
  }
}

function toState([key, hits, last, expires]: [string, string, string, string]): [string, CounterState] {
  return [
    key.slice(PREFIX.length),
    { hits: Number(hits), lastHitAt: new Date(Number(last)), expiresAt: new Date(Number(expires)) },
  ]
}
