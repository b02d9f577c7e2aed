import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { TLSSocket } from 'node:tls'

import ipaddr from 'ipaddr.js'

import { describeSpan, inChildSpan } from '../tracing/tracing.ts'
import {
  OutboundAddresses,
  OutboundProblem,
  type OutboundSettings,
  type Ports,
  type Resolve,
} from './outbound-addresses.ts'

export interface OutboundRequest {
  readonly method?: string
  readonly headers?: Headers | Record<string, string>
  readonly body?: string | URLSearchParams | null
  /** Called after each part of the way to the server. */
  readonly onStage?: (stage: OutboundStage, detail: string | null) => void
}

/** `found`: with the address. `encrypted`: only of https, with the version of TLS. */
export type OutboundStage = 'found' | 'connected' | 'encrypted'

export interface OutboundLimits {
  /** The limit for the connection, including DNS. */
  readonly connectMillis: number
  readonly totalMillis: number
  /** Permitted ports at public addresses. */
  readonly publicPorts: Ports
  readonly answerMaxBytes: number
  /** What follows of a larger answer: it is a failure, or it is left out. */
  readonly largerAnswer: 'refused' | 'cut'
}

const defaultLimits: OutboundLimits = {
  connectMillis: 3_000,
  totalMillis: 10_000,
  publicPorts: new Set([80, 443, 8080, 8443]),
  answerMaxBytes: 1_048_576,
  largerAnswer: 'refused',
}

/**
 * The HTTP client for addresses that come from settings or from other servers (rule S-68). It connects to the
 * address that `OutboundAddresses` permits. It returns redirects and does not follow them.
 */
export class OutboundHttp {
  readonly #addresses: OutboundAddresses
  readonly #limits: OutboundLimits

  constructor(settings: OutboundSettings, resolve?: Resolve, limits: Partial<OutboundLimits> = {}) {
    this.#addresses = new OutboundAddresses(settings, resolve)
    this.#limits = { ...defaultLimits, ...limits }
  }

  /** @throws OutboundProblem if no complete response arrives */
  async fetch(
    address: string,
    { method = 'GET', headers, body, onStage = () => {} }: OutboundRequest = {},
  ): Promise<Response> {
    const url = URL.parse(address)
    if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
      throw new OutboundProblem('refused', `Only http and https are supported, not ${address}.`)
    }
    if (url.username !== '' || url.password !== '')
      throw new OutboundProblem('refused', 'The address contains a user name or password.')
    const sent = new Headers(headers)
    const text = body == null ? null : String(body)
    if (text !== null) sent.set('content-length', String(Buffer.byteLength(text)))
    // Request an uncompressed answer: the size of compressed data cannot be bounded while it arrives.
    sent.set('accept-encoding', 'identity')
    const deadline = AbortSignal.timeout(this.#limits.totalMillis)
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
    const { connectMillis, publicPorts } = this.#limits
    // Path and query can contain codes and parts of digests.
    const attributes = { 'http.request.method': method, 'server.address': url.hostname, 'server.port': port }
    return inChildSpan(method, 'client', attributes, async () => {
      const pinned = await this.#addresses.find(url.hostname, port, publicPorts, connectMillis)
      onStage('found', pinned)
      const answer = await send({ url, method, headers: sent, text, onStage }, pinned, deadline, this.#limits)
      describeSpan({ 'http.response.status_code': answer.status })
      return answer
    })
  }
}

interface PlainRequest {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly text: string | null
  readonly onStage: NonNullable<OutboundRequest['onStage']>
}

function send(
  { url, method, headers, text, onStage }: PlainRequest,
  pinned: string,
  deadline: AbortSignal,
  limits: OutboundLimits,
): Promise<Response> {
  const { connectMillis, totalMillis } = limits
  const lookup: LookupFunction = (_hostname, options, callback) => {
    const family = ipaddr.process(pinned).kind() === 'ipv6' ? 6 : 4
    if (options.all) callback(null, [{ address: pinned, family }])
    else callback(null, pinned, family)
  }
  const options: RequestOptions = {
    method,
    headers: Object.fromEntries(headers),
    // guard: a call connects to the checked address
    lookup,
    signal: deadline,
    // Use a new connection: a kept one may lead to an address that was checked long ago.
    agent: false,
  }
  const failed = (error: unknown): OutboundProblem => {
    if (error instanceof OutboundProblem) return error
    return deadline.aborted
      ? new OutboundProblem('timed_out', `${url.origin} did not answer within ${totalMillis} ms.`, { cause: error })
      : new OutboundProblem('unreachable', `${url.origin} could not be reached.`, { cause: error })
  }
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options)
    const connectTimer = setTimeout(() => {
      request.destroy(new OutboundProblem('timed_out', `${url.origin} did not connect within ${connectMillis} ms.`))
    }, connectMillis)
    request.once('socket', (socket) => {
      socket.once('connect', () => onStage('connected', null))
      socket.once('secureConnect', () =>
        onStage('encrypted', socket instanceof TLSSocket ? socket.getProtocol() : null),
      )
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(connectTimer))
    })
    request.once('error', (error) => reject(failed(error)))
    request.once('close', () => clearTimeout(connectTimer))
    // This client never requests an upgrade. Without a listener Node would drop the connection silently.
    request.once('upgrade', (_answer, socket) => {
      socket.destroy()
      reject(new OutboundProblem('unreachable', `${url.origin} switched to another protocol.`))
    })
    request.once('response', (answer) => {
      readAnswer(answer, url, limits).then(resolve, (error: unknown) => {
        request.destroy()
        reject(failed(error))
      })
    })
    request.end(text ?? undefined)
  })
}

async function readAnswer(
  answer: IncomingMessage,
  url: URL,
  { answerMaxBytes, largerAnswer }: OutboundLimits,
): Promise<Response> {
  const tooLarge = (): OutboundProblem =>
    new OutboundProblem('too_large', `${url.origin} answered with more than ${answerMaxBytes} bytes.`)
  const isRefused = largerAnswer === 'refused'
  if (isRefused && Number(answer.headers['content-length'] ?? 0) > answerMaxBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    chunks.push(chunk)
    if (size <= answerMaxBytes) continue
    if (isRefused) throw tooLarge()
    // Ends the connection.
    break
  }
  const bytes = Buffer.concat(chunks).subarray(0, answerMaxBytes)
  return toResponse(answer.statusCode ?? 0, answer.headersDistinct, bytes, url)
}

function toResponse(status: number, headers: NodeJS.Dict<string[]>, bytes: Buffer<ArrayBuffer>, url: URL): Response {
  const received = new Headers()
  try {
    for (const [name, values] of Object.entries(headers)) {
      for (const value of values ?? []) received.append(name, value)
    }
    // The `Response` constructor refuses 1xx, and a body with these statuses.
    const hasBody = status !== 204 && status !== 205 && status !== 304
    return new Response(hasBody ? bytes : null, { status, headers: received })
  } catch (error) {
    throw new OutboundProblem('unreachable', `${url.origin} returned an invalid HTTP response.`, {
      cause: error,
    })
  }
}
