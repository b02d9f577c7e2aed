import type { Credential } from './credential.ts'
import type { ProjectSql } from '../../kernel/database.ts'
import { json } from '../../platform/db/sql.ts'

/** `multi_device`: it may be copied to other devices of its owner, as the ones of platforms are. */
export type DeviceType = 'single_device' | 'multi_device'

export interface StoredPasskey {
  readonly userId: string
  readonly credentialId: Uint8Array
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly deviceType: DeviceType
  readonly isBackedUp: boolean
  /** The authenticator verified its user when the passkey was made. */
  readonly hasVerified: boolean
  readonly transports: readonly string[]
  readonly rpId: string
}

/** Writes the passkey of a user; one they have is replaced. Breaks `passkeys_once` if somebody else has registered it. */
export async function replacePasskey(tx: ProjectSql, passkey: StoredPasskey, now: Date): Promise<void> {
  await tx.sql`
    insert into passkeys (project_id, user_id, credential_id, public_key, counter, device_type, is_backed_up,
                          has_verified, transports, rp_id, created_at, last_used_at)
    values (${tx.projectId}, ${passkey.userId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter},
            ${passkey.deviceType}, ${passkey.isBackedUp}, ${passkey.hasVerified}, ${json(passkey.transports)}::jsonb,
            ${passkey.rpId}, ${now}, ${now})
    on conflict (project_id, user_id) do update set
      credential_id = excluded.credential_id, public_key = excluded.public_key, counter = excluded.counter,
      device_type = excluded.device_type, is_backed_up = excluded.is_backed_up, has_verified = excluded.has_verified,
      transports = excluded.transports, rp_id = excluded.rp_id, created_at = excluded.created_at,
      last_used_at = excluded.last_used_at`
}

export async function findPasskey(db: ProjectSql, credentialId: Uint8Array): Promise<StoredPasskey | null> {
  const { rows } = await db.sql<{
    user_id: string
    credential_id: Uint8Array
    public_key: Uint8Array
    counter: number
    device_type: DeviceType
    is_backed_up: boolean
    has_verified: boolean
    transports: string[]
    rp_id: string
  }>`
    select user_id, credential_id, public_key, counter, device_type, is_backed_up, has_verified, transports, rp_id
    from passkeys where project_id = ${db.projectId} and credential_id = ${credentialId}`
  const row = rows[0]
  return row
    ? {
        userId: row.user_id,
        credentialId: row.credential_id,
        publicKey: row.public_key,
        counter: row.counter,
        deviceType: row.device_type,
        isBackedUp: row.is_backed_up,
        hasVerified: row.has_verified,
        transports: row.transports,
        rpId: row.rp_id,
      }
    : null
}

/**
 * Notes that the passkey was used, if it is still the one that was verified and its counter has moved on (WebAuthn Level 3,
 * section 6.1.1); tells whether it did. Authenticators without a counter always say 0.
 */
export async function usePasskey(
  tx: ProjectSql,
  used: Pick<StoredPasskey, 'userId' | 'credentialId' | 'counter' | 'isBackedUp'>,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.sql`
    update passkeys set counter = ${used.counter}, is_backed_up = ${used.isBackedUp}, last_used_at = ${now}
    where project_id = ${tx.projectId} and user_id = ${used.userId} and credential_id = ${used.credentialId}
      and (counter = 0 or counter < ${used.counter}::bigint)`
  return count > 0
}

/** Takes the passkey of a user away; tells whether there was one. */
export async function deletePasskeyOfUser(tx: ProjectSql, userId: string): Promise<boolean> {
  const { count } = await tx.sql`delete from passkeys where project_id = ${tx.projectId} and user_id = ${userId}`
  return count > 0
}

export const passkey: Credential = {
  remove: deletePasskeyOfUser,
  describe: ({ hasPasskey }) => (hasPasskey ? [{ type: 'passkey' }] : []),
}
