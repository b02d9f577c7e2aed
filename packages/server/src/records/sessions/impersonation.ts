/** Who started a session by link to look at what its user sees, and why. The session keeps the names of that moment. */
export interface Impersonation {
  readonly impersonatorId: string
  readonly impersonatorDisplayName: string | null
  readonly impersonatorEmail: string | null
  readonly reason: string
}

/** The part that is stored as one value. */
export type StoredImpersonation = Omit<Impersonation, 'impersonatorId'>
