import type { OauthProviderRead, PasskeyRead, RemovedCredential, RemovedSignInMethod } from '@portico/contract'

import type { User } from '../users/user.ts'
import { passkeyIdOf, type ShownPasskey } from './passkey.ts'

/** Presents the removed sign-in methods; without any, the field is absent. */
export function presentRemoved(removed: readonly RemovedCredential[]): {
  removed_sign_in_methods?: RemovedSignInMethod[]
} {
  return removed.length === 0 ? {} : { removed_sign_in_methods: removed.map(presentMethod) }
}

function presentMethod({ type, providerId }: RemovedCredential): RemovedSignInMethod {
  return { type, ...(providerId !== undefined && { provider_id: providerId }) }
}

interface PresentedAccount {
  user_id: string
  provider: string
  provider_account_id: string
}

/** Presents the accounts of a user at sign-in providers. */
export function presentAccounts({ id, oauthAccounts }: User): PresentedAccount[] {
  return oauthAccounts.map(({ providerId, accountId }) => ({
    user_id: id,
    provider: providerId,
    provider_account_id: accountId,
  }))
}

/** Presents the same accounts in the form of the newest official client. */
export function presentOAuthProviders({ id, oauthAccounts }: User): OauthProviderRead[] {
  return oauthAccounts.map(({ accountId, email, providerId }) => ({
    id: providerId,
    user_id: id,
    type: providerId,
    provider_config_id: providerId,
    account_id: accountId,
    ...(email !== null && { email }),
    allow_sign_in: true,
    allow_connected_accounts: true,
  }))
}

export function presentPasskey(passkey: ShownPasskey): PasskeyRead {
  const { createdAt, isBackedUp, lastUsedAt, name, rpId, userId } = passkey
  return {
    id: passkeyIdOf(passkey),
    user_id: userId,
    name,
    created_at_millis: createdAt.getTime(),
    last_used_at_millis: lastUsedAt > createdAt ? lastUsedAt.getTime() : null,
    is_synced: isBackedUp,
    relying_party_id: rpId,
  }
}
