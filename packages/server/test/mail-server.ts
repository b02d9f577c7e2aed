import type { AddressInfo } from 'node:net'

import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

import type { Certificate } from './certificate.ts'

export interface MailServer {
  readonly port: number
  readonly received: Email[]
  /** The same mails as text, with the senders of their envelopes. */
  readonly messages: { readonly text: string; readonly envelopeFrom: string }[]
  /** The numbers of opened and open connections. */
  readonly connections: { opened: number; open: number }
  /** The user names and passwords of all authentication attempts. */
  readonly signIns: unknown[][]
  /** Delays every delivery until it resolves. */
  gate: Promise<void>
  close(): Promise<void>
}

export interface MailServerOptions {
  /** `off`: the server does not offer encryption. */
  readonly tls?: 'implicit' | 'starttls' | 'off'
  readonly certificate?: Certificate
  /** The only accepted password. Without it, the server does not require authentication. */
  readonly password?: string
  readonly port?: number
  /** Refuses every mail with this text. */
  readonly refusal?: string
}

/** Starts a mail server on loopback. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { tls = 'off', certificate, password, port = 0, refusal } = options
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    secure: tls === 'implicit',
    ...(tls !== 'starttls' && { disabledCommands: ['STARTTLS'] }),
    ...(certificate && { cert: certificate.cert, key: certificate.key }),
    onAuth: (auth, _session, callback) => {
      control.signIns.push([auth.username, auth.password])
      if (password === undefined || auth.password === password) callback(null, { user: 'mailer' })
      else callback(new Error('Invalid user name or password'))
    },
    onConnect: (_session, callback) => {
      control.connections.opened += 1
      control.connections.open += 1
      callback()
    },
    onClose: () => {
      control.connections.open -= 1
    },
    async onData(stream, session, callback) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      await control.gate
      if (refusal !== undefined) {
        callback(Object.assign(new Error(refusal), { responseCode: 550 }))
        return
      }
      const message = Buffer.concat(chunks)
      const { mailFrom } = session.envelope
      control.messages.push({ text: message.toString(), envelopeFrom: mailFrom ? mailFrom.address : '' })
      control.received.push(await PostalMime.parse(message))
      callback()
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  const control: MailServer = {
    port: (server.server.address() as AddressInfo).port,
    received: [],
    messages: [],
    connections: { opened: 0, open: 0 },
    signIns: [],
    gate: Promise.resolve(),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
  return control
}
