import { KnownError } from '../../kernel/errors.ts'
import {
  everyRow,
  firstOrNull,
  isAnyTouched,
  lookup,
  noResult,
  SqlName,
  statement,
  type Statement,
  unscoped,
} from '../../kernel/statement.ts'
import { isForeignKeyViolation } from '../../platform/db/database-errors.ts'
import { keyColumns, toKey, type ApiKey, type KeyOwner, type KeyRow } from './api-key.ts'

const ownerColumns = { user: new SqlName('user_id'), team: new SqlName('team_id') } as const

export function findKey(projectId: string, id: string): Statement<ApiKey | null> {
  return lookup<KeyRow>`
    select ${keyColumns} from api_keys where id = ${id} and project_id = ${projectId}`.map(firstOrNull(toKey))
}

/** Lists the keys of an owner, newest first. */
export function listKeys(projectId: string, { type, id }: KeyOwner): Statement<ApiKey[]> {
  return statement<KeyRow>`
    select ${keyColumns} from api_keys where ${ownerColumns[type]} = ${id} and project_id = ${projectId}
    order by created_at desc, id`.map(everyRow(toKey))
}

/**
 * Makes room for a key of an owner who has `max` keys: deletes the oldest one that is revoked or expired. Lock the
 * owner first, so that the count is exact.
 */
export function makeRoomForKey(projectId: string, { type, id }: KeyOwner, now: Date, max: number): Statement<void> {
  const owner = ownerColumns[type]
  // The condition is repeated, because the expiry may change before the row is locked.
  return statement`
    delete from api_keys
    where id = (
        select id from api_keys
        where ${owner} = ${id} and project_id = ${projectId} and (revoked_at is not null or expires_at <= ${now})
          and (select count(*) from api_keys where ${owner} = ${id} and project_id = ${projectId}) >= ${max}::int
        order by created_at, id limit 1)
      and project_id = ${projectId} and (revoked_at is not null or expires_at <= ${now})`.map(noResult)
}

/**
 * Writes a key, unless its owner has `max` keys. Lock the owner first, so that the count is exact.
 *
 * @returns whether it was written
 * @throws USER_NOT_FOUND, TEAM_NOT_FOUND
 */
export function insertKey(projectId: string, key: ApiKey, hash: Uint8Array, max: number): Statement<boolean> {
  const { owner } = key
  // guard: an owner has a maximum number of keys (replace `${max}::int` with `${max}::int + 1`) [manage-keys]
  return statement`
    insert into api_keys
      (project_id, id, user_id, team_id, hash, last_four, description, is_public, created_by_user_id,
       created_from_address, created_from_country, created_at, expires_at)
    select ${projectId}, ${key.id}::uuid, ${owner.type === 'user' ? owner.id : null}::uuid,
      ${owner.type === 'team' ? owner.id : null}::uuid, ${hash}::bytea, ${key.lastFour}::text, ${key.description}::text,
      ${key.isPublic}::boolean, ${key.createdByUserId}::uuid, ${key.createdFromAddress}::text,
      ${key.createdFromCountry}::text, ${key.createdAt}::timestamptz, ${key.expiresAt}::timestamptz
    where (
      select count(*) from api_keys where ${ownerColumns[owner.type]} = ${owner.id} and project_id = ${projectId}
    ) < ${max}::int`
    .map(isAnyTouched)
    .explained((error) => asMissingOwner(error, owner))
}

function asMissingOwner(error: unknown, { id }: KeyOwner): unknown {
  if (isForeignKeyViolation(error, 'api_keys_user')) return new KnownError('USER_NOT_FOUND')
  if (isForeignKeyViolation(error, 'api_keys_team')) return new KnownError('TEAM_NOT_FOUND', { team_id: id })
  return error
}

/** Locks a key and returns it. Lock its owner first (`platform/db/README.md`). */
export function lockKey(projectId: string, id: string): Statement<ApiKey | null> {
  return statement<KeyRow>`
    select ${keyColumns} from api_keys where id = ${id} and project_id = ${projectId} for no key update`.map(
    firstOrNull(toKey),
  )
}

/** Writes what an update may change. */
export function updateKey(
  projectId: string,
  { id, description, expiresAt, revokedAt }: Pick<ApiKey, 'id' | 'description' | 'expiresAt' | 'revokedAt'>,
): Statement<void> {
  return statement`
    update api_keys set description = ${description}, expires_at = ${expiresAt}, revoked_at = ${revokedAt}
    where id = ${id} and project_id = ${projectId}`.map(noResult)
}

/**
 * Revokes a key that is not public.
 *
 * @returns whether this call revoked it: true for one of several concurrent calls
 */
export function revokeSecretKey(projectId: string, id: string, now: Date): Statement<boolean> {
  return statement`
    update api_keys set revoked_at = ${now}
    where id = ${id} and project_id = ${projectId} and revoked_at is null and not is_public`.map(isAnyTouched)
}

/** Revokes locked keys. */
export function revokeKeys(projectId: string, ids: readonly string[], now: Date): Statement<void> {
  return statement`
    update api_keys set revoked_at = ${now}
    where id = any (${ids}::uuid[]) and project_id = ${projectId} and revoked_at is null`.map(noResult)
}

/** A key with the hash that proves it, and its project. */
export interface KeyOfProject {
  readonly projectId: string
  readonly hash: Uint8Array
  readonly key: ApiKey
}

/** Finds the keys with an id in all projects. Ids are random, so there is one at most, unless someone imported rows. */
export function findKeysOfAllProjects(id: string): Statement<KeyOfProject[]> {
  return unscoped.lookup<KeyRow & Omit<KeyOfProject, 'key'>>`
    select ${keyColumns}, project_id as "projectId", hash from api_keys where id = ${id}`.map(
    everyRow(({ projectId, hash, ...row }) => ({ projectId, hash, key: toKey(row) })),
  )
}

/** The keys of a project that were used in a minute. */
export interface UsedKeys {
  readonly projectIds: readonly string[]
  readonly ids: readonly string[]
  /** The beginning of the minute. */
  readonly at: Date
}

/**
 * Writes the last use of keys of several projects. Run `preferIndexes` before it. Skips locked rows, so that it waits
 * for no other transaction: the next use writes them.
 */
export function writeLastUse({ at, ids, projectIds }: UsedKeys): Statement<void> {
  return unscoped.statement`
    update api_keys set last_used_at = ${at}
    where ctid = any (array(
      select found.ctid from unnest(${projectIds}::text[], ${ids}::text[]) used (project_id, id), lateral (
        select ctid from api_keys
        where id = used.id::uuid and project_id = used.project_id and coalesce(last_used_at < ${at}, true)
        for no key update skip locked
      ) found))`.map(noResult)
}

export function deleteKeysOfUser(projectId: string, userId: string): Statement<void> {
  return statement`delete from api_keys where user_id = ${userId} and project_id = ${projectId}`.map(noResult)
}

/*
 * The two statements that take a list of users compare the project outside of the lateral query. Otherwise PostgreSQL
 * may choose the primary key and read all keys of the project (`platform/db/README.md`, "Plans" 2).
 */

/**
 * Deletes keys of locked users. A key whose last use is written at the same time can stay, and is deleted with its
 * user.
 *
 * @returns the number of deleted keys
 */
export function deleteKeysOfUsers(projectId: string, userIds: readonly string[], limit: number): Statement<number> {
  return statement`
    delete from api_keys where ctid = any (array(
      select own.ctid from unnest(${userIds}::text[]) wanted (id), lateral (
        select ctid, project_id from api_keys where user_id = wanted.id::uuid offset 0
      ) own where own.project_id = ${projectId} limit ${limit}))`.map(({ count }) => count)
}

/** Locks the keys of a team that is locked for deletion, in the order of their ids. */
export function lockKeysOfTeam(projectId: string, teamId: string): Statement<void> {
  return statement`
    select 1 from (
      select id from (
        select id from api_keys where team_id = ${teamId} and project_id = ${projectId} offset 0
      ) own order by id
    ) ordered, lateral (
      select 1 from api_keys where id = ordered.id and project_id = ${projectId} for update
    ) locked`.map(noResult)
}

/**
 * Removes the creators, and where they were, from the keys of teams that locked users created. Locks the keys in the
 * order of their ids.
 */
export function forgetCreators(projectId: string, userIds: readonly string[]): Statement<void> {
  return statement`
    update api_keys set created_by_user_id = null, created_from_address = null, created_from_country = null
    where project_id = ${projectId} and id = any (array(
      select locked.id from (
        select made.id from unnest(${userIds}::text[]) wanted (id), lateral (
          select id, project_id from api_keys
          where created_by_user_id = wanted.id::uuid and user_id is null offset 0
        ) made where made.project_id = ${projectId} order by made.id
      ) ordered, lateral (
        select id from api_keys where id = ordered.id and project_id = ${projectId} for no key update
      ) locked))`.map(noResult)
}
