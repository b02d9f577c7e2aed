import { parseDkimRecord } from '@portico/protocols/sender-domain/dkim-record'

import type { DnsQuestions } from '../../platform/dns/dns-questions.ts'
import { finding, type Finding } from './finding.ts'

/** The key with which the service signs the mails of a project. */
export interface SigningKey {
  readonly selector: string
  /** In base64, as the record has it. */
  readonly publicKey: string
}

/** Judges the record of the key (RFC 6376). The service signs only with keys of 2048 bits or more. */
export async function judgeDkim(domain: string, key: SigningKey | null, questions: DnsQuestions): Promise<Finding> {
  if (!key) return finding('dkim_no_key', domain)
  const name = `${key.selector}._domainkey.${domain}`
  const publish = { name, value: `v=DKIM1; k=rsa; p=${key.publicKey}` }
  const answer = await questions.txt(name)
  if (!answer) return finding('dkim_unresolved', name)
  // The version is optional, so every record with a key counts.
  const records = answer.filter((text) => /(?:^|;)\s*(?:p\s*=|v\s*=\s*DKIM1)/.test(text))
  const [record] = records
  if (record === undefined) return finding('dkim_missing', name, { publish })
  if (records.length > 1) return finding('dkim_several', name, { records, publish })
  const parsed = parseDkimRecord(record)
  if ('invalidTag' in parsed) return finding('dkim_syntax', name, { records, detail: parsed.invalidTag, publish })
  const { isTest, publicKey } = parsed
  if (publicKey === '') return finding('dkim_revoked', name, { records, publish })
  if (publicKey !== key.publicKey) return finding('dkim_other_key', name, { records, publish })
  if (isTest) return finding('dkim_test', name, { records, publish })
  return finding('dkim_good', name, { records })
}
