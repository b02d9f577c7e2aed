import type { MailType } from '@portico/contract'

import { addressAdded } from './address-added.ts'
import { apiKeyLeaked } from './api-key-leaked.ts'
import { emailChanged } from './email-changed.ts'
import { emailVerification } from './email-verification.ts'
import { factorResetStarted } from './factor-reset-started.ts'
import { failedEmailsDigest } from './failed-emails-digest.ts'
import type { MailKind } from './mail-kind.ts'
import { newDevice } from './new-device.ts'
import { ownerChanged } from './owner-changed.ts'
import { ownerInvitation } from './owner-invitation.ts'
import { passwordChanged } from './password-changed.ts'
import { passwordHashesExported } from './password-hashes-exported.ts'
import { passwordReset } from './password-reset.ts'
import { projectSettingsChanged } from './project-settings-changed.ts'
import { secondFactorDue } from './second-factor-due.ts'
import { signInCode } from './sign-in-code.ts'
import { signInInvitation } from './sign-in-invitation.ts'
import { signInMethodChanged } from './sign-in-method-changed.ts'
import { signUpApproved, signUpRefused } from './sign-up-decided.ts'
import { teamInvitation } from './team-invitation.ts'
import { webhookEndpointDisabled } from './webhook-endpoint-disabled.ts'
import { written } from './written.ts'

/** All kinds of queued mails, by the name in the column `template`. */
const kinds = {
  address_added: addressAdded,
  api_key_leaked: apiKeyLeaked,
  email_changed: emailChanged,
  email_verification: emailVerification,
  factor_reset_started: factorResetStarted,
  failed_emails_digest: failedEmailsDigest,
  new_device: newDevice,
  owner_changed: ownerChanged,
  owner_invitation: ownerInvitation,
  password_changed: passwordChanged,
  password_hashes_exported: passwordHashesExported,
  password_reset: passwordReset,
  project_settings_changed: projectSettingsChanged,
  second_factor_due: secondFactorDue,
  sign_in_code: signInCode,
  sign_in_invitation: signInInvitation,
  sign_in_method_changed: signInMethodChanged,
  sign_up_approved: signUpApproved,
  sign_up_refused: signUpRefused,
  team_invitation: teamInvitation,
  webhook_endpoint_disabled: webhookEndpointDisabled,
  written,
} as const satisfies Record<Exclude<MailType, 'test'>, object>

/** A mail that the service writes. */
type MailKindName = Exclude<keyof typeof kinds, 'written'>

type PayloadOf<Kind> = Kind extends MailKind<infer Payload> ? Payload : never

export type PayloadOfMail<Template extends MailKindName> = PayloadOf<(typeof kinds)[Template]>

/** A mail to queue: its kind, the payload of that kind and the canonical address of the recipient. */
export type NewMail = {
  [Template in MailKindName]: {
    readonly template: Template
    readonly payload: PayloadOf<(typeof kinds)[Template]>
    readonly recipient: string
  }
}[MailKindName]

export function mailKindOf(template: string): MailKind<unknown> {
  const known: Readonly<Record<string, MailKind<unknown>>> = kinds
  const kind = Object.hasOwn(known, template) ? known[template] : undefined
  if (!kind) throw new Error(`This version of the service has no mail "${template}".`)
  return kind
}
