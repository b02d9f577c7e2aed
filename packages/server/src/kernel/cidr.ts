import type { IPv4, IPv6 } from 'ipaddr.js'

/** An address range: an address in the range, and the length of the common prefix in bits. */
export type Cidr = readonly [IPv4 | IPv6, number]
