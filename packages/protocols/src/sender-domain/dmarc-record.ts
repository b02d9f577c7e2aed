import { parseTagList } from './tag-list.ts'

const policies = ['none', 'quarantine', 'reject'] as const
export type DmarcPolicy = (typeof policies)[number]

export interface DmarcRecord {
  readonly policy: DmarcPolicy
  /** For domains below the one with the record. */
  readonly subdomainPolicy: DmarcPolicy
  /** SPF counts only for exactly the domain of the sender. */
  readonly isSpfStrict: boolean
  /** The record belongs to a registry, such as one for a top-level domain (`psd=y`). */
  readonly isOfRegistry: boolean
}

/** Whether a TXT record is a DMARC record. Others are ignored (RFC 7489 section 6.6.3). */
export function isDmarcRecord(text: string): boolean {
  return /^v[ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/.test(text)
}

/** Reads a DMARC record (RFC 7489 section 6.3), or returns the tag that is invalid. */
export function parseDmarcRecord(text: string): DmarcRecord | { readonly invalidTag: string } {
  const tags = parseTagList(text)
  if (!(tags instanceof Map)) return tags
  for (const [name, allowed] of Object.entries(values)) {
    const value = tags.get(name)
    if (value !== undefined && !allowed.test(value)) return { invalidTag: `${name}=${value}` }
  }
  const policy = policyOf(tags.get('p'))
  if (!policy) return { invalidTag: 'p' }
  return {
    policy,
    subdomainPolicy: policyOf(tags.get('sp')) ?? policy,
    isSpfStrict: tags.get('aspf')?.toLowerCase() === 's',
    isOfRegistry: tags.get('psd')?.toLowerCase() === 'y',
  }
}

/** The valid values of the tags that the parser reads. */
const values: Readonly<Record<string, RegExp>> = {
  p: /^(?:none|quarantine|reject)$/i,
  sp: /^(?:none|quarantine|reject)$/i,
  adkim: /^[rs]$/i,
  aspf: /^[rs]$/i,
  pct: /^(?:\d{1,2}|100)$/,
  psd: /^[ynu]$/i,
}

function policyOf(value: string | undefined): DmarcPolicy | undefined {
  return policies.find((policy) => policy === value?.toLowerCase())
}
