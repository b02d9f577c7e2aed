import { oauthProviderIds, type OAuthProviderId } from '@portico/contract'
import ipaddr from 'ipaddr.js'

import type { CamelCased } from '../../kernel/letter-case.ts'

/** Keys of the operator that every project may use for a provider, and its addresses if they are not the usual ones. As the seed has them. */
export interface SeededSharedProvider {
  readonly client_id: string
  readonly client_secret: string
  readonly issuer?: string | undefined
  readonly authorization_url?: string | undefined
  readonly token_url?: string | undefined
  readonly userinfo_url?: string | undefined
}

export type SharedProvider = CamelCased<SeededSharedProvider>

/** Why nobody could use these keys, as sentences; none if they can be used. */
export function sharedProviderProblems(id: string, entry: SeededSharedProvider): string[] {
  if (!isProviderId(id)) {
    return [`There is no sign-in provider "${id}". Known ones are ${oauthProviderIds.join(', ')}.`]
  }
  const urls = [entry.authorization_url, entry.token_url, entry.userinfo_url]
  const given = urls.filter((url) => url !== undefined)
  const isHalf = given.length !== 0 && (given.length !== urls.length || entry.issuer !== undefined)
  return [
    ...(isHalf
      ? [
          `The shared provider "${id}" has some addresses of its own, but neither only an issuer nor all three of authorization_url, token_url and userinfo_url.`,
        ]
      : []),
    ...[entry.issuer, ...given]
      .filter((url) => url !== undefined && !isHttpsOrLoopback(url))
      .map((url) => `The shared provider "${id}" has the address ${url}, but plain http is for loopback.`),
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
