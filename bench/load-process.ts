// The load generator: takes a Load as JSON on stdin, gives a LoadResult on stdout.
import autocannon, { type Client, type Request } from 'autocannon'

import type { Lane, Load, LoadResult } from './load.ts'
import { readArgument } from './processes.ts'

const { origin, lanes, seconds } = await readArgument<Load>()
const waiting = [...lanes]
let refusal: string | null = null

const result = await autocannon({
  url: origin,
  connections: lanes.length,
  duration: seconds,
  idReplacement: lanes.some(({ body }) => body?.includes('[<id>]')),
  setupClient(client: Client) {
    const lane = waiting.pop()
    // The types name one request per client only at the top; at run time each client takes its own list.
    if (lane) client.setRequests([toRequest(lane)])
  },
})
if (refusal !== null || result.errors > 0 || result.non2xx > 0) {
  throw new Error(`${result.non2xx} answers were refusals and ${result.errors} requests failed: ${String(refusal)}`)
}
const measured: LoadResult = {
  rate: result['2xx'] / result.duration,
  latency: { median: result.latency.p50, p99: result.latency.p99 },
}
process.stdout.write(JSON.stringify(measured))

function toRequest({ rotation, ...first }: Lane): Request {
  let next = { ...first }
  return {
    ...first,
    ...(rotation && { setupRequest: (request: Request) => ({ ...request, ...next }) }),
    onResponse(status, body) {
      if (status >= 300) refusal ??= `${status} ${body}`
      else if (rotation) next = withToken(next, rotation, body)
    },
  }
}

function withToken(request: Lane, rotation: 'header' | 'form', answer: string): Lane {
  // Only Portico's refresh calls rotate, and their answer has this shape.
  const { refresh_token: token } = JSON.parse(answer) as { refresh_token: string }
  if (rotation === 'header') return { ...request, headers: { ...request.headers, 'x-stack-refresh-token': token } }
  const form = new URLSearchParams(request.body)
  form.set('refresh_token', token)
  return { ...request, body: form.toString() }
}
