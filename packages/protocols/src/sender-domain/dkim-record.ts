import { parseTagList } from './tag-list.ts'

export interface DkimRecord {
  /** In base64 without white space; empty for a revoked key. */
  readonly publicKey: string
  /** Mailboxes may treat signatures as if there were none. */
  readonly isTest: boolean
}

/** Reads the record of a key that signs mails (RFC 6376 section 3.6.1), or returns the tag that is invalid. */
export function parseDkimRecord(text: string): DkimRecord | { readonly invalidTag: string } {
  const tags = parseTagList(text)
  if (!(tags instanceof Map)) return tags
  const valueOf = (name: string, fallback: string): string[] =>
    (tags.get(name) ?? fallback).split(':').map((value) => value.trim().toLowerCase())
  const [first] = tags.keys()
  if (tags.has('v') && (first !== 'v' || tags.get('v') !== 'DKIM1')) return { invalidTag: `v=${tags.get('v')}` }
  const publicKey = tags.get('p')?.replaceAll(/\s/g, '')
  if (publicKey === undefined || !/^[a-z\d+/]*={0,2}$/i.test(publicKey)) return { invalidTag: 'p' }
  if (!['rsa', 'ed25519'].includes(tags.get('k') ?? 'rsa')) return { invalidTag: `k=${tags.get('k')}` }
  if (!valueOf('h', 'sha256').includes('sha256')) return { invalidTag: `h=${tags.get('h')}` }
  if (!valueOf('s', '*').some((service) => service === '*' || service === 'email')) {
    return { invalidTag: `s=${tags.get('s')}` }
  }
  return { publicKey, isTest: valueOf('t', '').includes('y') }
}
