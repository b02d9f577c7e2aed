/**
 * Whether what is sent to a URL is safe from others on the network: the URL has https, or names this computer (Secure
 * Contexts, section 3.1). Names below `localhost` do not count, because not every resolver keeps them on this computer.
 */
export function hasPrivateTransport({ hostname, protocol }: URL): boolean {
  if (protocol === 'https:') return true
  // The URL parser has normalized every notation of an IP address.
  // guard: secrets go over HTTPS or to this computer only
  //   (replace `/^127\.[\d.]+$/.test(hostname)` with `hostname.startsWith('127.')`)
  return protocol === 'http:' && (hostname === 'localhost' || hostname === '[::1]' || /^127\.[\d.]+$/.test(hostname))
}
