/** Returns the origin of a server on this host and port. IPv6 addresses are bracketed (RFC 3986 section 3.2.2). */
export function httpOrigin(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
