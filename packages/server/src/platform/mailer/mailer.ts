/** One mail to one mailbox, ready to be sent. */
export interface Mail {
  /** Stays the same when the mail is tried again, so that a mailbox can tell that it has it already. */
  readonly id: string
  readonly projectId: string
  /** The display name of the sender. The address behind it belongs to the mail server that is used. */
  readonly senderName: string
  /** Canonical, as `canonicalEmail` gives it. */
  readonly recipient: string
  /** When it was asked for; deliveries overtake each other, so this is the order people expect. */
  readonly queuedAt: Date
  readonly subject: string
  readonly html: string
  readonly text: string
  /** The project's own mail server; null where the project uses the shared one. */
  readonly ownServer: OwnMailServer | null
}

/** How the connection to a mail server is encrypted: from the first byte, by a required STARTTLS, or not at all. */
export type MailTls = 'implicit' | 'starttls' | 'off'

/** A mail server that a project has configured for itself. */
export interface OwnMailServer {
  readonly host: string
  readonly port: number
  readonly tls: MailTls
  /** Empty: the server asks for no sign-in. */
  readonly username: string
  /** Opened only when a connection is made. */
  readonly password: () => string
  readonly senderAddress: string
  /** Differs whenever any setting of the server differs. */
  readonly version: string
}

export interface Mailer {
  /** How many mails it delivers at once through the shared server or the inbox. */
  readonly lanes: number
  /** How many mails it delivers at once through servers of projects; null where it does not use them. */
  readonly ownServerLanes: number | null
  /** Resolves once the next hop has taken responsibility for the mail. */
  deliver(mail: Mail): Promise<void>
  close(): void
}
