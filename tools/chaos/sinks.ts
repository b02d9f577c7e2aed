import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

import type { Certificate } from '../../packages/server/test/certificate.ts'
import { startMailServer, type MailServer } from '../../packages/server/test/mail-server.ts'

/** The mail server of the deployment, which counts the mails of each recipient. */
export class MailSink {
  readonly port: number
  readonly mails = new Map<string, number>()
  readonly #server: MailServer
  readonly #open = Promise.withResolvers<void>()
  #release = this.#open.resolve

  private constructor(server: MailServer) {
    this.#server = server
    this.port = server.port
  }

  static async start(): Promise<MailSink> {
    return new MailSink(await startMailServer())
  }

  /** Takes mails and does not answer. */
  becomeTarpit(): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#server.gate = promise
    this.#release = resolve
  }

  recover(): void {
    this.#release()
    this.#server.gate = Promise.resolve()
  }

  /** Counts what has arrived since the last call. */
  count(): void {
    for (const mail of this.#server.received.splice(0)) {
      const address = mail.to?.[0]?.address ?? ''
      this.mails.set(address, (this.mails.get(address) ?? 0) + 1)
    }
    this.#server.messages.splice(0)
  }

  async close(): Promise<void> {
    this.recover()
    await this.#server.close()
  }
}

/** The type of an event and the id of its record, from the body of a webhook. */
export function eventOf(body: string): string {
  const { data, type } = JSON.parse(body) as { type: string; data: { id?: string } }
  return `${type} ${data.id}`
}

/** The backend of the app, which counts the webhooks of each event. */
export class WebhookSink {
  readonly url: string
  readonly events = new Map<string, number>()
  readonly close: () => Promise<void>

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url
    this.close = close
  }

  static async start(certificate: Certificate): Promise<WebhookSink> {
    const server = createServer(certificate, (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const event = eventOf(Buffer.concat(chunks).toString())
        sink.events.set(event, (sink.events.get(event) ?? 0) + 1)
        response.writeHead(204).end()
      })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const sink = new WebhookSink(`https://localhost:${(server.address() as AddressInfo).port}/hooks`, async () => {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    })
    return sink
  }
}
