import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** An answer, or what happens instead. */
export type ReceiverAnswer =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | 'closed connection'
  | 'garbage'

export interface WebhookReceiver {
  readonly url: string
  readonly received: ReceivedWebhook[]
  /** The answers to the next requests, in order. Afterwards the answer is 204. */
  readonly answers: ReceiverAnswer[]
  /** Delays the answers until it resolves. */
  gate: Promise<void>
  /** Returns the types and data of the received events. */
  events(): { readonly type: string; readonly data: unknown }[]
  close(): Promise<void>
}

/** Starts a receiver on loopback, as a host developer would. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      receiver.received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      const answer = receiver.answers.shift() ?? { status: 204 }
      void receiver.gate.then(() => {
        if (answer === 'closed connection') request.socket.destroy()
        else if (answer === 'garbage') request.socket.end('no HTTP at all\r\n\r\n')
        else response.writeHead(answer.status, answer.headers).end(answer.body)
      })
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received: [],
    answers: [],
    gate: Promise.resolve(),
    events: () =>
      receiver.received.map(({ body }) => {
        const { data, type } = JSON.parse(body) as { type: string; data: unknown }
        return { type, data }
      }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return receiver
}
