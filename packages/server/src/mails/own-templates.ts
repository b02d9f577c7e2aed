import { checkDocument } from '@portico/protocols/email-document/check-document'
import type { EmailTemplate } from '@portico/protocols/email-document/render'
import { UnrenderableDocument } from '@portico/protocols/email-document/tree'

import { systemCall } from '../kernel/emit.ts'
import type { Language } from '../language/languages.ts'
import { findTemplate, noteFailure, type CustomTemplate } from '../records/email-templates/store.ts'
import type { MailContent } from './mail-data.ts'
import type { Mailing } from './mail-kind.ts'
import { renderMail, type RenderedMail } from './render-mail.ts'
import { sendsOwnTemplates } from './sends-own-templates.ts'
import { wireTemplateOf } from './wire-templates.ts'

/** Renders a mail with the template of the owner, or else with that of the service. */
export async function renderOwnMail(mailing: Mailing, content: MailContent, language: Language): Promise<RenderedMail> {
  const { db, dependencies, project } = mailing
  const sender = { project, baseUrl: dependencies.settings.baseUrl }
  const type = sendsOwnTemplates(project) ? wireTemplateOf(content.mail)?.type : undefined
  const key = type && { type, locale: language }
  const stored = key && (await db.run(findTemplate(project.id, key)))
  if (!stored) return renderMail(content, sender, language)
  try {
    return renderMail(content, sender, language, readTemplate(stored))
  } catch (error) {
    if (!(error instanceof UnrenderableDocument)) throw error
    const call = systemCall(project.id, dependencies.clock.now())
    await db.run(noteFailure(call, key, stored.changedAt, error.reason))
    return renderMail(content, sender, language)
  }
}

/** @throws UnrenderableDocument if the blocks have the format of another version */
function readTemplate({ content, subject }: CustomTemplate): EmailTemplate {
  const checked = checkDocument(content)
  if ('problem' in checked) throw new UnrenderableDocument('wrong_format', checked.problem.block)
  return { subject, content: checked.document }
}
