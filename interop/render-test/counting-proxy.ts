import { once } from 'node:events'
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A token exchange of a server: a request for an access token without a new refresh token. */
export interface Exchange {
  readonly refreshToken: string
  readonly atMillis: number
}

export interface CountingProxy {
  readonly url: string
  /** Oldest first. Without the exchanges of browsers, which rotate the refresh token. */
  readonly exchanges: readonly Exchange[]
  readonly close: () => void
}

const TOKEN_PATH = '/api/v1/auth/oauth/token'

/**
 * Starts a proxy that passes each request on to the service and records token exchanges.
 *
 * @param port 0 chooses a free port
 */
export async function startCountingProxy(service: string, port = 0): Promise<CountingProxy> {
  const exchanges: Exchange[] = []
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.writeHead(502).end())
  })

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const atMillis = Date.now()
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    if (request.method === 'POST' && request.url === TOKEN_PATH) {
      const grant = new URLSearchParams(body.toString())
      const refreshToken = grant.get('refresh_token')
      if (refreshToken !== null && !grant.has('rotate_refresh_token')) exchanges.push({ refreshToken, atMillis })
    }
    const { method, headers } = request
    // A new connection, because the service may close an idle one just before its reuse.
    const forwarded = sendRequest(new URL(request.url ?? '/', service), { method, headers, agent: false })
    forwarded.end(body)
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage]
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
