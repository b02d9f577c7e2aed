import { KnownErrors } from '@portico/client'

/** The suspension of an account, as the service reports it after a complete sign-in. */
export interface Suspension {
  /** The text of an administrator, or null. It is plain text. */
  readonly reason: string | null
  /** The end of the suspension, or null if it lasts until it is lifted. */
  readonly endsAt: Date | null
}

/** A sign-in that ended because the account is suspended. */
export interface SuspensionStep extends Suspension {
  /** Returns to the first step. */
  readonly leave: () => void
}

/** Returns the suspension that an error reports, or null for every other error. */
export function suspensionOf(error: unknown): Suspension | null {
  if (!KnownErrors.RestrictedUserNotAllowed.isInstance(error)) return null
  const { reason = null, until_millis: until = null } = error.details.restricted_reason
  return { reason, endsAt: until === null ? null : new Date(until) }
}
