import { nameInMail, quotedNameInMail } from '@portico/protocols/mail-document/name-in-mail'
import { renderTemplate, writeSubject } from '@portico/protocols/mail-document/render'
import type { Variable, Variables } from '@portico/protocols/mail-document/template'
import { UnrenderableDocument } from '@portico/protocols/mail-document/tree'

import { textsOf, type Language } from '../language/languages.ts'
import { Undeliverable } from '../platform/mailer/mail-failure.ts'
import { requireDocument } from './given-template.ts'
import { brandVariables } from './mail-brand.ts'
import type { Mailing } from './mail-kind.ts'
import { renderWithOwnTemplate } from './own-templates.ts'
import { standardTemplate, type MailParts, type RenderedMail, type Sender } from './render-mail.ts'
import { textOfHtml } from './text-of-html.ts'
import { wireTemplate } from './wire-templates.ts'
import type { WrittenContent, WrittenMail } from './written-mail.ts'

type Written<Kind extends WrittenMail['kind']> = Extract<WrittenMail, { kind: Kind }>

/**
 * Renders a mail that a server has written.
 *
 * @throws Undeliverable if its blocks cannot become a mail with the name of this user
 */
export async function renderWritten(
  mailing: Mailing,
  { userDisplayName, written }: WrittenContent,
  language: Language,
): Promise<RenderedMail> {
  const sender = { project: mailing.project, baseUrl: mailing.dependencies.settings.baseUrl }
  if (written.kind === 'html') return { ...partsOfHtml(written), isStoredOnce: true }
  if (written.kind === 'content') return shownAsSent(renderDeliverable(written, sender, language, userDisplayName))
  const { subject, type, variables: given } = written
  const rendering = renderingIn(language, variablesOf(given, sender, userDisplayName))
  return renderWithOwnTemplate(mailing, { type, locale: language }, (own) => {
    const template = own ?? standardTemplate(wireTemplate(type).example, sender.project, language)
    return shownAsSent(renderTemplate({ ...template, subject: subject ?? template.subject }, rendering))
  })
}

/** The parts of a mail whose HTML a server has written. The HTML is sent unchanged. */
export function partsOfHtml({ html, subject }: Pick<Written<'html'>, 'html' | 'subject'>): RenderedMail {
  return shownAsSent({ subject: writeSubject(subject), html, text: textOfHtml(html) })
}

/**
 * Renders blocks that a server has written.
 *
 * @throws UnrenderableDocument, PlainError
 */
export function renderWrittenBlocks(
  { content, subject, variables }: Written<'content'>,
  sender: Sender,
  language: Language,
  userDisplayName: string | null,
): MailParts {
  const template = { subject, content: requireDocument(content) }
  return renderTemplate(template, renderingIn(language, variablesOf(variables, sender, userDisplayName)))
}

function renderDeliverable(...given: Parameters<typeof renderWrittenBlocks>): MailParts {
  try {
    return renderWrittenBlocks(...given)
  } catch (error) {
    if (!(error instanceof UnrenderableDocument)) throw error
    throw new Undeliverable('REJECTED', error.message)
  }
}

/** It contains no code and no link of the service. */
function shownAsSent(parts: MailParts): RenderedMail {
  return { ...parts, shown: parts }
}

function renderingIn(
  language: Language,
  variables: Variables,
): { readonly variables: Variables; readonly locale: Language; readonly direction: 'ltr' | 'rtl' } {
  return { variables, locale: language, direction: textsOf(language).direction }
}

/** The values of a server, and those that the service adds. */
function variablesOf(
  given: Readonly<Record<string, string>>,
  { baseUrl, project }: Sender,
  userDisplayName: string | null,
): Variables {
  return {
    ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, givenVariable(value)])),
    ...brandVariables(project),
    projectDisplayName: { value: nameInMail(project.displayName), isChosen: true },
    userDisplayName: { value: quotedNameInMail(userDisplayName ?? ''), isChosen: true },
    serviceHost: { value: new URL(baseUrl).host },
  }
}

/** A complete address can be the target of a link or a button. In a text it is text, like every value. */
function givenVariable(value: string): Variable {
  return { value, ...(/^(?:https?:\/\/|mailto:)/i.test(value) && URL.canParse(value) && { isAddress: true }) }
}
