/** One mail to one recipient, ready to send. */
export interface Mail {
  /** Unchanged when the mail is retried, so that mailboxes can detect duplicates. */
  readonly id: string
  readonly projectId: string
  /** The display name of the sender. The mail server determines the address. */
  readonly senderName: string
  /** Canonical, from `canonicalEmail`. */
  readonly recipient: string
  /** When the mail was requested. Deliveries may overtake each other, so clients sort by this time. */
  readonly queuedAt: Date
  readonly subject: string
  readonly html: string
  readonly text: string
  /** The project's own mail server; null if the project uses the shared one. */
  readonly ownServer: OwnMailServer | null
}

/** TLS mode of a mail server: implicit, required STARTTLS, or none. */
export type MailTls = 'implicit' | 'starttls' | 'off'

/** A project's own mail server. */
export interface OwnMailServer {
  readonly host: string
  readonly port: number
  readonly tls: MailTls
  /** Empty: the server requires no authentication. */
  readonly username: string
  /** Decrypts the password. Called only when a connection is opened. */
  readonly password: () => string
  readonly senderAddress: string
  /** Changes with any setting of the server. */
  readonly version: string
}

export interface Mailer {
  /** Number of concurrent deliveries through the shared server or the inbox. */
  readonly lanes: number
  /** Number of concurrent deliveries through servers of projects; null if it does not use them. */
  readonly ownServerLanes: number | null
  /** Resolves when the next hop has accepted responsibility for the mail. */
  deliver(mail: Mail): Promise<void>
  close(): void
}
