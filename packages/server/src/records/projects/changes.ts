import { isDeepStrictEqual } from 'node:util'

import { PROJECT_CHANGES_KEPT, type Json } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'
import { emit, writtenFields, type EventCall } from '../../kernel/emit.ts'
import type { Actor } from '../../kernel/origin.ts'
import {
  allRows,
  firstOrNull,
  json,
  noResult,
  nothing,
  sequence,
  statement,
  type Statement,
} from '../../kernel/statement.ts'
import { presentBranding } from './branding.ts'
import { withEndedRights } from './ended-rights.ts'
import { presentToAdmin } from './present.ts'
import type { EmailConfig, Project } from './project.ts'
import { withPolicyStart } from './second-factor-policy.ts'
import { updateProjectRow } from './store.ts'

/** A change of a setting, or of a permission definition. Secrets are masked. */
export interface FieldChange {
  /** As in an update on the wire: `display_name`, `config.domains`, `team_permission_definitions.editor`. */
  readonly field: string
  /** Null: a definition that did not exist. Absent: too large to be kept. */
  readonly before?: Json
  /** Null: a definition that was deleted. */
  readonly after?: Json
}

/** The length of the JSON of one kept value, and of all values of one change together. */
const VALUE_MAX_CHARACTERS = 8_192
const VALUES_MAX_CHARACTERS = 65_536

/**
 * Writes changed settings with the next version of the project, records the changes and emits an event. Lock the
 * project first. Without any change it writes nothing.
 *
 * @param definitions permission definitions that the caller writes in the same transaction. Equal ones are not a change
 */
export function changeProject(
  call: EventCall,
  present: Project,
  next: Project,
  definitions: readonly FieldChange[] = [],
): Statement<void> {
  const settings = listSettingChanges(present, next)
  const changes = [...settings, ...definitions.filter(({ before, after }) => !isDeepStrictEqual(before, after))]
  if (changes.length === 0) return nothing
  const version = present.version + 1
  const withPolicy = withPolicyStart(next, present.secondFactorRequiredSince, call.now())
  const changedFields = writtenFields(Object.fromEntries(settings.map(({ field }) => [field, true])))
  return sequence([
    updateProjectRow(present.id, { ...withEndedRights(present, withPolicy, call.now()), version }),
    insertChange(present.id, {
      version,
      at: call.now(),
      actor: call.actor,
      requestId: call.origin.requestId,
      changes: withinBounds(changes),
    }),
    deleteOldChanges(present.id, version - PROJECT_CHANGES_KEPT),
    settings.length === 0
      ? nothing
      : emit(call, 'project.updated', { projectId: present.id, changedFields, ...productionModeChange(present, next) }),
  ]).map(noResult)
}

/** The reason of the audit entry: the new state of production mode. Empty if it stays the same. */
function productionModeChange(
  present: Project,
  next: Project,
): { readonly reason?: 'production_mode_on' | 'production_mode_off' } {
  if (present.isProductionMode === next.isProductionMode) return {}
  return { reason: next.isProductionMode ? 'production_mode_on' : 'production_mode_off' }
}

/** Lists the settings that differ, in the order of the wire. */
export function listSettingChanges(present: Project, next: Project): FieldChange[] {
  const [before, after] = [settingsOf(present), settingsOf(next)]
  return [...before.values.keys()].flatMap((field) => {
    const [from, to] = [before.values.get(field) ?? null, after.values.get(field) ?? null]
    const isSame = isDeepStrictEqual(from, to) && before.secrets.get(field) === after.secrets.get(field)
    return isSame ? [] : [{ field, before: from, after: to }]
  })
}

/** All settings of a project by their field, as the wire shows them, and the sealed secrets of those that have some. */
function settingsOf(project: Project): { values: Map<string, Json>; secrets: Map<string, string> } {
  // A logo is recorded by its path, which does not depend on the URL of the service.
  const read = presentToAdmin(project, { baseUrl: '', userCount: 0 })
  const { id: _id, enabled_oauth_providers: _enabled, ...config } = read.config
  const { display_name, description, is_production_mode } = read
  const { accent_color_light: _light, accent_color_dark: _dark, ...branding } = presentBranding(project.branding, '')
  const members = [
    ...Object.entries({ display_name, description, is_production_mode, ...branding }),
    ...Object.entries(config).map(([name, value]) => [`config.${name}`, value] as const),
  ]
  const { botCheck, oauthProviders, oidcProviders, emailConfig, oldSystem } = project.config
  return {
    // As stored: JSON has no undefined members.
    values: new Map(members.map(([field, value]) => [field, JSON.parse(json(value)) as Json])),
    secrets: new Map([
      ['config.oauth_providers', json(oauthProviders.map((one) => `${one.id} ${one.clientSecretSealed}`).toSorted())],
      [
        'config.oidc_providers',
        json(oidcProviders.map((one) => `${one.id} ${one.authentication.secretSealed}`).toSorted()),
      ],
      ['config.email_config', sealedOfEmailConfig(emailConfig)],
      ['config.old_system', (oldSystem && 'secretSealed' in oldSystem && oldSystem.secretSealed) || ''],
      ['config.bot_check', botCheck.type === 'turnstile' ? botCheck.secretKeySealed : ''],
    ]),
  }
}

function sealedOfEmailConfig(email: EmailConfig): string {
  if (email.type === 'shared') return ''
  return email.type === 'endpoint'
    ? email.secretSealed
    : `${email.passwordSealed} ${email.dkim?.privateKeySealed ?? ''}`
}

/** Leaves out values that are too large. Their fields stay. */
function withinBounds(changes: readonly FieldChange[]): FieldChange[] {
  let total = 0
  return changes.map(({ field, before = null, after = null }) => {
    const sizes = [json(before).length, json(after).length]
    const size = sizes.reduce((sum, one) => sum + one)
    if (Math.max(...sizes) > VALUE_MAX_CHARACTERS || total + size > VALUES_MAX_CHARACTERS) return { field }
    total += size
    return { field, before, after }
  })
}

const changeColumns = columns({
  version: column<number>('version'),
  at: column<Date>('at'),
  actorType: column<Actor['type']>('actor_type'),
  actorId: column<string | null>('actor_id'),
})

/** A change that led to a version of the project, and who made it when. */
export interface RecordedChange extends RowOf<typeof changeColumns> {
  readonly fields: readonly string[]
}

interface NewChange {
  readonly version: number
  readonly at: Date
  readonly actor: Actor
  readonly requestId: string | null
  readonly changes: readonly FieldChange[]
}

function insertChange(projectId: string, { version, at, actor, requestId, changes }: NewChange): Statement<void> {
  return statement`
    insert into project_changes (project_id, version, at, actor_type, actor_id, request_id, changes)
    values (${projectId}, ${version}, ${at}, ${actor.type}, ${actor.id ?? null}, ${requestId}, ${json(changes)}::jsonb)`.map(
    noResult,
  )
}

function deleteOldChanges(projectId: string, version: number): Statement<void> {
  return statement`
    delete from project_changes where project_id = ${projectId} and version > 0 and version <= ${version}`.map(noResult)
}

/** Lists the changes after a version, newest first. Old ones are deleted, so the list may begin later. */
export function listChangesAfter(projectId: string, version: number): Statement<RecordedChange[]> {
  return statement<RecordedChange>`
    select ${changeColumns}, jsonb_path_query_array(changes, '$[*].field') as fields
    from project_changes where project_id = ${projectId} and version > ${version} and version <= ${2_147_483_647}::int
    order by version desc`.map(allRows)
}

/** Finds the values of the change that a request made. Null if the request changed no settings, or long ago. */
export function findChangesOfRequest(projectId: string, requestId: string): Statement<FieldChange[] | null> {
  return statement<{ changes: FieldChange[] }>`
    select changes from project_changes where request_id = ${requestId} and project_id = ${projectId}`.map(
    firstOrNull(({ changes }) => changes),
  )
}
