import type { EmailFilter, SentEmail } from '../../data/emails.ts'

/** The states of mails, in the order of a filter. */
export const emailStates: readonly SentEmail['state'][] = ['sent', 'queued', 'retrying', 'failed']

/** The kinds of mails, in the order of a filter. The texts name them too, but the first page does not load those. */
export const emailTypes: readonly NonNullable<EmailFilter['type']>[] = [
  'sign_in_code',
  'email_verification',
  'password_reset',
  'team_invitation',
  'password_changed',
  'email_changed',
  'address_added',
  'sign_in_method_changed',
  'api_key_leaked',
  'owner_invitation',
  'owner_changed',
  'project_settings_changed',
  'test',
]

/** Search, filters and place of the sent emails, as in their address. */
export interface SentSearch {
  readonly q?: string
  readonly state?: NonNullable<EmailFilter['state']>
  readonly type?: NonNullable<EmailFilter['type']>
  readonly cursor?: string
}

/** Changes of an address. Undefined removes a part of it. */
export type SearchChanges = { readonly [Name in keyof SentSearch]: SentSearch[Name] | undefined }

/** Reads the address. Unknown and malformed parts are dropped. */
export function readSentSearch(search: Record<string, unknown>): SentSearch {
  const text = (name: 'q' | 'cursor'): string | undefined => {
    const value = search[name]
    // The router reads a number in the address as a number.
    const read = typeof value === 'number' ? String(value) : value
    return typeof read === 'string' && read.trim() !== '' ? read.trim() : undefined
  }
  const [q, cursor] = [text('q'), text('cursor')]
  const state = emailStates.find((known) => known === search['state'])
  const type = emailTypes.find((known) => known === search['type'])
  return { ...(q && { q }), ...(state && { state }), ...(type && { type }), ...(cursor && { cursor }) }
}

/** Another search or filter begins at the first page. */
export function changeSearch(search: SentSearch, changes: SearchChanges): SentSearch {
  return readSentSearch({ ...search, cursor: undefined, ...changes })
}

export function filterOf({ q, state, type }: SentSearch): EmailFilter {
  return { ...(q && { query: q }), ...(state && { state }), ...(type && { type }) }
}
