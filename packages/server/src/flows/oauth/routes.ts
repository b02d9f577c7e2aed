import * as contract from '@portico/contract'

import { KnownError } from '../../kernel/errors.ts'
import { route, type Route } from '../../api/route.ts'
import { authorize } from './authorize.ts'
import { receiveAnswer } from './callback.ts'
import { listAccounts, readAccessToken } from './connected-accounts.ts'
import { issueFlowHandle } from './flow-handle.ts'

export const oauthRoutes: Route[] = [
  route(contract.oauthAuthorize, authorize),

  route(contract.createOAuthFlowHandle, async (call) => {
    const { provider_id: providerId, type } = call.body
    const { claims } = call.caller
    if (!claims) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
    return { flow_handle: await issueFlowHandle(call, claims, { providerId, type }) }
  }),

  route(contract.oauthCallback, ({ ports, request, params, query }) =>
    receiveAnswer({ ports, request, providerId: params.provider_id, answer: query }),
  ),

  route(contract.oauthCallbackForm, ({ ports, request, params, body }) =>
    receiveAnswer({ ports, request, providerId: params.provider_id, answer: body }),
  ),

  route(contract.listConnectedAccounts, async (call) => ({
    items: await listAccounts(call, call.params.user_id),
    is_paginated: false as const,
  })),

  route(contract.createProviderAccessToken, async (call) => ({
    access_token: await readAccessToken(call, wanted(call.params, call.body)),
  })),

  route(contract.createAccountAccessToken, async (call) => ({
    access_token: await readAccessToken(call, wanted(call.params, call.body)),
  })),

  route(contract.createOwnProviderAccessToken, async (call) => ({
    access_token: await readAccessToken(call, wanted({ ...call.params, user_id: 'me' }, call.body)),
  })),
]

function wanted(
  params: { user_id: string; provider_id: string; provider_account_id?: string },
  body: { scope?: string | undefined },
): Parameters<typeof readAccessToken>[1] {
  return {
    userId: params.user_id,
    providerId: params.provider_id,
    accountId: params.provider_account_id ?? null,
    scopes: (body.scope ?? '').split(' ').filter(Boolean),
  }
}
