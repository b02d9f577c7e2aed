import { PROJECT_OWNERS_MAX } from '@portico/contract'

import type { ProjectCall } from '../../api/route.ts'
import type { Database, Transaction } from '../../kernel/database.ts'
import { emit, type EventCall } from '../../kernel/emit.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { noResult, nothing, sequence, type Statement } from '../../kernel/statement.ts'
import { insertOwner, removeOwner } from '../../records/project-owners/store.ts'
import type { Project } from '../../records/projects/project.ts'
import type { User } from '../../records/users/user.ts'
import { lockProject } from '../../records/projects/store.ts'
import { listProjectOwners, type ProjectOwner } from '../../records/queries/project-owners.ts'

export interface OwnerDependencies {
  /** Not restricted to one project, because owners are users of "internal". */
  readonly db: Database
}

export function listOwners({ db }: OwnerDependencies, { projectId }: ProjectCall): Promise<ProjectOwner[]> {
  return db.run(listProjectOwners(projectId))
}

/**
 * Ends the ownership of a user.
 *
 * @param userIdOrMe `me` for the owner who calls
 * @throws PROJECT_NOT_FOUND, ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN, PlainError 400 for the last owner, 404 for another user
 */
export async function removeProjectOwner(
  { db }: OwnerDependencies,
  call: ProjectCall,
  userIdOrMe: string,
): Promise<void> {
  const { projectId } = call
  const { ownerId } = call.caller
  const userId = userIdOrMe === 'me' ? ownerId : userIdOrMe
  if (userId === null) {
    throw new PlainError(400, '"me" is the owner who calls, but the call was made with the key of the project.')
  }
  await db.transaction(async (tx) => {
    const { owners, project } = await lockOwners(tx, call)
    const removed = owners.find((owner) => owner.userId === userId)
    if (!removed) throw new PlainError(404, 'The user does not own the project.')
    if (owners.length === 1) {
      throw new PlainError(
        400,
        'The last owner of a project cannot leave. Invite another owner, or delete the project.',
      )
    }
    await tx.batch([
      removeOwner('internal', projectId, userId),
      emit(call, 'project_owner.removed', {
        projectId,
        userId,
        change: changeOf(
          project,
          removed,
          owners.filter((owner) => owner.userId !== ownerId || owner === removed),
        ),
      }),
    ])
  })
}

/** The call of a user of "internal" as an owner of the project: its audit log names owners as admins. */
export function callOfOwner(
  { now, origin }: Pick<EventCall, 'now' | 'origin'>,
  projectId: string,
  userId: string,
): EventCall {
  return { projectId, actor: { type: 'admin', id: userId }, origin: { ...origin, projectId }, now }
}

/** @throws PlainError 400 */
export function requireRoomForOwner(otherOwners: number): void {
  if (otherOwners < PROJECT_OWNERS_MAX) return
  throw new PlainError(400, `A project can have at most ${PROJECT_OWNERS_MAX} owners.`)
}

/**
 * Makes a user an owner, who may be one already. Lock the project and the user first.
 *
 * @param call that of the new owner, from `callOfOwner`
 * @param owners the owners so far
 */
export function addOwner(
  call: EventCall,
  project: Pick<Project, 'displayName' | 'id'>,
  { displayName, id: userId, noticeEmail }: Pick<User, 'displayName' | 'id' | 'noticeEmail'>,
  owners: readonly ProjectOwner[],
): Statement<void> {
  if (owners.some((owner) => owner.userId === userId)) return nothing
  return sequence({
    owner: insertOwner('internal', { ownedProjectId: project.id, userId, now: call.now() }),
    added: emit(call, 'project_owner.added', {
      projectId: project.id,
      userId,
      change: changeOf(project, { displayName, noticeEmail }, owners),
    }),
  }).map(noResult)
}

/** A project whose owners cannot change before the transaction ends. */
interface LockedOwners {
  readonly project: Project
  readonly owners: readonly ProjectOwner[]
}

/**
 * Locks the project, under whose lock owners are added and removed, and checks that the calling owner still is one: of two owners
 * who remove each other at the same time, one stays.
 *
 * @throws PROJECT_NOT_FOUND, ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN
 */
export async function lockOwners(
  tx: Transaction,
  { caller: { ownerId }, projectId }: Pick<ProjectCall, 'caller' | 'projectId'>,
): Promise<LockedOwners> {
  const { owners, project } = await tx.batch({
    project: lockProject(projectId),
    owners: listProjectOwners(projectId),
  })
  if (!project) throw new KnownError('PROJECT_NOT_FOUND', { project_id: projectId })
  if (ownerId !== null && !owners.some(({ userId }) => userId === ownerId)) {
    throw new KnownError('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN').asUnauthorized()
  }
  return { project, owners }
}

/** What the mails about the change contain. */
export function changeOf(
  { displayName }: Pick<Project, 'displayName'>,
  owner: Pick<ProjectOwner, 'displayName' | 'noticeEmail'>,
  informed: readonly Pick<ProjectOwner, 'userId' | 'noticeEmail'>[],
): {
  projectName: string
  ownerName: string | null
  ownerEmail: string | null
  informed: { id: string; noticeEmail: string | null }[]
} {
  return {
    projectName: displayName,
    ownerName: owner.displayName,
    ownerEmail: owner.noticeEmail,
    informed: informed.map(({ noticeEmail, userId }) => ({ id: userId, noticeEmail })),
  }
}
