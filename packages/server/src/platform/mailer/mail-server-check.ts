import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

import DKIM from 'nodemailer/lib/dkim'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection, { type Options } from 'nodemailer/lib/smtp-connection'

import { CheckedSteps, type MailServerCheck } from './checked-steps.ts'
import { isEncryptionFailure } from './mail-failure.ts'
import type { MailContent, OwnMailServer } from './mailer.ts'
import { toSmtpMessage } from './smtp-message.ts'

/** How a check reaches the server. */
export interface CheckedConnection {
  /** Returns an address that the service may connect to. */
  readonly find: () => Promise<string>
  /** The part of the address that project owners may see. */
  readonly describe: (address: string) => string | null
  readonly connect: (address: string) => Promise<Socket>
  readonly smtpOptions: Options
}

interface CheckedDelivery {
  readonly senderName: string
  readonly mail: MailContent
  readonly maxMillis: number
}

/** Sends one mail over a new connection, step by step, and stops at the first failure. */
export async function checkMailServer(
  server: OwnMailServer,
  connection: CheckedConnection,
  { mail, maxMillis, senderName }: CheckedDelivery,
): Promise<MailServerCheck> {
  const steps = new CheckedSteps()
  const deadline = new Deadline(maxMillis)
  let session: SMTPConnection | null = null
  try {
    const address = await deadline.within(connection.find())
    steps.finish('done', connection.describe(address))
    const socket = await deadline.within(connection.connect(address))
    session = new SMTPConnection({ ...connection.smtpOptions, connection: socket })
    await deadline.within(shakeHands(session)).catch((error: unknown) => {
      // The library connects and encrypts in one step.
      if (isEncryptionFailure(error)) steps.finish('done')
      throw error
    })
    steps.finish('done')
    steps.finish(server.tls === 'off' ? 'skipped' : 'done', encryptionOf(session))
    await signIn(steps, deadline, session, server)
    const message = toSmtpMessage({ name: senderName, address: server.senderAddress }, mail, maxMillis, server)
    const built = await settle<Buffer>((done) => new MailComposer(message).compile().build(done))
    const signed = message.dkim ? new DKIM(message.dkim).sign(built) : built
    const envelope = { from: server.bounceAddress, to: [mail.recipient] }
    await deadline.within(inSession(session, (open, done) => open.send(envelope, signed, done)))
    steps.finish('done')
    session.quit()
    return { steps: steps.list, failure: null }
  } catch (cause) {
    session?.close()
    const step = steps.fail()
    return { steps: steps.list, failure: { step, cause } }
  } finally {
    deadline.clear()
  }
}

async function signIn(
  steps: CheckedSteps,
  deadline: Deadline,
  session: SMTPConnection,
  server: OwnMailServer,
): Promise<void> {
  if (server.username === '') {
    steps.finish('skipped')
  } else if (session.allowsAuth) {
    const credentials = { user: server.username, pass: server.password() }
    await deadline.within(inSession(session, (open, done) => open.login(credentials, done)))
    steps.finish('done')
  } else {
    // Deliveries to such a server do not sign in.
    steps.finish('skipped', 'The server offers no sign-in.')
  }
}

type Done<T = unknown> = (error: Error | null | undefined, result?: T) => void

function shakeHands(session: SMTPConnection): Promise<unknown> {
  return inSession(session, (open, done) => open.connect(done))
}

/** Runs a command of the session. The library reports some failures by the callback, and others by an event. */
function inSession(session: SMTPConnection, command: (open: SMTPConnection, done: Done) => void): Promise<unknown> {
  return settle((done) => {
    session.once('error', done)
    command(session, done)
  })
}

function settle<T>(run: (done: Done<T>) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    // The callers that read the result get one without an error.
    run((error, result) => (error ? reject(error) : resolve(result as T)))
  })
}

/** Such as `TLSv1.3`; null without encryption. */
function encryptionOf({ _socket: socket }: SMTPConnection): string | null {
  return socket instanceof TLSSocket ? socket.getProtocol() : null
}

/** Bounds the duration of a check, whatever the server does. */
class Deadline {
  readonly #late: Promise<never>
  readonly #timer: NodeJS.Timeout

  constructor(maxMillis: number) {
    const { promise, reject } = Promise.withResolvers<never>()
    // The check may end without waiting for it.
    promise.catch(() => {})
    this.#late = promise
    this.#timer = setTimeout(() => {
      reject(Object.assign(new Error(`The check took longer than ${maxMillis} ms.`), { code: 'ETIMEDOUT' }))
    }, maxMillis)
  }

  within<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#late])
  }

  clear(): void {
    clearTimeout(this.#timer)
  }
}
