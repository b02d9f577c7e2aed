import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { HOME } from '../../platform/cells/cell-tables.ts'
import { isUniqueViolation, isWriteHeld } from '../../platform/db/database-errors.ts'
import { toCamelCase, type CamelCased } from '@portico/contract/letter-case'
import type { Clock } from '../../kernel/clock.ts'
import type { Database, Transaction } from '../../kernel/database.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { scopeToProject } from '../../platform/db/project-scope.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { seedPermissions } from '../permission-definitions/definitions.ts'
import { mergeConfig, type ConfigUpdate } from './config-update.ts'
import type { Project } from '../../records/projects/project.ts'
import { newProject, writeNewProject } from './projects.ts'
import type { Seed, SeededProject } from './seed-file.ts'
import { changeProject } from '../../records/projects/changes.ts'
import { isProjectDeleted, lockProject } from '../../records/projects/store.ts'
import { toPublic, toStored, upsertKeySet } from '../../records/internal-api-keys/store.ts'
import { emit, systemCall } from '../../kernel/emit.ts'
import { statement } from '../../kernel/statement.ts'

export interface SeedDependencies {
  readonly clock: Clock
  readonly db: Database
  readonly log: Log
  readonly secret: MasterSecret
  readonly settings: { readonly dashboardUrl: string; readonly mode: Mode }
}

/** Seeded keys are configured by the operator, so they do not expire in practice. */
const SEEDED_KEYS_EXPIRE_AT = new Date('2099-12-31T23:59:59Z')

/** Each key belongs to one project. */
const keyConstraints = [
  'internal_api_keys_publishable_client_key_hash_key',
  'internal_api_keys_secret_server_key_hash_key',
  'internal_api_keys_super_secret_admin_key_hash_key',
]

/** How soon what waits for a cell is applied after the cell answers. */
const RETRY_MILLIS = 5_000

/**
 * Applies the seed at each start. It is idempotent. The project "internal" is created even if the seed does not contain
 * it.
 *
 * @returns the projects for {@link seedLater}: their cell is down, or a move holds their writes
 * @throws StartupProblem, and StoreUnavailable if the home cell is down
 */
export async function applySeed(dependencies: SeedDependencies, seed: Seed): Promise<SeededProject[]> {
  const projects = new Map((seed.projects ?? []).map((project) => [project.id, project]))
  projects.set('internal', projects.get('internal') ?? { id: 'internal' })
  const waiting: SeededProject[] = []
  for (const project of projects.values()) {
    try {
      await applyOne(dependencies, project)
    } catch (error) {
      if (!(await isOfItsCell(dependencies.db, project.id, error))) throw error
      dependencies.log.warn(
        { err: error, project_id: project.id },
        'the seed of a project is applied later: its cell is not available, or a move holds its writes',
      )
      waiting.push(project)
    }
  }
  return waiting
}

/** Whether the project cannot be changed now, although the home cell answers. */
async function isOfItsCell(db: Database, projectId: string, error: unknown): Promise<boolean> {
  if (!(error instanceof StoreUnavailable)) return false
  return isWriteHeld(error) || (db.cells !== undefined && (await db.cells.find(projectId)) !== HOME)
}

/** The seed of the projects that wait for a cell. */
export interface Seeding {
  stop(): Promise<void>
}

/**
 * Applies the seed of projects as soon as their cells answer. After any other error, the seed of the project waits for
 * the next start.
 */
export function seedLater(
  dependencies: SeedDependencies,
  projects: readonly SeededProject[],
  retryMillis = RETRY_MILLIS,
): Seeding {
  const stopping = new AbortController()
  const working = applyLater(dependencies, projects, retryMillis, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await working
    },
  }
}

async function applyLater(
  dependencies: SeedDependencies,
  projects: readonly SeededProject[],
  retryMillis: number,
  signal: AbortSignal,
): Promise<void> {
  const waiting = new Set(projects)
  while (waiting.size > 0) {
    await sleep(retryMillis, undefined, { ref: false, signal }).catch(() => {})
    for (const project of waiting) {
      if (signal.aborted) return
      if (!(await isStillWaiting(dependencies, project))) waiting.delete(project)
    }
  }
}

async function isStillWaiting(dependencies: SeedDependencies, project: SeededProject): Promise<boolean> {
  const logged = { project_id: project.id }
  try {
    if (await applyOne(dependencies, project)) dependencies.log.info(logged, 'the seed of a project is applied')
    return false
  } catch (error) {
    if (error instanceof StoreUnavailable) return true
    dependencies.log.error({ err: error, ...logged }, 'the seed of a project cannot be applied before a restart')
    return false
  }
}

/**
 * @returns false if the project is being removed
 * @throws StartupProblem for a mistake in the seed, and any error of the database
 */
async function applyOne(dependencies: SeedDependencies, project: SeededProject): Promise<boolean> {
  try {
    return await dependencies.db.transaction((tx) => applyProject(dependencies, tx, toCamelCase(project)))
  } catch (error) {
    if (error instanceof KnownError || error instanceof PlainError) {
      throw new StartupProblem(
        `A permission of the project ${project.id} in the seed cannot be defined. ${error.message}`,
        'Fix the seed and restart. Permissions that others contain come first.',
        { cause: error },
      )
    }
    if (!keyConstraints.some((constraint) => isUniqueViolation(error, constraint))) throw error
    throw new StartupProblem(
      `A key of the project ${project.id} in the seed already belongs to another project.`,
      'Use different keys for each project.',
      { cause: error },
    )
  }
}

async function applyProject(
  dependencies: SeedDependencies,
  tx: Transaction,
  seeded: CamelCased<SeededProject>,
): Promise<boolean> {
  const { clock, log, secret, settings } = dependencies
  const call = systemCall(seeded.id, clock.now())
  // If several nodes start at the same time, the others wait here and then find the project.
  await tx.run(statement`select pg_advisory_xact_lock(41004101)`)
  const scope = scopeToProject(tx, seeded.id)
  if (await scope.run(isProjectDeleted(scope.projectId))) {
    // The removal continues while the service runs, so the start must not fail.
    log.warn(
      { project_id: seeded.id },
      'The project was deleted and its records are still being removed, so the seed does not create it. Restart the service after the removal.',
    )
    return false
  }
  const present = await scope.run(lockProject(scope.projectId))
  const config =
    seeded.id === 'internal' ? internalConfig(settings, seeded.config ?? {}, present) : (seeded.config ?? {})
  if (present) {
    await scope.run(
      changeProject(call, present, {
        ...present,
        displayName: seeded.displayName ?? present.displayName,
        description: seeded.description ?? present.description,
        config: mergeConfig(secret, seeded.id, present.config, config),
      }),
    )
  } else {
    const fallbackName = seeded.id === 'internal' ? 'Portico' : seeded.id
    const wanted = { displayName: seeded.displayName ?? fallbackName, description: seeded.description, config }
    await writeNewProject(dependencies, tx, newProject(dependencies, seeded.id, wanted, clock.now()))
  }
  if (seeded.keys) {
    const keyId = seededKeySetId(seeded.id)
    const written = await scope.run(
      upsertKeySet(scope.projectId, {
        id: keyId,
        description: 'Seeded',
        createdAt: clock.now(),
        expiresAt: SEEDED_KEYS_EXPIRE_AT,
        publishableClientKey: toPublic(seeded.keys.publishableClientKey ?? null),
        secretServerKey: toStored(seeded.keys.secretServerKey ?? null),
        superSecretAdminKey: toStored(seeded.keys.superSecretAdminKey ?? null),
      }),
    )
    if (written === 'created') await scope.run(emit(call, 'internal_api_key.created', { keyId }))
    if (written === 'replaced') {
      await scope.run(emit(call, 'internal_api_key.updated', { keyId, changedFields: ['keys'] }))
    }
  }
  await seedPermissions(scope, call, 'team', seeded.teamPermissionDefinitions ?? [])
  await seedPermissions(scope, call, 'project', seeded.projectPermissionDefinitions ?? [])
  await tx.run(emit(call, 'project.seeded', {}))
  return true
}

/**
 * The settings of "internal". The origin of the dashboard is its first trusted domain, unless it is local. At creation,
 * the mode decides about sign-up, localhost and sign-in by e-mail. Later changes by an admin stay.
 */
function internalConfig(
  { dashboardUrl, mode }: SeedDependencies['settings'],
  seeded: ConfigUpdate,
  present: Project | null,
): ConfigUpdate {
  const isDevelopment = mode === 'development'
  const isLocal = /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::|$)/.test(dashboardUrl)
  const others = (seeded.domains ?? present?.config.domains ?? []).filter(({ domain }) => domain !== dashboardUrl)
  return {
    ...(!present && {
      signUpEnabled: isDevelopment,
      allowLocalhost: isDevelopment,
      // With it, invited owners can prove their address and get an account while sign-up is closed.
      magicLinkEnabled: !isDevelopment,
    }),
    ...seeded,
    domains: isLocal ? others : [{ domain: dashboardUrl, handlerPath: '/handler' }, ...others],
  }
}

/** The id of the seeded key set is derived from the id of the project, so that each start finds the same row. */
function seededKeySetId(id: string): string {
  const hex = createHash('sha256').update(`seeded key set ${id}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
