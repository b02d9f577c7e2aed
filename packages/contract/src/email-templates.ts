/** The mails that owners change, in the order of the list. */
export const emailTemplateTypes = ['email_verification', 'password_reset', 'magic_link', 'team_invitation'] as const
export type EmailTemplateType = (typeof emailTemplateTypes)[number]
