/** A mail to be stored. The meaning of template and payload belongs to `mails/`. */
export interface StoredEmail {
  readonly template: string
  readonly payload: unknown
  /** Canonical address. */
  readonly recipient: string
}

/** Which mail server a mail goes through: the operator's, or its project's own. */
export type MailRoute = 'shared' | 'own'

/** A mail that a worker has claimed. */
export interface ClaimedEmail extends StoredEmail {
  /** As the project is configured at the moment of the claim. */
  readonly route: MailRoute
  readonly id: string
  readonly projectId: string
  readonly queuedAt: Date
  /** Number of tries, this one included. It also proves the claim: a later claim has a higher number. */
  readonly attempts: number
}
