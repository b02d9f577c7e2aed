import type { ExportColumn, UserServerRead } from '@portico/contract'

/**
 * Spreadsheets treat a cell that begins with one of these characters as a formula; some also accept their full-width
 * forms.
 */
const beginsFormula = /^[=+\-@\t\r\n＝＋－＠]/

const cells: { readonly [Column in ExportColumn]: (user: UserServerRead) => string } = {
  id: ({ id }) => id,
  display_name: ({ display_name: name }) => name ?? '',
  primary_email: ({ primary_email: email }) => email ?? '',
  primary_email_verified: ({ primary_email_verified: isVerified }) => String(isVerified),
  sign_in_methods: (user) => signInMethodsOf(user).join(' '),
  signed_up_at: ({ signed_up_at_millis: at }) => new Date(at).toISOString(),
  last_active_at: (user) => (user.has_been_active ? new Date(user.last_active_at_millis).toISOString() : ''),
  is_anonymous: ({ is_anonymous: isAnonymous }) => String(isAnonymous),
  is_suspended: ({ restricted_by_admin: isSuspended }) => String(isSuspended),
  suspension_reason: ({ restricted_by_admin_reason: reason }) => reason ?? '',
  requires_totp_mfa: ({ requires_totp_mfa: isRequired }) => String(isRequired),
  second_factors: ({ second_factors: factors }) => factors.join(' '),
  country_code: ({ country_code: code }) => code ?? '',
  selected_team_id: ({ selected_team_id: id }) => id ?? '',
}

function signInMethodsOf(user: UserServerRead): string[] {
  return [
    ...(user.has_password ? ['password'] : []),
    ...(user.otp_auth_enabled ? ['otp'] : []),
    ...(user.passkey_auth_enabled ? ['passkey'] : []),
    ...user.oauth_providers.map(({ id }) => id),
  ]
}

/** The first line of the file (RFC 4180). */
export function csvHead(columns: readonly ExportColumn[]): string {
  return lineOf(columns)
}

export function csvLine(columns: readonly ExportColumn[], user: UserServerRead): string {
  return lineOf(columns.map((column) => cells[column](user)))
}

function lineOf(values: readonly string[]): string {
  return `${values.map(quote).join(',')}\r\n`
}

/** An apostrophe prevents a spreadsheet from evaluating a user's name as a formula. */
function quote(value: string): string {
  const harmless = beginsFormula.test(value) ? `'${value}` : value
  return `"${harmless.replaceAll('"', '""')}"`
}
