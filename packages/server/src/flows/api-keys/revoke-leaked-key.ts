import type { ApiKeyLeak } from '@portico/contract'

import type { RequestFacts } from '../../api/rules/route.ts'
import type { Database, ProjectTransaction } from '../../kernel/database.ts'
import { emit, type EventCall } from '../../kernel/emit.ts'
import { KnownError } from '../../kernel/errors.ts'
import type { Statement } from '../../kernel/statement.ts'
import { findInCells } from '../../platform/cells/across-cells.ts'
import { forProject } from '../../platform/db/project-scope.ts'
import { isExpired, type KeyOwner } from '../../records/api-keys/api-key.ts'
import { parseKeyText } from '../../records/api-keys/key-text.ts'
import { findKeysOfAllProjects, revokeSecretKey, type KeyOfProject } from '../../records/api-keys/store.ts'
import { listKeyManagers } from '../../records/queries/permissions/api-key-managers.ts'
import { findTeam, lockTeam } from '../../records/teams/store.ts'
import { findUser, lockUserShared } from '../../records/users/store.ts'
import { isSameKey } from './check-key.ts'

/** A report about a large team must not fill the queue of mails. */
const MAILS_MAX = 1_000

/** A public call, which belongs to no project. */
interface ReportCall {
  readonly now: () => Date
  readonly request: Pick<RequestFacts, 'id' | 'clientAddress'>
}

/**
 * Revokes a key that was found in public and informs its owner: the user, or the members who may manage the keys of the
 * team. Works even if the project has turned API keys off.
 *
 * @throws API_KEY_NOT_FOUND, PUBLIC_API_KEY_CANNOT_BE_REVOKED, API_KEY_EXPIRED
 */
export async function revokeLeakedKey(
  { db }: { readonly db: Database },
  { now, request }: ReportCall,
  text: string,
): Promise<void> {
  const found = await findReportedKey(db, text)
  if (!found) throw new KnownError('API_KEY_NOT_FOUND')
  const { key, projectId } = found
  // guard: a public key is not revoked by a report
  if (key.isPublic) throw new KnownError('PUBLIC_API_KEY_CANNOT_BE_REVOKED')
  if (isExpired(key, now())) throw new KnownError('API_KEY_EXPIRED')
  if (key.revokedAt) return
  const call: EventCall = {
    projectId,
    actor: { type: 'client' },
    origin: { projectId, requestId: request.id, clientAddress: request.clientAddress },
    now,
  }
  const { owner } = key
  await forProject(db, projectId).transaction(async (tx) => {
    const { isRevoked } = await tx.batch({
      lock: lockOwner(projectId, owner),
      isRevoked: revokeSecretKey(projectId, key.id, now()),
    })
    // Another report or the owner has already revoked the key.
    // guard: concurrent reports send one mail [postgres]
    if (!isRevoked) return
    await tx.run(
      emit(call, 'api_key.revoked', {
        keyId: key.id,
        ownerType: owner.type,
        ownerId: owner.id,
        reason: 'leaked',
        leak: { description: key.description, ...(await readInformed(tx, owner)) },
      }),
    )
  })
}

async function findReportedKey(db: Database, text: string): Promise<KeyOfProject | null> {
  const named = parseKeyText(text)
  if (!named) return null
  return findInCells(db, async (cell) => {
    const found = await cell.run(findKeysOfAllProjects(named.id))
    // guard: a report needs the whole key (replace `found.find(…)` with `found[0]`)
    return found.find(({ hash }) => isSameKey(hash, text)) ?? null
  })
}

/** Keeps the owner from being deleted, in the order of `platform/db/README.md`. */
function lockOwner(projectId: string, { type, id }: KeyOwner): Statement<unknown> {
  return type === 'user' ? lockUserShared(projectId, id) : lockTeam(projectId, id)
}

async function readInformed(tx: ProjectTransaction, { type, id }: KeyOwner): Promise<Omit<ApiKeyLeak, 'description'>> {
  if (type === 'user') {
    const email = (await tx.run(findUser(tx.projectId, id)))?.noticeEmail ?? null
    return { informed: email === null ? [] : [{ userId: id, email }], teamDisplayName: null }
  }
  const { informed, team } = await tx.batch({
    team: findTeam(tx.projectId, id),
    informed: listKeyManagers(tx.projectId, id, MAILS_MAX),
  })
  return { informed, teamDisplayName: team?.displayName ?? '' }
}
