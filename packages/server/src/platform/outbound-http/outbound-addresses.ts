import { lookup as dnsLookup } from 'node:dns/promises'

import ipaddr from 'ipaddr.js'

import type { Cidr } from '../../kernel/cidr.ts'
import type { Mode } from '../../kernel/mode.ts'

/** Why a request to another server failed. */
export type OutboundFailure = 'refused' | 'unreachable' | 'timed_out' | 'too_large'

/** A failed request to another server. Users see only the kind; message and cause are for the log. */
export class OutboundProblem extends Error {
  override readonly name = 'OutboundProblem'
  readonly failure: OutboundFailure

  constructor(failure: OutboundFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

/** Permitted ports, such as a set of them. */
export type Ports = Pick<ReadonlySet<number>, 'has'>

/** Resolves a name to its addresses. Tests replace it. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

export interface OutboundSettings {
  readonly mode: Mode
  /** Ranges that are permitted although they are not public. */
  readonly outboundAllow: readonly Cidr[]
}

/**
 * Decides which addresses the service connects to if a project or a provider supplies the host (rule S-68).
 *
 * It resolves the name, classifies every address, and returns one of them. The caller connects to exactly that address,
 * so that a different answer to a later DNS query has no effect (DNS rebinding).
 */
export class OutboundAddresses {
  readonly #settings: OutboundSettings
  readonly #resolve: Resolve

  constructor(settings: OutboundSettings, resolve: Resolve = resolveBySystem) {
    this.#settings = settings
    this.#resolve = resolve
  }

  /**
   * Returns the address to connect to. One forbidden address refuses the whole host.
   *
   * @param host a name or an address; IPv6 with or without brackets
   * @param publicPorts permitted ports at public addresses; exempt addresses have no port restriction
   * @throws OutboundProblem
   */
  async find(host: string, port: number, publicPorts: Ports, maxMillis: number): Promise<string> {
    const name = host.replace(/^\[|\]$/g, '')
    const addresses = ipaddr.isValid(name) ? [name] : await withinTime(this.#resolve(name), maxMillis, name)
    // guard: every address of a host name is checked (replace `addresses` with `addresses.slice(0, 1)`)
    for (const address of addresses) this.#requireAllowed(name, address, port, publicPorts)
    const [first] = addresses
    if (first === undefined) throw new OutboundProblem('unreachable', `${name} has no address.`)
    // Normalized, so that the connection goes exactly to the classified address.
    return ipaddr.process(first).toString()
  }

  #requireAllowed(host: string, address: string, port: number, publicPorts: Ports): void {
    const parsed = parseAddress(address)
    if (!parsed) throw new OutboundProblem('refused', `${address} is not an address.`)
    const isExempt =
      (this.#settings.mode === 'development' && parsed.range() === 'loopback') ||
      isWithin(parsed, this.#settings.outboundAllow)
    if (isExempt) return
    // Refuses everything that is not a public unicast address: private, loopback, link-local, shared, reserved,
    // tunnelled.
    const range = rangeOf(parsed)
    // guard: the service calls no private address
    if (range !== 'unicast') {
      throw new OutboundProblem(
        'refused',
        `${host} resolves to ${address}, which is ${range}. To permit it, add it to PORTICO_OUTBOUND_ALLOW.`,
      )
    }
    // guard: the service calls public addresses only at known ports
    if (!publicPorts.has(port)) {
      throw new OutboundProblem('refused', `The service does not connect to port ${port} of public addresses.`)
    }
  }
}

/** IPv4-compatible addresses (RFC 4291, 2.5.5.1) are deprecated. The library counts them as unicast. */
const ipv4Compatible = ipaddr.parseCIDR('::/96')

/** The library reads `::8.8.8.8` as `::ffff:8.8.8.8`, so the URL parser converts it to hexadecimal first. */
function parseAddress(text: string): ReturnType<typeof ipaddr.process> | null {
  const plain = text.includes(':') ? URL.parse(`http://[${text}]`)?.hostname.slice(1, -1) : text
  return plain !== undefined && ipaddr.isValid(plain) ? ipaddr.process(plain) : null
}

function rangeOf(address: ReturnType<typeof ipaddr.process>): string {
  const isCompatible = address.kind() === 'ipv6' && address.range() === 'unicast' && isWithin(address, [ipv4Compatible])
  return isCompatible ? 'ipv4Compatible' : address.range()
}

/** Whether the address may be shown: it does not belong to a private network. */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address)
  return parsed !== null && rangeOf(parsed) === 'unicast'
}

async function withinTime<T>(work: Promise<T>, millis: number, host: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new OutboundProblem('timed_out', `The name ${host} was not resolved within ${millis} ms.`))
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
