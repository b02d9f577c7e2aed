import type { Credential } from './credential.ts'
import { allRows, firstRow, isAnyTouched, json, noResult, statement, type Statement } from '../../kernel/statement.ts'
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
  name: column<string>('name'),
  createdAt: column<Date>('created_at'),
  /** Equal to `createdAt` until the passkey signs the user in. */
  lastUsedAt: column<Date>('last_used_at'),
})

export type StoredPasskey = RowOf<typeof passkeyColumns>

/** A passkey as shown to its user: without the data that only a ceremony needs. */
const shownColumns = passkeyColumns.only(
  'userId',
  'credentialId',
  'rpId',
  'isBackedUp',
  'name',
  'createdAt',
  'lastUsedAt',
)

export type ShownPasskey = RowOf<typeof shownColumns>

/** The passkey is registered to another user. Nothing was written. */
export class PasskeyTaken extends Error {
  override readonly name = 'PasskeyTaken'
}

/**
 * Writes a passkey of a user.
 *
 * @throws PasskeyTaken
 */
export function insertPasskey(
  projectId: string,
  passkey: Omit<StoredPasskey, 'createdAt' | 'lastUsedAt'>,
  now: Date,
): Statement<void> {
  return statement`
    insert into user_passkeys (project_id, user_id, credential_id, public_key, counter, device_type, is_backed_up,
                               has_verified, transports, rp_id, name, created_at, last_used_at)
    values (${projectId}, ${passkey.userId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter},
            ${passkey.deviceType}, ${passkey.isBackedUp}, ${passkey.hasVerified}, ${json(passkey.transports)}::jsonb,
            ${passkey.rpId}, ${passkey.name}, ${now}, ${now})`
    .map(noResult)
    .explained(asPasskeyTaken)
}

function asPasskeyTaken(error: unknown): unknown {
  if (!isUniqueViolation(error, 'passkeys_once')) return error
  return new PasskeyTaken('This passkey is already registered.', { cause: error })
}

/** Lists the passkeys of a user, in the order of their registration. */
export function listPasskeysOfUser(projectId: string, userId: string): Statement<ShownPasskey[]> {
  return statement<ShownPasskey>`
    select ${shownColumns} from user_passkeys
    where project_id = ${projectId} and user_id = ${userId}
    order by created_at, credential_id`.map(allRows)
}

/** @returns the renamed passkey; null if the user has no such passkey */
export function renamePasskey(
  projectId: string,
  userId: string,
  credentialId: Uint8Array,
  name: string,
): Statement<ShownPasskey | null> {
  // guard: a passkey is renamed by its user only (drop `user_id = ${userId}`) [manage]
  return statement<ShownPasskey>`
    update user_passkeys set name = ${name}
    where project_id = ${projectId} and user_id = ${userId} and credential_id = ${credentialId}
    returning ${shownColumns}`.map(firstRow)
}

export function findPasskey(projectId: string, credentialId: Uint8Array): Statement<StoredPasskey | null> {
  return statement<StoredPasskey>`
    select ${passkeyColumns} from user_passkeys
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
  used: Pick<StoredPasskey, 'userId' | 'credentialId' | 'counter' | 'deviceType' | 'isBackedUp'>,
  now: Date,
): Statement<boolean> {
  // guard: the signature counter of a passkey must increase (drop `(counter = 0 or counter < ${used.counter}::bigint)`)
  //   [passkey/passkey]
  return statement`
    update user_passkeys
    set counter = ${used.counter}, device_type = ${used.deviceType}, is_backed_up = ${used.isBackedUp}, last_used_at = ${now}
    where project_id = ${projectId} and user_id = ${used.userId} and credential_id = ${used.credentialId}
      and (counter = 0 or counter < ${used.counter}::bigint)`.map(isAnyTouched)
}

/** @returns the deleted passkey; null if the user has no such passkey */
export function deletePasskey(
  projectId: string,
  userId: string,
  credentialId: Uint8Array,
): Statement<ShownPasskey | null> {
  // guard: a passkey is removed by its user only (drop `user_id = ${userId}`) [manage]
  return statement<ShownPasskey>`
    delete from user_passkeys
    where project_id = ${projectId} and user_id = ${userId} and credential_id = ${credentialId}
    returning ${shownColumns}`.map(firstRow)
}

/** @returns the deleted passkeys */
export function deletePasskeysOfUser(projectId: string, userId: string): Statement<ShownPasskey[]> {
  return statement<ShownPasskey>`
    delete from user_passkeys where project_id = ${projectId} and user_id = ${userId}
    returning ${shownColumns}`.map(allRows)
}

/** Deletes the passkeys that count as two factors. */
export function deleteVerifiedPasskeys(projectId: string, userId: string): Statement<ShownPasskey[]> {
  return statement<ShownPasskey>`
    delete from user_passkeys where project_id = ${projectId} and user_id = ${userId} and has_verified
    returning ${shownColumns}`.map(allRows)
}

/** Returns the id of a passkey on the wire: its credential id, as WebAuthn writes it in JSON. */
export function passkeyIdOf({ credentialId }: Pick<ShownPasskey, 'credentialId'>): string {
  return Buffer.from(credentialId).toString('base64url')
}

export const passkey: Credential = {
  remove: deletePasskeysOfUser,
  describe: ({ hasPasskey }) => (hasPasskey ? [{ type: 'passkey' }] : []),
}
