import { emitEach, type EventCall } from '../../../kernel/emit.ts'
import { allRows, everyRow, json, noResult, statement, type Statement, unscoped } from '../../../kernel/statement.ts'
import type { MemberKey } from '../../team-members/member.ts'

/** A project that deletes anonymous users who have been idle for a number of days. */
export interface ProjectWithLifetime {
  readonly id: string
  readonly lifetimeDays: number
}

/** Lists the next of these projects, ordered by lifetime (as text) and id. */
export function listProjectsWithLifetime(
  after: ProjectWithLifetime | null,
  limit: number,
): Statement<ProjectWithLifetime[]> {
  return unscoped.statement<{ id: string; lifetimeDays: string }>`
    select id, config ->> 'anonymous_user_lifetime_days' as "lifetimeDays" from projects
    where (config ->> 'anonymous_user_lifetime_days') is not null and deleted_at is null
      and (config ->> 'anonymous_user_lifetime_days', id) > (${after ? String(after.lifetimeDays) : ''}, ${after?.id ?? ''})
    order by config ->> 'anonymous_user_lifetime_days', id limit ${limit}`.map(
    everyRow((row) => ({ id: row.id, lifetimeDays: Number(row.lifetimeDays) })),
  )
}

export interface AnonymousUser {
  readonly id: string
  readonly signedUpAt: Date
  /** The user has neither signed in nor refreshed since the given time. */
  readonly isIdle: boolean
}

/** Lists the next anonymous users of the project who signed up before the given time, oldest first. */
export function listAnonymousUsers(
  projectId: string,
  { idleSince, after, limit }: { idleSince: Date; after: AnonymousUser | null; limit: number },
): Statement<AnonymousUser[]> {
  return statement<AnonymousUser>`
    select id, signed_up_at as "signedUpAt", last_active_at < ${idleSince} as "isIdle" from users
    where project_id = ${projectId} and is_anonymous and signed_up_at is not null and signed_up_at < ${idleSince}
      and (signed_up_at, id) > (
        coalesce(${after?.signedUpAt ?? null}::timestamptz, '-infinity'),
        coalesce(${after?.id ?? null}::uuid, '00000000-0000-0000-0000-000000000000'))
    order by signed_up_at, id limit ${limit}`.map(allRows)
}

/**
 * Locks the users who are still anonymous and idle, in the given order. Skips users that another transaction has
 * locked.
 */
export function lockIdleUsers(projectId: string, sortedIds: readonly string[], idleSince: Date): Statement<string[]> {
  return statement<{ id: string }>`
    select found.id from unnest(${sortedIds}::text[]) wanted (id), lateral (
      select id from users
      where project_id = ${projectId} and id = wanted.id::uuid and is_anonymous and last_active_at < ${idleSince}
      for update skip locked
    ) found`.map(everyRow(({ id }) => id))
}

/**
 * Locks the sessions of locked users. It waits for refreshes in progress; later refreshes wait for this transaction.
 */
export function lockSessionsOf(projectId: string, userIds: readonly string[]): Statement<void> {
  return statement`
    select found.id from unnest(${userIds}::text[]) wanted (id), lateral (
      -- The project is part of an expression, so that the primary key of the sessions, which begins with it, is no choice. A
      -- lock of a subquery would also lock sessions of other projects, whose imported users may have the same id.
      select id from sessions where user_id = wanted.id::uuid and project_id || '' = ${projectId} for update
    ) found`.map(noResult)
}

/**
 * Lists the locked users who have not refreshed since the given time. A refresh that finds the user locked does not
 * update `last_active_at`, so the sessions are read too.
 */
export function listStillIdle(projectId: string, userIds: readonly string[], idleSince: Date): Statement<string[]> {
  return statement<{ id: string }>`
    select wanted.id from unnest(${userIds}::text[]) wanted (id)
    where coalesce((
      -- As in lockSessionsOf.
      select max(last_used_at) from sessions
      where user_id = wanted.id::uuid and project_id || '' = ${projectId}) < ${idleSince}, true)`.map(
    everyRow(({ id }) => id),
  )
}

/** Deletes locked users without their memberships. Emits an event for each. */
export function deleteIdleUsers(
  call: EventCall,
  userIds: readonly string[],
  memberships: readonly MemberKey[],
): Statement<void> {
  const { projectId } = call
  const byUser = Map.groupBy(memberships, ({ userId }) => userId)
  const teamIds = Object.fromEntries([...byUser].map(([userId, own]) => [userId, own.map(({ teamId }) => teamId)]))
  // The rows are addressed by `ctid`, which the lock keeps stable (platform/db/README.md, "Plans" 5).
  return emitEach(
    call,
    'user.deleted',
    statement`
      with deleted as (
        delete from users where ctid = any (array(
          select idle.ctid from unnest(${userIds}::text[]) wanted (id), lateral (
            select ctid from users where project_id = ${projectId} and id = wanted.id::uuid offset 0
          ) idle))
        returning id
      ), changed as (
        select id as "userId", array(select jsonb_array_elements_text(${json(teamIds)}::jsonb -> id::text)) as "teamIds",
          'ANONYMOUS_USER_IDLE' as reason
        from deleted
      )`,
  )
}
