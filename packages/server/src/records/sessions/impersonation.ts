/**
 * The person who started a session by link to see what its user sees, and the reason. The session keeps the names of
 * that moment.
 */
export interface Impersonation {
  readonly impersonatorId: string
  readonly impersonatorDisplayName: string | null
  readonly impersonatorEmail: string | null
  readonly reason: string
}

/** The part that is stored as one value. */
export type StoredImpersonation = Omit<Impersonation, 'impersonatorId'>
