import * as contract from '@portico/contract'

import { KnownError, OAuthError, PlainError } from '../http/errors.ts'
import { route, type Route } from '../http/route.ts'
import { refresh } from './refresh.ts'

const NOMINAL_TOKEN = /^[\x21-\x7e]+$/

const refreshSession = route(contract.refreshSession, async ({ ports, project, requestHeaders, body, request }) => {
  const token = requestHeaders['x-stack-refresh-token']
  const refreshed = await refresh(ports, project.id, token, body?.rotate_refresh_token ?? false, request)
  return {
    access_token: refreshed.accessToken,
    ...(refreshed.refreshToken !== undefined && { refresh_token: refreshed.refreshToken }),
  }
})

const oauthToken = route(
  contract.oauthToken,
  async ({ ports, body, request }) => {
    const projectId = (body.client_id ?? '').split('#', 1)[0] ?? ''
    const branchId = (body.client_id ?? '').split('#')[1] ?? 'main'
    const cached = await ports.projects.get(projectId)
    const isClientKnown = cached?.hasKey('publishable_client_key', body.client_secret ?? '') && branchId === 'main'
    if (!isClientKnown) throw new KnownError('INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id: null })
    if (body.scope !== undefined && body.scope !== 'legacy') {
      throw new OAuthError('invalid_scope', 'The only scope is "legacy".')
    }
    if (body.refresh_token === undefined || !NOMINAL_TOKEN.test(body.refresh_token)) {
      throw new OAuthError('invalid_request', 'refresh_token is missing or is not printable ASCII.')
    }
    const wantsRotation = body.rotate_refresh_token === true || body.rotate_refresh_token === 'true'
    const refreshed = await refresh(ports, projectId, body.refresh_token, wantsRotation, request)
    return {
      access_token: refreshed.accessToken,
      token_type: 'Bearer' as const,
      expires_in: refreshed.expiresInSeconds,
      scope: 'legacy' as const,
      ...(refreshed.refreshToken !== undefined && { refresh_token: refreshed.refreshToken }),
    }
  },
  // RFC 6749 section 5.1.
  { 'cache-control': 'no-store', pragma: 'no-cache' },
)

const readJwks = route(
  contract.readJwks,
  async ({ ports, params }) => {
    const cached = await ports.projects.get(params.project_id)
    if (!cached) throw new PlainError(404, `There is no project "${params.project_id}".`)
    return { keys: cached.signingKeys.map(({ kid, publicJwk }) => ({ ...publicJwk, alg: 'ES256' as const, kid })) }
  },
  { 'cache-control': 'public, max-age=3600' },
)

export const tokenRoutes: Route[] = [refreshSession, oauthToken, readJwks]
