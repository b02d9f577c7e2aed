import { hasPrivateTransport } from '@portico/protocols/private-transport'

import { Failure } from './failure.ts'

/**
 * Refuses an address without private transport for secrets, personal data, packages or a sign-in page, which others on
 * the network could read or replace.
 *
 * @throws Failure that names the option
 */
export function requireSafeUrl(text: string, option: string): void {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new Failure(`${option} must be a URL that starts with http:// or https://, not "${text}".`)
  }
  if (!hasPrivateTransport(url)) {
    throw new Failure(
      `${option} must start with https://, except on this computer. Others on the network could read and change what is sent.`,
    )
  }
}
