import type { EmailTemplateType, Json } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'
import { emitEach, type EventCall } from '../../kernel/emit.ts'
import { allRows, firstRow, isAnyTouched, json, statement, type Statement } from '../../kernel/statement.ts'

const templateColumns = columns({
  type: column<EmailTemplateType>('type'),
  subject: column<string>('subject'),
  /** The document of a later version may have blocks that this version does not know. */
  content: column<Json>('content'),
  changedAt: column<Date>('changed_at'),
})

/** A template that an owner has changed. */
export type CustomTemplate = RowOf<typeof templateColumns>

interface TemplateKey {
  readonly type: EmailTemplateType
  readonly locale: string
}

export function listTemplates(projectId: string, locale: string): Statement<CustomTemplate[]> {
  return statement<CustomTemplate>`
    select ${templateColumns} from email_templates where project_id = ${projectId} and locale = ${locale}`.map(allRows)
}

export function findTemplate(projectId: string, { locale, type }: TemplateKey): Statement<CustomTemplate | null> {
  return statement<CustomTemplate>`
    select ${templateColumns} from email_templates
    where project_id = ${projectId} and type = ${type} and locale = ${locale}`.map(firstRow)
}

/** What an owner wrote; null for a part that stays. */
interface WrittenTemplate {
  readonly subject: string | null
  readonly content: Json
}

/** Writes the parts. A part that stays is the one of the owner, or else the given one of the service. */
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
      failed = null, changed_at = excluded.changed_at
    returning ${templateColumns}`.map(firstRow)
}

/** Notes once that a template cannot be rendered, unless it was changed since. */
export function noteFailure(
  call: EventCall,
  { locale, type }: TemplateKey,
  changedAt: Date,
  reason: string,
): Statement<void> {
  return emitEach(
    call,
    'email_template.failed',
    statement`
      with changed as (
        update email_templates set failed = ${reason}
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
