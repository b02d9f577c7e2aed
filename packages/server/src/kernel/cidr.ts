import type { IPv4, IPv6 } from 'ipaddr.js'

/** A range of addresses: one of them, and how many leading bits all of them share. */
export type Cidr = readonly [IPv4 | IPv6, number]
