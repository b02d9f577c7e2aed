import { print, printJson } from '../kernel/output.ts'
import { toPlainText } from '../kernel/plain-text.ts'
import type { ProjectUser } from './find-user.ts'

/** The fields of a user for programs. */
export function describeForPrograms(user: ProjectUser): Record<string, unknown> {
  const { suspension } = user
  return {
    id: user.id,
    primary_email: user.primaryEmail,
    primary_email_verified: user.primaryEmailVerified,
    display_name: user.displayName,
    signed_up_at: user.signedUpAt.toISOString(),
    last_active_at: lastActivityOf(user)?.toISOString() ?? null,
    is_anonymous: user.isAnonymous,
    has_password: user.hasPassword,
    has_email_codes: user.otpAuthEnabled,
    has_passkey: user.passkeyAuthEnabled,
    has_second_factor: user.isMultiFactorRequired,
    providers: user.oauthProviders.map(({ id }) => id),
    suspension: suspension && {
      reason: suspension.reason,
      private_details: suspension.privateDetails,
      until: suspension.until?.toISOString() ?? null,
    },
    client_metadata: user.clientMetadata,
    client_read_only_metadata: user.clientReadOnlyMetadata,
    server_metadata: user.serverMetadata,
  }
}

/** For a user without a session, the service sends the time of the sign-up. */
export function lastActivityOf({ hasBeenActive, lastActiveAt }: ProjectUser): Date | null {
  return hasBeenActive ? lastActiveAt : null
}

/** Names a user in a sentence. */
export function nameOf({ displayName, primaryEmail, id }: ProjectUser): string {
  const name = toPlainText([displayName, primaryEmail && `<${primaryEmail}>`].filter(Boolean).join(' ')).trim()
  return name === '' ? id : `${name} (${id})`
}

export function printUser(user: ProjectUser, isJson: boolean): void {
  const description = describeForPrograms(user)
  if (isJson) {
    printJson(description)
    return
  }
  const lines = { ...description, suspension: describeSuspension(user) }
  for (const [name, value] of Object.entries(lines)) print(`${name.padEnd(25)}  ${toText(value)}`)
}

function describeSuspension({ suspension }: ProjectUser): string | null {
  if (!suspension) return null
  const { until, reason, privateDetails } = suspension
  const end = until ? `until ${until.toISOString()}` : 'until portico users unsuspend'
  return [end, reason && `reason: ${reason}`, privateDetails && `details: ${privateDetails}`].filter(Boolean).join(', ')
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (Array.isArray(value)) return value.join(', ') || '-'
  return toPlainText(typeof value === 'string' ? value : JSON.stringify(value))
}
