import { Agent, request } from 'node:http'

import type { Answer } from './answers.ts'

/** Longer than the longest wait of the service and of the proxies in front of it. */
const ANSWER_MILLIS = 70_000

export interface Keys {
  readonly projectId: string
  readonly publishableClientKey: string
  readonly secretServerKey: string
  readonly superSecretAdminKey: string
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly access: 'client' | 'server' | 'admin'
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  /** The address of the end user, one of loopback. The proxy tells it to the nodes. */
  readonly from?: string
}

const keyHeaders = {
  client: ['x-stack-publishable-client-key', 'publishableClientKey'],
  server: ['x-stack-secret-server-key', 'secretServerKey'],
  admin: ['x-stack-super-secret-admin-key', 'superSecretAdminKey'],
} as const

/** A page of the app whose users sign in. */
export const appOrigin = 'https://app.example.com'

/** Calls the service through the proxy in front of it, without retries. */
export class Caller {
  readonly #port: number
  readonly #keys: Keys
  /** Backends keep their connections; browsers of many users do not share one. */
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 })

  constructor(port: number, keys: Keys) {
    this.#port = port
    this.#keys = keys
  }

  /** @throws the error of the connection */
  send({ access, body, from, headers, method, path }: Request): Promise<Answer> {
    const [keyHeader, key] = keyHeaders[access]
    const { promise, reject, resolve } = Promise.withResolvers<Answer>()
    const sent = request(
      {
        host: '127.0.0.1',
        port: this.#port,
        method,
        path: `/api/v1${path}`,
        agent: from === undefined ? this.#agent : false,
        ...(from !== undefined && { localAddress: from }),
        headers: {
          host: 'auth.example.com',
          origin: appOrigin,
          'x-stack-project-id': this.#keys.projectId,
          'x-stack-access-type': access,
          [keyHeader]: this.#keys[key],
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    sent.setTimeout(ANSWER_MILLIS, () => sent.destroy(new Error('no answer')))
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
    return promise
  }

  close(): void {
    this.#agent.destroy()
  }
}
