/** A mail to store. `mails/` defines the templates and their payloads. */
export interface StoredEmail {
  readonly template: string
  readonly payload: unknown
  /** Canonical address. */
  readonly recipient: string
}

/** The mail server that sends a mail: the operator's or the project's own. */
export type MailRoute = 'shared' | 'own'

/** A mail that a worker has claimed. */
export interface ClaimedEmail extends StoredEmail {
  /** Read from the project's settings at the time of the claim. */
  readonly route: MailRoute
  readonly id: string
  readonly projectId: string
  readonly queuedAt: Date
  /** Number of attempts, including this one. It also identifies the claim: a later claim has a higher number. */
  readonly attempts: number
}
