import { emailTemplateVariables, exampleValues, type EmailTemplateType, type Json } from '@portico/contract'
import { checkDocument } from '@portico/protocols/mail-document/check-document'
import { renderTemplate, type RenderedTemplate } from '@portico/protocols/mail-document/render'

export interface HostileEmailOptions {
  /** The language of the mail. Default: `en`. */
  readonly locale?: string
  /** Default: from left to right. */
  readonly direction?: 'ltr' | 'rtl'
}

/** A template as the service and the SDK return it. */
export interface HostileEmailTemplate {
  readonly subject: string
  /** Blocks by their ids. */
  readonly content: Json
}

/**
 * Renders a template as a mail in which every name and address of a person is one that an attacker would enter: with a
 * link, markup, a placeholder, a second header line and another direction. A test then checks that none of it has an
 * effect.
 *
 * @throws UnrenderableDocument if the template has no root, a circle, or more than its bounds
 */
export function renderHostileEmail(
  type: EmailTemplateType,
  { content, subject }: HostileEmailTemplate,
  { direction = 'ltr', locale = 'en' }: HostileEmailOptions = {},
): RenderedTemplate {
  const variables = exampleValues(emailTemplateVariables[type], { isHostile: true })
  const checked = checkDocument(content)
  if ('problem' in checked) throw new Error(`The content is no mail document: ${JSON.stringify(checked.problem)}`)
  return renderTemplate({ subject, content: checked.document }, { variables, locale, direction })
}
