import { connect, type Socket } from 'node:net'
import { callbackify } from 'node:util'

import { createTransport } from 'nodemailer'

import type { Mail, OwnMailServer } from './mailer.ts'
import { OutboundProblem, type OutboundAddresses } from '../outbound-http/outbound-addresses.ts'
import { toSmtpMessage, type MailContent } from './smtp-message.ts'

/** Ports of mail servers at public addresses: relay, submission by TLS and by STARTTLS, and its usual alternative. */
const mailPorts: ReadonlySet<number> = new Set([25, 465, 587, 2525])

export const CONNECTIONS_PER_PROJECT = 3
/** Beyond these, the project that has not sent for longest opens its connection anew with its next mail. */
const PROJECTS_MAX = 200
const CONNECT_MILLIS = 3_000
/** For everything up to the greeting: name, connection, TLS. */
const SETUP_MILLIS = 10_000
const GREETING_MILLIS = 5_000
const SILENCE_MILLIS = 10_000
/** How long an unused connection stays open for a next mail. */
const KEEP_MILLIS = 30_000
/** The end of a delivery, whatever the server does. */
const DELIVERY_MILLIS = 20_000

type Transport = ReturnType<typeof openPool>

/**
 * Sends mails through the servers that projects have configured. Connections are kept per project, and only as long as
 * its settings stay the same.
 */
export class OwnMailServers {
  readonly #addresses: OutboundAddresses
  readonly #clientName: string
  /** In the order of their last use. */
  readonly #pools = new Map<string, { version: string; transport: Transport }>()

  /** @param clientName how the service introduces itself to mail servers (RFC 5321 section 4.1.1.1) */
  constructor(addresses: OutboundAddresses, clientName: string) {
    this.#addresses = addresses
    this.#clientName = clientName
  }

  async deliver(server: OwnMailServer, mail: Mail): Promise<void> {
    const sender = { name: mail.senderName, address: server.senderAddress }
    await this.#poolOf(mail.projectId, server).sendMail(toSmtpMessage(sender, mail, DELIVERY_MILLIS))
  }

  /** Sends one mail over a connection of its own, so that it shows whether exactly these settings work. */
  async deliverOnce(server: OwnMailServer, senderName: string, mail: MailContent, maxMillis: number): Promise<void> {
    const message = toSmtpMessage({ name: senderName, address: server.senderAddress }, mail, maxMillis)
    const transport = createTransport(connectionOptions(server, this.#addresses, this.#clientName))
    await transport.sendMail(message)
  }

  close(): void {
    for (const { transport } of this.#pools.values()) transport.close()
    this.#pools.clear()
  }

  #poolOf(projectId: string, server: OwnMailServer): Transport {
    const known = this.#pools.get(projectId)
    this.#pools.delete(projectId)
    // A mail that is being delivered ends first; then its connection is closed.
    if (known && known.version !== server.version) known.transport.close()
    const pool =
      known?.version === server.version
        ? known
        : { version: server.version, transport: openPool(server, this.#addresses, this.#clientName) }
    this.#pools.set(projectId, pool)
    if (this.#pools.size > PROJECTS_MAX) this.#closeOldest()
    return pool.transport
  }

  #closeOldest(): void {
    for (const [projectId, { transport }] of this.#pools) {
      transport.close()
      this.#pools.delete(projectId)
      return
    }
  }
}

// The types of nodemailer tell pooled from single transports by the literal `pool: true`.
function openPool(server: OwnMailServer, addresses: OutboundAddresses, clientName: string) {
  return createTransport({
    ...connectionOptions(server, addresses, clientName),
    pool: true,
    maxConnections: CONNECTIONS_PER_PROJECT,
    idleTimeout: KEEP_MILLIS,
    // The outbox tries again, later and with a fresh code.
    maxRequeues: 0,
  })
}

function connectionOptions(server: OwnMailServer, addresses: OutboundAddresses, clientName: string) {
  const { host, port, tls, username } = server
  return {
    // Used for the name in the certificate only: the socket is already connected.
    host,
    port,
    name: clientName,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    ...(username !== '' && { auth: { user: username, pass: server.password() } }),
    getSocket: (_options: unknown, callback: (error: Error | null, socket?: { connection: Socket }) => void) => {
      callbackify(connectTo)(server, addresses, (error, connection) => {
        callback(error, connection && { connection })
      })
    },
    connectionTimeout: SETUP_MILLIS,
    greetingTimeout: GREETING_MILLIS,
    socketTimeout: SILENCE_MILLIS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Connects to an address of the server that the service may use, classified anew for each connection. */
async function connectTo({ host, port }: OwnMailServer, addresses: OutboundAddresses): Promise<Socket> {
  const address = await addresses.find(host, port, mailPorts, CONNECT_MILLIS)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port })
    const timer = setTimeout(() => {
      socket.destroy(new OutboundProblem('timed_out', `${host} did not connect within ${CONNECT_MILLIS} ms.`))
    }, CONNECT_MILLIS)
    // Stays for good: between here and the listener of nodemailer an error would otherwise have none.
    socket.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(socket)
    })
  })
}
