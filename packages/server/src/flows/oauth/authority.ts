import type { OAuthProviderId } from '@portico/contract'

import { sha256 } from '../../platform/crypto/digest.ts'
import type { SharedProvider } from '../../records/projects/shared-provider.ts'

/**
 * The identity of a provider: who assigns its account ids. Project, authority and account id together identify an account.
 *
 * A built-in provider is one authority whoever's keys are used. Microsoft is one for all tenants, because it assigns object
 * ids itself and no tenant can choose them. An override of issuer or endpoints is another authority.
 */
export function authorityOf(id: OAuthProviderId, override: Overrides | null): string {
  if (!override) return id
  const { issuer, authorizationUrl, tokenUrl, userinfoUrl } = override
  const addresses = issuer === undefined ? [authorizationUrl, tokenUrl, userinfoUrl] : [issuer]
  if (addresses.every((address) => address === undefined)) return id
  return `${id}@${sha256(addresses.map((address) => canonicalAddress(address ?? '')).join(' ')).toString('base64url')}`
}

type Overrides = Pick<SharedProvider, 'issuer' | 'authorizationUrl' | 'tokenUrl' | 'userinfoUrl'>

/** The authority of a look-alike, whose accounts are nobody's at the real provider. */
export function lookAlikeAuthority(id: OAuthProviderId): string {
  return `${id}@look-alike`
}

/** The authority of accounts whose provider the project does not offer any more; no sign-in comes from it. */
export function unknownAuthority(id: string): string {
  return `${id}@unknown`
}

/** The serialised form without a slash at the end: issuers are written with and without it. */
function canonicalAddress(address: string): string {
  return (URL.parse(address)?.href ?? address).replace(/\/$/, '')
}
