import { emailTemplateVariables, exampleValues, type EmailTemplateType } from '@portico/contract'
import { renderTemplate, type MailTemplate, type RenderedTemplate } from '@portico/protocols/mail-document/render'

export interface HostileEmailOptions {
  /** The language of the mail. Default: `en`. */
  readonly locale?: string
  /** Default: from left to right. */
  readonly direction?: 'ltr' | 'rtl'
}

/**
 * Renders a template as a mail in which every name and address of a person is one that an attacker would enter: with a link, markup, a
 * placeholder, a second header line and another direction. A test then checks that none of it has an effect.
 *
 * @throws UnrenderableDocument if the template has no root, a circle, or more than its bounds
 */
export function renderHostileEmail(
  type: EmailTemplateType,
  template: MailTemplate,
  { direction = 'ltr', locale = 'en' }: HostileEmailOptions = {},
): RenderedTemplate {
  const variables = exampleValues(emailTemplateVariables[type], { isHostile: true })
  return renderTemplate(template, { variables, locale, direction })
}
