import { isDeepStrictEqual } from 'node:util'

import type { ProjectConfiguration } from '@portico/contract'

import { endLostInvitations } from '../../accounts/end-lost-invitations.ts'
import type { Call } from '../../kernel/call.ts'
import type { ProjectTransaction, Transaction } from '../../kernel/database.ts'
import { emit, type EventCall } from '../../kernel/emit.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import type { CamelCased } from '@portico/contract/letter-case'
import type { Statement } from '../../kernel/statement.ts'
import { scopeToProject } from '../../platform/db/project-scope.ts'
import type { PermissionDefinition } from '../../records/permissions/definition.ts'
import { deleteDefinitions, listDefinitions, writeDefinitions } from '../../records/permissions/store.ts'
import { changeProject, listSettingChanges, type FieldChange } from '../../records/projects/changes.ts'
import type { Project } from '../../records/projects/project.ts'
import { lockProject } from '../../records/projects/store.ts'
import { changedFieldsOf, changeOfDefinition } from '../permission-definitions/definition-change.ts'
import { deleteAllGrants, withReplacedDefault } from '../permission-definitions/definitions.ts'
import type { SenderDomainSettings } from '../../platform/mailer/sender-domains.ts'
import { listLogosFor, planBranding, readBranding } from '../projects/branding-update.ts'
import {
  mergeConfig,
  requireSharedProviders,
  requireTrustworthyDomains,
  requireUsableOldSystem,
  requireUsableSender,
} from '../projects/config-update.ts'
import { requireUsableIssuers } from '../projects/issuer-update.ts'
import { guardTakeoverSettings, type SettingsCall } from '../projects/takeover-settings.ts'
import { refuseConflicts } from '../projects/version-conflict.ts'
import { completeConfig } from './document-secrets.ts'
import type { ConfigurationDependencies } from './export-configuration.ts'
import { planDefinitions } from './plan-definitions.ts'
import { openSecrets, type ProjectSecrets } from './sealed-secrets.ts'

export interface ImportDependencies extends ConfigurationDependencies {
  readonly providers: { isShared(providerId: string): boolean }
  readonly settings: SenderDomainSettings
}

export interface WantedImport {
  readonly document: CamelCased<ProjectConfiguration>
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

interface ImportChanges {
  readonly settings: readonly FieldChange[]
  readonly definitions: readonly DefinitionChange[]
  /** Where a secret is missing. */
  readonly missingSecrets: readonly string[]
}

interface Plan extends ImportChanges {
  /** Stores and deletes logos. */
  readonly storeLogos: Statement<void>
  readonly present: Project
  readonly next: Project
  readonly presentDefinitions: readonly PermissionDefinition[]
  readonly nextDefinitions: readonly PermissionDefinition[]
}

export interface ImportResult extends ImportChanges {
  readonly isApplied: boolean
  /** The version that the import started from or, once applied, led to. */
  readonly version: number
}

/**
 * Applies a document, all of it or nothing, or only lists what it would change.
 *
 * @throws PROJECT_NOT_FOUND, PROJECT_VERSION_CONFLICT, INVALID_SHARED_OAUTH_PROVIDER_ID, RECENT_SIGN_IN_REQUIRED,
 *   SCHEMA_ERROR, PlainError 400
 */
export async function importConfiguration(
  dependencies: ImportDependencies,
  call: Call & SettingsCall,
  wanted: WantedImport,
): Promise<ImportResult> {
  const opened = await openSecretsOf(dependencies, call.projectId, wanted)
  const plan = await dependencies.db.transaction(async (tx) => {
    const made = await planImport(dependencies, tx, call, wanted, opened)
    if (wanted.ifVersion !== undefined) {
      await refuseConflicts(tx, made.present, [...made.settings, ...made.definitions], wanted.ifVersion)
    }
    if (!wanted.isDryRun) await guardTakeoverSettings(tx, call, made.present, made.settings)
    if (!wanted.isDryRun) await applyPlan(scopeToProject(tx, call.projectId), call, made)
    return made
  })
  if (!wanted.isDryRun) {
    for (const { definition } of ofKind(plan, 'deleted')) await deleteAllGrants(call, definition)
  }
  return resultOf(plan, wanted.isDryRun)
}

async function openSecretsOf(
  { hasher }: ImportDependencies,
  projectId: string,
  { document, passphrase }: WantedImport,
): Promise<ProjectSecrets | null> {
  if (passphrase === undefined) return null
  if (!document.sealedSecrets) {
    throw new PlainError(400, 'The request has a passphrase, but the document has no sealed secrets.')
  }
  return openSecrets({ hasher, projectId }, passphrase, document.sealedSecrets)
}

async function planImport(
  { providers, secret, settings }: ImportDependencies,
  whole: Transaction,
  { now, projectId }: Call,
  { deletesMissing, document }: WantedImport,
  opened: ProjectSecrets | null,
): Promise<Plan> {
  const written = readBranding(document)
  const { all, logos, project } = await scopeToProject(whole, projectId).batch({
    project: lockProject(projectId),
    all: listDefinitions(projectId),
    logos: listLogosFor(projectId, written),
  })
  if (!project) throw new KnownError('PROJECT_NOT_FOUND', { project_id: projectId })
  const { config, missingSecrets } = completeConfig(project.config, document.config ?? {}, opened)
  requireSharedProviders(providers, project.config, config)
  requireTrustworthyDomains(project.config, config)
  requireUsableSender(settings, project.config, config)
  requireUsableOldSystem(settings, config, now())
  requireUsableIssuers(settings, config)
  const { branding, store: storeLogos } = planBranding({ secret }, project, written, logos)
  const imported: Project = {
    ...project,
    displayName: document.displayName ?? project.displayName,
    description: document.description ?? project.description,
    isProductionMode: document.isProductionMode ?? project.isProductionMode,
    config: mergeConfig(secret, projectId, project.config, config),
    branding,
  }
  const planned = planDefinitions(all, document, { deletesMissing, settings: imported.config })
  const plannedKeys = new Set(planned.map(({ key }) => key))
  const next = all
    .filter(({ key }) => !plannedKeys.has(key))
    .reduce((kept, deleted) => withReplacedDefault(kept, deleted, null), imported)
  return {
    storeLogos,
    present: project,
    next,
    settings: listSettingChanges(project, next),
    definitions: listDefinitionChanges(next, all, planned),
    presentDefinitions: all,
    nextDefinitions: planned,
    missingSecrets,
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

/** Deletions first: a created definition can have the id of one that is deleted in the other scope. */
async function applyPlan(tx: ProjectTransaction, call: EventCall, plan: Plan): Promise<void> {
  const [deleted, written] = [ofKind(plan, 'deleted'), plan.definitions.filter(({ change }) => change !== 'deleted')]
  await endLostInvitations(tx, call, plan.presentDefinitions, plan.nextDefinitions)
  await tx.batch([
    plan.storeLogos,
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

function resultOf({ definitions, missingSecrets, present, settings }: Plan, isDryRun: boolean): ImportResult {
  const isChange = settings.length > 0 || definitions.length > 0
  const version = present.version + (isChange && !isDryRun ? 1 : 0)
  return { isApplied: !isDryRun, version, settings, definitions, missingSecrets }
}
