import { isDeepStrictEqual } from 'node:util'

import type { ProjectConfiguration, ProjectImportResult } from '@portico/contract'

import type { Call } from '../../kernel/call.ts'
import type { ProjectTransaction, Transaction } from '../../kernel/database.ts'
import { emit, type EventCall } from '../../kernel/emit.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { toCamelCase } from '../../kernel/letter-case.ts'
import type { Statement } from '../../kernel/statement.ts'
import { scopeToProject } from '../../platform/db/project-scope.ts'
import type { PermissionDefinition } from '../../records/permissions/definition.ts'
import { deleteDefinitions, listDefinitions, writeDefinitions } from '../../records/permissions/store.ts'
import { changeProject, listSettingChanges, type FieldChange } from '../../records/projects/changes.ts'
import type { Project } from '../../records/projects/project.ts'
import { lockProject } from '../../records/projects/store.ts'
import { changedFieldsOf, changeOfDefinition } from '../permission-definitions/definition-change.ts'
import { deleteAllGrants } from '../permission-definitions/definitions.ts'
import { mergeConfig, requireSharedProviders } from '../projects/config-update.ts'
import { refuseConflicts } from '../projects/version-conflict.ts'
import { completeConfig } from './document-secrets.ts'
import type { ConfigurationDependencies } from './export-configuration.ts'
import { planDefinitions } from './plan-definitions.ts'
import { openSecrets, type ProjectSecrets } from './sealed-secrets.ts'

export interface ImportDependencies extends ConfigurationDependencies {
  readonly providers: { isShared(providerId: string): boolean }
}

export interface WantedImport {
  readonly document: ProjectConfiguration
  readonly isDryRun: boolean
  readonly deletesMissing: boolean
  readonly passphrase: string | undefined
  readonly ifVersion: number | undefined
}

type ChangeKind = 'created' | 'updated' | 'deleted'

interface DefinitionChange extends FieldChange {
  readonly change: ChangeKind
  readonly definition: PermissionDefinition
}

/** What an import changes. */
interface Plan {
  readonly present: Project
  readonly next: Project
  readonly settings: readonly FieldChange[]
  readonly definitions: readonly DefinitionChange[]
  readonly missingSecrets: readonly string[]
}

/**
 * Applies a document, all of it or nothing, or only lists what it would change.
 *
 * @throws PROJECT_NOT_FOUND, PROJECT_VERSION_CONFLICT, INVALID_SHARED_OAUTH_PROVIDER_ID, SCHEMA_ERROR, PlainError 400
 */
export async function importConfiguration(
  dependencies: ImportDependencies,
  call: Call,
  wanted: WantedImport,
): Promise<ProjectImportResult> {
  const opened = await openSecretsOf(dependencies, call.projectId, wanted)
  const plan = await dependencies.db.transaction(async (tx) => {
    const made = await planImport(dependencies, tx, call.projectId, wanted, opened)
    if (wanted.ifVersion !== undefined) {
      await refuseConflicts(tx, made.present, [...made.settings, ...made.definitions], wanted.ifVersion)
    }
    if (!wanted.isDryRun) await applyPlan(scopeToProject(tx, call.projectId), call, made)
    return made
  })
  if (!wanted.isDryRun) {
    for (const { definition } of ofKind(plan, 'deleted')) await deleteAllGrants(call, definition)
  }
  return present(plan, wanted.isDryRun)
}

async function openSecretsOf(
  { hasher }: ImportDependencies,
  projectId: string,
  { document, passphrase }: WantedImport,
): Promise<ProjectSecrets | null> {
  if (passphrase === undefined) return null
  if (!document.sealed_secrets) {
    throw new PlainError(400, 'The request has a passphrase, but the document has no sealed secrets.')
  }
  return openSecrets({ hasher, projectId }, passphrase, document.sealed_secrets)
}

async function planImport(
  { providers, secret }: ImportDependencies,
  whole: Transaction,
  projectId: string,
  { deletesMissing, document }: WantedImport,
  opened: ProjectSecrets | null,
): Promise<Plan> {
  const { all, project } = await scopeToProject(whole, projectId).batch({
    project: lockProject(projectId),
    all: listDefinitions(projectId),
  })
  if (!project) throw new KnownError('PROJECT_NOT_FOUND', { project_id: projectId })
  const completed = completeConfig(project.config, document.config ?? {}, opened)
  const config = toCamelCase(completed.config)
  requireSharedProviders(providers, project.config, config)
  const next: Project = {
    ...project,
    displayName: document.display_name ?? project.displayName,
    description: document.description ?? project.description,
    isProductionMode: document.is_production_mode ?? project.isProductionMode,
    config: mergeConfig(secret, projectId, project.config, config),
  }
  const planned = planDefinitions(all, document, { deletesMissing, settings: next.config })
  return {
    present: project,
    next,
    settings: listSettingChanges(project, next),
    definitions: listDefinitionChanges(next, all, planned),
    missingSecrets: completed.missingSecrets,
  }
}

function listDefinitionChanges(
  { config }: Project,
  before: readonly PermissionDefinition[],
  after: readonly PermissionDefinition[],
): DefinitionChange[] {
  const [old, next] = [byKey(before), byKey(after)]
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((key) => {
    const [from, to] = [old.get(key) ?? null, next.get(key) ?? null]
    const definition = to ?? from
    const described = changeOfDefinition(config, { definition: from, all: before }, { definition: to, all: after })
    if (!definition || isDeepStrictEqual(described.before, described.after)) return []
    const change = from === null ? 'created' : to === null ? 'deleted' : 'updated'
    return [{ ...described, change, definition }]
  })
}

function byKey(definitions: readonly PermissionDefinition[]): Map<string, PermissionDefinition> {
  return new Map(definitions.map((definition) => [definition.key, definition]))
}

/** Deletions first: a created definition can have the id of a deleted one of the other scope. */
async function applyPlan(tx: ProjectTransaction, call: EventCall, plan: Plan): Promise<void> {
  const [deleted, written] = [ofKind(plan, 'deleted'), plan.definitions.filter(({ change }) => change !== 'deleted')]
  await tx.batch([
    deleteDefinitions(
      tx.projectId,
      deleted.map(({ definition }) => definition.key),
    ),
    writeDefinitions(
      tx.projectId,
      written.map(({ definition }) => definition),
    ),
    changeProject(call, plan.present, plan.next, plan.definitions),
    ...plan.definitions.map((change) => emitChange(call, change)),
  ])
}

function emitChange(call: EventCall, change: DefinitionChange): Statement<void> {
  const permissionId = change.definition.id
  if (change.change === 'created') return emit(call, 'permission_definition.created', { permissionId })
  if (change.change === 'deleted') return emit(call, 'permission_definition.deleted', { permissionId })
  return emit(call, 'permission_definition.updated', { permissionId, changedFields: changedFieldsOf(change) })
}

function ofKind({ definitions }: Plan, kind: ChangeKind): DefinitionChange[] {
  return definitions.filter(({ change }) => change === kind)
}

function present(
  { definitions, missingSecrets, present: from, settings }: Plan,
  isDryRun: boolean,
): ProjectImportResult {
  const isChange = settings.length > 0 || definitions.length > 0
  return {
    is_applied: !isDryRun,
    version: from.version + (isChange && !isDryRun ? 1 : 0),
    settings: settings.map(({ after = null, before = null, field }) => ({ field, before, after })),
    permission_definitions: definitions.map(({ after = null, before = null, change, definition }) => ({
      scope: definition.scope,
      id: definition.id,
      change,
      before,
      after,
    })),
    missing_secrets: [...missingSecrets],
  }
}
