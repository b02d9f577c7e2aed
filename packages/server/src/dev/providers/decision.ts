import { canonicalEmail } from '@portico/contract'
import { z } from 'zod'

import type { LookAlikeAccount, LookAlikeProfile } from '../../flows/oauth/providers/look-alike.ts'
import { exchanges } from './grants.ts'
import { peopleOf } from './people.ts'

/** The decision of the developer on the authorization page, or of a test. */
export interface Decision {
  readonly account: LookAlikeAccount
  readonly outcome: (typeof outcomes)[number]
}

/** `refuse` and `unavailable` redirect with an error. The others issue a code and take effect at its exchange. */
const outcomes = [...exchanges, 'refuse', 'unavailable'] as const

const NAME_MAX_CHARACTERS = 100

const form = z.strictObject({
  decision: z.enum(outcomes).default('allow'),
  person: z.string().optional(),
  email: z.string().trim().optional(),
  email_verified: z.enum(['true', 'false', 'on']).optional(),
  name: z.string().trim().max(NAME_MAX_CHARACTERS).optional(),
  sub: z.string().optional(),
})

/** Reads the form of the authorization page, or returns its first problem. */
export function readDecision(
  fields: Record<string, string>,
  providerId: string,
  profile: LookAlikeProfile,
): { decision: Decision } | { problem: string } {
  const parsed = form.safeParse(fields)
  if (!parsed.success) return { problem: `The form is invalid: ${z.prettifyError(parsed.error)}` }
  const { decision: outcome, person: personId, sub, email_verified: verified, ...given } = parsed.data
  const people = peopleOf(profile)
  const isOwn = personId === undefined && (given.email !== undefined || given.name !== undefined || sub !== undefined)
  const person = isOwn
    ? null
    : (people.find(({ id }) => id === personId) ?? (personId === undefined ? people[0] : null))
  if (!isOwn && !person)
    return { problem: `Unknown person “${personId}”. It must be one of: ${people.map(({ id }) => id).join(', ')}.` }

  let email = person ? person.email : null
  if (!person && given.email && profile.addresses !== 'none') {
    email = canonicalEmail(given.email)
    if (email === null) return { problem: 'This is not an e-mail address. Enter one like ada@example.com.' }
  }
  if (!person && email === null && !given.name && sub === undefined) return { problem: 'Enter an address.' }
  const name = person?.name ?? (given.name || nameFrom(email))
  const isEmailVerified = person?.isEmailVerified ?? (email !== null && verified !== undefined && verified !== 'false')
  const account = { name, email, isEmailVerified, sub: sub ?? profile.subOf(`${providerId}:${email ?? name}`) }
  if (!profile.subPattern.test(account.sub)) {
    return { problem: `sub must match the account ids of this provider: ${profile.subPattern.source}` }
  }
  return { decision: { account, outcome } }
}

/** Derives a name from an address: Grace Hopper from grace.hopper@example.com. */
function nameFrom(email: string | null): string {
  const words = (email?.split('@', 1)[0] ?? '').split(/[._+-]+/).filter(Boolean)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || 'Custom Account'
}
