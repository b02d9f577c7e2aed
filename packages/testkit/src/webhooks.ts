import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import {
  webhookEventTypes,
  type WebhookEndpointFirstView,
  type WebhookEventData,
  type WebhookEventType,
} from '@portico/contract'
import type { Portico } from '@portico/server'

import type { TestProject } from './test-project.ts'

/** An event that the service has delivered. With `headers` and `body`, it is a request for `verifyWebhook`. */
export type ReceivedWebhook<Type extends WebhookEventType = WebhookEventType> = {
  [Each in Type]: {
    readonly type: Each
    readonly timestamp: string
    readonly data: WebhookEventData[Each]
    readonly projectId: string
    readonly headers: IncomingHttpHeaders
    /** The body as it was received. */
    readonly body: string
    /** The secret that signed the request. */
    readonly secret: string
  }
}[Type]

interface Endpoint {
  readonly projectId: string
  readonly secret: string
}

/** Collects the webhooks of projects in memory, at a real endpoint on a loopback port. */
export class WebhookCollector {
  readonly #service: () => Portico
  /** By the path of the endpoint. */
  readonly #endpoints = new Map<string, Promise<Endpoint>>()
  readonly #received: ReceivedWebhook[] = []
  readonly #waiting = new Set<() => void>()
  #server: Server | null = null

  /** @param service called at each use, so that the collector survives a restart */
  constructor(service: () => Portico) {
    this.#service = service
  }

  /**
   * Adds an endpoint to a project and collects its events from now on.
   *
   * @param eventTypes default: every event
   */
  async collect(
    project: Pick<TestProject, 'id' | 'admin'>,
    eventTypes: readonly WebhookEventType[] = webhookEventTypes,
  ): Promise<void> {
    const path = `/${this.#endpoints.size}`
    const url = `http://127.0.0.1:${await this.#listen()}${path}`
    const endpoint = createEndpoint(project, url, eventTypes)
    // Before the answer to the creation arrives, because an event can be delivered before it.
    this.#endpoints.set(path, endpoint)
    await endpoint
  }

  /** Returns the events that were received, oldest first, after all pending deliveries have finished. */
  async received<Type extends WebhookEventType = WebhookEventType>(type?: Type): Promise<ReceivedWebhook<Type>[]> {
    await this.#service().idle()
    return this.#ofType(type)
  }

  /**
   * Returns the first event of a type, or waits for it, for a change that the test does not await.
   *
   * @param isWanted selects among several events of the type
   */
  async waitFor<Type extends WebhookEventType>(
    type: Type,
    isWanted: (webhook: ReceivedWebhook<Type>) => boolean = () => true,
  ): Promise<ReceivedWebhook<Type>> {
    for (;;) {
      const found = this.#ofType(type).find(isWanted)
      if (found) return found
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
    }
  }

  /** Closes the port. */
  async close(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (!server) return
    server.closeAllConnections()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  }

  async #listen(): Promise<number> {
    if (!this.#server) {
      const server = createServer((request, response) => {
        void this.#receive(request).then((status) => response.writeHead(status).end())
      })
      this.#server = server
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      server.unref()
    }
    return (this.#server.address() as AddressInfo).port
  }

  async #receive(request: IncomingMessage): Promise<number> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const endpoint = await this.#endpoints.get(request.url ?? '')
    if (!endpoint) return 404
    const body = Buffer.concat(chunks).toString()
    // Unchecked cast: the service sends events of the contract.
    const event = JSON.parse(body) as Pick<ReceivedWebhook, 'type' | 'timestamp' | 'data'>
    this.#received.push({ ...event, ...endpoint, headers: request.headers, body } as ReceivedWebhook)
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
    return 204
  }

  #ofType<Type extends WebhookEventType>(type: Type | undefined): ReceivedWebhook<Type>[] {
    const found: unknown[] = this.#received.filter((webhook) => type === undefined || webhook.type === type)
    // Unchecked cast: they have the type.
    return found as ReceivedWebhook<Type>[]
  }
}

async function createEndpoint(
  project: Pick<TestProject, 'id' | 'admin'>,
  url: string,
  eventTypes: readonly WebhookEventType[],
): Promise<Endpoint> {
  const fields = { url, event_types: eventTypes }
  const answer = await project.admin().post<WebhookEndpointFirstView>('/internal/webhook-endpoints', fields)
  if (answer.status !== 201) throw new Error(`The service refused the webhook endpoint: ${answer.text}`)
  return { projectId: project.id, secret: answer.body.secret }
}
