import { isIP } from 'node:net'
import type { Readable } from 'node:stream'

import ipaddr from 'ipaddr.js'

import type { Cidr } from '../../kernel/cidr.ts'

/**
 * Returns the address of the client. This is the socket's address, unless the peer is a trusted proxy. Then it is the
 * first address from the right of `X-Forwarded-For` that is not a trusted proxy. If the header is malformed, the peer
 * counts as the client.
 *
 * @param onUnreadable called with an entry of the header that is no address
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | null,
  trustedProxies: readonly Cidr[],
  onUnreadable: (entry: string) => void = () => {},
): string {
  if (!forwardedFor || !isTrustedProxy(peer, trustedProxies)) return normalise(peer)
  const hops = forwardedFor.split(',').map((hop) => hop.trim())
  // RFC 9110 section 5.6.1.2: empty elements of a list are ignored.
  for (const hop of hops.filter(Boolean).reverse()) {
    const address = bareAddress(hop)
    if (!parse(address)) {
      onUnreadable(hop)
      return normalise(peer)
    }
    if (!isTrustedProxy(address, trustedProxies)) return normalise(address)
  }
  return normalise(peer)
}

/** Some proxies add the port, and IPv6 addresses then have brackets and may have quotes, as in RFC 7239 section 6. */
function bareAddress(hop: string): string {
  const unquoted = /^"(.*)"$/.exec(hop)?.[1] ?? hop
  return /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(unquoted)?.slice(1).find(Boolean) ?? unquoted
}

/**
 * Returns the unit that rate limits count: an IPv4 address, or the /64 of an IPv6 address, because one customer has at
 * least that many addresses.
 */
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

/** Whether forwarding headers of this peer are trusted. */
export function isTrustedProxy(address: string, proxies: readonly Cidr[]): boolean {
  const parsed = proxies.length === 0 ? null : parse(address)
  if (!parsed) return false
  return proxies.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match([range, bits] as never))
}

function normalise(address: string): string {
  return parse(address)?.toString() ?? address
}

/** Longer than any textual address, including the zone. */
const ADDRESS_MAX_CHARACTERS = 64
const KNOWN_MAX = 1_000
/** Cache of parsed addresses. Most requests come from a few peers, and parsing is expensive. */
const known = new Map<string, ReturnType<typeof ipaddr.process> | null>()

/** Parses an address; null if it is not one. */
function parse(text: string): ReturnType<typeof ipaddr.process> | null {
  const before = known.get(text)
  if (before !== undefined) return before
  const parsed = isAddress(text) ? ipaddr.process(text) : null
  if (known.size >= KNOWN_MAX) known.clear()
  if (text.length <= ADDRESS_MAX_CHARACTERS) known.set(text, parsed)
  return parsed
}

/** The library also accepts other spellings of an IPv4 address, such as a single number. */
function isAddress(text: string): boolean {
  return text.length <= ADDRESS_MAX_CHARACTERS && isIP(text) !== 0
}

/** The connection of a request, as reported by the HTTP server. */
export interface ConnectionInfo {
  readonly remoteAddress: string | undefined
  /** The body of the request as Node receives it. Default: that of the `Request`, which is slower to read. */
  readonly incoming?: Readable
}
