import { canonicalEmail } from '@portico/contract'
import { createTransport } from 'nodemailer'

import { Undeliverable } from './mail-failure.ts'
import { hasLineBreak, parseMailServer, parseSender, type Sender } from './mail-settings.ts'
import type { Mail, Mailer } from './mailer.ts'

/** Each takes one mail at a time. Mail servers allow few from one client. */
const CONNECTIONS = 5
const CONNECT_MILLIS = 5_000
const IDLE_MILLIS = 10_000
/** The end of a delivery whatever the server does; well below the lease of the outbox. */
const DELIVERY_MILLIS = 30_000

/**
 * Sends through the operator's mail server, encrypted unless `tls=off` says otherwise.
 *
 * Its address comes from the environment and no caller can influence it. It is usually a private one, so the rules that
 * keep outbound requests off internal networks do not apply here.
 */
export class SmtpMailer implements Mailer {
  readonly lanes = CONNECTIONS
  readonly #transport
  readonly #sender: Sender

  /**
   * @param url such as `smtp://user:password@mail.example.com:587`; `smtps://` for TLS from the first byte
   * @param mailFrom such as `Acme <noreply@acme.example>`
   * @throws StartupProblem
   */
  constructor(url: string, mailFrom: string) {
    this.#sender = parseSender(mailFrom)
    this.#transport = createTransport({
      ...parseMailServer(url),
      pool: true,
      maxConnections: CONNECTIONS,
      // The outbox tries again, later and with a fresh code.
      maxRequeues: 0,
      dnsTimeout: CONNECT_MILLIS,
      connectionTimeout: CONNECT_MILLIS,
      greetingTimeout: CONNECT_MILLIS,
      socketTimeout: IDLE_MILLIS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }

  async deliver(mail: Mail): Promise<void> {
    const { address, name } = this.#sender
    const senderName = requireHeaderValue(mail.senderName || name)
    const subject = requireHeaderValue(mail.subject)
    if (canonicalEmail(mail.recipient) !== mail.recipient) {
      throw new Undeliverable('INVALID_EMAIL_ADDRESS', 'The recipient is not exactly one plain mailbox.')
    }
    await this.#transport.sendMail({
      // Structured, because an address given as text would be parsed as a list of several.
      from: { name: senderName, address },
      to: { name: '', address: mail.recipient },
      envelope: { from: address, to: mail.recipient },
      messageId: `<${mail.id}@${address.slice(address.lastIndexOf('@') + 1)}>`,
      subject,
      text: mail.text,
      html: mail.html,
      // RFC 3834: nobody's holiday reply should come back.
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.timeout(DELIVERY_MILLIS),
    })
  }

  close(): void {
    this.#transport.close()
  }
}

function requireHeaderValue(value: string): string {
  if (hasLineBreak(value)) {
    throw new Undeliverable('REJECTED', 'The subject or the sender holds a line break or NUL.')
  }
  return value
}
