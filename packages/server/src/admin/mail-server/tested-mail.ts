import { emailTemplateVariables, exampleValues, type sendTestEmail } from '@portico/contract'
import { nameInMail } from '@portico/protocols/mail-document/name-in-mail'
import { renderTemplate } from '@portico/protocols/mail-document/render'
import { UnrenderableDocument } from '@portico/protocols/mail-document/tree'
import type { z } from 'zod'

import type { ProjectCall } from '../../api/rules/route.ts'
import type { Database } from '../../kernel/database.ts'
import { PlainError } from '../../kernel/errors.ts'
import { preferredLanguage, textsOf, type Language } from '../../language/languages.ts'
import { requireDocument, requireLanguage } from '../../mails/given-template.ts'
import { brandVariables } from '../../mails/mail-brand.ts'
import { renderMail, type RenderedMail } from '../../mails/render-mail.ts'
import { findPrimaryEmail } from '../../records/contact-channels/store.ts'

export type TestedTemplate = NonNullable<z.output<(typeof sendTestEmail)['access']['admin']['body']>['template']>

/** Renders the words of the test, or the given template with example values. @throws PlainError */
export function renderTestMail(
  { project, request }: Pick<ProjectCall, 'project' | 'request'>,
  baseUrl: string,
  template: TestedTemplate | undefined,
): RenderedMail & { readonly locale: Language } {
  if (!template) {
    const language = preferredLanguage(request.headers.get('accept-language'))
    return { ...renderMail({ mail: 'test', data: {} }, { project, baseUrl }, language), locale: language }
  }
  const language = requireLanguage(project, template.locale)
  const content = requireDocument(template.content)
  const { direction, locale } = textsOf(language)
  const known = { projectDisplayName: nameInMail(project.displayName), serviceHost: new URL(baseUrl).host }
  const examples = exampleValues(emailTemplateVariables[template.type], { known, locale })
  const variables = { ...examples, ...brandVariables(project) }
  try {
    const mail = renderTemplate({ subject: template.subject, content }, { variables, locale: language, direction })
    return { ...mail, shown: mail, locale: language }
  } catch (error) {
    if (!(error instanceof UnrenderableDocument)) throw error
    throw new PlainError(400, `The content cannot become an e-mail: ${error.reason}.`)
  }
}

/**
 * Refuses to send a given template to any mailbox but that of the caller. A change of a template needs a recent
 * sign-in, because mails with other words can deceive users, and a test mail needs none. Admin keys are exempt, as for
 * changes.
 *
 * @throws PlainError
 */
export async function requireOwnAddress(
  { db }: { readonly db: Database },
  { caller: { staffUserId } }: Pick<ProjectCall, 'caller'>,
  recipient: string,
): Promise<void> {
  if (staffUserId === null) return
  const address = await db.run(findPrimaryEmail('internal', staffUserId))
  // guard: a staff member sends unsaved words only to their own verified address
  //   (replace `address?.isVerified && address.value === recipient` with `true`)
  if (address?.isVerified && address.value === recipient) return
  throw new PlainError(400, 'You can send a template only to the verified primary address of your account.')
}
