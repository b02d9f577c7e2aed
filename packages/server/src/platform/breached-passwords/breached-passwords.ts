import { createHash } from 'node:crypto'

/** `unavailable`: the list could not be queried. */
export type Breach = 'breached' | 'not_breached' | 'unavailable'

/** Where the list is. */
export type BreachedPasswordSource =
  | { readonly type: 'service'; readonly url: string }
  | { readonly type: 'file'; readonly path: string }

/** A list of passwords that became known in breaches, by their SHA-1 digests. */
export interface BreachedPasswordList {
  find(digest: Buffer): Promise<Breach>
  close(): Promise<void>
}

/** Compares a password with a list of breached ones. The list never gets the password itself. */
export function findBreach(list: BreachedPasswordList, password: string): Promise<Breach> {
  return list.find(createHash('sha1').update(password, 'utf8').digest())
}
