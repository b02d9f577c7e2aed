import * as contract from '@portico/contract'
import type { z } from 'zod'

import { KnownError, OAuthError, PlainError } from '../../kernel/errors.ts'
import { route, type Call, type Route } from '../../api/route.ts'
import { exchangeCode } from '../oauth/exchange.ts'
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
  (call) => (call.body.grant_type === 'refresh_token' ? refreshGrant(call) : codeGrant(call)),
  // RFC 6749 section 5.1.
  { 'cache-control': 'no-store', pragma: 'no-cache' },
)

type TokenCall = Call<typeof contract.oauthToken>
type TokenAnswer = z.input<(typeof contract.oauthToken)['access']['public']['response']>

async function refreshGrant({ ports, body, request }: TokenCall): Promise<TokenAnswer> {
  const projectId = await requireClient({ ports, body, request }, { isKeyNeeded: true })
  if (body.scope !== undefined && body.scope !== 'legacy') {
    throw new OAuthError('invalid_scope', 'The only scope is "legacy".')
  }
  const refreshToken = requirePrintable(body.refresh_token, 'refresh_token')
  const wantsRotation = body.rotate_refresh_token === true || body.rotate_refresh_token === 'true'
  const refreshed = await refresh(ports, projectId, refreshToken, wantsRotation, request)
  return {
    access_token: refreshed.accessToken,
    token_type: 'Bearer',
    expires_in: refreshed.expiresInSeconds,
    scope: 'legacy',
    ...(refreshed.refreshToken !== undefined && { refresh_token: refreshed.refreshToken }),
  }
}

async function codeGrant({ ports, body, request }: TokenCall): Promise<TokenAnswer> {
  // The verifier proves that it is the app that asked; a key that every visitor can read would add nothing.
  const projectId = await requireClient({ ports, body, request }, { isKeyNeeded: body.code_verifier === undefined })
  const code = requirePrintable(body.code, 'code')
  const redirectUri = requirePrintable(body.redirect_uri, 'redirect_uri')
  const exchanged = await exchangeCode(
    { ports, projectId, request },
    { code, redirectUri, codeVerifier: body.code_verifier ?? '' },
  )
  return {
    access_token: exchanged.access_token,
    token_type: 'Bearer',
    expires_in: ports.settings.accessTokenSeconds,
    refresh_token: exchanged.refresh_token,
    scope: 'legacy',
    is_new_user: exchanged.isNewUser,
    newUser: exchanged.isNewUser,
    after_callback_redirect_url: exchanged.afterCallbackRedirectUrl,
    afterCallbackRedirectUrl: exchanged.afterCallbackRedirectUrl,
    ...(exchanged.removedSignInMethods.length > 0 && { removed_sign_in_methods: exchanged.removedSignInMethods }),
  }
}

/** The project the client is registered for: its id and publishable client key stand for an OAuth client. */
async function requireClient(
  { ports, body, request }: Pick<TokenCall, 'ports' | 'body' | 'request'>,
  { isKeyNeeded }: { isKeyNeeded: boolean },
): Promise<string> {
  const refused = new KnownError('INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id: null })
  const basic = basicCredentials(request.headers.get('authorization'))
  // RFC 6749 section 2.3: a client uses one method of authentication per request.
  if (basic === 'malformed' || (basic && body.client_secret !== undefined)) throw refused
  const [projectId = '', branchId = 'main'] = (basic?.id ?? body.client_id ?? '').split('#')
  if (basic && body.client_id !== undefined && body.client_id !== basic.id) throw refused
  const cached = branchId === 'main' ? await ports.projects.get(projectId) : null
  if (!cached) throw refused
  const offered = basic?.secret ?? body.client_secret
  const isKeyless = offered === undefined || offered === contract.PUBLIC_CLIENT_SECRET
  if (isKeyless ? isKeyNeeded : !cached.hasKey('publishable_client_key', offered)) throw refused
  return projectId
}

/** Both halves are form-encoded before they are joined (RFC 6749 section 2.3.1). */
function basicCredentials(header: string | null): { id: string; secret: string } | 'malformed' | null {
  if (header === null) return null
  const parsed = contract.basicAuthorization.safeParse(header)
  if (!parsed.success) return 'malformed'
  try {
    const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))
    return { id: decode(parsed.data.id), secret: decode(parsed.data.secret) }
  } catch {
    return 'malformed'
  }
}

function requirePrintable(value: string | undefined, name: string): string {
  if (value !== undefined && NOMINAL_TOKEN.test(value)) return value
  throw new OAuthError('invalid_request', `${name} is missing or is not printable ASCII.`)
}

const readJwks = route(
  contract.readJwks,
  async ({ ports, params }) => {
    const cached = await ports.projects.get(params.project_id)
    if (!cached) throw new PlainError(404, `There is no project "${params.project_id}".`)
    return { keys: cached.publishedKeys().map(({ kid, publicJwk }) => ({ ...publicJwk, alg: 'ES256' as const, kid })) }
  },
  { 'cache-control': `public, max-age=${contract.JWKS_CACHE_SECONDS}` },
)

export const tokenRoutes: Route[] = [refreshSession, oauthToken, readJwks]
