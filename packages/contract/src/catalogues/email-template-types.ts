/**
 * The mails with a link or a code, which official clients know, in the order of their list
 * (docs/protocol/projects.md#mails).
 */
export const linkTemplateTypes = ['email_verification', 'password_reset', 'magic_link', 'team_invitation'] as const
export type LinkTemplateType = (typeof linkTemplateTypes)[number]

/** The other mails to the users of a project. */
export const userNoticeTypes = [
  'password_changed',
  'email_changed',
  'address_added',
  'sign_in_method_changed',
  'new_device',
  'factor_reset_started',
  'second_factor_due',
  'sign_in_invitation',
  'sign_up_approved',
  'sign_up_refused',
  'api_key_leaked',
  'no_account',
  'address_not_verified',
  'sign_in_by_email_off',
] as const

/** The mails to owners of projects. They are users of the project "internal", which alone has these templates. */
export const ownerNoticeTypes = [
  'owner_invitation',
  'owner_changed',
  'project_settings_changed',
  'password_hashes_exported',
  'failed_emails_digest',
  'webhook_endpoint_disabled',
] as const

/** The mails that inform about a change, without a link or a code that signs in. */
export const emailNoticeTypes = [...userNoticeTypes, ...ownerNoticeTypes] as const

/** Every mail that owners can change. An extension of the protocol, except for those with a link or a code. */
export const emailTemplateTypes = [...linkTemplateTypes, ...emailNoticeTypes] as const
/** A mail whose template owners can change, such as `magic_link`. */
export type EmailTemplateType = (typeof emailTemplateTypes)[number]
