import * as contract from '@portico/contract'

import { route, type Route } from '../../api/route.ts'
import { authorize, type AuthorizeDependencies } from './authorize.ts'
import { receiveAnswer, type CallbackDependencies } from './callback.ts'
import {
  listAccounts,
  readAccessToken,
  type ConnectedAccountsDependencies,
  type WantedToken,
} from './connected-accounts.ts'
import { issueFlowHandle, type FlowHandleDependencies } from './flow-handle.ts'
import { grantTokens, type TokenDependencies } from './token.ts'

export interface OAuthDependencies
  extends
    AuthorizeDependencies,
    FlowHandleDependencies,
    CallbackDependencies,
    TokenDependencies,
    ConnectedAccountsDependencies {
  readonly settings: AuthorizeDependencies['settings'] &
    FlowHandleDependencies['settings'] &
    CallbackDependencies['settings'] &
    TokenDependencies['settings']
}

/** RFC 6749 section 5.1. */
const tokenHeaders = { 'cache-control': 'no-store', pragma: 'no-cache' }

export function oauthRoutes(dependencies: OAuthDependencies): Route[] {
  return [
    route(contract.oauthAuthorize, (context) => authorize(dependencies, context)),

    route(contract.createOAuthFlowHandle, async (call) => {
      const { provider_id: providerId, type } = call.body
      return { flow_handle: await issueFlowHandle(dependencies, call, { providerId, type }) }
    }),

    route(contract.oauthCallback, (context) =>
      receiveAnswer(dependencies, context, { providerId: context.params.provider_id, parameters: context.query }),
    ),

    route(contract.oauthCallbackForm, (context) =>
      receiveAnswer(dependencies, context, { providerId: context.params.provider_id, parameters: context.body }),
    ),

    route(contract.oauthToken, (context) => grantTokens(dependencies, context), tokenHeaders),

    route(contract.listConnectedAccounts, async (call) => ({
      items: await listAccounts(call, call.params.user_id),
      is_paginated: false as const,
    })),

    route(contract.createProviderAccessToken, async (call) => ({
      access_token: await readAccessToken(dependencies, call, wanted(call.params, call.body)),
    })),

    route(contract.createAccountAccessToken, async (call) => ({
      access_token: await readAccessToken(dependencies, call, wanted(call.params, call.body)),
    })),

    route(contract.createOwnProviderAccessToken, async (call) => ({
      access_token: await readAccessToken(dependencies, call, wanted({ ...call.params, user_id: 'me' }, call.body)),
    })),
  ]
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
