import ipaddr from 'ipaddr.js'

/** Whether a host, also as a URL writes it, is this machine and no other. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return address === 'localhost' || (ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback')
}
