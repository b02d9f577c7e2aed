import {
  PERMISSION_DEFINITIONS_MAX,
  type PermissionDefinitionCreate,
  type PermissionDefinitionUpdate,
  type PermissionScope,
} from '@portico/contract'

import { endLostInvitations } from '../../accounts/end-lost-invitations.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import type { Call } from '../../kernel/call.ts'
import type { ProjectTransaction } from '../../kernel/database.ts'
import { emit, writtenFields, type EventCall } from '../../kernel/emit.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import type { CamelCased } from '@portico/contract/letter-case'
import type { Statement } from '../../kernel/statement.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import type { PermissionDefinition } from '../../records/permissions/definition.ts'
import {
  deleteDefinition,
  deleteGrantsOf,
  insertDefinition,
  listDefinitions,
  updateDefinition,
} from '../../records/permissions/store.ts'
import { systemPermissionsOf } from '../../records/permissions/system-permissions.ts'
import type { Project } from '../../records/projects/project.ts'
import { changeProject, type FieldChange } from '../../records/projects/changes.ts'
import { lockProject } from '../../records/projects/store.ts'
import { requireSoundContainment } from './containment.ts'
import { changedFieldsOf, changeOfDefinition, isSameDefinition, type DefinitionAmong } from './definition-change.ts'

/** Number of grants that one statement deletes. */
const PIECE_GRANTS = 5_000

type WantedPermission = CamelCased<PermissionDefinitionCreate>
type PermissionUpdate = CamelCased<PermissionDefinitionUpdate>

/** The definitions of a project, which cannot change before the transaction ends. */
interface LockedDefinitions {
  readonly project: Project
  readonly all: readonly PermissionDefinition[]
}

/** A new or changed definition with the project that it belongs to. */
export interface WrittenDefinition extends NextDefinitions {
  readonly project: Project
}

/** Lists the definitions of both scopes. */
export function listPermissions(call: ProjectCall): Promise<PermissionDefinition[]> {
  return call.db.run(listDefinitions(call.projectId))
}

/** @throws PERMISSION_ID_ALREADY_EXISTS, CONTAINED_PERMISSION_NOT_FOUND */
export function definePermission(
  call: ProjectCall,
  scope: PermissionScope,
  wanted: WantedPermission,
): Promise<WrittenDefinition> {
  return call.db.transaction(async (tx) => {
    const locked = await lockDefinitions(tx)
    const { project } = locked
    const next = withNewDefinition(locked, scope, wanted)
    await tx.batch([
      insertDefinition(tx.projectId, next.definition),
      changeProject(call, project, project, [changeOf(locked, null, next)]),
      emit(call, 'permission_definition.created', { permissionId: next.definition.id }),
    ])
    return { ...next, project }
  })
}

/**
 * Changes a definition. An update with the stored values writes nothing and emits no event.
 *
 * @throws PERMISSION_NOT_FOUND, PERMISSION_ID_ALREADY_EXISTS, CONTAINED_PERMISSION_NOT_FOUND
 */
export function changePermission(
  call: ProjectCall,
  scope: PermissionScope,
  id: string,
  update: PermissionUpdate,
): Promise<WrittenDefinition> {
  return call.db.transaction(async (tx) => {
    const locked = await lockDefinitions(tx)
    const { project } = locked
    const present = requireDefined(locked.all, scope, id)
    const next = withChangedDefinition(locked, present, update)
    const { definition } = next
    if (isSameDefinition(present, definition)) return { ...next, project }
    const changed = { permissionId: definition.id, changedFields: writtenFields(update) }
    await endLostInvitations(tx, call, locked.all, next.all)
    await tx.batch([
      updateDefinition(tx.projectId, definition),
      changeProject(call, project, withReplacedDefault(project, present, definition.id), [
        changeOf(locked, present, next),
      ]),
      emit(call, 'permission_definition.updated', changed),
    ])
    return { ...next, project }
  })
}

/**
 * Defines permissions, or changes those with these ids. A permission can contain those before it. The caller holds the
 * lock of the project, or has just created it.
 *
 * @throws PERMISSION_ID_ALREADY_EXISTS, CONTAINED_PERMISSION_NOT_FOUND
 */
export async function seedPermissions(
  tx: ProjectTransaction,
  call: EventCall,
  scope: PermissionScope,
  seeded: readonly WantedPermission[],
): Promise<void> {
  if (seeded.length === 0) return
  let { all, project } = await lockDefinitions(tx)
  const before = all
  const written: Statement<unknown>[] = []
  for (const wanted of seeded) {
    const locked = { all, project }
    const present = findDefined(all, scope, wanted.id) ?? null
    const next = present ? withChangedDefinition(locked, present, wanted) : withNewDefinition(locked, scope, wanted)
    const change = changeOf(locked, present, next)
    const changedFields = changedFieldsOf(change)
    // The seed is applied at each start and usually changes nothing.
    if (changedFields.length === 0) continue
    const permissionId = next.definition.id
    written.push(
      present ? updateDefinition(tx.projectId, next.definition) : insertDefinition(tx.projectId, next.definition),
      changeProject(call, project, project, [change]),
      present
        ? emit(call, 'permission_definition.updated', { permissionId, changedFields })
        : emit(call, 'permission_definition.created', { permissionId }),
    )
    all = next.all
    project = { ...project, version: project.version + 1 }
  }
  await endLostInvitations(tx, call, before, all)
  await tx.batch(written)
}

/**
 * Deletes a permission, and then its grants in separate transactions: there can be millions, and no other call waits
 * for them. If that fails, the remaining grants have no effect.
 *
 * @throws PERMISSION_NOT_FOUND
 */
export async function removePermission(call: ProjectCall, scope: PermissionScope, id: string): Promise<void> {
  const removed = await call.db.transaction(async (tx) => {
    const locked = await lockDefinitions(tx)
    const { all, project } = locked
    const present = requireDefined(all, scope, id)
    await endLostInvitations(
      tx,
      call,
      all,
      all.filter((definition) => definition !== present),
    )
    await tx.batch([
      deleteDefinition(tx.projectId, present.key),
      changeProject(call, project, withReplacedDefault(project, present, null), [
        changeOf(locked, present, { definition: null, all }),
      ]),
      emit(call, 'permission_definition.deleted', { permissionId: id }),
    ])
    return present
  })
  await deleteAllGrants(call, removed)
}

/** Deletes the grants of a deleted definition, in separate transactions. */
export async function deleteAllGrants(
  { db, projectId }: Pick<Call, 'db' | 'projectId'>,
  removed: PermissionDefinition,
): Promise<void> {
  while ((await db.run(deleteGrantsOf(projectId, removed, PIECE_GRANTS))) === PIECE_GRANTS);
}

/**
 * Locks the project, under whose lock its definitions change. A change ends invitations first, because their acceptance
 * locks the definitions of default permissions last.
 */
async function lockDefinitions(tx: ProjectTransaction): Promise<LockedDefinitions> {
  const { all, project } = await tx.batch({
    project: lockProject(tx.projectId),
    all: listDefinitions(tx.projectId),
  })
  if (!project) throw new KnownError('PROJECT_NOT_FOUND', { project_id: tx.projectId })
  return { project, all }
}

/** A new or changed definition, and all definitions of the project including it. */
interface NextDefinitions {
  readonly definition: PermissionDefinition
  readonly all: readonly PermissionDefinition[]
}

function withNewDefinition(
  { all, project }: LockedDefinitions,
  scope: PermissionScope,
  { id, description, containedPermissionIds: containedIds = [] }: WantedPermission,
): NextDefinitions {
  requireFreeId(all, id)
  if (all.length >= PERMISSION_DEFINITIONS_MAX) {
    throw new PlainError(400, `A project can define at most ${PERMISSION_DEFINITIONS_MAX} permissions.`)
  }
  const containedKeys = resolveContained({ all, project }, scope, containedIds)
  return requireSound(all, { key: newUuid(), id, scope, description: description ?? null, containedKeys })
}

/** Absent fields stay unchanged. */
function withChangedDefinition(
  { all, project }: LockedDefinitions,
  present: PermissionDefinition,
  { id = present.id, description, containedPermissionIds: containedIds }: PermissionUpdate,
): NextDefinitions {
  const others = all.filter((definition) => definition !== present)
  requireFreeId(others, id)
  const renamed = { ...present, id, description: description ?? present.description }
  if (containedIds === undefined) return requireSound(others, renamed)
  const containedKeys = resolveContained({ all: [...others, renamed], project }, present.scope, containedIds)
  return requireSound(others, { ...renamed, containedKeys })
}

function requireSound(others: readonly PermissionDefinition[], definition: PermissionDefinition): NextDefinitions {
  const all = [...others, definition]
  requireSoundContainment(all, definition)
  return { definition, all }
}

function changeOf(
  { all, project }: LockedDefinitions,
  definition: PermissionDefinition | null,
  next: DefinitionAmong,
): FieldChange {
  return changeOfDefinition(project.config, { definition, all }, next)
}

/** An id belongs to one permission, whatever its scope. */
function requireFreeId(all: readonly PermissionDefinition[], wanted: string): void {
  if (!all.some(({ id }) => id === wanted)) return
  throw new KnownError('PERMISSION_ID_ALREADY_EXISTS', { permission_id: wanted })
}

function findDefined(
  all: readonly PermissionDefinition[],
  scope: PermissionScope,
  wanted: string,
): PermissionDefinition | undefined {
  return all.find((definition) => definition.id === wanted && definition.scope === scope)
}

function requireDefined(
  all: readonly PermissionDefinition[],
  scope: PermissionScope,
  wanted: string,
): PermissionDefinition {
  const found = findDefined(all, scope, wanted)
  if (!found) throw new KnownError('PERMISSION_NOT_FOUND', { permission_id: wanted })
  return found
}

/** Returns the keys of the permissions that a permission of this scope can contain. */
function resolveContained(
  { all, project }: LockedDefinitions,
  scope: PermissionScope,
  ids: readonly string[],
): string[] {
  const system: readonly string[] = scope === 'team' ? systemPermissionsOf(project.config) : []
  const keys = new Map(system.map((id) => [id, id]))
  for (const definition of all) if (definition.scope === scope) keys.set(definition.id, definition.key)
  return [...new Set(ids)].map((id) => {
    const key = keys.get(id)
    if (key === undefined) throw new KnownError('CONTAINED_PERMISSION_NOT_FOUND', { permission_id: id })
    return key
  })
}

const defaultLists = {
  team: ['teamCreatorDefaultPermissions', 'teamMemberDefaultPermissions'],
  project: ['userDefaultPermissions'],
} as const

/** Replaces a definition in the lists of default permissions of its scope, or removes it. */
export function withReplacedDefault(
  project: Project,
  { id, scope }: Pick<PermissionDefinition, 'id' | 'scope'>,
  next: string | null,
): Project {
  const affected = defaultLists[scope].filter((name) => project.config[name].some((permission) => permission.id === id))
  if (id === next || affected.length === 0) return project
  const lists = affected.map((name) => [name, replaceId(project.config[name], id, next)] as const)
  return { ...project, config: { ...project.config, ...Object.fromEntries(lists) } }
}

function replaceId(permissions: readonly { readonly id: string }[], id: string, next: string | null): { id: string }[] {
  const ids = permissions.flatMap((permission) => (permission.id === id ? (next ?? []) : permission.id))
  return [...new Set(ids)].map((one) => ({ id: one }))
}
