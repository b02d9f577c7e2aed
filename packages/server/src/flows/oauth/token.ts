import { basicAuthorization, PUBLIC_CLIENT_SECRET, type oauthToken } from '@portico/contract'
import type { z } from 'zod'

import type { KeyChecking } from '../../api/pipeline/project-key.ts'
import type { RequestContext } from '../../api/rules/route.ts'
import type { Database } from '../../kernel/database.ts'
import { presentRemoved } from '../../records/credentials/present.ts'
import { KnownError, OAuthError } from '../../kernel/errors.ts'
import type { Project } from '../../records/projects/project.ts'
import { refresh, type RefreshDependencies } from '../sessions/refresh.ts'
import { requireClientKey } from './client-key.ts'
import { exchangeCode, type ExchangeDependencies } from './exchange.ts'
import { callToProject, type PublicContext } from '../../api/rules/public-call.ts'

export interface TokenDependencies extends ExchangeDependencies, RefreshDependencies, KeyChecking {
  readonly db: Database
  readonly settings: ExchangeDependencies['settings'] & { readonly accessTokenSeconds: number }
}

interface TokenContext extends PublicContext {
  readonly body: RequestContext<typeof oauthToken>['body']
}

type TokenAnswer = z.input<(typeof oauthToken)['access']['public']['response']>

const NOMINAL_TOKEN = /^[\x21-\x7e]+$/

/** Handles the token endpoint (RFC 6749 section 3.2) by the grant type of the body. */
export function grantTokens(
  dependencies: TokenDependencies,
  context: TokenContext,
  project: Project,
): Promise<TokenAnswer> {
  return context.body.grant_type === 'refresh_token'
    ? refreshGrant(dependencies, context, project)
    : codeGrant(dependencies, context, project)
}

async function refreshGrant(
  dependencies: TokenDependencies,
  context: TokenContext,
  project: Project,
): Promise<TokenAnswer> {
  const { body } = context
  if (body.scope !== undefined && body.scope !== 'legacy') {
    throw new OAuthError('invalid_scope', 'The only scope is "legacy".')
  }
  const refreshToken = requirePrintable(body.refresh_token, 'refresh_token')
  const wantsRotation = body.rotate_refresh_token === true || body.rotate_refresh_token === 'true'
  const call = callToProject(dependencies.db, context, project)
  const refreshed = await refresh(dependencies, call, refreshToken, wantsRotation)
  return {
    access_token: refreshed.accessToken,
    token_type: 'Bearer',
    expires_in: refreshed.expiresInSeconds,
    scope: 'legacy',
    ...(refreshed.refreshToken !== undefined && { refresh_token: refreshed.refreshToken }),
  }
}

async function codeGrant(
  dependencies: TokenDependencies,
  context: TokenContext,
  project: Project,
): Promise<TokenAnswer> {
  const { body } = context
  const code = requirePrintable(body.code, 'code')
  const redirectUri = requirePrintable(body.redirect_uri, 'redirect_uri')
  const call = callToProject(dependencies.db, context, project)
  const exchanged = await exchangeCode(dependencies, call, {
    code,
    redirectUri,
    codeVerifier: body.code_verifier ?? '',
  })
  return {
    access_token: exchanged.accessToken,
    token_type: 'Bearer',
    expires_in: dependencies.settings.accessTokenSeconds,
    refresh_token: exchanged.refreshToken,
    scope: 'legacy',
    is_new_user: exchanged.isNewUser,
    newUser: exchanged.isNewUser,
    after_callback_redirect_url: exchanged.afterCallbackRedirectUrl,
    afterCallbackRedirectUrl: exchanged.afterCallbackRedirectUrl,
    ...presentRemoved(exchanged.removed),
  }
}

/** Authenticates the OAuth client: the project id and its publishable client key. Returns the project. */
export async function requireTokenClient(
  dependencies: TokenDependencies,
  { body, request }: Pick<TokenContext, 'body' | 'request'>,
): Promise<Project> {
  const refused = new KnownError('INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id: null }).asUnauthorized()
  const basic = parseBasicCredentials(request.headers.get('authorization'))
  // RFC 6749 section 2.3: a client uses one method of authentication per request.
  if (basic === 'malformed' || (basic && body.client_secret !== undefined)) throw refused
  const [projectId = '', branchId = 'main'] = (basic?.id ?? body.client_id ?? '').split('#')
  if (basic && body.client_id !== undefined && body.client_id !== basic.id) throw refused
  const cached = branchId === 'main' ? await dependencies.projects.get(projectId) : null
  if (!cached) throw refused
  const offered = basic?.secret ?? body.client_secret
  // The verifier authenticates the app that started the flow. A key that every visitor can read would add nothing.
  const isKeyNeeded = body.grant_type === 'refresh_token' || body.code_verifier === undefined
  const isKeyless = offered === undefined || offered === PUBLIC_CLIENT_SECRET
  if (!isKeyless) {
    return requireClientKey(dependencies, cached, offered).catch((cause: unknown) => {
      // The protocol has one code for all refused clients.
      throw cause instanceof KnownError ? refused.refusing({ projectId, cause }) : cause
    })
  }
  // guard: a wrong client secret is recorded for the project of the client (drop `.refusing({ projectId })`)
  //   [audit-refusals]
  if (isKeyNeeded) throw refused.refusing({ projectId })
  return cached.project
}

/** Parses HTTP Basic credentials, whose two parts are form-encoded before they are joined (RFC 6749 section 2.3.1). */
function parseBasicCredentials(header: string | null): { id: string; secret: string } | 'malformed' | null {
  if (header === null) return null
  const parsed = basicAuthorization.safeParse(header)
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
