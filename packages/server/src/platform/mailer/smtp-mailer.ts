import { TLSSocket, type PeerCertificate } from 'node:tls'

import { createTransport } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

import { FairQueue } from '../limits/fair-queue.ts'
import { parseMailServer, parseSender, type Sender } from './mail-settings.ts'
import type { Mail, Mailer } from './mailer.ts'
import { toSmtpMessage } from './smtp-message.ts'

/** Each connection delivers one mail at a time. Mail servers limit the connections of a client. */
const CONNECTIONS = 5
const CONNECT_MILLIS = 5_000
const IDLE_MILLIS = 10_000
/** Maximum wait for a connection. With the delivery, well below the lease of the outbox. */
const WAIT_MAX_MILLIS = 60_000
/** Maximum duration of a delivery, whatever the server does. */
const DELIVERY_MILLIS = 30_000
/** The duration of a delivery until some have been measured. */
const EXPECTED_MILLIS = 500

/**
 * Sends through the operator's mail server. Requires TLS unless the URL has `tls=off`.
 *
 * The address comes from the environment, and no caller can influence it. It is usually private, so the rules that keep
 * outbound requests away from internal networks do not apply.
 */
export class SmtpMailer implements Mailer {
  readonly lanes = CONNECTIONS
  readonly ownServerLanes = null
  readonly #transport
  /** The cells of a service share the connections. A wait does not count towards the time of a delivery. */
  readonly #connections = new FairQueue({
    slots: CONNECTIONS,
    waitMaxMillis: WAIT_MAX_MILLIS,
    // The outbox would at once claim the next mail for the lane of a refused one. Its lanes bound the queue.
    refusesAtOnce: false,
    expectedMillis: EXPECTED_MILLIS,
  })
  readonly #sender: Sender

  /**
   * @param url such as `smtp://user:password@mail.example.com:587`; `smtps://` for implicit TLS
   * @param mailFrom such as `Acme <noreply@acme.example>`
   * @throws StartupProblem
   */
  constructor(url: string, mailFrom: string) {
    this.#sender = parseSender(mailFrom)
    this.#transport = createTransport({
      ...connectionOptions(url),
      pool: true,
      maxConnections: CONNECTIONS,
      // The outbox retries, later and with a new code.
      maxRequeues: 0,
    })
  }

  async deliver(mail: Mail): Promise<void> {
    const sender = { name: mail.senderName || this.#sender.name, address: this.#sender.address }
    await this.#connections.run(mail.projectId, () =>
      this.#transport.sendMail(toSmtpMessage(sender, mail, DELIVERY_MILLIS)),
    )
  }

  close(): void {
    this.#transport.close()
  }
}

/**
 * Connects to the mail server, encrypts and signs in as a delivery does, and sends nothing.
 *
 * @throws an error for `toMailError`
 */
export async function signInAtMailServer(url: string): Promise<void> {
  const transport = createTransport(connectionOptions(url))
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/**
 * Connects to the mail server, encrypts as a delivery does, and returns the server's certificate, even an invalid one.
 * Does not sign in, and sends nothing.
 *
 * @returns null without encryption
 */
export async function readServerCertificate(url: string): Promise<PeerCertificate | null> {
  const session = new SMTPConnection({ ...connectionOptions(url), tls: { rejectUnauthorized: false } })
  try {
    await new Promise<void>((resolve, reject) => {
      session.once('error', reject)
      session.connect((error) => (error ? reject(error) : resolve()))
    })
    const { _socket: socket } = session
    return socket instanceof TLSSocket ? socket.getPeerCertificate() : null
  } finally {
    session.close()
  }
}

// The types of nodemailer distinguish pooled from single transports by the literal `pool: true`.
function connectionOptions(url: string) {
  return {
    ...parseMailServer(url),
    dnsTimeout: CONNECT_MILLIS,
    connectionTimeout: CONNECT_MILLIS,
    greetingTimeout: CONNECT_MILLIS,
    socketTimeout: IDLE_MILLIS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
