import type { PasskeyRead } from '@portico/contract'

import type { Owner } from './owner.ts'
import type { Ports } from '../transport/ports.ts'

/** A passkey of the user. */
export interface Passkey {
  /** The credential id, in base64url. */
  readonly id: string
  /** The name that the user sees in lists. */
  readonly name: string
  /** When the passkey was created. */
  readonly createdAt: Date
  /** The last sign-in with the passkey; null if there was none. */
  readonly lastUsedAt: Date | null
  /** Whether other devices of the user may have the passkey too, because it is backed up. */
  readonly isSynced: boolean
  /** The host name that the passkey belongs to. */
  readonly relyingPartyId: string
  /** Renames the passkey. A name has at most 64 characters. */
  update(options: { name: string }): Promise<void>
  /**
   * Removes the passkey. Throws if it is the user's only sign-in method. Browsers that support it then remove
   * the passkey from the user's password manager.
   */
  delete(): Promise<void>
}

/** The methods of a user for passkeys. */
export interface PasskeyActions {
  /** Oldest first. */
  listPasskeys(): Promise<Passkey[]>
}

export async function listPasskeys({ request, session, userId, afterChange }: Owner, ports: Ports): Promise<Passkey[]> {
  const user = encodeURIComponent(userId)
  const { items } = await request<{ items: PasskeyRead[] }>(`/auth/passkeys?user_id=${user}`, { session })
  return items.map((item) => {
    const path = `/auth/passkeys/${user}/${encodeURIComponent(item.id)}`
    return {
      id: item.id,
      name: item.name,
      createdAt: new Date(item.created_at_millis),
      lastUsedAt: item.last_used_at_millis === null ? null : new Date(item.last_used_at_millis),
      isSynced: item.is_synced,
      relyingPartyId: item.relying_party_id,
      update: async ({ name }) => {
        await request(path, { method: 'PATCH', body: { name }, session })
      },
      delete: async () => {
        await afterChange(request(path, { method: 'DELETE', session }))
        await reportRemoved(ports, item)
      },
    }
  })
}

/**
 * Reports a removed passkey to the browser (WebAuthn Level 3, section 5.1.10). Ignores a failure: the browser refuses a
 * report for another domain than that of the page.
 */
async function reportRemoved(ports: Ports, { id, relying_party_id: rpId }: PasskeyRead): Promise<void> {
  await ports
    .browser()
    ?.PublicKeyCredential?.signalUnknownCredential?.({ rpId, credentialId: id })
    .catch(() => {})
}
