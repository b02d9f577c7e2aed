import ipaddr from 'ipaddr.js'

import type { Cidr } from '../settings.ts'

/**
 * The address of the client: the socket's, unless the peer is a proxy we trust; then the first address from the right
 * of `X-Forwarded-For` that is not such a proxy. A chain that cannot be read counts as the peer itself.
 */
export function clientAddress(peer: string, forwardedFor: string | null, trustedProxies: readonly Cidr[]): string {
  if (!forwardedFor || !isTrustedProxy(peer, trustedProxies)) return normalise(peer)
  const hops = forwardedFor.split(',').map((hop) => hop.trim())
  for (const hop of hops.reverse()) {
    if (!ipaddr.isValid(hop)) return normalise(peer)
    if (!isTrustedProxy(hop, trustedProxies)) return normalise(hop)
  }
  return normalise(peer)
}

/** What limits count: the address, or for IPv6 its /64, because one customer has at least that many addresses. */
export function addressBlock(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${parsed
    .toByteArray()
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}/64`
}

/** Whether forwarding headers of this peer count. */
export function isTrustedProxy(address: string, proxies: readonly Cidr[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return proxies.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match([range, bits] as never))
}

function normalise(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
}
