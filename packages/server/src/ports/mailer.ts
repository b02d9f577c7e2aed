/** One mail to one mailbox, ready to be sent. */
export interface Mail {
  /** Stays the same when the mail is tried again, so that a mailbox can tell that it has it already. */
  readonly id: string
  readonly projectId: string
  /** Shown as the sender; the address behind it is the service's. */
  readonly senderName: string
  /** Canonical, as `canonicalEmail` gives it. */
  readonly recipient: string
  /** When it was asked for; deliveries overtake each other, so this is the order people expect. */
  readonly queuedAt: Date
  readonly subject: string
  readonly html: string
  readonly text: string
}

export interface Mailer {
  /** How many mails it delivers at once. */
  readonly lanes: number
  /** Resolves once the next hop has taken responsibility for the mail. */
  deliver(mail: Mail): Promise<void>
  close(): void
}
