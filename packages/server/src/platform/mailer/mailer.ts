/** A mail as its recipient gets it. */
export interface MailContent {
  /** Unchanged when the mail is retried, so that mailboxes can detect duplicates. */
  readonly id: string
  /** The kind of the mail, such as `sign_in_code`. */
  readonly type: string
  readonly locale: string
  /** Canonical, from `canonicalEmail`. */
  readonly recipient: string
  /** When the mail was requested. Deliveries may overtake each other, so clients sort by this time. */
  readonly queuedAt: Date
  readonly subject: string
  readonly html: string
  readonly text: string
  /** The images that the HTML part refers to. Absent: none. */
  readonly images?: readonly InlineImage[]
}

/** An image in a mail (RFC 2387). The HTML part refers to it as `cid:` and the id (RFC 2392). */
export interface InlineImage {
  readonly contentId: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** One mail to one recipient, ready to send. */
export interface Mail extends MailContent {
  readonly projectId: string
  /** The display name of the sender. The mail server determines the address. */
  readonly senderName: string
  /** The project's own mail server or endpoint; null if the project uses the shared server. */
  readonly ownServer: OwnSender | null
}

/** TLS mode of a mail server: implicit, required STARTTLS, or none. */
export type MailTls = 'implicit' | 'starttls' | 'off'

/** Where a project sends its mails by itself. */
export type OwnSender = OwnMailServer | OwnMailEndpoint

interface OwnAddresses {
  readonly senderAddress: string
  /** Where replies go; null: to the sender's address. */
  readonly replyTo: string | null
}

/** An endpoint of the owner that sends the mails. */
export interface OwnMailEndpoint extends OwnAddresses {
  readonly type: 'endpoint'
  readonly url: string
  /** Decrypts the key of the signature. */
  readonly secret: () => string
}

export interface OwnMailServer extends OwnAddresses {
  readonly type: 'server'
  readonly host: string
  readonly port: number
  readonly tls: MailTls
  /** Empty: the server requires no authentication. */
  readonly username: string
  /** Decrypts the password. Called only when a connection is opened. */
  readonly password: () => string
  /** The envelope sender (RFC 5321 section 4.1.1.2). */
  readonly bounceAddress: string
  /** Null: the service does not sign the mails. */
  readonly dkim: DkimSigning | null
  /** Changes with any setting of the server. */
  readonly version: string
}

/** How mails are signed (RFC 6376), for the domain of their sender. */
export interface DkimSigning {
  readonly selector: string
  /** Decrypts the PEM text. */
  readonly privateKey: () => string
}

export interface Mailer {
  /** Number of concurrent deliveries of a cell through the shared server or the inbox. */
  readonly lanes: number
  /** Number of concurrent deliveries of a cell through projects' servers; null if it does not use them. */
  readonly ownServerLanes: number | null
  /**
   * Resolves when the next hop has accepted responsibility for the mail.
   *
   * @throws TooBusy if it made no attempt, because earlier mails took too long
   */
  deliver(mail: Mail): Promise<void>
  close(): void
}
