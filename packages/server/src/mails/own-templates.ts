import { checkDocument } from '@portico/protocols/mail-document/check-document'
import type { MailTemplate } from '@portico/protocols/mail-document/render'
import { UnrenderableDocument } from '@portico/protocols/mail-document/tree'

import { systemCall } from '../kernel/emit.ts'
import type { Language } from '../language/languages.ts'
import { findTemplate, noteFailure, type CustomTemplate, type TemplateKey } from '../records/mail-templates/store.ts'
import type { MailContent } from './mail-data.ts'
import type { Mailing } from './mail-kind.ts'
import { renderMail, type RenderedMail } from './render-mail.ts'
import { sendsOwnTemplates } from './sends-own-templates.ts'
import { wireTemplateOf } from './wire-templates.ts'

/** Renders a mail with the owner's template, or else with the service's own. */
export async function renderOwnMail(mailing: Mailing, content: MailContent, language: Language): Promise<RenderedMail> {
  const sender = { project: mailing.project, baseUrl: mailing.dependencies.settings.baseUrl }
  const type = wireTemplateOf(content.mail)?.type
  const render = (own?: MailTemplate): RenderedMail => renderMail(content, sender, language, own)
  return type ? renderWithOwnTemplate(mailing, { type, locale: language }, render) : render()
}

/** Renders with the owner's template. Renders with none if there is none or if it cannot be rendered. */
export async function renderWithOwnTemplate<Rendered>(
  { db, dependencies, project }: Mailing,
  key: TemplateKey,
  render: (own?: MailTemplate) => Rendered,
): Promise<Rendered> {
  const stored = sendsOwnTemplates(project) ? await db.run(findTemplate(project.id, key)) : null
  if (!stored) return render()
  try {
    return render(readTemplate(stored))
  } catch (error) {
    if (!(error instanceof UnrenderableDocument)) throw error
    const call = systemCall(project.id, dependencies.clock.now())
    await db.run(noteFailure(call, key, stored.changedAt, error.reason))
    return render()
  }
}

/** @throws UnrenderableDocument if the blocks have the format of another version */
function readTemplate({ content, subject }: CustomTemplate): MailTemplate {
  const checked = checkDocument(content)
  if ('problem' in checked) throw new UnrenderableDocument('wrong_format', checked.problem.block)
  return { subject, content: checked.document }
}
