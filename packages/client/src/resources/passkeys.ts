import type { PasskeyRead } from '@portico/contract'

import type { Owner } from './owner.ts'
import type { Ports } from '../transport/ports.ts'
import { present } from '../transport/present.ts'
import type { PasskeyFields } from '../transport/record-fields.ts'

/** A passkey of the user. */
export interface Passkey extends PasskeyFields {
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
  const { items } = await request('GET /auth/passkeys', { query: { user_id: userId }, session })
  return items.map((item) => {
    const params = { user_id: userId, passkey_id: item.id }
    return {
      ...present(item),
      update: async ({ name }) => {
        await request('PATCH /auth/passkeys/{user_id}/{passkey_id}', { params, body: { name }, session })
      },
      delete: async () => {
        await afterChange(request('DELETE /auth/passkeys/{user_id}/{passkey_id}', { params, session }))
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
