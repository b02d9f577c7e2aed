import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

import { HEADERS_MAX_BYTES } from '@portico/contract'

/** An answer to bytes that are not a request, or to a request that reaches no handler. Any page may read it. */
export interface RefusedRequest {
  readonly status: number
  readonly sentence: string
  readonly retryAfterSeconds?: number
  /** A person may see it in a browser. */
  readonly isPage?: boolean
}

/** How long the client may send after the answer, so that it reads the answer before the connection ends. */
const LINGER_MILLIS = 2_000

const byCode: Readonly<Record<string, RefusedRequest>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    sentence: `The headers of this request are larger than ${HEADERS_MAX_BYTES / 1_024} KB. In a browser, cookies are the usual cause: delete the cookies of this site and try again.`,
    isPage: true,
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, sentence: 'The chunk extensions of this request are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, sentence: 'The request was not complete in time.' },
}

/** The answer to bytes that Node's parser refuses, by the code of its error. */
export function refusalOf(code: string | undefined): RefusedRequest {
  return byCode[code ?? ''] ?? { status: 400, sentence: 'This is not a valid HTTP request.' }
}

/** The headers and the body of the answer. Its connection closes. */
export function describeRefusal({ isPage = false, retryAfterSeconds, sentence }: RefusedRequest): {
  headers: Record<string, string>
  body: string
} {
  const body = isPage
    ? `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>Request refused</title>\n<h1>Request refused</h1>\n<p>${sentence}</p>\n</html>\n`
    : sentence
  return {
    headers: {
      'content-type': `text/${isPage ? 'html' : 'plain'}; charset=utf-8`,
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'retry-after',
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      connection: 'close',
    },
    body,
  }
}

/** Answers on a connection without a request, and closes it. */
export function refuseConnection(socket: Duplex, refusal: RefusedRequest): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const { body, headers } = describeRefusal(refusal)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.on('error', () => {})
  socket.end([`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines, '', body].join('\r\n'))
  // Closing a connection with unread bytes resets it, which would discard the answer.
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER_MILLIS).unref()
}
