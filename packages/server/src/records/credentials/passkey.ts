import type { Credential } from './credential.ts'
import { firstRow, isAnyTouched, json, noResult, statement, type Statement } from '../../kernel/statement.ts'
import { isUniqueViolation } from '../../platform/db/database-errors.ts'
import { column, columns, type RowOf } from '../../kernel/columns.ts'

/** `multi_device`: the passkey may be copied to other devices of the user, as platforms do when they sync passkeys. */
export type DeviceType = 'single_device' | 'multi_device'

const passkeyColumns = columns({
  userId: column<string>('user_id'),
  credentialId: column<Uint8Array>('credential_id'),
  publicKey: column<Uint8Array>('public_key'),
  counter: column<number>('counter'),
  deviceType: column<DeviceType>('device_type'),
  isBackedUp: column<boolean>('is_backed_up'),
  /** The authenticator performed user verification at registration. */
  hasVerified: column<boolean>('has_verified'),
  transports: column<readonly string[]>('transports'),
  rpId: column<string>('rp_id'),
})

export type StoredPasskey = RowOf<typeof passkeyColumns>

/** The passkey is registered to another user. Nothing was written. */
export class PasskeyTaken extends Error {
  override readonly name = 'PasskeyTaken'
}

/**
 * Writes the passkey of a user and replaces the previous one.
 *
 * @throws PasskeyTaken
 */
export function replacePasskey(projectId: string, passkey: StoredPasskey, now: Date): Statement<void> {
  return statement`
    insert into passkeys (project_id, user_id, credential_id, public_key, counter, device_type, is_backed_up,
                          has_verified, transports, rp_id, created_at, last_used_at)
    values (${projectId}, ${passkey.userId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter},
            ${passkey.deviceType}, ${passkey.isBackedUp}, ${passkey.hasVerified}, ${json(passkey.transports)}::jsonb,
            ${passkey.rpId}, ${now}, ${now})
    on conflict (project_id, user_id) do update set
      credential_id = excluded.credential_id, public_key = excluded.public_key, counter = excluded.counter,
      device_type = excluded.device_type, is_backed_up = excluded.is_backed_up, has_verified = excluded.has_verified,
      transports = excluded.transports, rp_id = excluded.rp_id, created_at = excluded.created_at,
      last_used_at = excluded.last_used_at`
    .map(noResult)
    .explained(asPasskeyTaken)
}

function asPasskeyTaken(error: unknown): unknown {
  if (!isUniqueViolation(error, 'passkeys_once')) return error
  return new PasskeyTaken('Another user has registered this passkey.', { cause: error })
}

export function findPasskey(projectId: string, credentialId: Uint8Array): Statement<StoredPasskey | null> {
  return statement<StoredPasskey>`
    select ${passkeyColumns} from passkeys
    where project_id = ${projectId} and credential_id = ${credentialId}`.map(firstRow)
}

/**
 * Records a use of the passkey, if it is still the one that was verified and its counter has increased (WebAuthn Level
 * 3, section 6.1.1). Authenticators without a counter always return 0.
 *
 * @returns whether the use was recorded
 */
export function usePasskey(
  projectId: string,
  used: Pick<StoredPasskey, 'userId' | 'credentialId' | 'counter' | 'isBackedUp'>,
  now: Date,
): Statement<boolean> {
  return statement`
    update passkeys set counter = ${used.counter}, is_backed_up = ${used.isBackedUp}, last_used_at = ${now}
    where project_id = ${projectId} and user_id = ${used.userId} and credential_id = ${used.credentialId}
      and (counter = 0 or counter < ${used.counter}::bigint)`.map(isAnyTouched)
}

/**
 * Deletes the passkey of a user.
 *
 * @returns whether there was one
 */
export function deletePasskeyOfUser(projectId: string, userId: string): Statement<boolean> {
  return statement`delete from passkeys where project_id = ${projectId} and user_id = ${userId}`.map(isAnyTouched)
}

export const passkey: Credential = {
  remove: deletePasskeyOfUser,
  describe: ({ hasPasskey }) => (hasPasskey ? [{ type: 'passkey' }] : []),
}
