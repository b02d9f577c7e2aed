import { lookup as dnsLookup } from 'node:dns/promises'

import ipaddr from 'ipaddr.js'

import type { Cidr } from '../../kernel/cidr.ts'
import type { Mode } from '../../kernel/mode.ts'

/** Why another server gave no answer. */
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

/** Resolves a name to its addresses. A port of its own, so that a test can decide what a name resolves to. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

export interface OutboundSettings {
  readonly mode: Mode
  /** Ranges that are allowed although they are not public. */
  readonly outboundAllow: readonly Cidr[]
}

/**
 * Decides which addresses the service connects to when a project or a provider names the host (`security.md` 16.2).
 *
 * It resolves the name, classifies every address, and returns one of them. The caller connects to exactly that address,
 * so that a name that resolves differently a moment later gains nothing (DNS rebinding).
 */
export class OutboundAddresses {
  readonly #settings: OutboundSettings
  readonly #resolve: Resolve

  constructor(settings: OutboundSettings, resolve: Resolve = resolveBySystem) {
    this.#settings = settings
    this.#resolve = resolve
  }

  /**
   * Finds the address to connect to. One forbidden address refuses the host as a whole.
   *
   * @param host a name or an address; IPv6 with or without brackets
   * @param publicPorts ports that may be used at public addresses; exempt addresses are open at any port
   * @throws OutboundProblem
   */
  async find(host: string, port: number, publicPorts: ReadonlySet<number>, maxMillis: number): Promise<string> {
    const name = host.replace(/^\[|\]$/g, '')
    const addresses = ipaddr.isValid(name) ? [name] : await withinTime(this.#resolve(name), maxMillis, name)
    for (const address of addresses) this.#requireAllowed(name, address, port, publicPorts)
    const [first] = addresses
    if (first === undefined) throw new OutboundProblem('unreachable', `${name} has no address.`)
    // In its normal form: what was classified must be what is connected to, and not another reading of the same text.
    return ipaddr.process(first).toString()
  }

  #requireAllowed(host: string, address: string, port: number, publicPorts: ReadonlySet<number>): void {
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
        `${host} is at ${address}, which is ${parsed.range()}. PORTICO_OUTBOUND_ALLOW can allow it.`,
      )
    }
    if (!publicPorts.has(port)) {
      throw new OutboundProblem('refused', `Port ${port} of a public address is not one the service connects to.`)
    }
  }
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
