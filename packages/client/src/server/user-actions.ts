import type { UserServerRead } from '@portico/contract'

import type {
  CreatedSession,
  CreateSessionOptions,
  ServerUser,
  ServerConnectedAccountOptions,
  ServerUserActions,
  ServerUserUpdateOptions,
} from './server-user.ts'
import {
  type AccountName,
  getConnectedAccount,
  getOAuthProvider,
  listConnectedAccounts,
  listOAuthProviders,
  type OAuthConnection,
} from '../resources/connected-accounts.ts'
import { userApiKeyActions } from '../resources/api-keys.ts'
import { apiKeyContextOf } from './api-key-context.ts'
import { contactChannelActions } from '../resources/contact-channels.ts'
import { listPasskeys } from '../resources/passkeys.ts'
import { listRememberedDevices } from '../resources/remembered-devices.ts'
import type { Owner } from '../resources/owner.ts'
import { extendUser, type ServerContext } from './server-context.ts'
import { createServerBaseUser } from './present-user.ts'
import { createServerTeam } from './teams.ts'
import { createServerTeamActions } from './team-actions.ts'
import { serverUpdateBodyOf } from './wire-fields.ts'
import { sessionActions } from '../resources/sessions.ts'
import type { RequestSession, SendRequest } from '../transport/request.ts'
import { asClient, wrapRequest } from '../transport/wrap-request.ts'

export function createServerUser(read: UserServerRead, context: ServerContext): ServerUser {
  const user = {
    ...createServerBaseUser(read),
    selectedTeam: read.selected_team && createServerTeam(read.selected_team, context),
    ...createServerUserActions(read.id, context),
  }
  return Object.freeze(extendUser(context, user))
}

/**
 * Changes a user and returns the user as the service has answered.
 *
 * @param request calls the service, with the session that the change carries
 */
export async function updateUser(
  context: ServerContext,
  userId: string,
  options: ServerUserUpdateOptions,
  request: SendRequest<'server'> = context.request,
): Promise<ServerUser> {
  const body = serverUpdateBodyOf(options)
  const read = await request('PATCH /users/{user_id}', { params: { user_id: userId }, body })
  const changed = createServerUser(read, context)
  context.cache?.afterUpdate(userId, changed, options)
  return changed
}

/**
 * @param session the session of the user, if the actions belong to one. Changes carry it, so that the service refuses
 *   them for an impersonating session. Once it has no tokens, the changes are those of the server alone, so an
 *   impersonating session must throw instead.
 */
export function createServerUserActions(
  userId: string,
  context: ServerContext,
  session?: RequestSession,
): ServerUserActions {
  const { cache } = context
  const params = { user_id: userId }
  const request = wrapRequest(
    context.request,
    (send) => (call, options) =>
      send(call, call.startsWith('GET ') ? options : { ...options, session, isSessionOptional: true }),
  )
  const owner: Owner = {
    request: asClient(request),
    userId,
    afterChange: async (change) => {
      const outcome = await change
      cache?.drop(userId)
      return outcome
    },
  }
  // Without the session, which the service would refuse to end as the current one.
  const { revokeOtherSessions, ...sessions } = sessionActions({ request: context.requestSessions, userId })

  async function update(options: ServerUserUpdateOptions): Promise<void> {
    await updateUser(context, userId, options, request)
  }

  function getAccount(
    account: AccountName,
    options: ServerConnectedAccountOptions & { or: 'throw' },
  ): Promise<OAuthConnection>
  function getAccount(account: AccountName, options?: ServerConnectedAccountOptions): Promise<OAuthConnection | null>
  function getAccount(
    account: AccountName,
    options: ServerConnectedAccountOptions = {},
  ): Promise<OAuthConnection | null> {
    return getConnectedAccount(owner, account, options)
  }

  return {
    update,
    setDisplayName: (displayName) => update({ displayName }),
    setClientMetadata: (clientMetadata) => update({ clientMetadata }),
    setClientReadOnlyMetadata: (clientReadOnlyMetadata) => update({ clientReadOnlyMetadata }),
    setServerMetadata: (serverMetadata) => update({ serverMetadata }),
    setPrimaryEmail: (primaryEmail, { verified = false } = {}) =>
      update({ primaryEmail, ...(primaryEmail !== null && { primaryEmailVerified: verified }) }),
    setPassword: ({ password }) => update({ password }),
    suspend: (suspension = {}) => update({ suspension }),
    liftSuspension: () => update({ suspension: null }),
    delete: async () => {
      await request('DELETE /users/{user_id}', { params })
      cache?.afterDelete(userId)
    },
    ...sessions,
    // A request with the secret key has no current session, so these are all sessions.
    revokeAllSessions: revokeOtherSessions,
    // guard: a server that acts for an impersonating session creates no session
    //   (replace `request` with `context.request`) [server-app.service]
    createSession: (options) => createSession(request, userId, options),
    ...contactChannelActions(owner, () => context.pageUrl('emailVerification')),
    ...createServerTeamActions(userId, context, request, update),
    // guard: a server that acts for an impersonating session creates no API key (drop `request`) [api-keys.service]
    ...userApiKeyActions(userId, apiKeyContextOf(context, request)),
    getConnectedAccount: getAccount,
    listConnectedAccounts: () => listConnectedAccounts(owner),
    listOAuthProviders: () => listOAuthProviders(owner),
    getOAuthProvider: (id) => getOAuthProvider(owner, id),
    listPasskeys: () => listPasskeys(owner, context.ports),
    listRememberedDevices: () => listRememberedDevices(owner),
  }
}

async function createSession(
  request: SendRequest<'server'>,
  userId: string,
  { expiresInMillis, isImpersonation, reason }: CreateSessionOptions = {},
): Promise<CreatedSession> {
  const body = { user_id: userId, expires_in_millis: expiresInMillis, is_impersonation: isImpersonation, reason }
  const created = await request('POST /auth/sessions', { body })
  const tokens = { accessToken: created.access_token, refreshToken: created.refresh_token }
  return { getTokens: async () => tokens }
}
