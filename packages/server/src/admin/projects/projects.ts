import type { ProjectAdminRead, ProjectCreate, ProjectUpdate } from '@portico/contract'

import type { AuditOrigin } from '../../records/audit/audit.ts'
import { forProject, scopeToProject, type Transaction } from '../../platform/db/sql.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import type { Ports } from '../../ports.ts'
import { addManagedProject, removeManagedProject } from '../../accounts/users.ts'
import type { User } from '../../records/users/user.ts'
import { mergeConfig, requireSharedProviders } from './config-update.ts'
import { managedProjectIds } from '../../records/projects/ownership.ts'
import { presentToAdmin } from '../../records/projects/present.ts'
import { projectConfigDefaults, type Project } from '../../records/projects/project.ts'
import { createSigningKey } from '../../records/projects/signing-keys.ts'
import {
  deleteProjectRow,
  insertProject,
  listProjectsById,
  lockProject,
  notifyProjectChanged,
  updateProjectRow,
} from '../../records/projects/store.ts'

/** The projects a user of "internal" owns, in the order they got them. */
export async function listOwnedProjects(ports: Ports, owner: User): Promise<ProjectAdminRead[]> {
  const projects = await listProjectsById(ports.db, managedProjectIds(owner))
  return projects.map((project) => presentToAdmin(project, project.userCount))
}

/** Creates a project with its signing key; the owner gets it in the same transaction. */
export async function createOwnedProject(
  ports: Ports,
  owner: User,
  wanted: ProjectCreate,
  origin: AuditOrigin,
): Promise<ProjectAdminRead> {
  requireSharedProviders(ports.providers, null, wanted.config ?? {})
  const project = newProject(ports, ports.random.uuid(), wanted)
  await ports.db.transaction(async (tx) => {
    await writeNewProject(ports, tx, project)
    const isOwned = await addManagedProject(scopeToProject(tx, 'internal'), owner.id, project.id)
    if (!isOwned) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
    await ports.audit.record(
      tx,
      { ...origin, projectId: project.id },
      {
        action: 'project.created',
        actor: { type: 'user', id: owner.id },
        targetId: project.id,
      },
    )
  })
  return presentToAdmin(project, 0, wanted.config)
}

export function newProject(ports: Pick<Ports, 'clock' | 'secret'>, id: string, wanted: ProjectCreate): Project {
  return {
    id,
    displayName: wanted.display_name,
    description: wanted.description ?? '',
    isProductionMode: wanted.is_production_mode ?? false,
    createdAt: ports.clock.now(),
    config: mergeConfig(ports.secret, id, projectConfigDefaults, wanted.config ?? {}),
  }
}

export async function writeNewProject(
  ports: Pick<Ports, 'clock' | 'random' | 'secret'>,
  tx: Transaction,
  project: Project,
): Promise<void> {
  await insertProject(tx, project)
  await createSigningKey(ports, scopeToProject(tx, project.id))
}

export async function readProject(ports: Ports, project: Project): Promise<ProjectAdminRead> {
  const [read] = await listProjectsById(ports.db, [project.id])
  if (!read) throw new KnownError('PROJECT_NOT_FOUND', { project_id: project.id })
  return presentToAdmin(read, read.userCount)
}

/** Changes settings; every node uses them before the answer is sent or at most an instant later. */
export async function updateProject(
  ports: Ports,
  projectId: string,
  update: ProjectUpdate,
  audit: { origin: AuditOrigin; actorId: string | null },
): Promise<ProjectAdminRead> {
  await forProject(ports.db, projectId).transaction(async (tx) => {
    const present = await lockProject(tx)
    if (!present) throw new KnownError('PROJECT_NOT_FOUND', { project_id: projectId })
    requireSharedProviders(ports.providers, present.config, update.config ?? {})
    await updateProjectRow(tx, {
      ...present,
      displayName: update.display_name ?? present.displayName,
      description: update.description === undefined ? present.description : (update.description ?? ''),
      isProductionMode: update.is_production_mode ?? present.isProductionMode,
      config: mergeConfig(ports.secret, projectId, present.config, update.config ?? {}),
    })
    await notifyProjectChanged(tx, projectId)
    await ports.audit.record(tx, audit.origin, {
      action: 'project.updated',
      actor: { type: 'admin', ...(audit.actorId !== null && { id: audit.actorId }) },
      targetId: projectId,
    })
  })
  ports.projects.forget(projectId)
  const [read] = await listProjectsById(ports.db, [projectId])
  if (!read) throw new KnownError('PROJECT_NOT_FOUND', { project_id: projectId })
  // What the caller has just written is shown once more, secrets included; later answers mask them.
  return presentToAdmin(read, read.userCount, update.config)
}

export async function deleteProject(
  ports: Ports,
  projectId: string,
  audit: { origin: AuditOrigin; actorId: string | null },
): Promise<void> {
  if (projectId === 'internal')
    throw new PlainError(400, 'The project "internal" holds the owners of all others and cannot be deleted.')
  await ports.db.transaction(async (tx) => {
    // Everything of the project goes with it, and that may be a great deal.
    await tx.script('set local statement_timeout = 0')
    const isDeleted = await deleteProjectRow(scopeToProject(tx, projectId))
    if (!isDeleted) throw new KnownError('PROJECT_NOT_FOUND', { project_id: projectId })
    await removeManagedProject(scopeToProject(tx, 'internal'), projectId)
    await notifyProjectChanged(tx, projectId)
    await ports.audit.record(tx, audit.origin, {
      action: 'project.deleted',
      actor: { type: 'admin', ...(audit.actorId !== null && { id: audit.actorId }) },
      targetId: projectId,
    })
  })
  ports.projects.forget(projectId)
}

export { listProjectIds, notifyProjectChanged, sweepRetiredSigningKeys } from '../../records/projects/store.ts'
