import { emailTemplateTypes, emailTemplateVariables, type EmailTemplateType } from '@portico/contract'

import type { MailContent, MailName } from './mail-data.ts'

/** A mail that owners can change (contract 02 section 14). */
export interface WireTemplate {
  readonly type: EmailTemplateType
  /** The names of link and code in a template. */
  readonly link: string
  readonly code?: string
  /** The mail with an example of each value. */
  readonly example: MailContent
}

const link = 'https://example.com/handler?code=0000'
const linkLifetime = { lifetimeSeconds: 24 * 60 * 60 }

const examples: Readonly<Record<EmailTemplateType, MailContent>> = {
  email_verification: { mail: 'emailVerification', data: { linkLifetime }, link },
  password_reset: { mail: 'passwordReset', data: { linkLifetime }, link },
  magic_link: { mail: 'signInCode', data: { linkLifetime }, link, code: 'ABC123' },
  team_invitation: {
    mail: 'teamInvitation',
    data: { teamDisplayName: { teamName: 'Chess' }, expiresAt: { atMillis: 0 } },
    further: { inviterName: { chosenName: 'Ada Lovelace' } },
    link,
  },
}

/** All of them, in the order of the list. */
export const wireTemplates: readonly WireTemplate[] = emailTemplateTypes.map(wireTemplate)

export function wireTemplate(type: EmailTemplateType): WireTemplate {
  const variables = emailTemplateVariables[type]
  const names = Object.fromEntries(variables.map(({ kind, name }) => [kind, name]))
  return {
    type,
    link: names['link'] ?? 'link',
    ...(names['code'] !== undefined && { code: names['code'] }),
    example: examples[type],
  }
}

/** Returns the template of a mail; undefined for a mail that owners cannot change. */
export function wireTemplateOf(mail: MailName): WireTemplate | undefined {
  return wireTemplates.find(({ example }) => example.mail === mail)
}
