import { Failure } from './failure.ts'

/** @throws Failure that names the option */
export function requireHttpUrl(text: string, option: string): void {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new Failure(`${option} must be a URL that starts with http:// or https://, not "${text}".`)
  }
}

/**
 * Checks an address to which secret keys go or from which packages come: others on the network could read or replace them.
 *
 * @throws Failure that names the option
 */
export function requireSafeUrl(text: string, option: string): void {
  requireHttpUrl(text, option)
  const { hostname, protocol } = new URL(text)
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || /^127\.[\d.]+$/.test(hostname)
  if (protocol === 'http:' && !isLocal) {
    throw new Failure(`${option} must start with https://, except on this computer: the calls have secrets.`)
  }
}
