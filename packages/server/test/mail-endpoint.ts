import { createServer as createHttpServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

import type { Certificate } from './certificate.ts'

export interface MailEndpoint {
  readonly url: string
  readonly received: { readonly headers: IncomingHttpHeaders; readonly body: string }[]
  status: number
  close(): Promise<void>
}

/** Starts a server on loopback that receives mails as an owner's endpoint does. With a certificate, it uses TLS. */
export async function startMailEndpoint(certificate?: Certificate): Promise<MailEndpoint> {
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      control.received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(control.status, { location: 'https://other.example' }).end('an answer')
    })
  }
  const server = certificate
    ? createHttpsServer({ cert: certificate.cert, key: certificate.key }, listener)
    : createHttpServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const control: MailEndpoint = {
    url: `${certificate ? 'https' : 'http'}://localhost:${port}/mails`,
    received: [],
    status: 204,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return control
}
