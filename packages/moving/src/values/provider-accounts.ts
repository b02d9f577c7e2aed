import { oauthProviderIds, type OAuthProviderId } from '@portico/contract/providers'
import type { MovedUser } from '@portico/contract'

/** The names of our providers in other systems. */
const otherNames: Readonly<Record<string, OAuthProviderId>> = {
  'google-oauth2': 'google',
  'google.com': 'google',
  'github.com': 'github',
  windowslive: 'microsoft',
  'microsoft.com': 'microsoft',
  azure: 'microsoft',
  'azure-ad': 'microsoft',
  'microsoft-entra-id': 'microsoft',
  'facebook.com': 'facebook',
  linkedin_oidc: 'linkedin',
  'linkedin-openid-connect': 'linkedin',
  'apple.com': 'apple',
  twitter: 'x',
  'twitter.com': 'x',
}

export interface FoundAccount {
  readonly provider: string
  readonly accountId: string
  readonly email?: string | null
}

/**
 * One account per provider can move. Accounts of unknown providers, and additional ones of the same provider, are lost.
 */
export function movedAccounts(
  accounts: readonly FoundAccount[],
): Pick<MovedUser, 'provider_accounts' | 'lost_provider_accounts'> {
  const moved = new Map<OAuthProviderId, { provider: OAuthProviderId; account_id: string; email: string | null }>()
  const lost: string[] = []
  for (const { provider, accountId, email } of accounts) {
    const id = providerIdOf(provider)
    if (!id || accountId === '' || moved.has(id)) lost.push(provider)
    else moved.set(id, { provider: id, account_id: accountId, email: email || null })
  }
  return {
    ...(moved.size > 0 && { provider_accounts: [...moved.values()] }),
    ...(lost.length > 0 && { lost_provider_accounts: lost }),
  }
}

/**
 * Returns the id of our provider; null if there is none. In another spelling, it is an id that an application chose.
 */
export function providerIdOf(name: string): OAuthProviderId | null {
  const known = oauthProviderIds.find((id) => id === name)
  return known ?? (Object.hasOwn(otherNames, name) ? (otherNames[name] ?? null) : null)
}
