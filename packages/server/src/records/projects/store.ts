import type { Sweep } from '../../platform/db/sweep.ts'
import type { StoredKeySet } from '../internal-api-keys/store.ts'
import { toBranding, toStoredBranding, type StoredBranding } from './branding.ts'
import type { Project, StoredConfig } from './project.ts'
import { toConfig, toStoredConfig } from './stored-config.ts'
import {
  json,
  allRows,
  everyRow,
  firstOrNull,
  firstRow,
  isAnyTouched,
  lookup,
  noResult,
  sequence,
  statement,
  type Statement,
  unscoped,
} from '../../kernel/statement.ts'
import { column, columns, type RowOf } from '../../kernel/columns.ts'

export const projectColumns = columns({
  id: column<string>('id'),
  displayName: column<string>('display_name'),
  description: column<string>('description'),
  isProductionMode: column<boolean>('is_production_mode'),
  version: column<number>('version'),
  config: column<Partial<StoredConfig>>('config'),
  branding: column<Partial<StoredBranding>>('branding'),
  createdAt: column<Date>('created_at'),
  /** See `EndedRights`. */
  endedSessionsCreatedUntil: column<Date | null>('ended_sessions_created_until'),
  endedSessionsUsedUntil: column<Date | null>('ended_sessions_used_until'),
  endedSignUpsBegunUntil: column<Date | null>('ended_sign_ups_begun_until'),
  secondFactorRequiredSince: column<Date | null>('second_factor_required_since'),
})

export type ProjectRow = RowOf<typeof projectColumns>

const signingKeyColumns = columns({
  projectId: column<string>('project_id'),
  kid: column<string>('kid'),
  publicJwk: column<{ kty: 'EC'; crv: 'P-256'; x: string; y: string }>('public_jwk'),
  privateSealed: column<string>('private_sealed'),
  createdAt: column<Date>('created_at'),
  /** Null: since its creation. */
  signsFrom: column<Date | null>('signs_from'),
})

type SigningKeyRow = RowOf<typeof signingKeyColumns>

const sealedKeyColumns = signingKeyColumns.only('projectId', 'kid', 'privateSealed')

type SealedSigningKey = RowOf<typeof sealedKeyColumns>

/** A signing key as part of `ProjectWithKeys`. */
export interface StoredSigningKey extends Pick<SigningKeyRow, 'kid' | 'publicJwk' | 'privateSealed'> {
  /** ISO 8601; null: since its creation. */
  readonly signsFrom: string | null
  /** ISO 8601; null: no retirement is planned. */
  readonly retiredAt: string | null
}

/** A project with everything that authenticates a request to it. */
export interface ProjectWithKeys extends ProjectRow {
  readonly signingKeys: readonly StoredSigningKey[]
  /** Those that were not revoked, and those that were revoked last. */
  readonly keySets: readonly StoredKeySet[]
  readonly hasConnectionDomains: boolean
}

export function insertProject(project: Project): Statement<void> {
  return statement`
    insert into projects (id, display_name, description, is_production_mode, version, config, branding, second_factor_required_since,
                          created_at)
    values (${project.id}, ${project.displayName}, ${project.description}, ${project.isProductionMode},
            ${project.version}, ${json(toStoredConfig(project.config))}::jsonb,
            ${json(toStoredBranding(project.branding))}::jsonb, ${project.secondFactorRequiredSince}, ${project.createdAt})`.map(
    noResult,
  )
}

export function insertSigningKey(
  projectId: string,
  key: Omit<SigningKeyRow, 'projectId' | 'publicJwk'> & { readonly publicJwk: object },
): Statement<void> {
  return statement`
    insert into signing_keys (project_id, kid, public_jwk, private_sealed, created_at, signs_from)
    values (${projectId}, ${key.kid}, ${json(key.publicJwk)}::jsonb, ${key.privateSealed}, ${key.createdAt},
            ${key.signsFrom})`.map(noResult)
}

/** Finds the key of a project that starts to sign last, in force or not. */
export function findNewestSigningKey(projectId: string): Statement<SealedSigningKey | null> {
  return statement<SealedSigningKey>`
    select ${sealedKeyColumns} from signing_keys where project_id = ${projectId}
    order by signs_from desc nulls last, created_at desc limit 1`.map(firstRow)
}

/** Whether the project has a published key that does not sign yet. */
export function hasPendingSigningKey(projectId: string, now: Date): Statement<boolean> {
  return statement<{ is_pending: boolean }>`
    select exists (
      select from signing_keys where project_id = ${projectId} and signs_from > ${now}) as is_pending`.map(
    ({ rows }) => rows[0]?.is_pending ?? false,
  )
}

/** Sets the retirement time of every key of the project that has none yet. */
export function retireSigningKeys(projectId: string, at: Date): Statement<void> {
  return statement`
    update signing_keys set retired_at = ${at} where project_id = ${projectId} and retired_at is null`.map(noResult)
}

/** How long a retired public key is kept, so that its tokens count as expired, not as invalid. */
const RETIRED_KEPT = '30 days'

/** Deletes signing keys whose retention has ended. */
export const sweepRetiredSigningKeys: Sweep = async (db, now, limit) => {
  const { count } = await db.run(unscoped.statement`
    delete from signing_keys
    where (project_id, kid) in (
      select project_id, kid from signing_keys
      where retired_at < ${now}::timestamptz - ${RETIRED_KEPT}::interval
      order by retired_at limit ${limit})`)
  return count
}

/** Lists signing keys of all projects after the given key, in key order. */
export function listSigningKeys(
  after: Pick<SealedSigningKey, 'projectId' | 'kid'>,
  limit: number,
): Statement<SealedSigningKey[]> {
  return unscoped.statement<SealedSigningKey>`
    select ${sealedKeyColumns} from signing_keys
    where (project_id, kid) > (${after.projectId}, ${after.kid})
    order by project_id, kid limit ${limit}`.map(allRows)
}

/** @returns false if the key is gone or its sealed value has changed */
export function replaceStoredPrivateKey(
  { projectId, kid, privateSealed }: SealedSigningKey,
  resealed: string,
): Statement<boolean> {
  return statement`
    update signing_keys set private_sealed = ${resealed}
    where project_id = ${projectId} and kid = ${kid} and private_sealed = ${privateSealed}`.map(isAnyTouched)
}

const configColumns = projectColumns.only('id', 'config')

/** Settings as stored, without the defaults of settings that are newer than the project. */
export type ConfigOfProject = RowOf<typeof configColumns>

/** Lists the settings of all projects after the given id, in id order. */
export function listStoredConfigs(after: string, limit: number): Statement<ConfigOfProject[]> {
  return unscoped.statement<ConfigOfProject>`
    select ${configColumns} from projects where id > ${after} order by id limit ${limit}`.map(allRows)
}

/** @returns false if the project is gone or its settings have changed */
export function replaceStoredConfig(
  { id, config }: ConfigOfProject,
  next: ConfigOfProject['config'],
): Statement<boolean> {
  return statement`
    update projects set config = ${json(next)}::jsonb where id = ${id} and config = ${json(config)}::jsonb`.map(
    isAnyTouched,
  )
}

/** Lists all projects after the given id, in id order. */
export function listProjects(after: string, limit: number): Statement<Project[]> {
  return unscoped.statement<ProjectRow>`
    select ${projectColumns} from projects where id > ${after} order by id limit ${limit}`.map(everyRow(toProject))
}

/** Lists project ids after the given id, in order. */
export function listProjectIds(after: string, limit: number): Statement<string[]> {
  return unscoped.statement<{ id: string }>`
    select id from projects where id > ${after} order by id limit ${limit}`.map(everyRow(({ id }) => id))
}

/**
 * Locks the tenant and other projects, so that no other transaction deletes them before this one ends.
 *
 * @returns the other projects that exist, in the given order, without duplicates
 */
export function lockProjects(projectId: string, otherIds: readonly string[]): Statement<string[]> {
  const others = [...new Set(otherIds)]
  return sequence([lockPresence(projectId), ...others.map(lockPresence)]).map(([_own, ...isPresent]) =>
    others.filter((_id, index) => isPresent[index]),
  )
}

/** A separate statement for each project, because projects can be in different cells. */
function lockPresence(projectId: string): Statement<boolean> {
  return statement`select 1 from projects where id = ${projectId} and deleted_at is null for key share`
    .map(isAnyTouched)
    .ofOwnedProject()
}

/** Locks projects, so that neither their settings nor their staff change before the transaction ends. */
export function lockStaffOf(projectIds: readonly string[]): Statement<void> {
  // guard: owners who delete their accounts at the same time wait for each other (drop `for no key update`)
  //   [postgres: admin/project-owners/project-owners]
  return sequence(
    projectIds.toSorted().map((projectId) =>
      statement`
        select 1 from projects where id = ${projectId} and deleted_at is null for no key update`.ofOwnedProject(),
    ),
  ).map(noResult)
}

/**
 * Locks the project, so that concurrent updates cannot overwrite each other's settings. Users can still be created:
 * this lock does not conflict with the shared lock of a foreign key.
 */
export function lockProject(projectId: string): Statement<Project | null> {
  // guard: the definitions of a project change one at a time (drop `for no key update`) [postgres: definitions]
  return statement<ProjectRow>`
    select ${projectColumns} from projects where id = ${projectId} and deleted_at is null for no key update`.map(
    firstOrNull(toProject),
  )
}

/** Locks the project against changes of its settings. Callers that only read them do not wait for each other. */
export function lockSettings(projectId: string): Statement<Project | null> {
  return statement<ProjectRow>`
    select ${projectColumns} from projects where id = ${projectId} and deleted_at is null for share`.map(
    firstOrNull(toProject),
  )
}

/** Use `changeProject`, which also records what changes. */
export function updateProjectRow(projectId: string, project: Project): Statement<void> {
  return statement`
    update projects set display_name = ${project.displayName}, description = ${project.description},
      is_production_mode = ${project.isProductionMode}, version = ${project.version}, config = ${json(toStoredConfig(project.config))}::jsonb,
      branding = ${json(toStoredBranding(project.branding))}::jsonb,
      ended_sessions_created_until = ${project.endedSessionsCreatedUntil},
      ended_sessions_used_until = ${project.endedSessionsUsedUntil},
      ended_sign_ups_begun_until = ${project.endedSignUpsBegunUntil},
      second_factor_required_since = ${project.secondFactorRequiredSince}
    where id = ${projectId}`.map(noResult)
}

/** Marks a locked project as deleted. From the commit on, no request can use it. */
export function markProjectDeleted(projectId: string, now: Date): Statement<void> {
  return statement`update projects set deleted_at = coalesce(deleted_at, ${now}) where id = ${projectId}`.map(noResult)
}

export function findProject(projectId: string): Statement<Project | null> {
  return statement<ProjectRow>`
    select ${projectColumns} from projects where id = ${projectId} and deleted_at is null`.map(firstOrNull(toProject))
}

/** Lists which of these ids have a row in this cell, including deleted projects. */
export function listPresentProjects(projectIds: readonly string[]): Statement<string[]> {
  const listed = unscoped.statement<{ id: string }>`
    select p.id from unnest(${projectIds}::text[]) wanted (id), lateral (
      select id from projects where id = wanted.id offset 0
    ) p`.map(everyRow(({ id }) => id))
  return listed
}

/** Finds the name of a project; null if it was deleted. */
export function findProjectName(projectId: string): Statement<string | null> {
  return lookup<{ displayName: string }>`
    select display_name as "displayName" from projects where id = ${projectId} and deleted_at is null`.map(
    firstOrNull(({ displayName }) => displayName),
  )
}

/** Whether the records of a deleted project are still being removed. */
export function isProjectDeleted(projectId: string): Statement<boolean> {
  return statement`select 1 from projects where id = ${projectId} and deleted_at is not null`.map(isAnyTouched)
}

export function deleteProjectRow(projectId: string): Statement<boolean> {
  return statement`delete from projects where id = ${projectId}`.map(isAnyTouched)
}

/** Marks all projects of a cell as restored from a backup. */
export function markRestored(at: Date): Statement<void> {
  return unscoped.statement`
    with found as (select id from projects order by id for no key update)
    update projects set restored_at = ${at} where id = any (array(select id from found))`.map(noResult)
}

/** Notifies every node, including this one, after the commit that the project has changed. */
export function notifyProjectChanged(projectId: string): Statement<void> {
  return statement`select pg_notify('portico_project', ${projectId})`.map(noResult)
}

export function toProject({ branding, config, ...row }: ProjectRow): Project {
  const { id, displayName, description, isProductionMode, version, createdAt } = row
  const { endedSessionsCreatedUntil, endedSessionsUsedUntil, endedSignUpsBegunUntil, secondFactorRequiredSince } = row
  return {
    id,
    displayName,
    description,
    isProductionMode,
    version,
    createdAt,
    endedSessionsCreatedUntil,
    endedSessionsUsedUntil,
    endedSignUpsBegunUntil,
    secondFactorRequiredSince,
    config: toConfig(config),
    branding: toBranding(branding),
  }
}
