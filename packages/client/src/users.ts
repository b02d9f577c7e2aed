import type { UserClientRead, UserClientUpdate } from '@portico/contract'

import type { CurrentUser, SignOutOptions, User, UserUpdateOptions } from './current-user.ts'
import type { SendRequest } from './request.ts'
import type { Session } from './session.ts'

import { sendVerificationEmail } from './contact-channels.ts'
import { KnownErrors } from './known-error.ts'
import { setPassword, updatePassword } from './password.ts'
import { listActiveSessions, revokeSession } from './sessions.ts'

/** What a user object needs of its app. */
export interface UserContext {
  readonly request: SendRequest
  readonly verificationCallbackUrl: () => string
  readonly signOut: (session: Session, options?: SignOutOptions) => Promise<void>
  /** The user of this session is known to look like this now. */
  readonly showUser: (session: Session, user: UserClientRead) => void
  /** The user of this session has changed in a way only the service knows. */
  readonly refreshUser: (session: Session) => Promise<void>
}

/** The user of a session, or null if there is none (any more). */
export async function getCurrentUser(session: Session, context: UserContext): Promise<CurrentUser | null> {
  if (session.hasEnded) return null
  try {
    await session.getTokens()
    if (session.hasEnded) return null
    const read = await context.request<UserClientRead>('/users/me', { session })
    return session.hasEnded ? null : createCurrentUser(read, session, context)
  } catch (error) {
    if (session.hasEnded || KnownErrors.CannotGetOwnUserWithoutUser.isInstance(error)) return null
    throw error
  }
}

export function createCurrentUser(read: UserClientRead, session: Session, context: UserContext): CurrentUser {
  const { request } = context
  const getTokens = () => session.getTokens()

  async function update(options: UserUpdateOptions): Promise<void> {
    const body = updateBodyOf(options)
    context.showUser(session, await request<UserClientRead>('/users/me', { method: 'PATCH', body, session }))
  }

  async function afterChange<Outcome>(change: Promise<Outcome>): Promise<Outcome> {
    const outcome = await change
    await context.refreshUser(session)
    return outcome
  }

  return Object.freeze({
    ...createUser(read),
    currentSession: Object.freeze({ getTokens }),
    getAuthJson: getTokens,
    getAuthHeaders: async () => ({ 'x-stack-auth': JSON.stringify(await getTokens()) }),
    signOut: (options?: SignOutOptions) => context.signOut(session, options),
    update,
    setDisplayName: (displayName) => update({ displayName }),
    setClientMetadata: (clientMetadata) => update({ clientMetadata }),
    updatePassword: (options) => afterChange(updatePassword(request, session, options)),
    setPassword: ({ password }) => afterChange(setPassword(request, session, password)),
    sendVerificationEmail: async () => {
      if (read.primary_email === null) {
        throw new Error('This user has no primary e-mail address to verify.')
      }
      return sendVerificationEmail(request, session, read.primary_email, context.verificationCallbackUrl())
    },
    delete: async () => {
      await request('/users/me', { method: 'DELETE', session })
      session.end()
    },
    getActiveSessions: () => listActiveSessions(request, session),
    revokeSession: (sessionId: string) => revokeSession(request, session, sessionId),
  } satisfies CurrentUser)
}

function createUser(read: UserClientRead): User {
  return {
    id: read.id,
    displayName: read.display_name,
    primaryEmail: read.primary_email,
    primaryEmailVerified: read.primary_email_verified,
    profileImageUrl: read.profile_image_url,
    signedUpAt: new Date(read.signed_up_at_millis),
    clientMetadata: read.client_metadata,
    clientReadOnlyMetadata: read.client_read_only_metadata,
    hasPassword: read.has_password,
    otpAuthEnabled: read.otp_auth_enabled,
    passkeyAuthEnabled: read.passkey_auth_enabled,
    isMultiFactorRequired: read.requires_totp_mfa,
    isAnonymous: read.is_anonymous,
    emailAuthEnabled: read.auth_with_email,
    oauthProviders: read.oauth_providers,
    toClientJson: () => read,
  }
}

/** The options in the spelling of the wire; what is undefined is left out by the JSON encoder. */
function updateBodyOf(options: UserUpdateOptions): Partial<UserClientUpdate> {
  const secret = options.totpMultiFactorSecret
  const body = {
    display_name: options.displayName,
    client_metadata: options.clientMetadata,
    selected_team_id: options.selectedTeamId,
    totp_secret_base64: secret && btoa(String.fromCharCode(...secret)),
    profile_image_url: options.profileImageUrl,
    otp_auth_enabled: options.otpAuthEnabled,
    passkey_auth_enabled: options.passkeyAuthEnabled,
  } satisfies { [Field in keyof UserClientUpdate]: UserClientUpdate[Field] | undefined }
  return body as Partial<UserClientUpdate>
}
