import type { InternalApiKeyFirstView, InternalApiKeyRead } from '@portico/contract'

import type { ListedKeySet } from './store.ts'

/** A new key set with its keys, which are not stored. A key that was not requested is null. */
export interface NewKeySet {
  readonly id: string
  readonly description: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly publishableClientKey: string | null
  readonly secretServerKey: string | null
  readonly superSecretAdminKey: string | null
}

export function presentNewKeySet(set: NewKeySet): InternalApiKeyFirstView {
  return {
    id: set.id,
    description: set.description,
    expires_at_millis: set.expiresAt.getTime(),
    created_at_millis: set.createdAt.getTime(),
    ...(set.publishableClientKey !== null && { publishable_client_key: set.publishableClientKey }),
    ...(set.secretServerKey !== null && { secret_server_key: set.secretServerKey }),
    ...(set.superSecretAdminKey !== null && { super_secret_admin_key: set.superSecretAdminKey }),
  }
}

/** Presents a key set without its secret keys. */
export function presentKeySet(row: ListedKeySet): InternalApiKeyRead {
  return {
    id: row.id,
    description: row.description,
    expires_at_millis: row.expiresAt.getTime(),
    created_at_millis: row.createdAt.getTime(),
    ...(row.lastUsedAt && { last_used_at_millis: row.lastUsedAt.getTime() }),
    ...(row.revokedAt && { manually_revoked_at_millis: row.revokedAt.getTime() }),
    ...(row.publishableClientKeyLastFour !== null && {
      publishable_client_key: {
        last_four: row.publishableClientKeyLastFour,
        ...(row.publishableClientKey !== null && { value: row.publishableClientKey }),
      },
    }),
    ...(row.secretServerKeyLastFour !== null && {
      secret_server_key: { last_four: row.secretServerKeyLastFour },
    }),
    ...(row.superSecretAdminKeyLastFour !== null && {
      super_secret_admin_key: { last_four: row.superSecretAdminKeyLastFour },
    }),
  }
}
