import { BREACHED_PASSWORD_CACHE_SECONDS, BREACHED_PASSWORD_TIMEOUT_MILLIS } from '@portico/contract'

import type { Clock } from '../../kernel/clock.ts'
import { OutboundProblem, type OutboundSettings } from '../outbound-http/outbound-addresses.ts'
import { OutboundHttp } from '../outbound-http/outbound-http.ts'
import type { Breach, BreachedPasswordList } from './breached-passwords.ts'

/** The number of digest characters that the service gets. Each range has hundreds of passwords. */
const PREFIX_CHARACTERS = 5
/** A range with padding has about 50 kB. */
const ANSWER_MAX_BYTES = 262_144
const CACHED_RANGES_MAX = 100
/** After a failure, so that an outage of the service does not delay each sign-up. */
const PAUSE_MILLIS = 10_000

interface CachedRange {
  readonly suffixes: ReadonlySet<string>
  readonly until: number
}

export interface RangeServiceDependencies {
  readonly clock: Clock
  readonly settings: OutboundSettings
}

/**
 * A service with the protocol of Pwned Passwords: it returns all digests that begin with five characters, so that it
 * does not learn which one was meant. Padding hides the number of digests from observers of the connection.
 */
export class RangeService implements BreachedPasswordList {
  readonly #url: string
  readonly #clock: Clock
  readonly #http: OutboundHttp
  /** In the order of their reads, oldest first. */
  readonly #ranges = new Map<string, CachedRange>()
  #pausedUntil = 0

  constructor({ clock, settings }: RangeServiceDependencies, url: string) {
    this.#clock = clock
    this.#url = url
    this.#http = new OutboundHttp(settings, undefined, {
      connectMillis: BREACHED_PASSWORD_TIMEOUT_MILLIS,
      totalMillis: BREACHED_PASSWORD_TIMEOUT_MILLIS,
      answerMaxBytes: ANSWER_MAX_BYTES,
    })
  }

  async find(digest: Buffer): Promise<Breach> {
    const text = digest.toString('hex').toUpperCase()
    const suffixes = await this.#rangeOf(text.slice(0, PREFIX_CHARACTERS))
    if (!suffixes) return 'unavailable'
    return suffixes.has(text.slice(PREFIX_CHARACTERS)) ? 'breached' : 'not_breached'
  }

  async close(): Promise<void> {}

  async #rangeOf(prefix: string): Promise<ReadonlySet<string> | null> {
    const now = this.#clock.now().getTime()
    const cached = this.#ranges.get(prefix)
    if (cached && now < cached.until) return cached.suffixes
    if (now < this.#pausedUntil) return null
    const suffixes = await this.#read(prefix)
    if (!suffixes) {
      this.#pausedUntil = this.#clock.now().getTime() + PAUSE_MILLIS
      return null
    }
    this.#ranges.delete(prefix)
    this.#ranges.set(prefix, { suffixes, until: now + BREACHED_PASSWORD_CACHE_SECONDS * 1_000 })
    const [oldest] = this.#ranges.keys()
    if (this.#ranges.size > CACHED_RANGES_MAX && oldest !== undefined) this.#ranges.delete(oldest)
    return suffixes
  }

  async #read(prefix: string): Promise<ReadonlySet<string> | null> {
    try {
      const answer = await this.#http.fetch(`${this.#url}${prefix}`, { headers: { 'add-padding': 'true' } })
      return answer.status === 200 ? suffixesOf(await answer.text()) : null
    } catch (error) {
      if (error instanceof OutboundProblem) return null
      throw error
    }
  }
}

/** Reads lines such as `0018A45C4D1DEF81644B54AB7F969B88D65:21`. Padding has the count 0. Null for any other text. */
function suffixesOf(answer: string): ReadonlySet<string> | null {
  const suffixes = new Set<string>()
  for (const line of answer.split('\n')) {
    const [, suffix, count] = /^([0-9A-F]{35}):(\d+)$/.exec(line.trim()) ?? []
    if (suffix === undefined) {
      if (line.trim() !== '') return null
    } else if (count !== '0') {
      suffixes.add(suffix)
    }
  }
  return suffixes
}
