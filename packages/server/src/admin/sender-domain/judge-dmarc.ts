import { senderDomainFindings } from '@portico/contract'
import { isDmarcRecord, parseDmarcRecord } from '@portico/protocols/sender-domain/dmarc-record'

import type { DnsQuestions } from '../../platform/dns/dns-questions.ts'
import { finding, type Finding } from './finding.ts'

export interface DmarcSubject {
  /** The domain of the sender. */
  readonly domain: string
  /** The domain of the envelope sender. */
  readonly bounceDomain: string
  /** What was found for the bounce domain. */
  readonly spf: Promise<Finding>
  readonly dkim: Promise<Finding>
}

/** Maximum number of labels below which parents are looked up. */
const PARENTS_MAX = 7

/**
 * Judges the DMARC record of the sender's domain, or else of its organisational domain (RFC 7489). Without a list of
 * public suffixes, that is the highest parent with a record.
 */
export async function judgeDmarc(subject: DmarcSubject, questions: DnsQuestions): Promise<Finding> {
  const { bounceDomain, domain } = subject
  const parents = parentsOf(domain)
  const own = `_dmarc.${domain}`
  const answers = await Promise.all([domain, ...parents].map((name) => questions.txt(`_dmarc.${name}`)))
  const [ofDomain, ...ofParents] = answers.map((answer) => answer && answer.filter(isDmarcRecord))
  if (!ofDomain) return finding('dmarc_unresolved', own)
  // A registry has a record for names that belong to others.
  const organisational = ofParents.findLastIndex((records) => records?.some(isNotOfRegistry))
  const organisation = parents[organisational] ?? domain
  const isOwn = ofDomain.length > 0
  const name = isOwn ? own : `_dmarc.${organisation}`
  const records = isOwn ? ofDomain : (ofParents[organisational] ?? [])
  const [record] = records
  if (record === undefined) {
    if (ofParents.includes(null)) return finding('dmarc_unresolved', own)
    return finding('dmarc_missing', own, { publish: { name: own, value: 'v=DMARC1; p=none' } })
  }
  if (records.length > 1) return finding('dmarc_several', name, { records })
  const parsed = parseDmarcRecord(record)
  if ('invalidTag' in parsed) return finding('dmarc_syntax', name, { records, detail: parsed.invalidTag })
  const isAligned =
    bounceDomain === domain ||
    (!parsed.isSpfStrict && (bounceDomain === organisation || isBelow(bounceDomain, organisation)))
  if (!(await canPass(subject, isAligned))) return finding('dmarc_fails', name, { records })
  if (!isAligned) return finding('dmarc_unaligned', name, { records, detail: bounceDomain })
  const policy = isOwn ? parsed.policy : parsed.subdomainPolicy
  if (policy === 'none') return finding('dmarc_none', name, { records, publish: withQuarantine(name, record) })
  return finding('dmarc_good', name, { records })
}

/** Returns the parent domains, without the top-level domain. */
function parentsOf(domain: string): string[] {
  const labels = domain.split('.')
  const first = Math.max(1, labels.length - PARENTS_MAX)
  return labels.slice(first, -1).map((_label, index) => labels.slice(first + index).join('.'))
}

function isNotOfRegistry(record: string): boolean {
  const parsed = parseDmarcRecord(record)
  return 'invalidTag' in parsed || !parsed.isOfRegistry
}

function isBelow(domain: string, parent: string): boolean {
  return domain.endsWith(`.${parent}`)
}

/** Whether a mail can pass. Without a key of the project, the mail server may sign. */
async function canPass({ dkim, spf }: DmarcSubject, isAligned: boolean): Promise<boolean> {
  return (isAligned && !isBroken(await spf)) || !isBroken(await dkim)
}

function isBroken({ code }: Finding): boolean {
  const { state } = senderDomainFindings[code]
  return state === 'wrong' || state === 'missing'
}

/** The record with the next policy. */
function withQuarantine(name: string, record: string): Finding['publish'] {
  return { name, value: record.replaceAll(/((?:^|;)\s*s?p\s*=\s*)none/gi, '$1quarantine') }
}
