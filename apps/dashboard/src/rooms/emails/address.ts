import type { MailFilter, SentMail } from '../../data/emails.ts'
import { address, oneOf, text, type SearchOf } from '../../page/address.ts'

/** The states of mails, in the order of a filter. */
export const mailStateChoices: readonly SentMail['state'][] = ['sent', 'queued', 'retrying', 'failed']

/** The kinds of mails, in the order of a filter. The texts name them too, but the first page does not load those. */
export const mailTypeChoices: readonly NonNullable<MailFilter['type']>[] = [
  'sign_in_code',
  'email_verification',
  'password_reset',
  'team_invitation',
  'sign_in_invitation',
  'password_changed',
  'email_changed',
  'address_added',
  'sign_in_method_changed',
  'new_device',
  'factor_reset_started',
  'second_factor_due',
  'sign_up_approved',
  'sign_up_refused',
  'api_key_leaked',
  'owner_invitation',
  'owner_changed',
  'project_settings_changed',
  'password_hashes_exported',
  'failed_emails_digest',
  'webhook_endpoint_disabled',
  'written',
  'test',
]

/** Search and filters of sent mails. */
export const sentAddress = address({
  filters: { q: text, state: oneOf(mailStateChoices), type: oneOf(mailTypeChoices) },
})

/** The list of templates has one page. */
export const templatesAddress = address({})

export type SentSearch = SearchOf<typeof sentAddress>
