import { emailTemplateVariables, exampleValues, type EmailTemplateType } from '@portico/contract'
import { renderEmail, type EmailTemplate, type RenderedEmail } from '@portico/protocols/email-document/render'

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
  template: EmailTemplate,
  { direction = 'ltr', locale = 'en' }: HostileEmailOptions = {},
): RenderedEmail {
  const variables = exampleValues(emailTemplateVariables[type], { isHostile: true })
  return renderEmail(template, { variables, locale, direction })
}
