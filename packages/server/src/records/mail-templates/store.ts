import {
  EMAIL_TEMPLATE_VERSIONS_KEPT,
  type EmailTemplateFailure,
  type EmailTemplateType,
  type Json,
} from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'
import { emitEach, type EventCall } from '../../kernel/emit.ts'
import type { Actor } from '../../kernel/origin.ts'
import {
  allRows,
  firstRow,
  isAnyTouched,
  json,
  noResult,
  sequence,
  statement,
  type Statement,
} from '../../kernel/statement.ts'

const templateColumns = columns({
  type: column<EmailTemplateType>('type'),
  subject: column<string>('subject'),
  /** The document of a later version may have blocks that this version does not know. */
  content: column<Json>('content'),
  /** Why it could not be rendered; null for a template without a known problem. */
  failed: column<EmailTemplateFailure | null>('failed'),
  /** Null for a failure from before the service recorded its time. */
  failedAt: column<Date | null>('failed_at'),
  changedAt: column<Date>('changed_at'),
})

/** A template that an owner has changed. */
export type CustomTemplate = RowOf<typeof templateColumns>

export interface TemplateKey {
  readonly type: EmailTemplateType
  readonly locale: string
}

export function listTemplates(projectId: string, locale: string): Statement<CustomTemplate[]> {
  return statement<CustomTemplate>`
    select ${templateColumns} from email_templates where project_id = ${projectId} and locale = ${locale}`.map(allRows)
}

/** A changed template, without its content. */
export interface TemplateState extends TemplateKey {
  readonly hasFailed: boolean
}

export function listTemplateStates(projectId: string): Statement<TemplateState[]> {
  return statement<TemplateState>`
    select type, locale, failed is not null as "hasFailed" from email_templates
    where project_id = ${projectId} order by type, locale`.map(allRows)
}

/** Lists the changed templates in every language. */
export function listTemplateNames(projectId: string): Statement<TemplateKey[]> {
  return statement<TemplateKey>`
    select type, locale from email_templates where project_id = ${projectId} order by type, locale`.map(allRows)
}

export function findTemplate(projectId: string, { locale, type }: TemplateKey): Statement<CustomTemplate | null> {
  return statement<CustomTemplate>`
    select ${templateColumns} from email_templates
    where project_id = ${projectId} and type = ${type} and locale = ${locale}`.map(firstRow)
}

/** The parts that an owner wrote; null for a part that stays. */
interface WrittenTemplate {
  readonly subject: string | null
  readonly content: Json
}

/** Writes the parts. A part that stays keeps the owner's text, or else the given text of the service. */
export function writeTemplate(
  projectId: string,
  { locale, type }: TemplateKey,
  written: WrittenTemplate,
  standard: Pick<CustomTemplate, 'subject' | 'content'>,
  at: Date,
): Statement<CustomTemplate | null> {
  const content = written.content === null ? null : json(written.content)
  return statement<CustomTemplate>`
    insert into email_templates as template (project_id, type, locale, subject, content, changed_at)
    values (${projectId}, ${type}, ${locale}, coalesce(${written.subject}, ${standard.subject}),
      coalesce(${content}::json, ${json(standard.content)}::json), ${at})
    on conflict (project_id, type, locale) do update
    set subject = coalesce(${written.subject}, template.subject), content = coalesce(${content}::json, template.content),
      failed = null, failed_at = null, changed_at = excluded.changed_at
    returning ${templateColumns}`.map(firstRow)
}

/** Notes once that a template cannot be rendered, unless it was changed since. */
export function noteFailure(
  call: EventCall,
  { locale, type }: TemplateKey,
  changedAt: Date,
  reason: EmailTemplateFailure,
): Statement<void> {
  return emitEach(
    call,
    'email_template.failed',
    statement`
      with changed as (
        update email_templates set failed = ${reason}, failed_at = ${call.now()}
        where project_id = ${call.projectId} and type = ${type} and locale = ${locale} and changed_at = ${changedAt}
          and failed is null
        returning type as template, failed as reason)`,
  )
}

/** @returns whether there was one */
export function deleteTemplate(projectId: string, { locale, type }: TemplateKey): Statement<boolean> {
  return statement`
    delete from email_templates where project_id = ${projectId} and type = ${type} and locale = ${locale}`.map(
    isAnyTouched,
  )
}

/**
 * Whether the actor has changed a template of the project since a moment. A return to the template of the service does
 * not count.
 */
export function hasWrittenSince(projectId: string, { id, type }: Actor, since: Date): Statement<boolean> {
  return statement`
    select from email_template_versions
    where project_id = ${projectId} and actor_type = ${type} and actor_id is not distinct from ${id ?? null}::uuid
      and subject is not null and created_at > ${since}
    limit 1`.map(isAnyTouched)
}

const versionColumns = columns({
  version: column<number>('version'),
  /** Null for a return to the template of the service, like the content. */
  subject: column<string | null>('subject'),
  content: column<Json>('content'),
  actorType: column<Actor['type']>('actor_type'),
  actorId: column<string | null>('actor_id'),
  createdAt: column<Date>('created_at'),
})

export type TemplateVersion = RowOf<typeof versionColumns>

/** The newest version of each template that was ever changed. */
export function listVersionNumbers(
  projectId: string,
  locale: string,
): Statement<ReadonlyMap<EmailTemplateType, number>> {
  return statement<{ type: EmailTemplateType; version: number }>`
    select type, max(version) as version from email_template_versions
    where project_id = ${projectId} and locale = ${locale} group by type`.map(
    ({ rows }) => new Map(rows.map(({ type, version }) => [type, version])),
  )
}

export function listVersions(projectId: string, { locale, type }: TemplateKey): Statement<TemplateVersion[]> {
  return statement<TemplateVersion>`
    select ${versionColumns} from email_template_versions
    where project_id = ${projectId} and type = ${type} and locale = ${locale}
    order by version desc limit ${EMAIL_TEMPLATE_VERSIONS_KEPT}`.map(allRows)
}

/** Records a version and deletes those beyond the number that is kept. The caller holds the lock of the project. */
export function insertVersion(
  projectId: string,
  { locale, type }: TemplateKey,
  { actorId, actorType, content, createdAt, subject, version }: TemplateVersion,
): Statement<void> {
  return sequence([
    statement`
      insert into email_template_versions
        (project_id, type, locale, version, subject, content, actor_type, actor_id, created_at)
      values (${projectId}, ${type}, ${locale}, ${version}, ${subject}, ${content === null ? null : json(content)}::json,
        ${actorType}, ${actorId}, ${createdAt})`,
    statement`
      delete from email_template_versions
      where project_id = ${projectId} and type = ${type} and locale = ${locale}
        and version <= ${version - EMAIL_TEMPLATE_VERSIONS_KEPT}`,
  ]).map(noResult)
}
