/**
 * Whether the host of a parsed URL is an IP address. The URL parser accepts a name that ends in a number only if it is
 * an IPv4 address. A passkey cannot belong to an address (WebAuthn Level 3, section 5.1.3, step 8).
 */
export function isIpAddress(hostname: string): boolean {
  return /^\[|^[\d.]+$/.test(hostname)
}
