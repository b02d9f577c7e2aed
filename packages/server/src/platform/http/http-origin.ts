/** The origin of a program that listens there; an IPv6 address is bracketed (RFC 3986 section 3.2.2). */
export function httpOrigin(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Where the demo app is, which runs beside the service, one port further. */
export function demoOrigin({ host, port }: { host: string; port: number }): string {
  return httpOrigin(host, port + 1)
}
