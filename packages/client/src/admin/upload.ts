import type { Ports } from '../transport/ports.ts'
import type { SendAnyRequest, SendRequest } from '../transport/request.ts'

/** Stores bytes at a path. */
export type Upload = (path: string, content: Blob) => Promise<void>

/** Creates uploads by requests of an app. Its other requests have JSON bodies, so they do not contain this code. */
export function createUpload(createRequest: (ports: Ports) => SendRequest, ports: Ports): Upload {
  return async (path, content) => {
    // The blob names its content type.
    const fetch: Ports['fetch'] = (url, init) => ports.fetch(url, { ...init, body: content })
    await (createRequest({ ...ports, fetch }) as SendAnyRequest)(`PUT ${path}`)
  }
}
