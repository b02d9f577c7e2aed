import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import type { ProviderGrant } from './provider-client.ts'
import { type AccountKey, type AccountState, tokenIdentity } from '../../records/credentials/provider-account.ts'

/** The state of an account without stored tokens. */
export const withoutTokens: Omit<AccountState, 'email'> = {
  accessTokenSealed: null,
  accessTokenExpiresAt: null,
  refreshTokenSealed: null,
  scopes: [],
}

/** Seals the tokens of a provider for storage, each bound to its account and column (rule S-38). */
export function sealGrant(
  { secret }: { readonly secret: MasterSecret },
  projectId: string,
  key: AccountKey,
  grant: ProviderGrant,
): Pick<AccountState, 'accessTokenSealed' | 'accessTokenExpiresAt' | 'refreshTokenSealed'> {
  return {
    accessTokenSealed: secret.seal(grant.accessToken, tokenIdentity(projectId, key, 'access_token')),
    accessTokenExpiresAt: grant.expiresAt,
    refreshTokenSealed:
      grant.refreshToken && secret.seal(grant.refreshToken, tokenIdentity(projectId, key, 'refresh_token')),
  }
}
