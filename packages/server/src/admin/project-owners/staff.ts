import {
  PROJECT_OWNERS_MAX,
  rightsOfRole,
  staffRoles,
  type EventData,
  type OwnerChange,
  type StaffRight,
  type StaffRole,
} from '@portico/contract'

import type { ProjectCall } from '../../api/rules/route.ts'
import type { Database, Transaction } from '../../kernel/database.ts'
import { emit, type EventCall } from '../../kernel/emit.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { noResult, nothing, sequence, type Statement } from '../../kernel/statement.ts'
import { changeStaffRole, insertStaffMember, removeStaffMember } from '../../records/project-owners/store.ts'
import { rightsOfMember } from '../../records/project-owners/rights-of-member.ts'
import { endImpersonationsBy } from '../../records/sessions/store.ts'
import type { Project } from '../../records/projects/project.ts'
import type { User } from '../../records/users/user.ts'
import { lockProject } from '../../records/projects/store.ts'
import { listStaff, ownersAmong, type ListedStaffMember } from '../../records/queries/projects/project-owners.ts'

export interface StaffDependencies {
  /** Not restricted to one project, because owners are users of "internal". */
  readonly db: Database
}

export function listMembers({ db }: StaffDependencies, { projectId }: ProjectCall): Promise<ListedStaffMember[]> {
  return db.run(listStaff(projectId))
}

/**
 * Removes a member of the staff.
 *
 * @param userIdOrMe `me` for the member who calls, whose role does not matter then
 * @throws PROJECT_NOT_FOUND, ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN, STAFF_PERMISSION_REQUIRED, PlainError 400 for the last
 *   owner, 404 for another user
 */
export async function removeFromStaff({ db }: StaffDependencies, call: ProjectCall, userIdOrMe: string): Promise<void> {
  const { projectId } = call
  const { staffUserId } = call.caller
  const userId = memberOf(call, userIdOrMe)
  await db.transaction(async (tx) => {
    const { project, staff } = await lockStaff(tx, call, userId === staffUserId ? null : 'change_staff')
    const removed = requireMember(staff, userId)
    const isRemoved = await tx.run(removeStaffMember('internal', projectId, userId))
    if (!isRemoved) {
      throw new PlainError(
        400,
        'The last owner of a project cannot leave. Invite another owner, or delete the project.',
      )
    }
    const others = (removed.role === 'owner' ? ownersAmong(staff) : []).filter((owner) => owner !== removed)
    const informed = [...others.filter((owner) => owner.userId !== staffUserId), removed]
    await tx.run(
      emit(call, 'project_owner.removed', { projectId, userId, change: changeOf(project, removed, informed) }),
    )
  })
}

/**
 * Gives a staff member another role. It applies from the member's next call.
 *
 * @throws PROJECT_NOT_FOUND, ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN, STAFF_PERMISSION_REQUIRED, PlainError 400 for the last
 * owner, 404 for another user
 */
export async function changeRole(
  { db }: StaffDependencies,
  call: ProjectCall,
  userIdOrMe: string,
  role: StaffRole,
): Promise<ListedStaffMember> {
  const { projectId } = call
  const userId = memberOf(call, userIdOrMe)
  return db.transaction(async (tx) => {
    const { project, staff } = await lockStaff(tx, call, 'change_staff')
    const member = requireMember(staff, userId)
    if (member.role === role) return member
    const isChanged = await tx.run(changeStaffRole('internal', { ownedProjectId: projectId, userId, role }))
    if (!isChanged) {
      throw new PlainError(
        400,
        'The last owner of a project keeps the role. Make another member of the staff an owner first.',
      )
    }
    const mayImpersonate = rightsOfMember(role, project).includes('impersonate')
    await tx.batch([
      // The right has ended, so what was started with it must not continue.
      mayImpersonate ? nothing : endImpersonationsBy(userId, projectId),
      emit(call, 'project_owner.role_changed', roleChange(project, member, role, staff, call.caller.staffUserId)),
    ])
    return { ...member, role }
  })
}

/**
 * Returns the change of a role, with its recipients: the member, and the other owners if the member becomes or stops
 * being an owner.
 */
function roleChange(
  project: Pick<Project, 'displayName' | 'id'>,
  member: ListedStaffMember,
  role: StaffRole,
  staff: readonly ListedStaffMember[],
  callerId: string | null,
): EventData<'project_owner.role_changed'> {
  const isAboutOwner = member.role === 'owner' || role === 'owner'
  const others = (isAboutOwner ? ownersAmong(staff) : []).filter((owner) => owner !== member)
  const informed = [...others, member].filter(({ userId }) => userId !== callerId)
  const { id: projectId } = project
  return { projectId, userId: member.userId, reason: role, change: changeOf(project, { ...member, role }, informed) }
}

function memberOf({ caller: { staffUserId } }: ProjectCall, userIdOrMe: string): string {
  const userId = userIdOrMe === 'me' ? staffUserId : userIdOrMe
  if (userId !== null) return userId
  throw new PlainError(
    400,
    '"me" is the member of the staff who calls, but the call was made with the key of the project.',
  )
}

function requireMember(staff: readonly ListedStaffMember[], userId: string): ListedStaffMember {
  const member = staff.find((one) => one.userId === userId)
  if (!member) throw new PlainError(404, 'The user does not belong to the staff of the project.')
  return member
}

/** A call by a user of "internal", as a member of the staff: the audit log names members as admins. */
export function callOfMember(
  { now, origin }: Pick<EventCall, 'now' | 'origin'>,
  projectId: string,
  userId: string,
): EventCall {
  return { projectId, actor: { type: 'admin', id: userId }, origin: { ...origin, projectId }, now }
}

/** @throws PlainError 400 */
export function requireRoomForMember(otherMembers: number): void {
  if (otherMembers < PROJECT_OWNERS_MAX) return
  throw new PlainError(400, `A project can have at most ${PROJECT_OWNERS_MAX} owners and other members of its staff.`)
}

/**
 * Adds a user to the staff. A member with a role that has more rights keeps it. Lock the project and the user first.
 *
 * @param call made by the new member, from `callOfMember`
 * @param staff the members so far
 */
export function addStaff(
  call: EventCall,
  project: Pick<Project, 'displayName' | 'id'>,
  { displayName, id: userId, noticeEmail, role }: NewMember,
  staff: readonly ListedStaffMember[],
): Statement<void> {
  const member = staff.find((one) => one.userId === userId)
  if (member && staffRoles.indexOf(member.role) <= staffRoles.indexOf(role)) return nothing
  const ownedProjectId = project.id
  if (member) {
    return sequence({
      changed: changeStaffRole('internal', { ownedProjectId, userId, role }),
      emitted: emit(call, 'project_owner.role_changed', roleChange(project, member, role, staff, userId)),
    }).map(noResult)
  }
  return sequence({
    inserted: insertStaffMember('internal', { ownedProjectId, userId, role, now: call.now() }),
    added: emit(call, 'project_owner.added', {
      projectId: ownedProjectId,
      userId,
      reason: role,
      change: changeOf(project, { displayName, noticeEmail, role }, ownersAmong(staff)),
    }),
  }).map(noResult)
}

interface NewMember extends Pick<User, 'displayName' | 'id' | 'noticeEmail'> {
  readonly role: StaffRole
}

/** A project whose staff cannot change before the transaction ends. */
interface LockedStaff {
  readonly project: Project
  readonly staff: readonly ListedStaffMember[]
}

/**
 * Locks the project, so that no other call changes its staff (a claim of an account still ends its roles), and checks
 * the right of the calling member again. Of two owners who remove or demote each other at the same time, one stays an
 * owner.
 *
 * @param right null for a call that every member can make
 * @throws PROJECT_NOT_FOUND, ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN, STAFF_PERMISSION_REQUIRED
 */
export async function lockStaff(
  tx: Transaction,
  { caller: { staffUserId }, projectId }: Pick<ProjectCall, 'caller' | 'projectId'>,
  right: StaffRight | null,
): Promise<LockedStaff> {
  const { project, staff } = await tx.batch({
    project: lockProject(projectId),
    staff: listStaff(projectId),
  })
  if (!project) throw new KnownError('PROJECT_NOT_FOUND', { project_id: projectId })
  if (staffUserId === null) return { project, staff }
  const caller = staff.find(({ userId }) => userId === staffUserId)
  // guard: of two owners who remove each other, one stays
  //   (replace `throw new KnownError('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN').asUnauthorized()` with `return { project, staff }`)
  //   [postgres]
  if (!caller) throw new KnownError('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN').asUnauthorized()
  // guard: of two owners who demote each other, one stays an owner [proof-race.postgres]
  if (right !== null && !rightsOfRole(caller.role, projectId).includes(right)) {
    throw new KnownError('STAFF_PERMISSION_REQUIRED', { right, role: caller.role }).asUnauthorized()
  }
  return { project, staff }
}

/** Returns the contents of the mails about the change. */
export function changeOf(
  { displayName }: Pick<Project, 'displayName'>,
  member: Pick<ListedStaffMember, 'displayName' | 'noticeEmail' | 'role'>,
  informed: readonly Pick<ListedStaffMember, 'userId' | 'noticeEmail'>[],
): OwnerChange {
  return {
    projectName: displayName,
    ownerName: member.displayName,
    ownerEmail: member.noticeEmail,
    role: member.role,
    informed: informed.map(({ noticeEmail, userId }) => ({ id: userId, noticeEmail })),
  }
}
