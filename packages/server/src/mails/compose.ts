import { nameInMail } from '@portico/protocols/mail-document/name-in-mail'

import { Undeliverable } from '../platform/mailer/mail-failure.ts'
import type { Mail } from '../platform/mailer/mailer.ts'
import { forProject } from '../platform/db/project-scope.ts'
import type { ClaimedMail, MailSender } from '../records/mails/mail.ts'
import { ownMailServer } from '../records/projects/mail-server.ts'
import type { Project } from '../records/projects/project.ts'
import { firstLanguage, type Language } from '../language/languages.ts'
import { mailKindOf } from './catalogue.ts'
import { loadImages, withHostedImages } from './mail-brand.ts'
import type { MailContent } from './mail-data.ts'
import type { MailComposing } from './mail-kind.ts'
import { senderOf } from './mail-sender.ts'
import { renderOwnMail } from './own-templates.ts'
import type { RenderedMail } from './render-mail.ts'
import { renderWritten } from './render-written.ts'
import type { WrittenContent } from './written-mail.ts'

/** A mail with the form in which project owners see it. */
interface ComposedMail extends Mail, Pick<RenderedMail, 'shown' | 'isStoredOnce'> {
  /** Where it goes, as admins see it. */
  readonly sender: MailSender
}

/**
 * Composes the mail at delivery, with a new code, if it still has a purpose.
 *
 * Mails must not contain the name of their recipient: an attacker could sign up with another person's address and send
 * that person a message in the name. Invitations and notices contain only the names that they are about.
 *
 * @throws Undeliverable if the user, the address or the callback URL has changed since the mail was queued
 * @throws UnknownRecipient if no user has the address, which the call must not reveal
 */
export async function composeMail(dependencies: MailComposing, mail: ClaimedMail): Promise<ComposedMail> {
  const project = (await dependencies.projects.get(mail.projectId))?.project
  if (!project) throw new Undeliverable('REJECTED', 'The project was deleted.')
  const db = forProject(dependencies.db, project.id)
  const mailing = { dependencies, db, project, recipient: mail.recipient }
  const content = await mailKindOf(mail.template).compose(mailing, mail.payload)
  const language = languageOf(project, content, mail)
  const rendered = await ('written' in content
    ? renderWritten(mailing, content, language)
    : renderOwnMail(mailing, content, language))
  const { shown } = rendered
  return {
    id: mail.id,
    type: mail.template,
    locale: language,
    projectId: project.id,
    senderName: senderNameOf(project),
    recipient: mail.recipient,
    queuedAt: mail.queuedAt,
    ...rendered,
    images: await loadImages(db, project, rendered.html),
    shown: { ...shown, html: withHostedImages(shown.html, project, dependencies.settings.baseUrl) },
    ownServer: ownMailServer(dependencies.secret, project),
    sender: senderOf(project, dependencies.settings),
  }
}

function languageOf(
  { config }: Project,
  content: MailContent | WrittenContent,
  { locale, userLocale }: Pick<ClaimedMail, 'locale' | 'userLocale'>,
): Language {
  // A written mail has the language of the user only if the user has proved the mailbox.
  const further = 'written' in content ? [] : [userLocale, locale]
  return firstLanguage([content.locale, ...further, config.defaultLocale])
}

function senderNameOf({ config, displayName }: Project): string {
  const { emailConfig: email } = config
  return nameInMail(email.type === 'shared' ? displayName : email.senderName)
}
