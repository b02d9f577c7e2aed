import { connect, type Socket } from 'node:net'
import { callbackify } from 'node:util'

import { createTransport } from 'nodemailer'

import type { MailServerCheck } from './checked-steps.ts'
import { checkMailServer } from './mail-server-check.ts'
import type { Mail, MailContent, OwnMailServer } from './mailer.ts'
import { isPublicAddress, OutboundProblem, type OutboundAddresses } from '../outbound-http/outbound-addresses.ts'
import { toSmtpMessage } from './smtp-message.ts'

/**
 * Permitted ports at public addresses: relay, submission with implicit TLS and STARTTLS, and the common alternative.
 */
const mailPorts: ReadonlySet<number> = new Set([25, 465, 587, 2525])

export const CONNECTIONS_PER_PROJECT = 3
/** Maximum number of open pools. Beyond it, the least recently used pool is closed. */
const PROJECTS_MAX = 200
const CONNECT_MILLIS = 3_000
/** Covers DNS, connection and TLS, up to the greeting. */
const SETUP_MILLIS = 10_000
const GREETING_MILLIS = 5_000
const SILENCE_MILLIS = 10_000
/** How long an idle connection stays open. */
const KEEP_MILLIS = 30_000
/** Maximum duration of a delivery, whatever the server does. */
const DELIVERY_MILLIS = 20_000

type Transport = ReturnType<typeof openPool>

/**
 * Sends mails through the servers of projects. Connections are pooled per project, and closed when its settings change.
 */
export class OwnMailServers {
  readonly #addresses: OutboundAddresses
  readonly #clientName: string
  /** Ordered by last use. */
  readonly #pools = new Map<string, { version: string; transport: Transport }>()

  /** @param clientName host name that the service sends in EHLO (RFC 5321 section 4.1.1.1) */
  constructor(addresses: OutboundAddresses, clientName: string) {
    this.#addresses = addresses
    this.#clientName = clientName
  }

  async deliver(server: OwnMailServer, mail: Mail): Promise<void> {
    const sender = { name: mail.senderName, address: server.senderAddress }
    await this.#poolOf(mail.projectId, server).sendMail(toSmtpMessage(sender, mail, DELIVERY_MILLIS, server))
  }

  /** Sends one mail over a new connection, to test exactly these settings. */
  check(server: OwnMailServer, senderName: string, mail: MailContent, maxMillis: number): Promise<MailServerCheck> {
    const { host, port } = server
    const connection = {
      // guard: a mail server to test is at an allowed address (keep `host,`) [test-mail]
      find: () => this.#addresses.find(host, port, mailPorts, CONNECT_MILLIS),
      describe: (address: string) => (isPublicAddress(address) ? `${host} is ${address}.` : null),
      connect: (address: string) => openSocket(server, address),
      smtpOptions: smtpOptions(server, this.#clientName),
    }
    return checkMailServer(server, connection, { senderName, mail, maxMillis })
  }

  close(): void {
    for (const { transport } of this.#pools.values()) transport.close()
    this.#pools.clear()
  }

  #poolOf(projectId: string, server: OwnMailServer): Transport {
    const known = this.#pools.get(projectId)
    this.#pools.delete(projectId)
    // The transport finishes deliveries in progress before it closes its connections.
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

// The types of nodemailer distinguish pooled from single transports by the literal `pool: true`.
function openPool(server: OwnMailServer, addresses: OutboundAddresses, clientName: string) {
  return createTransport({
    ...connectionOptions(server, addresses, clientName),
    pool: true,
    maxConnections: CONNECTIONS_PER_PROJECT,
    idleTimeout: KEEP_MILLIS,
    // The outbox retries, later and with a new code.
    maxRequeues: 0,
  })
}

function connectionOptions(server: OwnMailServer, addresses: OutboundAddresses, clientName: string) {
  const { username } = server
  return {
    ...smtpOptions(server, clientName),
    ...(username !== '' && { auth: { user: username, pass: server.password() } }),
    getSocket: (_options: unknown, callback: (error: Error | null, socket?: { connection: Socket }) => void) => {
      callbackify(connectTo)(server, addresses, (error, connection) => {
        callback(error, connection && { connection })
      })
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function smtpOptions({ host, port, tls }: OwnMailServer, clientName: string) {
  return {
    // Used only to verify the name in the certificate: the socket is already connected.
    host,
    port,
    name: clientName,
    secure: tls === 'implicit',
    // guard: the password is not sent to a mail server without STARTTLS (replace `tls === 'starttls'` with `false`)
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    connectionTimeout: SETUP_MILLIS,
    greetingTimeout: GREETING_MILLIS,
    socketTimeout: SILENCE_MILLIS,
  }
}

/** Connects to a permitted address of the server. The address is resolved and classified for each connection. */
async function connectTo(server: OwnMailServer, addresses: OutboundAddresses): Promise<Socket> {
  // guard: a project's mail server is at an allowed address (keep `server.host`)
  return openSocket(server, await addresses.find(server.host, server.port, mailPorts, CONNECT_MILLIS))
}

function openSocket({ host, port }: OwnMailServer, address: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port })
    const timer = setTimeout(() => {
      socket.destroy(new OutboundProblem('timed_out', `${host} did not connect within ${CONNECT_MILLIS} ms.`))
    }, CONNECT_MILLIS)
    // Keep this listener: until nodemailer adds its own, an error would have none and end the process.
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
