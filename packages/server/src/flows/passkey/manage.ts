import { removePasskey, type OwnRemoval, type RemovalDependencies } from '../../accounts/sign-in-methods.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import { emit } from '../../kernel/emit.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import {
  listPasskeysOfUser,
  passkeyIdOf,
  renamePasskey as renameRow,
  type ShownPasskey,
} from '../../records/credentials/passkey.ts'
import { findUser } from '../../records/users/store.ts'

export interface NamedPasskey {
  readonly userId: string
  readonly passkeyId: string
}

/**
 * Lists the passkeys of a user, oldest first.
 *
 * @throws USER_NOT_FOUND
 */
export async function listPasskeys({ db }: ProjectCall, userId: string): Promise<ShownPasskey[]> {
  const { passkeys, user } = await db.batch({
    passkeys: listPasskeysOfUser(db.projectId, userId),
    user: findUser(db.projectId, userId),
  })
  if (!user) throw new KnownError('USER_NOT_FOUND')
  return passkeys
}

/** @throws PlainError 404 */
export async function renamePasskey(call: ProjectCall, named: NamedPasskey, name: string): Promise<ShownPasskey> {
  const { userId } = named
  return call.db.transaction(async (tx) => {
    const renamed = await tx.run(renameRow(tx.projectId, userId, credentialIdOf(named), name))
    if (!renamed) throw new PlainError(404, 'The passkey was not found.')
    await tx.run(emit(call, 'passkey.renamed', { userId, passkeyId: passkeyIdOf(renamed), name }))
    return renamed
  })
}

export async function deletePasskey(
  dependencies: RemovalDependencies,
  call: ProjectCall,
  named: NamedPasskey,
  own: OwnRemoval | null,
): Promise<void> {
  await removePasskey(dependencies, call, named.userId, credentialIdOf(named), own)
}

function credentialIdOf({ passkeyId }: NamedPasskey): Buffer {
  return Buffer.from(passkeyId, 'base64url')
}
