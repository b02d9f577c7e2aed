import ipaddr from 'ipaddr.js'

/** Whether a host is a loopback address. Accepts the bracketed form of a URL. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return address === 'localhost' || (ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback')
}
