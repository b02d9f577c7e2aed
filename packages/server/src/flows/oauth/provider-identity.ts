import type { OAuthProviderId } from '@portico/contract'

import { sha256 } from '../../platform/crypto/digest.ts'
import type { SharedProvider } from '../../records/projects/shared-provider.ts'

/**
 * Returns the identity of a provider, under which its account ids are unique. Project, provider identity and account id
 * together identify an account.
 *
 * A built-in provider has one identity with any keys. Microsoft has one identity for all tenants, because it assigns
 * object ids itself and no tenant can choose them. An override of issuer or endpoints has a separate identity, and so
 * has each issuer by URL: its accounts are identified by issuer and subject.
 */
export function providerIdentityOf(id: string, override: Overrides | null): string {
  if (!override) return id
  const { issuer, authorizationUrl, tokenUrl, userinfoUrl } = override
  const addresses = issuer === undefined ? [authorizationUrl, tokenUrl, userinfoUrl] : [issuer]
  if (addresses.every((address) => address === undefined)) return id
  // guard: an issuer that the operator configures has a provider identity of its own (keep `id`)
  return `${id}@${sha256(addresses.map((address) => canonicalAddress(address ?? '')).join(' ')).toString('base64url')}`
}

type Overrides = Pick<SharedProvider, 'issuer' | 'authorizationUrl' | 'tokenUrl' | 'userinfoUrl'>

/** Returns the identity of a look-alike, whose accounts do not exist at the real provider. */
export function lookAlikeIdentity(id: OAuthProviderId): string {
  return `${id}@look-alike`
}

/** Returns the serialized form without a trailing slash, because issuers are written with and without it. */
function canonicalAddress(address: string): string {
  return (URL.parse(address)?.href ?? address).replace(/\/$/, '')
}
