import {
  hasMacro,
  isSpfRecord,
  parseSpfRecord,
  SPF_LOOKUPS_MAX,
  type SpfMechanism,
  type SpfQualifier,
  type SpfRecord,
} from '@portico/protocols/sender-domain/spf-record'

import type { DnsQuestions } from '../../platform/dns/dns-questions.ts'
import { finding, type Finding } from './finding.ts'

/** Mechanisms that need lookups (RFC 7208 section 4.6.4). */
const lookups: readonly SpfMechanism['name'][] = ['include', 'a', 'mx', 'ptr', 'exists']

/**
 * Judges the SPF record of the envelope sender's domain, with the records that it includes (RFC 7208).
 *
 * @param host the mail server of the project; null if it is not known
 */
export async function judgeSpf(domain: string, host: string | null, questions: DnsQuestions): Promise<Finding> {
  const answer = await questions.txt(domain)
  if (!answer) return finding('spf_unresolved', domain)
  const records = answer.filter(isSpfRecord)
  const [record] = records
  if (record === undefined) return finding('spf_missing', domain, { publish: firstRecord(domain, host) })
  if (records.length > 1) return finding('spf_several', domain, { records })
  const parsed = parseSpfRecord(record)
  if ('invalidTerm' in parsed) return finding('spf_syntax', domain, { records, detail: parsed.invalidTerm })
  try {
    const rest = await new SpfWalk(questions).follow(domain, parsed)
    if (rest === '-' || rest === '~') return finding('spf_good', domain, { records })
    const value = withoutOthers(record, parsed, rest)
    const publish = value === null ? null : { name: domain, value }
    return finding(rest === '+' ? 'spf_everyone' : 'spf_neutral', domain, { records, publish })
  } catch (error) {
    if (!(error instanceof SpfProblem)) throw error
    return finding(error.code, domain, { records, detail: error.detail })
  }
}

/** The record for a mail server of the same domain. Another one may send from other addresses than its own. */
function firstRecord(domain: string, host: string | null): Finding['publish'] {
  const isOwn = host !== null && (host === domain || host.endsWith(`.${domain}`))
  return isOwn ? { name: domain, value: `v=spf1 a:${host} ~all` } : null
}

/** The record with `~all` at its end; null if another record permits the servers. */
function withoutOthers(record: string, { mechanisms, redirect }: SpfRecord, rest: '+' | '?'): string | null {
  const last = mechanisms.at(-1)
  if (last?.name === 'all') return last.qualifier === rest ? record.replace(/ [+?]?all(?= |$)/i, ' ~all') : null
  return rest === '?' && redirect === null ? `${record.trim()} ~all` : null
}

type SpfProblemCode = 'spf_included' | 'spf_too_many_lookups' | 'spf_unresolved'

/** Ends a walk. */
class SpfProblem extends Error {
  override readonly name = 'SpfProblem'
  readonly code: SpfProblemCode
  readonly detail: string | null

  constructor(code: SpfProblemCode, detail: string | null) {
    super(code)
    this.code = code
    this.detail = detail
  }
}

/** Follows the records that a record includes, whatever server sends the mail. */
class SpfWalk {
  readonly #questions: DnsQuestions
  #lookups = 0

  constructor(questions: DnsQuestions) {
    this.#questions = questions
  }

  /**
   * Returns what the record says about servers that it does not name, or `+` if an included record permits every
   * server.
   *
   * @throws SpfProblem
   */
  async follow(domain: string, { mechanisms, redirect }: SpfRecord): Promise<SpfQualifier> {
    let isOpen = false
    for (const mechanism of mechanisms) {
      const { name, qualifier, value } = mechanism
      if (name === 'all') return isOpen ? '+' : qualifier
      if (lookups.includes(name)) this.#count(domain)
      if (value !== null && hasMacro(value)) continue
      if (name === 'mx') await this.#requireFewServers(value ?? domain)
      if (name === 'include' && value !== null) {
        const included = await this.#read(value)
        if ((await this.follow(value, included)) === '+' && qualifier === '+') isOpen = true
      }
    }
    if (isOpen) return '+'
    if (redirect === null || hasMacro(redirect)) return '?'
    this.#count(domain)
    return this.follow(redirect, await this.#read(redirect))
  }

  #count(domain: string): void {
    this.#lookups += 1
    if (this.#lookups > SPF_LOOKUPS_MAX) throw new SpfProblem('spf_too_many_lookups', domain)
  }

  async #requireFewServers(domain: string): Promise<void> {
    const servers = await this.#questions.mx(domain)
    if (!servers) throw new SpfProblem('spf_unresolved', domain)
    if (servers.length > SPF_LOOKUPS_MAX) throw new SpfProblem('spf_too_many_lookups', domain)
  }

  async #read(domain: string): Promise<SpfRecord> {
    const answer = await this.#questions.txt(domain)
    if (!answer) throw new SpfProblem('spf_unresolved', domain)
    const [record, another] = answer.filter(isSpfRecord)
    const parsed = record === undefined || another !== undefined ? null : parseSpfRecord(record)
    if (!parsed || 'invalidTerm' in parsed) throw new SpfProblem('spf_included', domain)
    return parsed
  }
}
