import { lookup as dnsLookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'

import ipaddr from 'ipaddr.js'

import type { Settings } from '../settings.ts'
import type { Cidr } from '../settings-reader.ts'

/** Why a request to somebody else's server gave no answer. */
export type OutboundFailure = 'refused' | 'unreachable' | 'timed_out' | 'too_large'

/** Only the kind is for users; message and cause are for the log. */
export class OutboundProblem extends Error {
  override readonly name = 'OutboundProblem'
  readonly failure: OutboundFailure

  constructor(failure: OutboundFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

/** Names to addresses; a port of its own so that a test can say what a name resolves to. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

export interface OutboundRequest {
  readonly method?: string
  readonly headers?: Headers | Record<string, string>
  readonly body?: string | URLSearchParams | null
}

type OutboundSettings = Pick<Settings, 'mode' | 'outboundAllow'>

/** How long a request may take to connect (the name included), and altogether. */
export interface OutboundTimes {
  readonly connectMillis: number
  readonly totalMillis: number
}

const defaultTimes: OutboundTimes = { connectMillis: 3_000, totalMillis: 10_000 }
const ANSWER_MAX_BYTES = 1_048_576

/** Of public addresses. Those the operator allows, and loopback in development, may be asked at any port. */
const publicPorts = new Set([80, 443, 8080, 8443])

/**
 * The one way out: every request the service makes to an address it was told goes through here (`security.md` 16.2).
 *
 * The name is resolved first, the address judged, and the connection made to exactly that address, so that a name which
 * changes its mind in between gains nothing (DNS rebinding). Redirects are not followed: they are the answer.
 */
export class OutboundHttp {
  readonly #settings: OutboundSettings
  readonly #resolve: Resolve
  readonly #times: OutboundTimes

  constructor(settings: OutboundSettings, resolve: Resolve = resolveBySystem, times: OutboundTimes = defaultTimes) {
    this.#settings = settings
    this.#resolve = resolve
    this.#times = times
  }

  /** @throws OutboundProblem if there is no complete answer */
  async fetch(address: string, { method = 'GET', headers, body }: OutboundRequest = {}): Promise<Response> {
    const url = URL.parse(address)
    if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
      throw new OutboundProblem('refused', `Only http and https are spoken, not ${address}.`)
    }
    if (url.username !== '' || url.password !== '')
      throw new OutboundProblem('refused', 'The address holds a password.')
    const sent = new Headers(headers)
    const text = body == null ? null : String(body)
    if (text !== null) sent.set('content-length', String(Buffer.byteLength(text)))
    // What is compressed has no size that could be bounded while it arrives.
    sent.set('accept-encoding', 'identity')
    const deadline = AbortSignal.timeout(this.#times.totalMillis)
    const pinned = await withinTime(this.#allowedAddress(url), this.#times.connectMillis, url)
    return send({ url, method, headers: sent, text }, pinned, deadline, this.#times)
  }

  /** The address to connect to. One that may not be asked refuses the name as a whole. */
  async #allowedAddress(url: URL): Promise<string> {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = ipaddr.isValid(host) ? [host] : await this.#resolve(host)
    const [first] = addresses
    if (first === undefined) throw new OutboundProblem('unreachable', `${host} has no address.`)
    for (const address of addresses) this.#requireAllowed(url, address)
    return first
  }

  #requireAllowed(url: URL, address: string): void {
    if (!ipaddr.isValid(address)) throw new OutboundProblem('refused', `${address} is not an address.`)
    const parsed = ipaddr.process(address)
    const isExempt =
      (this.#settings.mode === 'development' && parsed.range() === 'loopback') ||
      isWithin(parsed, this.#settings.outboundAllow)
    if (isExempt) return
    // Everything that is not plainly public: private, loopback, link-local, shared, reserved, tunnelled.
    if (parsed.range() !== 'unicast') {
      throw new OutboundProblem(
        'refused',
        `${url.hostname} is at ${address}, which is ${parsed.range()}. PORTICO_OUTBOUND_ALLOW can allow it.`,
      )
    }
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
    if (!publicPorts.has(port)) throw new OutboundProblem('refused', `Port ${port} of public addresses is not asked.`)
  }
}

interface PlainRequest {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly text: string | null
}

function send(
  { url, method, headers, text }: PlainRequest,
  pinned: string,
  deadline: AbortSignal,
  { connectMillis, totalMillis }: OutboundTimes,
): Promise<Response> {
  const lookup: LookupFunction = (_hostname, options, callback) => {
    const family = ipaddr.process(pinned).kind() === 'ipv6' ? 6 : 4
    if (options.all) callback(null, [{ address: pinned, family }])
    else callback(null, pinned, family)
  }
  const options: RequestOptions = {
    method,
    headers: Object.fromEntries(headers),
    lookup,
    signal: deadline,
    // A connection of its own: a kept one might belong to a judgement made long ago.
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
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(connectTimer))
    })
    request.once('error', (error) => reject(failed(error)))
    request.once('close', () => clearTimeout(connectTimer))
    // Nobody asked for another protocol. Without a listener Node drops the connection and tells nobody.
    request.once('upgrade', (_answer, socket) => {
      socket.destroy()
      reject(new OutboundProblem('unreachable', `${url.origin} switched to another protocol.`))
    })
    request.once('response', (answer) => {
      readAnswer(answer, url).then(resolve, (error: unknown) => {
        request.destroy()
        reject(failed(error))
      })
    })
    request.end(text ?? undefined)
  })
}

async function readAnswer(answer: IncomingMessage, url: URL): Promise<Response> {
  const tooLarge = (): OutboundProblem =>
    new OutboundProblem('too_large', `${url.origin} answered with more than ${ANSWER_MAX_BYTES} bytes.`)
  if (Number(answer.headers['content-length'] ?? 0) > ANSWER_MAX_BYTES) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > ANSWER_MAX_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return toResponse(answer.statusCode ?? 0, answer.headersDistinct, Buffer.concat(chunks), url)
}

function toResponse(status: number, headers: NodeJS.Dict<string[]>, bytes: Buffer<ArrayBuffer>, url: URL): Response {
  const received = new Headers()
  try {
    for (const [name, values] of Object.entries(headers)) {
      for (const value of values ?? []) received.append(name, value)
    }
    // The platform's Response knows no 1xx and no body for these.
    const hasBody = status !== 204 && status !== 205 && status !== 304
    return new Response(hasBody ? bytes : null, { status, headers: received })
  } catch (error) {
    throw new OutboundProblem('unreachable', `${url.origin} answered with something that is not HTTP.`, {
      cause: error,
    })
  }
}

async function withinTime<T>(work: Promise<T>, millis: number, url: URL): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new OutboundProblem('timed_out', `The name ${url.hostname} was not resolved within ${millis} ms.`))
    }, millis)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, ranges: readonly Cidr[]): boolean {
  return ranges.some(([range, bits]) => range.kind() === address.kind() && address.match([range, bits] as never))
}

async function resolveBySystem(hostname: string): Promise<string[]> {
  try {
    return (await dnsLookup(hostname, { all: true })).map(({ address }) => address)
  } catch (error) {
    throw new OutboundProblem('unreachable', `The name ${hostname} could not be resolved.`, { cause: error })
  }
}
