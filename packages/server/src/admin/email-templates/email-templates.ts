import type { EmailTemplateType, Json } from '@portico/contract'
import { checkDocument, type FormatProblem } from '@portico/protocols/email-document/check-document'
import { DOCUMENT_MAX_BYTES } from '@portico/protocols/email-document/tree'

import type { ProjectCall } from '../../api/route.ts'
import { emit } from '../../kernel/emit.ts'
import { PlainError } from '../../kernel/errors.ts'
import { firstLanguage, languages, type Language } from '../../language/languages.ts'
import { sendsOwnTemplates } from '../../mails/own-templates.ts'
import { standardTemplate } from '../../mails/render-mail.ts'
import { wireTemplate, wireTemplates } from '../../mails/wire-templates.ts'
import {
  deleteTemplate,
  findTemplate,
  listTemplates,
  writeTemplate,
  type CustomTemplate,
} from '../../records/email-templates/store.ts'
import type { Project } from '../../records/projects/project.ts'

/** A template as it is sent. */
export interface SentTemplate {
  readonly type: EmailTemplateType
  readonly locale: Language
  readonly subject: string
  readonly content: Json
  readonly isDefault: boolean
}

export interface TemplateUpdate {
  readonly subject?: string | undefined
  readonly content?: Json | undefined
}

/** Which template: without a language that of the project's language (contract 02 section 14). */
export interface TemplateName {
  readonly type: EmailTemplateType
  readonly locale?: string | undefined
}

export async function listEmailTemplates(
  { db, project }: ProjectCall,
  given: string | undefined,
): Promise<SentTemplate[]> {
  const locale = languageOf(project, given)
  const stored = sendsOwnTemplates(project) ? await db.run(listTemplates(db.projectId, locale)) : []
  return wireTemplates.map(({ type }) =>
    toSent({ type, locale }, project, stored.find((one) => one.type === type) ?? null),
  )
}

export async function readEmailTemplate({ db, project }: ProjectCall, name: TemplateName): Promise<SentTemplate> {
  const key = keyOf(project, name)
  const stored = sendsOwnTemplates(project) ? await db.run(findTemplate(db.projectId, key)) : null
  return toSent(key, project, stored)
}

/** @throws PlainError */
export async function updateEmailTemplate(
  call: ProjectCall,
  name: TemplateName,
  { content = null, subject = '' }: TemplateUpdate,
): Promise<SentTemplate> {
  const { db, project } = call
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
  const { stored } = await db.batch({
    stored: writeTemplate(db.projectId, key, written, standardOf(key, project), call.now()),
    updated: emit(call, 'email_template.updated', { template: key.type, changedFields }),
  })
  return toSent(key, project, stored)
}

/** @throws PlainError */
export async function resetEmailTemplate(call: ProjectCall, name: TemplateName): Promise<void> {
  const key = keyOf(call.project, name)
  await call.db.transaction(async (tx) => {
    const isDeleted = await tx.run(deleteTemplate(tx.projectId, key))
    if (!isDeleted) throw new PlainError(404, 'The template is that of the service.')
    await tx.run(emit(call, 'email_template.reset', { template: key.type }))
  })
}

interface TemplateKey {
  readonly type: EmailTemplateType
  readonly locale: Language
}

/** @throws PlainError */
function keyOf(project: Project, { locale, type }: TemplateName): TemplateKey {
  return { type, locale: languageOf(project, locale) }
}

/** @throws PlainError if the service has no mails in the language */
function languageOf({ config }: Project, given: string | undefined): Language {
  if (given === undefined) return firstLanguage([config.defaultLocale])
  if (!Object.hasOwn(languages, given)) {
    throw new PlainError(
      400,
      `There are no mails in this language. Choose one of: ${Object.keys(languages).join(', ')}.`,
    )
  }
  return given as Language
}

/** @throws PlainError */
function requireDocument(content: unknown): void {
  if (Buffer.byteLength(JSON.stringify(content)) > DOCUMENT_MAX_BYTES) {
    throw new PlainError(400, `The content must be at most ${DOCUMENT_MAX_BYTES / 1_000} kB of JSON.`)
  }
  const checked = checkDocument(content)
  if ('problem' in checked) throw new PlainError(400, inWords(checked.problem))
}

function inWords({ block, expected, field }: FormatProblem): string {
  if (block === null) return `The content must be ${expected}.`
  return `The block ${JSON.stringify(block)} has the wrong format: ${field ?? 'it'} must be ${expected}.`
}

function standardOf({ locale, type }: TemplateKey, project: Project): Pick<SentTemplate, 'subject' | 'content'> {
  const { content, subject } = standardTemplate(wireTemplate(type).example, project, locale)
  // A document is JSON, but its type has optional members.
  return { subject, content: content as unknown as Json }
}

function toSent(key: TemplateKey, project: Project, stored: CustomTemplate | null): SentTemplate {
  const { content, subject } = stored ?? standardOf(key, project)
  return { ...key, subject, content, isDefault: stored === null }
}
