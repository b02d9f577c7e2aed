import { namedUserId } from '../../api/rules/named-user.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import { emit } from '../../kernel/emit.ts'
import { Forbidden, KnownError } from '../../kernel/errors.ts'
import { nothing } from '../../kernel/statement.ts'
import type { ApiKey, KeyOwner } from '../../records/api-keys/api-key.ts'
import { findKey, listKeys, lockKey, updateKey as writeKey } from '../../records/api-keys/store.ts'
import { findTeam } from '../../records/teams/store.ts'
import { findUser } from '../../records/users/store.ts'
import type { User } from '../../records/users/user.ts'
import { expiryOf } from './create-key.ts'
import { lockForKeyChange } from './key-owner.ts'

/** @throws USER_NOT_FOUND */
export async function listKeysOfUser(
  call: ProjectCall & { readonly user: User | null },
  userIdOrMe: string,
): Promise<ApiKey[]> {
  const userId = namedUserId(call, userIdOrMe)
  const { keys, user } = await call.db.batch({
    user: findUser(call.projectId, userId),
    keys: listKeys(call.projectId, { type: 'user', id: userId }),
  })
  if (!user) throw new KnownError('USER_NOT_FOUND')
  return keys
}

/** @throws TEAM_NOT_FOUND */
export async function listKeysOfTeam({ db, projectId }: ProjectCall, teamId: string): Promise<ApiKey[]> {
  const { keys, team } = await db.batch({
    team: findTeam(projectId, teamId),
    keys: listKeys(projectId, { type: 'team', id: teamId }),
  })
  if (!team) throw new KnownError('TEAM_NOT_FOUND', { team_id: teamId })
  return keys
}

/** Decides whether the caller may see a key. */
export type KeyScope = (owner: KeyOwner) => boolean

export function ownKeys({ id: userId }: User): KeyScope {
  return ({ type, id }) => {
    // guard: a client sees its own keys only
    if (type === 'user' && id !== userId) throw new Forbidden('A client can address its own API keys only.')
    return type === 'user'
  }
}

/** The keys of the user whom the call names. */
export function keysOfUser(userId: string): KeyScope {
  return ({ type, id }) => type === 'user' && id === userId
}

/** The keys of all users, for servers that name none. */
export const keysOfUsers: KeyScope = ({ type }) => type === 'user'

/** The keys of the team that the call names. The route has checked the permission of a client in this team. */
export function keysOfTeam(teamId: string): KeyScope {
  // guard: a client sees the keys of the team that it names only (drop `id === teamId`)
  return ({ type, id }) => type === 'team' && id === teamId
}

/** @throws API_KEY_NOT_FOUND, Forbidden */
export async function getKey({ db, projectId }: ProjectCall, id: string, isInScope: KeyScope): Promise<ApiKey> {
  return requireKey(await db.run(findKey(projectId, id)), isInScope)
}

function requireKey(key: ApiKey | null, isInScope: KeyScope): ApiKey {
  // guard: keys of the other type are not found (drop `!isInScope(key.owner)`)
  if (!key || !isInScope(key.owner)) throw new KnownError('API_KEY_NOT_FOUND')
  return key
}

/** The fields of an update. Absent fields stay unchanged. */
interface KeyUpdate {
  readonly description?: string | undefined
  /** Null or 0: the key does not expire. */
  readonly expiresAtMillis?: number | null | undefined
  readonly revoked?: true | undefined
}

export interface KeyChange {
  readonly id: string
  readonly isInScope: KeyScope
  /** The user whose session makes the change; null for a server. */
  readonly userId: string | null
  readonly update: KeyUpdate
}

/**
 * Renames a key, changes its expiry, or revokes it. A key that is revoked keeps the moment of its first revocation.
 *
 * @throws API_KEY_NOT_FOUND, Forbidden
 */
export async function changeKey(call: ProjectCall, { id, isInScope, update, userId }: KeyChange): Promise<ApiKey> {
  const { projectId } = call
  // The owner of a key never changes, so the locks can follow this read.
  const { owner } = await getKey(call, id, isInScope)
  return call.db.transaction(async (tx) => {
    const { found } = await tx.batch({ locked: lockForKeyChange(call, owner, userId), found: lockKey(projectId, id) })
    const key = requireKey(found, isInScope)
    const { description = key.description, expiresAtMillis: expiry } = update
    const isRevocation = update.revoked === true && key.revokedAt === null
    const changed: ApiKey = {
      ...key,
      description,
      expiresAt: expiry === undefined ? key.expiresAt : expiryOf(expiry),
      revokedAt: isRevocation ? call.now() : key.revokedAt,
    }
    const changedFields = [
      ...(update.description === undefined ? [] : ['description']),
      ...(expiry === undefined ? [] : ['expiresAt']),
    ]
    const subject = { keyId: id, ownerType: owner.type, ownerId: owner.id }
    await tx.batch([
      writeKey(projectId, changed),
      changedFields.length > 0 ? emit(call, 'api_key.updated', { ...subject, changedFields }) : nothing,
      isRevocation ? emit(call, 'api_key.revoked', { ...subject, reason: 'requested', leak: null }) : nothing,
    ])
    return changed
  })
}
