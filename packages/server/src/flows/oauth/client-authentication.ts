import type { ClientAuth } from 'oauth4webapi'

import type { OAuthProvider, ProviderOptions } from './providers/provider.ts'

/**
 * The characters of client ids and secrets that a decoder of form-encoded text changes, or that end the id or the
 * value.
 */
const needsEncoding = /[^!-~]|[%&+:]/gu

/**
 * Authenticates with Basic (RFC 6749 section 2.3.1). The standard form-encodes id and secret, but many providers do not
 * decode them. Therefore only characters that a decoder would change are encoded; nearly every id and secret is then
 * the same for both.
 */
export function basicAuthentication(secret: string): ClientAuth {
  return (_server, client, _body, headers) => {
    const credentials = `${encodeCredential(client.client_id)}:${encodeCredential(secret)}`
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
  }
}

function encodeCredential(text: string): string {
  return text.replaceAll(needsEncoding, (character) => encodeURIComponent(character))
}

/**
 * Selects how to authenticate at a provider with a discovery document. Basic is the default of OpenID Connect Discovery
 * 1.0 section 3. The form is used if the provider supports nothing else, or supports both and could decode Basic
 * differently.
 */
export function selectClientAuthentication(
  supported: readonly string[] | null | undefined,
  { clientId, clientSecret }: Pick<ProviderOptions, 'clientId' | 'clientSecret'>,
): OAuthProvider['clientAuthentication'] {
  if (!supported?.includes('client_secret_post')) return 'basic'
  const isAmbiguous = [clientId, clientSecret].some((text) => encodeCredential(text) !== text)
  return supported.includes('client_secret_basic') && !isAmbiguous ? 'basic' : 'post'
}
