import { FACTOR_RESET_MAX_HOURS } from '@portico/contract'

export const codeKinds = [
  'contact_channel_verification',
  'password_reset',
  'sign_in',
  'mfa_attempt',
  'passkey_registration',
  'passkey_authentication',
  'oauth_flow',
  'team_invitation',
  'owner_invitation',
  'project_transfer',
  'factor_reset',
  'impersonation_link',
  'user_invitation',
  'session_disown',
] as const
export type CodeKind = (typeof codeKinds)[number]

/**
 * The kinds that end with a new password and with a suspension. A code that cancels the announced removal of a second
 * factor ends with the announcement: a person who resets the password through one mailbox must not keep the owner of
 * another mailbox from cancelling.
 */
// guard: a code that cancels the removal of a second factor outlives the password
//   (drop `.filter((kind) => kind !== 'factor_reset')`) [factor-reset]
export const codeKindsOfUser: readonly CodeKind[] = codeKinds.filter((kind) => kind !== 'factor_reset')

/**
 * The kinds that end when a session changes the password or an address. A person in another person's account must not
 * end the codes in the mails about their session this way. Such a code ends a session and starts none.
 */
// guard: a session that changes the password does not end the code that ends the session
//   (drop `.filter((kind) => kind !== 'session_disown')`) [notices]
export const codeKindsOfAccount: readonly CodeKind[] = codeKindsOfUser.filter((kind) => kind !== 'session_disown')

/**
 * The kinds that sign an existing user in. Not an invitation to sign up, which its sender sees and revokes, and a
 * handle of an OAuth flow, which ends with its session.
 */
export const codeKindsOfSignIn: readonly CodeKind[] = ['sign_in', 'password_reset', 'mfa_attempt', 'impersonation_link']

/** Everything that this service issues for a single use within a limited time. */
export type Lifetime = CodeKind | 'oauth_transaction' | 'oauth_code' | 'partner_authorization' | 'cli_login'

/** Lifetimes in seconds. */
export type CodeLifetimes = Readonly<Record<Lifetime, number>>

export const codeLifetimeDefaults: CodeLifetimes = {
  contact_channel_verification: 24 * 60 * 60,
  password_reset: 30 * 60,
  sign_in: 10 * 60,
  mfa_attempt: 5 * 60,
  // Longer than the time limit of the ceremony, because autofill offers a passkey for as long as the page is open.
  passkey_registration: 5 * 60,
  passkey_authentication: 5 * 60,
  oauth_flow: 60,
  team_invitation: 7 * 24 * 60 * 60,
  owner_invitation: 7 * 24 * 60 * 60,
  project_transfer: 60 * 60,
  // As long as the longest waiting time. The code ends with the announcement that it cancels.
  factor_reset: FACTOR_RESET_MAX_HOURS * 60 * 60,
  // guard: an impersonation link works for 60 seconds (replace `60` with `600`) [impersonation-links]
  impersonation_link: 60,
  user_invitation: 7 * 24 * 60 * 60,
  session_disown: 7 * 24 * 60 * 60,
  oauth_transaction: 10 * 60,
  oauth_code: 60,
  // Long enough to sign up and to create a project.
  partner_authorization: 60 * 60,
  cli_login: 2 * 60 * 60,
}
