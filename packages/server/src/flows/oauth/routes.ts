import * as contract from '@portico/contract'

import { anyone, signedIn } from '../../api/rules/access.ts'
import { wholeList } from '../../api/call/list-page.ts'
import { route, type RequestContext, type Route } from '../../api/rules/route.ts'
import { toCamelCaseMembers } from '@portico/contract/letter-case'
import { authorize, refuseAuthorization, requireAuthorizationClient, type AuthorizeDependencies } from './authorize.ts'
import {
  receiveAnswer,
  refuseAnswer,
  useTransaction,
  type CallbackDependencies,
  type ProviderAnswer,
} from './callback.ts'
import {
  disconnectAccount,
  getUserWithAccounts,
  readAccessToken,
  type AccessTokenDependencies,
  type ConnectedAccountsDependencies,
  type WantedToken,
} from './connected-accounts.ts'
import { presentAccounts, presentOAuthProviders } from '../../records/credentials/present.ts'
import { findProviderOfAddress } from './find-connection.ts'
import { issueFlowHandle } from './flow-handle.ts'
import { grantTokens, requireTokenClient, type TokenDependencies } from './token.ts'
import type { CodeIssuing } from '../../records/verification-codes/verification-codes.ts'

export interface OAuthDependencies
  extends AuthorizeDependencies, CodeIssuing, CallbackDependencies, TokenDependencies, ConnectedAccountsDependencies {
  readonly settings: AuthorizeDependencies['settings'] &
    CodeIssuing['settings'] &
    CallbackDependencies['settings'] &
    TokenDependencies['settings']
}

/** RFC 6749 section 5.1. */
const tokenHeaders = { 'cache-control': 'no-store', pragma: 'no-cache' }

export function oauthRoutes(dependencies: OAuthDependencies): Route[] {
  const tokens: AccessTokenDependencies = { ...dependencies, refreshes: new Map() }
  return [
    route(
      contract.oauthAuthorize,
      {
        allow: anyone,
        find: ({ query }) => requireAuthorizationClient(dependencies, query),
        project: ({ found }) => found,
        limit: 'providerSignIn',
        mayBecome: 'changeCredentials',
        refused: ({ found, query }, error) => refuseAuthorization(query, found, error),
      },
      (context) => authorize(dependencies, context, context.found),
    ),

    route(contract.createOAuthFlowHandle, { allow: signedIn, limit: 'providerSignIn' }, async (call) => {
      const { provider_id: providerId, type } = call.body
      return { flow_handle: await issueFlowHandle(dependencies, call, { providerId, type }) }
    }),

    route(contract.findConnection, { allow: anyone, limit: 'providerSignIn' }, async (call) => {
      const provider = await findProviderOfAddress(call, call.body.email)
      return { provider_id: provider?.id ?? null, display_name: provider?.name ?? null }
    }),

    route(
      contract.oauthCallback,
      {
        allow: anyone,
        find: (context) => useTransaction(dependencies, context, queryAnswer(context)),
        project: ({ found }) => found?.project ?? null,
        limit: 'providerSignIn',
        mayBecome: 'signUp',
        refused: (context, error) =>
          refuseAnswer(dependencies, context.request, queryAnswer(context), context.found, error),
      },
      (context) => receiveAnswer(dependencies, context, queryAnswer(context), context.found),
    ),

    route(
      contract.oauthCallbackForm,
      {
        allow: anyone,
        find: (context) => useTransaction(dependencies, context, formAnswer(context)),
        project: ({ found }) => found?.project ?? null,
        limit: 'providerSignIn',
        mayBecome: 'signUp',
        refused: (context, error) =>
          refuseAnswer(dependencies, context.request, formAnswer(context), context.found, error),
      },
      (context) => receiveAnswer(dependencies, context, formAnswer(context), context.found),
    ),

    route(
      contract.oauthToken,
      {
        allow: anyone,
        find: (context) => requireTokenClient(dependencies, context),
        project: ({ found }) => found,
        limit: {
          acts: ['useCode', 'refresh'],
          of: ({ body }) => [isRefreshGrant(body) ? 'refresh' : 'useCode'],
          ofRefused: (body) => (isRefreshGrant(body) ? 'refresh' : 'useCode'),
        },
      },
      (context) => grantTokens(dependencies, context, context.found),
      tokenHeaders,
    ),

    route(contract.listConnectedAccounts, { allow: anyone, self: 'user_id' }, async (call) =>
      wholeList(presentAccounts(await getUserWithAccounts(call, call.params.user_id))),
    ),

    route(contract.listOAuthProviders, { allow: anyone, self: 'user_id' }, async (call) =>
      wholeList(presentOAuthProviders(await getUserWithAccounts(call, call.query.user_id))),
    ),

    route(
      contract.disconnectOAuthProvider,
      { allow: anyone, self: 'user_id', recentSignIn: true, limit: 'changeCredentials' },
      {
        client: (call) =>
          disconnectAccount(dependencies, call, toCamelCaseMembers(call.params), { claims: call.caller.claims }),
        server: (call) => disconnectAccount(dependencies, call, toCamelCaseMembers(call.params), null),
      },
    ),

    route(
      contract.createProviderAccessToken,
      { allow: anyone, self: 'user_id', limit: 'readProviderToken' },
      async (call) => ({
        access_token: await readAccessToken(tokens, call, wanted(call.params, call.body)),
      }),
    ),

    route(
      contract.createAccountAccessToken,
      { allow: anyone, self: 'user_id', limit: 'readProviderToken' },
      async (call) => ({
        access_token: await readAccessToken(tokens, call, wanted(call.params, call.body)),
      }),
    ),

    route(contract.createOwnProviderAccessToken, { allow: signedIn, limit: 'readProviderToken' }, async (call) => ({
      access_token: await readAccessToken(tokens, call, wanted({ ...call.params, user_id: 'me' }, call.body)),
    })),
  ]
}

function queryAnswer({
  params,
  query,
}: Pick<RequestContext<typeof contract.oauthCallback>, 'params' | 'query'>): ProviderAnswer {
  return { ...readCallbackName(params.provider_id), parameters: query }
}

function formAnswer({
  body,
  params,
}: Pick<RequestContext<typeof contract.oauthCallbackForm>, 'body' | 'params'>): ProviderAnswer {
  return { ...readCallbackName(params.provider_id), parameters: body }
}

/** Reads what `callbackNameOf` has written. */
function readCallbackName(name: string): Pick<ProviderAnswer, 'projectId' | 'providerId'> {
  const [providerId = '', projectId = null] = name.split('@', 2)
  return { providerId, projectId }
}

function wanted(
  params: { user_id: string; provider_id: string; provider_account_id?: string },
  body: { scope?: string | undefined },
): WantedToken {
  return {
    userId: params.user_id,
    providerId: params.provider_id,
    accountId: params.provider_account_id ?? null,
    scopes: (body.scope ?? '').split(' ').filter(Boolean),
  }
}

function isRefreshGrant(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'grant_type' in body && body.grant_type === 'refresh_token'
}
