import type { EmailTemplateType } from '@portico/contract'

import type { MailName } from './mail-data.ts'

interface WireTemplate {
  readonly mail: MailName
  readonly link: string
  readonly code?: string
}

/** The mails that owners change, with the names of their link and code in a template (contract 02 section 14). */
export const wireTemplates: Readonly<Record<EmailTemplateType, WireTemplate>> = {
  email_verification: { mail: 'emailVerification', link: 'emailVerificationLink' },
  password_reset: { mail: 'passwordReset', link: 'passwordResetLink' },
  magic_link: { mail: 'signInCode', link: 'magicLink', code: 'otp' },
  team_invitation: { mail: 'teamInvitation', link: 'teamInvitationLink' },
}

const byMail = new Map(Object.entries(wireTemplates).map(([type, template]) => [template.mail, { type, ...template }]))

/** Returns the template of a mail; undefined for a mail that owners cannot change. */
export function wireTemplateOf(mail: MailName): (WireTemplate & { readonly type: EmailTemplateType }) | undefined {
  return byMail.get(mail) as (WireTemplate & { readonly type: EmailTemplateType }) | undefined
}
