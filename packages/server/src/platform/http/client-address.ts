import ipaddr from 'ipaddr.js'

import type { Cidr } from '../../kernel/cidr.ts'

/**
 * The address of the client: the socket's, unless the peer is a proxy we trust; then the first address from the right
 * of `X-Forwarded-For` that is not such a proxy. A chain that cannot be read counts as the peer itself.
 */
export function clientAddress(peer: string, forwardedFor: string | null, trustedProxies: readonly Cidr[]): string {
  if (!forwardedFor || !isTrustedProxy(peer, trustedProxies)) return normalise(peer)
  const hops = forwardedFor.split(',').map((hop) => hop.trim())
  for (const hop of hops.reverse()) {
    if (!parse(hop)) return normalise(peer)
    if (!isTrustedProxy(hop, trustedProxies)) return normalise(hop)
  }
  return normalise(peer)
}

/** What limits count: the address, or for IPv6 its /64, because one customer has at least that many addresses. */
export function addressBlock(address: string): string {
  const parsed = parse(address)
  if (!parsed) return address
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${parsed
    .toByteArray()
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}/64`
}

/** Whether forwarding headers of this peer count. */
export function isTrustedProxy(address: string, proxies: readonly Cidr[]): boolean {
  const parsed = proxies.length === 0 ? null : parse(address)
  if (!parsed) return false
  return proxies.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match([range, bits] as never))
}

function normalise(address: string): string {
  return parse(address)?.toString() ?? address
}

/** Longer than any address is written, zone included. */
const ADDRESS_MAX_CHARACTERS = 64
const KNOWN_MAX = 1_000
/** Requests come from the same few peers over and over, and reading an address costs more than most of what we do with it. */
const known = new Map<string, ReturnType<typeof ipaddr.process> | null>()

/** Null for what is no address. */
function parse(text: string): ReturnType<typeof ipaddr.process> | null {
  const before = known.get(text)
  if (before !== undefined) return before
  const parsed = text.length <= ADDRESS_MAX_CHARACTERS && ipaddr.isValid(text) ? ipaddr.process(text) : null
  if (known.size >= KNOWN_MAX) known.clear()
  if (text.length <= ADDRESS_MAX_CHARACTERS) known.set(text, parsed)
  return parsed
}

/** What the server in front of the fetch handler knows of a connection. */
export interface ConnectionInfo {
  readonly remoteAddress: string | undefined
}
