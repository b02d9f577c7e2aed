import type { Ports } from '../transport/ports.ts'
import type { SendAnyRequest, SendRequest } from '../transport/request.ts'

/** Reads an answer of lines while the service sends it. Null: it is empty. */
export type Stream = (path: string) => Promise<ReadableStream<Uint8Array> | null>

/**
 * Creates streams with requests of an app. A normal request waits for the whole answer, so the stream takes the body
 * before it does.
 */
export function createStream(createRequest: (ports: Ports) => SendRequest, ports: Ports): Stream {
  return async (path) => {
    let body: ReadableStream<Uint8Array> | null = null
    const fetch: Ports['fetch'] = async (url, init) => {
      const response = await ports.fetch(url, init)
      if (!response.headers.get('content-type')?.startsWith('application/x-ndjson')) return response
      ;({ body } = response)
      return new Response('')
    }
    await (createRequest({ ...ports, fetch }) as SendAnyRequest)(`GET ${path}`)
    return body
  }
}
