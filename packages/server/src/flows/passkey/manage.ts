import type { PasskeyRead } from '@portico/contract'

import { removePasskey, type OwnRemoval } from '../../accounts/sign-in-methods.ts'
import { wholeList } from '../../api/list-page.ts'
import { namedUserId } from '../../api/named-user.ts'
import type { ProjectCall } from '../../api/route.ts'
import { emit } from '../../kernel/emit.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import {
  listPasskeysOfUser,
  passkeyIdOf,
  renamePasskey as renameRow,
  type ShownPasskey,
} from '../../records/credentials/passkey.ts'
import { findUser } from '../../records/users/store.ts'
import type { User } from '../../records/users/user.ts'

interface OwnCall extends ProjectCall {
  readonly user: User | null
}

/** The passkey that a call names. */
export interface NamedPasskey {
  readonly user_id: string
  readonly passkey_id: string
}

/** Lists the passkeys of a user, oldest first. */
export async function listPasskeys(
  call: OwnCall,
  userIdOrMe: string,
): Promise<{ items: PasskeyRead[]; is_paginated: false }> {
  const { db } = call
  const userId = namedUserId(call, userIdOrMe)
  const { passkeys, user } = await db.batch({
    passkeys: listPasskeysOfUser(db.projectId, userId),
    user: findUser(db.projectId, userId),
  })
  if (!user) throw new KnownError('USER_NOT_FOUND')
  return wholeList(passkeys.map(presentPasskey))
}

export async function renamePasskey(call: OwnCall, named: NamedPasskey, name: string): Promise<PasskeyRead> {
  const userId = namedUserId(call, named.user_id)
  return call.db.transaction(async (tx) => {
    const renamed = await tx.run(renameRow(tx.projectId, userId, credentialIdOf(named), name))
    if (!renamed) throw new PlainError(404, 'The passkey was not found.')
    await tx.run(emit(call, 'passkey.renamed', { userId, passkeyId: passkeyIdOf(renamed), name }))
    return presentPasskey(renamed)
  })
}

export async function deletePasskey(
  call: OwnCall,
  named: NamedPasskey,
  own: OwnRemoval | null,
): Promise<{ success: true }> {
  await removePasskey(call, namedUserId(call, named.user_id), credentialIdOf(named), own)
  return { success: true }
}

function presentPasskey(passkey: ShownPasskey): PasskeyRead {
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

function credentialIdOf({ passkey_id: passkeyId }: NamedPasskey): Buffer {
  return Buffer.from(passkeyId, 'base64url')
}
