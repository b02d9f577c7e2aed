import { OWNED_PROJECT_DAYS, type ProjectCreate, type ProjectUpdate, type StaffRole } from '@portico/contract'

import type { ProjectCall } from '../../api/rules/route.ts'
import type { Call } from '../../kernel/call.ts'
import type { Database, Transaction } from '../../kernel/database.ts'
import type { CamelCased } from '@portico/contract/letter-case'
import { readInCellsOf } from '../../platform/cells/across-cells.ts'
import { placeNewProject } from '../../platform/cells/placing.ts'
import { scopeToProject } from '../../platform/db/project-scope.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import type { User } from '../../records/users/user.ts'
import type { SenderDomainSettings } from '../../platform/mailer/sender-domains.ts'
import { listLogosFor, planBranding, readBranding } from './branding-update.ts'
import {
  mergeConfig,
  requireSharedProviders,
  requireTrustworthyDomains,
  requireUsableOldSystem,
  requireUsableSender,
} from './config-update.ts'
import { requireReadableIssuers, requireUsableIssuers, type IssuerReading } from './issuer-update.ts'
import { insertInitialDefinitions } from '../../records/permissions/initial-definitions.ts'
import { noBranding } from '../../records/projects/branding.ts'
import { newProjectConfig, nothingEnded, type Project } from '../../records/projects/project.ts'
import { withPolicyStart } from '../../records/projects/second-factor-policy.ts'
import { createSigningKey } from '../../records/projects/signing-keys.ts'
import { insertProject, lockProject, markProjectDeleted } from '../../records/projects/store.ts'
import { lastDays, rangeOf } from '../../records/figures/days.ts'
import type { Job, ProjectRemovalParameters } from '../../records/jobs/job.ts'
import { cancelJobsOfProject, insertJob, listProjectRemovals } from '../../records/jobs/store.ts'
import { deleteOwnerInvitationsTo } from '../../records/owner-invitations/store.ts'
import { addStaffRoles, listStaffRoles, removeStaff } from '../../records/project-owners/store.ts'
import { changeProject, listSettingChanges } from '../../records/projects/changes.ts'
import { requireActiveSession } from '../../records/sessions/active-session.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { emit } from '../../kernel/emit.ts'
import {
  listProjectsById,
  listProjectsWithSignUps,
  type ListedProject,
  type ProjectWithSignUps,
} from '../../records/queries/projects/project-list.ts'
import { guardTakeoverSettings, type SettingsCall } from './takeover-settings.ts'
import { refuseConflicts } from './version-conflict.ts'

const LISTED_DELETIONS_MAX = 100

export interface ProjectDependencies {
  /** Not restricted to one project, because owners list and create projects in calls to "internal". */
  readonly db: Database
  readonly limiter: IssuerReading['limiter']
  readonly providers: { isShared(providerId: string): boolean } & IssuerReading['providers']
  readonly secret: MasterSecret
  readonly settings: SenderDomainSettings & { readonly baseUrl: string }
}

interface UserCall extends ProjectCall {
  readonly user: User
}

interface OwnedProjects {
  readonly projects: readonly ProjectWithSignUps[]
  /** The roles of the user, by the id of the project. */
  readonly roles: ReadonlyMap<string, StaffRole>
  /** The days of the sign-ups in UTC, as `YYYY-MM-DD`, today last. */
  readonly days: readonly string[]
}

/** Lists the projects to whose staff a user of "internal" belongs, oldest membership first. */
export async function listOwnedProjects({ db }: ProjectDependencies, call: UserCall): Promise<OwnedProjects> {
  const days = lastDays(call.now(), OWNED_PROJECT_DAYS)
  const owned = (call.user.ownedProjectIds ?? []).map((projectId) => ({ projectId }))
  const [roles, listed] = await Promise.all([
    db.run(listStaffRoles('internal', call.user.id)),
    readInCellsOf(db, owned, (cell, some) =>
      cell.run(
        listProjectsWithSignUps(
          some.map(({ projectId }) => projectId),
          rangeOf(days),
        ),
      ),
    ),
  ])
  const byId = new Map(listed.map((project) => [project.id, project]))
  return { projects: owned.flatMap(({ projectId }) => byId.get(projectId) ?? []), roles, days }
}

/**
 * Creates a project with its signing key and its owner in one transaction.
 *
 * @throws USER_AUTHENTICATION_REQUIRED, ACCESS_TOKEN_EXPIRED, INVALID_SHARED_OAUTH_PROVIDER_ID
 */
export async function createOwnedProject(
  dependencies: ProjectDependencies,
  call: UserCall,
  wanted: CamelCased<ProjectCreate>,
): Promise<Project> {
  const { now, origin, user: owner } = call
  requireSharedProviders(dependencies.providers, null, wanted.config ?? {})
  requireTrustworthyDomains(null, wanted.config ?? {})
  requireUsableSender(dependencies.settings, null, wanted.config ?? {})
  requireUsableOldSystem(dependencies.settings, wanted.config ?? {}, now())
  requireUsableIssuers(dependencies.settings, wanted.config ?? {})
  const plain = newProject(dependencies, newUuid(), wanted, now())
  await requireReadableIssuers(dependencies, plain.id, null, wanted.config ?? {})
  const planned = planBranding(dependencies, plain, readBranding(wanted), [])
  const project = { ...plain, branding: planned.branding }
  const placing = await placeNewProject(dependencies.db, project.id, project.createdAt)
  await dependencies.db.transaction(async (tx) => {
    await tx.run(placing)
    await writeNewProject(dependencies, tx, project)
    await scopeToProject(tx, project.id).run(planned.store)
    // guard: the creation of a project requires an active session until its commit (drop `requireActiveSession`)
    //   [proof-race.postgres]
    const { isOwned } = await scopeToProject(tx, 'internal').batch({
      isOwned: addStaffRoles('internal', owner.id, [project.id], now()),
      session: requireActiveSession(call.project, call.caller.claims, now()),
    })
    if (!isOwned) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
    await tx.run(
      emit(
        {
          ...call,
          projectId: project.id,
          // A user of "internal". The audit log of the project names its owners as admins.
          actor: { type: 'admin', id: owner.id },
          origin: { ...origin, projectId: project.id },
        },
        'project.created',
        { projectId: project.id },
      ),
    )
  })
  return project
}

export function newProject(
  { secret }: { readonly secret: MasterSecret },
  id: string,
  wanted: CamelCased<ProjectCreate>,
  createdAt: Date,
): Project {
  const project: Project = {
    id,
    displayName: wanted.displayName,
    description: wanted.description ?? '',
    isProductionMode: wanted.isProductionMode ?? false,
    version: 1,
    createdAt,
    ...nothingEnded,
    secondFactorRequiredSince: null,
    branding: noBranding,
    config: mergeConfig(secret, id, newProjectConfig, wanted.config ?? {}),
  }
  return withPolicyStart(project, null, createdAt)
}

export async function writeNewProject(
  dependencies: { readonly secret: MasterSecret },
  tx: Transaction,
  project: Project,
): Promise<void> {
  await tx.batch([insertProject(project), insertInitialDefinitions(project.id)])
  await createSigningKey(dependencies, scopeToProject(tx, project.id), project.createdAt)
}

/** @throws PROJECT_NOT_FOUND */
export async function readProject(
  { db }: Pick<ProjectDependencies, 'db'>,
  { projectId }: Call,
): Promise<ListedProject> {
  const [read] = await readInCellsOf(db, [{ projectId }], (cell) => cell.run(listProjectsById([projectId])))
  if (!read) throw new KnownError('PROJECT_NOT_FOUND', { project_id: projectId })
  return read
}

/**
 * Changes settings. This node uses them at once, other nodes shortly after the commit.
 *
 * @throws PROJECT_NOT_FOUND, INVALID_SHARED_OAUTH_PROVIDER_ID, PROJECT_VERSION_CONFLICT, RECENT_SIGN_IN_REQUIRED
 */
export async function updateProject(
  dependencies: ProjectDependencies,
  call: Call & SettingsCall,
  update: CamelCased<ProjectUpdate>,
): Promise<ListedProject> {
  const { config = {} } = update
  requireUsableIssuers(dependencies.settings, config)
  // Before the transaction, which must not wait for other servers.
  if (config.oidcProviders?.length) {
    await requireReadableIssuers(dependencies, call.projectId, (await readProject(dependencies, call)).config, config)
  }
  await changeSettings(dependencies, call, () => update)
  return readProject(dependencies, call)
}

/**
 * Changes settings by an update that depends on the stored ones.
 *
 * @param updateOf computes the update of the locked project
 * @returns the changed project
 * @throws the errors of `updateProject`
 */
export async function changeSettings(
  { db, providers, secret, settings }: ProjectDependencies,
  call: Call & SettingsCall,
  updateOf: (present: Project) => CamelCased<ProjectUpdate>,
): Promise<Project> {
  const { projectId } = call
  return db.transaction(async (whole) => {
    const tx = scopeToProject(whole, projectId)
    const present = await tx.run(lockProject(tx.projectId))
    if (!present) throw new KnownError('PROJECT_NOT_FOUND', { project_id: projectId })
    const update = updateOf(present)
    requireSharedProviders(providers, present.config, update.config ?? {})
    // guard: a domain that cannot trust any URL is not stored
    requireTrustworthyDomains(present.config, update.config ?? {})
    requireUsableSender(settings, present.config, update.config ?? {})
    requireUsableOldSystem(settings, update.config ?? {}, call.now())
    const written = readBranding(update)
    const planned = planBranding({ secret }, present, written, await tx.run(listLogosFor(projectId, written)))
    const next = {
      ...present,
      displayName: update.displayName ?? present.displayName,
      description: update.description === undefined ? present.description : (update.description ?? ''),
      isProductionMode: update.isProductionMode ?? present.isProductionMode,
      config: mergeConfig(secret, projectId, present.config, update.config ?? {}),
      branding: planned.branding,
    }
    const changes = listSettingChanges(present, next)
    if (update.ifVersion !== undefined) await refuseConflicts(whole, present, changes, update.ifVersion)
    await guardTakeoverSettings(whole, call, present, changes)
    await tx.batch([changeProject(call, present, next), planned.store])
    return next
  })
}

/**
 * Deletes a project. After the commit, its keys, tokens and staff can make no calls. A job removes its records.
 *
 * @throws PlainError 400 for "internal", PROJECT_NOT_FOUND
 */
export async function deleteProject({ db }: ProjectDependencies, call: Call): Promise<void> {
  const { now, projectId } = call
  if (projectId === 'internal')
    throw new PlainError(
      400,
      'The project "internal" cannot be deleted, because it contains the owners of all other projects.',
    )
  await db.transaction(async (tx) => {
    const scope = scopeToProject(tx, projectId)
    const project = await scope.run(lockProject(projectId))
    if (!project) throw new KnownError('PROJECT_NOT_FOUND', { project_id: projectId })
    const { staffIds } = await scope.batch({
      jobs: cancelJobsOfProject(projectId, now()),
      staffIds: removeStaff(projectId),
      invitations: deleteOwnerInvitationsTo(projectId),
      mark: markProjectDeleted(projectId, now()),
      deleted: emit(call, 'project.deleted', { projectId }),
    })
    const removal = { ...call, projectId: 'internal', origin: { ...call.origin, projectId: 'internal' } }
    const parameters: ProjectRemovalParameters = { displayName: project.displayName }
    const id = newUuid()
    await scopeToProject(tx, 'internal').batch([
      insertJob(
        removal,
        { id, targetProjectId: projectId, type: 'delete_project', parameters, total: null, watcherIds: staffIds },
        1,
      ),
      emit(removal, 'job.created', { jobId: id, reason: 'delete_project' }),
    ])
  })
}

/** Lists the jobs that remove the records of deleted projects to whose staff a user of "internal" belonged. */
export function listProjectDeletions({ db }: ProjectDependencies, call: UserCall): Promise<Job[]> {
  return db.run(listProjectRemovals(call.user.id, LISTED_DELETIONS_MAX))
}
