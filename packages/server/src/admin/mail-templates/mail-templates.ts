import type { EmailTemplateFailure, EmailTemplateType, Json, SettingAuthor } from '@portico/contract'

import type { ProjectCall } from '../../api/rules/route.ts'
import { later } from '../../kernel/clock.ts'
import { emit, type EventCall } from '../../kernel/emit.ts'
import type { Database, ProjectTransaction, Transaction } from '../../kernel/database.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import type { Statement } from '../../kernel/statement.ts'
import { scopeToProject } from '../../platform/db/project-scope.ts'
import { presentAuthor } from '../../records/project-owners/present-author.ts'
import { lockProject } from '../../records/projects/store.ts'
import { listDisplayNames } from '../../records/users/store.ts'
import type { Language } from '../../language/languages.ts'
import { requireDocument, requireLanguage } from '../../mails/given-template.ts'
import { sendsOwnTemplates } from '../../mails/sends-own-templates.ts'
import { standardTemplate } from '../../mails/render-mail.ts'
import { isSentBy, listTemplateTypes, wireTemplate } from '../../mails/wire-templates.ts'
import {
  deleteTemplate,
  findTemplate,
  hasWrittenSince,
  insertVersion,
  listTemplates,
  listTemplateStates,
  listVersionNumbers,
  listVersions,
  writeTemplate,
  type CustomTemplate,
} from '../../records/mail-templates/store.ts'
import type { Project } from '../../records/projects/project.ts'
import { tellOtherOwners, type SettingsCall } from '../projects/takeover-settings.ts'

/** Owners save a template many times while they write it. */
const QUIET_MILLIS = 60 * 60_000

export interface TemplateDependencies {
  /** Not restricted to one project, because owners are users of "internal". */
  readonly db: Database
}

export interface SentTemplate {
  readonly type: EmailTemplateType
  readonly locale: Language
  readonly subject: string
  readonly content: Json
  /** Grows with every change; 0 if there was none. */
  readonly version: number
  readonly isDefault: boolean
  /** Why mails use the template of the service instead; null for a template without a known problem. */
  readonly failed: Failure | null
}

interface Failure {
  readonly reason: EmailTemplateFailure
  /** Null if it was not recorded. */
  readonly failedAt: Date | null
}

/** A template in the list, with the languages in which the project has changed it. */
export interface ListedTemplate extends SentTemplate {
  readonly changedIn: readonly string[]
  readonly failedIn: readonly string[]
}

export interface TemplateUpdate {
  readonly subject?: string | undefined
  readonly content?: Json | undefined
  /** The version that the caller has read. */
  readonly ifVersion?: number | undefined
}

/** Which template. Without a language, the template in the project's language. */
export interface TemplateName {
  readonly type: EmailTemplateType
  readonly locale?: string | undefined
}

export async function listMailTemplates(
  { db, project }: ProjectCall,
  wanted: { readonly locale?: string | undefined; readonly includeNotices?: boolean | undefined },
): Promise<ListedTemplate[]> {
  const locale = requireLanguage(project, wanted.locale)
  const { states, stored, versions } = await db.batch({
    states: listTemplateStates(db.projectId),
    stored: listTemplates(db.projectId, locale),
    versions: listVersionNumbers(db.projectId, locale),
  })
  return listTemplateTypes(project, wanted.includeNotices ?? false).map((type) => {
    const own = stored.find((template) => template.type === type) ?? null
    const changed = sendsOwnTemplates(project) ? states.filter((template) => template.type === type) : []
    return {
      ...toSent({ type, locale }, project, own, versions.get(type) ?? 0),
      changedIn: changed.map((template) => template.locale),
      failedIn: changed.filter(({ hasFailed }) => hasFailed).map((template) => template.locale),
    }
  })
}

export async function readMailTemplate({ db, project }: ProjectCall, name: TemplateName): Promise<SentTemplate> {
  const key = keyOf(project, name)
  const { stored, version } = await db.batch({
    stored: findTemplate(db.projectId, key),
    version: newestVersion(db.projectId, key),
  })
  return toSent(key, project, stored, version)
}

/**
 * Changes a template. The other owners get one mail for all changes that the caller makes within an hour.
 *
 * @throws PlainError, EMAIL_TEMPLATE_VERSION_CONFLICT
 */
export async function updateMailTemplate(
  { db }: TemplateDependencies,
  call: ProjectCall,
  name: TemplateName,
  { content = null, ifVersion, subject = '' }: TemplateUpdate,
): Promise<SentTemplate> {
  const { project } = call
  if (!sendsOwnTemplates(project)) {
    throw new PlainError(
      400,
      'Templates can be changed once the project sends its e-mails through its own mail server.',
    )
  }
  if (content !== null) requireDocument(content)
  const key = keyOf(project, name)
  const written = { subject: subject === '' ? null : subject, content }
  const changedFields = Object.entries(written).flatMap(([field, value]) => (value === null ? [] : [field]))
  return changeTemplate(db, call, key, ifVersion, async (tx, whole) => {
    const stored = await tx.run(writeTemplate(tx.projectId, key, written, standardOf(key, project), call.now()))
    await tellOfUpdate(whole, call, key, changedFields)
    return stored
  })
}

/**
 * Emits the event of a written template, and tells the other owners unless the caller has changed a template in the
 * last hour.
 */
export async function tellOfUpdate(
  whole: Transaction,
  call: ProjectCall & SettingsCall,
  { type }: Pick<TemplateKey, 'type'>,
  changedFields: readonly string[],
): Promise<void> {
  const { project } = call
  const tx = scopeToProject(whole, project.id)
  await tx.run(emit(call, 'email_template.updated', { template: type, changedFields }))
  const isTold = await tx.run(hasWrittenSince(project.id, call.actor, later(call.now(), -QUIET_MILLIS)))
  // guard: the other owners get a mail about a changed template
  if (!isTold) await tellOtherOwners(whole, call, project, ['email_templates'])
}

/**
 * Returns to the template of the service. The other owners get no notice, because that template allows no takeover of
 * users.
 *
 * @param ifVersion the version that the caller has read
 * @throws PlainError, EMAIL_TEMPLATE_VERSION_CONFLICT
 */
export async function resetMailTemplate(
  { db }: TemplateDependencies,
  call: ProjectCall,
  name: TemplateName,
  ifVersion?: number,
): Promise<void> {
  const key = keyOf(call.project, name)
  await changeTemplate(db, call, key, ifVersion, async (tx) => {
    const isDeleted = await tx.run(deleteTemplate(tx.projectId, key))
    if (!isDeleted) throw new PlainError(404, 'The template is that of the service.')
    await tx.run(emit(call, 'email_template.reset', { template: key.type }))
    return null
  })
}

/** A version: the template of that time, and who made it. */
export interface NamedVersion extends Omit<SentTemplate, 'failed'> {
  readonly changedAt: Date
  readonly changedBy: SettingAuthor
}

export async function listMailTemplateVersions(
  dependencies: TemplateDependencies,
  { db, project }: ProjectCall,
  name: TemplateName,
): Promise<NamedVersion[]> {
  const key = keyOf(project, name)
  const versions = await db.run(listVersions(db.projectId, key))
  const ownerIds = [...new Set(versions.flatMap(({ actorId }) => actorId ?? []))]
  const names = await dependencies.db.run(listDisplayNames('internal', ownerIds))
  const standard = standardOf(key, project)
  return versions.map(({ actorId, actorType, content, createdAt, subject, version }) => ({
    ...key,
    ...(subject === null ? standard : { subject, content }),
    version,
    isDefault: subject === null,
    changedAt: createdAt,
    changedBy: presentAuthor({ actorId, actorType }, names),
  }))
}

/**
 * Changes a template and records the version. Concurrent changes wait for the lock of the project.
 *
 * @param ifVersion the version that the caller has read
 * @throws EMAIL_TEMPLATE_VERSION_CONFLICT
 */
async function changeTemplate(
  db: Database,
  call: ProjectCall,
  key: TemplateKey,
  ifVersion: number | undefined,
  change: (tx: ProjectTransaction, whole: Transaction) => Promise<CustomTemplate | null>,
): Promise<SentTemplate> {
  return db.transaction(async (whole) => {
    const tx = scopeToProject(whole, call.db.projectId)
    const { present } = await tx.batch({
      project: lockProject(tx.projectId),
      present: newestVersion(tx.projectId, key),
    })
    if (ifVersion !== undefined && ifVersion !== present) {
      throw new KnownError('EMAIL_TEMPLATE_VERSION_CONFLICT', { current_version: present })
    }
    const stored = await change(tx, whole)
    const version = present + 1
    await tx.run(recordVersion(call, key, version, stored))
    return toSent(key, call.project, stored, version)
  })
}

/** @param stored null for a return to the template of the service */
export function recordVersion(
  call: EventCall,
  key: TemplateKey,
  version: number,
  stored: CustomTemplate | null,
): Statement<void> {
  const { id: actorId = null, type: actorType } = call.actor
  const { content = null, subject = null } = stored ?? {}
  return insertVersion(call.projectId, key, { version, subject, content, actorType, actorId, createdAt: call.now() })
}

export function newestVersion(projectId: string, { locale, type }: TemplateKey): Statement<number> {
  return listVersionNumbers(projectId, locale).map((versions) => versions.get(type) ?? 0)
}

interface TemplateKey {
  readonly type: EmailTemplateType
  readonly locale: Language
}

/** @throws SCHEMA_ERROR, PlainError */
export function keyOf(project: Project, { locale, type }: TemplateName): TemplateKey {
  if (!isSentBy(project, type)) {
    throw new KnownError('SCHEMA_ERROR', {
      message: `Only the project "internal" sends this mail:\n  - params.type must be one of: ${listTemplateTypes(project, true).join(', ')}`,
    })
  }
  return { type, locale: requireLanguage(project, locale) }
}

function standardOf({ locale, type }: TemplateKey, project: Project): Pick<SentTemplate, 'subject' | 'content'> {
  const { content, subject } = standardTemplate(wireTemplate(type).example, project, locale)
  // A document is JSON, but its type has optional members.
  return { subject, content: content as unknown as Json }
}

function toSent(key: TemplateKey, project: Project, stored: CustomTemplate | null, version: number): SentTemplate {
  const own = sendsOwnTemplates(project) ? stored : null
  const { content, subject } = own ?? standardOf(key, project)
  const failed = own && own.failed && { reason: own.failed, failedAt: own.failedAt }
  return { ...key, subject, content, version, isDefault: own === null, failed }
}
