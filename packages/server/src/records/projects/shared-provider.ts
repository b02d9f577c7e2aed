import { oauthProviderIds, type OAuthProviderId } from '@portico/contract'
import ipaddr from 'ipaddr.js'

import type { CamelCased } from '@portico/contract/letter-case'

/**
 * The operator's credentials for a provider, which every project may use, and endpoints that replace the provider's
 * own. As written in the seed file.
 */
export interface SeededSharedProvider {
  readonly client_id: string
  readonly client_secret: string
  readonly issuer?: string | undefined
  readonly authorization_url?: string | undefined
  readonly token_url?: string | undefined
  readonly userinfo_url?: string | undefined
}

export type SharedProvider = CamelCased<SeededSharedProvider>

/** Returns why these credentials cannot be used, as sentences. Empty if they are valid. */
export function sharedProviderProblems(id: string, entry: SeededSharedProvider): string[] {
  if (!isProviderId(id)) {
    return [`There is no sign-in provider "${id}". Use one of: ${oauthProviderIds.join(', ')}.`]
  }
  const urls = [entry.authorization_url, entry.token_url, entry.userinfo_url]
  const given = urls.filter((url) => url !== undefined)
  const isIncomplete = given.length !== 0 && (given.length !== urls.length || entry.issuer !== undefined)
  return [
    ...(isIncomplete
      ? [
          `The shared provider "${id}" overrides some endpoints. Set either only issuer, or all of authorization_url, token_url and userinfo_url.`,
        ]
      : []),
    ...[entry.issuer, ...given]
      .filter((url) => url !== undefined && !isHttpsOrLoopback(url))
      .map(
        (url) =>
          `The shared provider "${id}" has the address ${url}. Use https: plain http is allowed only for loopback addresses.`,
      ),
  ]
}

export function isProviderId(id: string): id is OAuthProviderId {
  return (oauthProviderIds as readonly string[]).includes(id)
}

export function isHttpsOrLoopback(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol === 'https:') return true
  if (url?.protocol !== 'http:') return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')
}
