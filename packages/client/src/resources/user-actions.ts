import type { CurrentUserRead, UserClientUpdate } from '@portico/contract'

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
import { deviceHeaders } from '../transport/device-secrets.ts'
import { listPasskeys } from './passkeys.ts'
import { contactChannelActions, sendVerificationEmail } from './contact-channels.ts'
import { setPassword, updatePassword } from '../sign-in/password.ts'
import { listRememberedDevices } from './remembered-devices.ts'
import { recoveryCodeActions } from './recovery-codes.ts'
import { sessionActions } from './sessions.ts'
import { bodyOf } from '../transport/body-of.ts'

/** The methods of a user that rendering a page does not need, loaded on demand. */
export type UserActions = Omit<
  CurrentUser,
  | keyof User
  | keyof TeamActions
  | keyof UserApiKeyActions
  | 'selectedTeam'
  | 'impersonation'
  | Exclude<keyof SessionMethods, 'registerPasskey'>
>

export function createUserActions(read: CurrentUserRead, session: Session, context: UserContext): UserActions {
  const { request } = context

  async function update(options: UserUpdateOptions): Promise<void> {
    const body = updateBodyOf(options)
    const changed = await request('PATCH /users/me', { body, session })
    // Only the answer of GET contains the impersonation.
    context.users.show(session, { ...changed, impersonation: read.impersonation })
    // A profile in a team without its own name or image shows those of the user.
    const isShownInTeams = options.displayName !== undefined || options.profileImageUrl !== undefined
    if (isShownInTeams) await context.users.renew(session, 'teamProfile', 'members')
    if (options.primaryEmail !== undefined) await context.users.renew(session, 'contactChannels')
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
      return afterChange(passkey.registerPasskey(request, session, context.ports, options))
    },
    listPasskeys: () => listPasskeys(owner, context.ports),
    listRememberedDevices: () => listRememberedDevices(owner, deviceHeaders(context.ports, context.options.projectId)),
    cancelFactorReset: async () => {
      try {
        await request('DELETE /users/{user_id}/factor-reset', { params: { user_id: 'me' }, session })
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
    exportData: () => request('GET /users/me/export', { session }),
    delete: async () => {
      await request('DELETE /users/me', { session })
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

export function updateBodyOf({ totpMultiFactorSecret: secret, ...options }: UserUpdateOptions): UserClientUpdate {
  return {
    ...bodyOf(options),
    ...(secret !== undefined && { totp_secret_base64: secret && btoa(String.fromCharCode(...secret)) }),
  }
}
