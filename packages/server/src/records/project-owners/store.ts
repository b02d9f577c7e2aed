import type { StaffRole } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'
import {
  everyRow,
  fragment,
  isAnyTouched,
  noResult,
  statement,
  type SqlFragment,
  type Statement,
  unscoped,
} from '../../kernel/statement.ts'
import { staffColumns } from './staff-member.ts'

interface NewStaffMember {
  readonly ownedProjectId: string
  readonly userId: string
  readonly role: StaffRole
  readonly now: Date
}

/**
 * Adds a user of "internal" to the staff of existing projects, listed in the given order after the projects that the
 * user already has.
 *
 * @param roles the roles in these projects; owner for a project without an entry
 * @returns false if the user is gone or anonymous: anonymous users own nothing
 */
export function addStaffRoles(
  projectId: 'internal',
  userId: string,
  ownedProjectIds: readonly string[],
  now: Date,
  roles: ReadonlyMap<string, StaffRole> = new Map(),
): Statement<boolean> {
  const roleOfEach = ownedProjectIds.map((id) => roles.get(id) ?? 'owner')
  // A lock must name its table, so this statement names `users`.
  return statement`
    with owner as materialized (
      select project_id, id from users where project_id = ${projectId} and id = ${userId} and not is_anonymous
      for key share
    ), added as (
      insert into project_owners (project_id, user_id, owned_project_id, role, created_at)
      select owner.project_id, owner.id, wanted.id, wanted.role, ${now}::timestamptz
      from owner, unnest(${ownedProjectIds}::text[], ${roleOfEach}::text[]) with ordinality wanted (id, role, position)
      order by wanted.position
      on conflict do nothing
    )
    select 1 from owner`.map(({ rows }) => rows.length > 0)
}

/** Adds a user of "internal" to the staff of one project. Lock both first. */
export function insertStaffMember(
  projectId: 'internal',
  { ownedProjectId, role, userId, now }: NewStaffMember,
): Statement<void> {
  return statement`
    insert into project_owners (project_id, user_id, owned_project_id, role, created_at)
    values (${projectId}, ${userId}, ${ownedProjectId}, ${role}, ${now}) on conflict do nothing`.map(noResult)
}

/**
 * Gives a staff member of a project another role. Lock the project first (`lockProject`): the condition reads the
 * other owners.
 *
 * @returns false if the project would have no owner
 */
export function changeStaffRole(
  projectId: 'internal',
  { ownedProjectId, role, userId }: Omit<NewStaffMember, 'now'>,
): Statement<boolean> {
  // guard: the last owner keeps the role (drop `(${role} = 'owner'`) [admin/project-owners/project-owners]
  return statement`
    update project_owners set role = ${role}
    where user_id = ${userId} and owned_project_id = ${ownedProjectId} and project_id = ${projectId}
      and (${role} = 'owner' or ${keepsOwner(ownedProjectId, userId)})`.map(isAnyTouched)
}

/**
 * Removes a member of the staff of one project. Lock the project first (`lockProject`): the condition reads the
 * other owners.
 *
 * @returns false if the project would have no owner
 */
export function removeStaffMember(projectId: 'internal', ownedProjectId: string, userId: string): Statement<boolean> {
  // guard: the last owner cannot leave (drop `${keepsOwner(ownedProjectId, userId)}`)
  //   [admin/project-owners/project-owners]
  return statement`
    delete from project_owners
    where user_id = ${userId} and owned_project_id = ${ownedProjectId} and project_id = ${projectId}
      and ${keepsOwner(ownedProjectId, userId)}`.map(isAnyTouched)
}

/**
 * A condition on a row of `project_owners`: without this row, or with a lower role in it, its project still has an
 * owner.
 */
function keepsOwner(ownedProjectId: string, userId: string): SqlFragment {
  return fragment`(role <> 'owner' or exists (
        select from project_owners other
        where other.owned_project_id = ${ownedProjectId} and other.user_id <> ${userId} and other.role = 'owner'))`
}

const roleColumns = columns({ ownedProjectId: column<string>('owned_project_id'), role: column<StaffRole>('role') })

/** A user's roles as a staff member, by project id. */
export function listStaffRoles(projectId: 'internal', userId: string): Statement<ReadonlyMap<string, StaffRole>> {
  return statement<RowOf<typeof roleColumns>>`
    select ${roleColumns} from project_owners where project_id = ${projectId} and user_id = ${userId}`.map(
    ({ rows }) => new Map(rows.map(({ ownedProjectId, role }) => [ownedProjectId, role])),
  )
}

/** The projects to whose staff a user belongs. */
export function listStaffProjectIds(projectId: 'internal', userId: string): Statement<string[]> {
  return listStaffRoles(projectId, userId).map((roles) => [...roles.keys()])
}

/** Removes a user from the staff of every project. */
export function removeStaffRoles(projectId: 'internal', userId: string): Statement<void> {
  return statement`delete from project_owners where project_id = ${projectId} and user_id = ${userId}`.map(noResult)
}

const removedColumns = staffColumns.only('userId')

/** Removes the whole staff of a project. Returns the ids of the users. */
export function removeStaff(ownedProjectId: string): Statement<string[]> {
  return statement<RowOf<typeof removedColumns>>`
    delete from project_owners where owned_project_id = ${ownedProjectId} returning ${removedColumns}`.map(
    everyRow(({ userId }) => userId),
  )
}

/** Whether a user owns the project "internal" itself, and so administers the service. */
export function hasServiceOwner(): Statement<boolean> {
  // Count the rows: to find only the first row, PostgreSQL may read the whole table.
  return unscoped.statement<{ has_owner: boolean }>`
    select count(*) > 0 as has_owner from project_owners where owned_project_id = ${'internal'} and role = 'owner'`.map(
    ({ rows }) => rows[0]?.has_owner ?? false,
  )
}
