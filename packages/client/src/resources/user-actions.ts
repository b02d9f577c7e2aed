import type { OwnDataRead, UserClientRead, UserClientUpdate } from '@portico/contract'

import type { UserApiKeyActions } from './api-keys.ts'
import type { CurrentUser, SessionMethods, User, UserUpdateOptions } from './current-user.ts'
import type { Owner } from './owner.ts'
import type { Session } from '../session/session.ts'
import type { TeamActions } from './teams.ts'
import type { UserContext } from './user-context.ts'
import type { ChangedReads } from './user-reads.ts'
import { pageUrl } from '../pages/navigation.ts'
import { connectedAccountActions } from './connected-accounts.ts'
import { loadPart } from '../transport/connection-error.ts'
import { listPasskeys } from './passkeys.ts'
import { contactChannelActions, sendVerificationEmail } from './contact-channels.ts'
import { setPassword, updatePassword } from '../sign-in/password.ts'
import { listRememberedDevices } from './remembered-devices.ts'
import { recoveryCodeActions } from './recovery-codes.ts'
import { sessionActions } from './sessions.ts'

/** The methods of a user that rendering a page does not need, loaded on demand. */
export type UserActions = Omit<
  CurrentUser,
  | keyof User
  | keyof TeamActions
  | keyof UserApiKeyActions
  | 'selectedTeam'
  | Exclude<keyof SessionMethods, 'registerPasskey'>
>

export function createUserActions(read: UserClientRead, session: Session, context: UserContext): UserActions {
  const { request } = context

  async function update(options: UserUpdateOptions): Promise<void> {
    const body = updateBodyOf(options)
    context.users.show(session, await request<UserClientRead>('/users/me', { method: 'PATCH', body, session }))
    leaveRestriction()
    // A profile in a team without its own name or image shows those of the user.
    const isShownInTeams = options.displayName !== undefined || options.profileImageUrl !== undefined
    if (isShownInTeams) await context.users.renew(session, 'teamProfile', 'members')
    if (options.primaryEmail !== undefined) await context.users.renew(session, 'contactChannels')
  }

  /** The access token of a restricted session says so until its end. The next call gets another one, in case a change has ended the restriction. */
  function leaveRestriction(): void {
    const { accessToken } = session.tokens
    if (read.is_restricted && accessToken !== null) session.refuseAccessToken(accessToken)
  }

  /** @param changed the reads that a change affects besides the user */
  function ownerOf(...changed: readonly ChangedReads[]): Owner {
    const afterChange: Owner['afterChange'] = async (change) => {
      const outcome = await change
      await Promise.all([context.users.refresh(session), context.users.renew(session, ...changed)])
      return outcome
    }
    return { request, session, userId: 'me', afterChange }
  }

  const verificationUrl = (): string => pageUrl(context.redirects, 'emailVerification', 'verificationCallbackUrl')
  const owner = ownerOf()
  const { afterChange } = owner

  return {
    update,
    setDisplayName: (displayName) => update({ displayName }),
    setClientMetadata: (clientMetadata) => update({ clientMetadata }),
    updatePassword: (options) => afterChange(updatePassword(request, session, options)),
    setPassword: ({ password }) => afterChange(setPassword(request, session, password)),
    registerPasskey: async (options = {}) => {
      const passkey = await loadPart(context.ports, import('../sign-in/passkey.ts'))
      const registered = passkey.registerPasskey(request, session, context.ports, options)
      return afterChange(registered.finally(leaveRestriction))
    },
    listPasskeys: () => listPasskeys(owner, context.ports),
    listRememberedDevices: () => listRememberedDevices(owner),
    cancelFactorReset: async () => {
      try {
        await request('/users/me/factor-reset', { method: 'DELETE', session })
      } finally {
        // Also after a failure, because the removal can have ended or taken effect elsewhere.
        await context.users.refresh(session)
      }
    },
    sendVerificationEmail: async () => {
      if (read.primary_email === null) {
        throw new Error('This user has no primary e-mail address to verify.')
      }
      return sendVerificationEmail(request, session, read.primary_email, verificationUrl())
    },
    exportData: () => request<OwnDataRead>('/users/me/export', { session }),
    delete: async () => {
      await request('/users/me', { method: 'DELETE', session })
      session.end()
    },
    ...contactChannelActions(ownerOf('contactChannels'), verificationUrl),
    ...sessionActions(owner),
    ...recoveryCodeActions(owner),
    ...connectedAccountActions(
      ownerOf('connectedAccounts', 'oauthProviders'),
      async (provider, { scopes = [] } = {}) => {
        const { startOAuth } = await loadPart(context.ports, import('../sign-in/oauth.ts'))
        return startOAuth(context, { provider, scopes, linkTo: session })
      },
    ),
  }
}

/** Converts the options to their wire names. The JSON encoder omits undefined fields. */
export function updateBodyOf(options: UserUpdateOptions): Partial<UserClientUpdate> {
  const secret = options.totpMultiFactorSecret
  const body = {
    display_name: options.displayName,
    client_metadata: options.clientMetadata,
    selected_team_id: options.selectedTeamId,
    totp_secret_base64: secret && btoa(String.fromCharCode(...secret)),
    totp_code: options.totpCode,
    profile_image_url: options.profileImageUrl,
    locale: options.locale,
    otp_auth_enabled: options.otpAuthEnabled,
    primary_email: options.primaryEmail,
    passkey_auth_enabled: options.passkeyAuthEnabled,
  } satisfies { [Field in keyof UserClientUpdate]: UserClientUpdate[Field] | undefined }
  return body as Partial<UserClientUpdate>
}
