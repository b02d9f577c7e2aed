import type { Ports } from '../transport/ports.ts'
import type { SendAnyRequest, SendRequest } from '../transport/request.ts'

/** Reads an answer of lines while the service sends it. Null: it is empty. */
export type Stream = (path: string) => Promise<ReadableStream<Uint8Array> | null>

/** Creates streams by requests of an app. Its other requests wait for the whole answer, so it is kept from them. */
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
