import { API_PREFIX, PUBLIC_CLIENT_SECRET, type oauthAuthorize } from '@portico/contract'
import { callbackNameOf } from '@portico/contract/providers'
import { matchSameOriginUrl } from '@portico/protocols/same-origin-url'

import { requireCredentialChange } from '../../api/rules/credential-change.ts'
import type { KeyChecking } from '../../api/pipeline/project-key.ts'
import type { Navigation, Refusal, RequestContext } from '../../api/rules/route.ts'
import type { Database } from '../../kernel/database.ts'
import { Forbidden, KnownError, PlainError } from '../../kernel/errors.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { randomText } from '../../platform/crypto/random.ts'
import { insertTransaction } from '../../records/oauth-transactions/store.ts'
import { sessionWindow } from '../../records/sessions/session-window.ts'
import type { Project } from '../../records/projects/project.ts'
import { matchTrusted, requireOAuthRedirect } from '../../records/projects/trusted-origins.ts'
import { findUserOfSession, type UserOfSession } from '../../records/queries/sessions/user-of-session.ts'
import { sessionRestricted } from '../../records/sessions/restriction.ts'
import type { AccessTokenClaims, AccessTokens } from '../../records/sessions/access-token.ts'
import { accessTokenExpired } from '../../records/sessions/active-session.ts'
import type { CodeLifetimes } from '../../records/verification-codes/lifetimes.ts'
import type { CodeChecking } from '../../records/verification-codes/verification-codes.ts'
import { redeemFlowHandle } from './flow-handle.ts'
import {
  ProviderMisconfigured,
  ProviderUnavailable,
  authorizationUrl,
  type ProviderConnection,
} from './provider-client.ts'
import type { ProviderDirectory } from './provider-directory.ts'
import { callToProject, type PublicCall, type PublicContext } from '../../api/rules/public-call.ts'
import { requireClientKey } from './client-key.ts'
import { setStateCookie, stateCookie } from './state-cookie.ts'
import { transactionIdentity, type Transaction } from './transaction.ts'

export interface AuthorizeDependencies extends CodeChecking, KeyChecking {
  readonly accessTokens: AccessTokens
  readonly db: Database
  readonly providers: ProviderDirectory
  readonly secret: MasterSecret
  readonly settings: CodeChecking['settings'] & {
    readonly baseUrl: string
    readonly codeLifetimes: Pick<CodeLifetimes, 'oauth_transaction'>
  }
}

type AuthorizeParts = Pick<RequestContext<typeof oauthAuthorize>, 'params' | 'query'>
type AuthorizeContext = PublicContext & AuthorizeParts
type AuthorizeCall = PublicCall & AuthorizeParts

const SECRET_CHARACTERS = 52
/** RFC 7636 section 4.2: BASE64URL of a SHA-256. */
const codeChallengePattern = /^[A-Za-z0-9_-]{43}$/

/**
 * Handles the authorization endpoint (docs/protocol/oauth.md#authorize). It never redirects to the app before client
 * and redirect URI are validated. Errors are shown here, with a link back to the app if its URL is trusted.
 */
export async function authorize(
  dependencies: AuthorizeDependencies,
  context: AuthorizeContext,
  project: Project,
): Promise<Navigation> {
  const { params, query } = context
  const call = { ...callToProject(dependencies.db, context, project), params, query }
  try {
    return await startAuthorization(dependencies, call, readRedirectUri(query))
  } catch (error) {
    // guard: a sign-in that is refused at its start is recorded (keep `error`) [audit-refusals]
    return refuseAuthorization(query, project, asRefusedSignIn(error))
  }
}

/** Marks the error as the event of a refused sign-in, except for a lack of authority and a request to sign in again. */
function asRefusedSignIn(error: unknown): unknown {
  if (!(error instanceof KnownError || error instanceof PlainError)) return error
  if (error.refused.isUnauthorized || error.status === 401) return error
  const reason = error instanceof KnownError ? error.code : 'OAUTH_AUTHORIZATION_REFUSED'
  return error.refusing({ signIn: { method: 'oauth', reason } })
}

/** Shows an error page with a link back to the app. */
export function refuseAuthorization(query: AuthorizeParts['query'], project: Project, error: unknown): Refusal {
  return refusal(project, readRedirectUri(query), error)
}

/** Returns the redirect URI without its fragment, which a browser never sends to a server. */
function readRedirectUri({ redirect_uri: redirectUri }: AuthorizeParts['query']): string {
  return redirectUri.split('#', 1)[0] ?? ''
}

async function startAuthorization(
  dependencies: AuthorizeDependencies,
  call: AuthorizeCall,
  redirectUri: string,
): Promise<Navigation> {
  const { params, project, query } = call
  const connection = await requireConnection(dependencies, project, params.provider_id)
  requireCodeChallenge(query)
  // guard: a redirect URI is trusted (keep `redirectUri`) [oauth/redirects]
  const trustedUri = requireOAuthRedirect(project, redirectUri)
  const returnTarget = query.after_callback_redirect_url ?? null
  const extraScopes = (query.provider_scope ?? '').split(' ').filter(Boolean)
  if (extraScopes.length > 0 && connection.isShared) {
    throw new KnownError('OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS')
  }
  const state = randomText(SECRET_CHARACTERS)
  const transaction: Transaction = {
    redirectUri: trustedUri,
    errorUrl: query.error_redirect_uri ?? query.error_redirect_url ?? null,
    appState: query.state,
    codeChallenge: query.code_challenge,
    // guard: a return target belongs to the app or is trusted (replace `requireReturnTarget(…)` with `returnTarget`)
    //   [oauth/sign-in, oauth/redirects]
    afterCallbackRedirectUrl: returnTarget === null ? null : requireReturnTarget(project, returnTarget, trustedUri),
    providerScopes: extraScopes,
    codeVerifier: randomText(SECRET_CHARACTERS),
    nonce: randomText(SECRET_CHARACTERS),
    ...(await findFlowUsers(dependencies, call, connection)),
  }
  const wantsJson = query.stack_response_mode === 'json'
  await storeTransaction(dependencies, call, connection, { state, needsCookie: !wantsJson, transaction })
  const location = await authorizationUrl(connection, {
    redirectUri: callbackUrl(dependencies, connection, project.id),
    state,
    codeVerifier: transaction.codeVerifier,
    nonce: transaction.nonce,
    scopes: requestedScopes(connection, extraScopes),
  })
  if (wantsJson) return { to: 'location_as_json', location }
  const isForForm = connection.provider.authorizationParameters(connection.options).response_mode === 'form_post'
  return {
    to: 'location',
    location,
    cookie: setStateCookie(
      stateCookie(dependencies.settings.baseUrl, state, isForForm),
      dependencies.settings.codeLifetimes.oauth_transaction,
    ),
  }
}

export function callbackUrl(
  { settings }: { readonly settings: { readonly baseUrl: string } },
  { provider }: ProviderConnection,
  projectId: string,
): string {
  return `${settings.baseUrl}${API_PREFIX}/auth/oauth/callback/${callbackNameOf(provider.id, projectId)}`
}

/** Builds an error page, with a link back to the app if the project trusts its URL. */
export function refusal(project: Project, redirectUri: string, error: unknown): Refusal {
  const trusted = matchTrusted(project, redirectUri)
  return { to: 'error', error, ...(trusted !== null && { backUrl: new URL('/', trusted).href }) }
}

/** Returns the base scopes followed by the extra scopes, without duplicates. */
export function requestedScopes({ provider }: ProviderConnection, extraScopes: readonly string[]): string[] {
  return [...new Set([...provider.scopes, ...extraScopes])]
}

/**
 * Returns the serialized form without fragment, for comparing redirect URIs. A value that is not a URL stays unchanged.
 */
export function toComparable(redirectUri: string): string {
  const url = URL.parse(redirectUri)
  if (!url) return redirectUri
  url.hash = ''
  return url.href
}

/** Authenticates the OAuth client: the project id and its publishable client key. Returns the project. */
export async function requireAuthorizationClient(
  dependencies: AuthorizeDependencies,
  { client_id: clientId, client_secret: clientSecret }: AuthorizeParts['query'],
): Promise<Project> {
  const [projectId = '', branchId = 'main'] = clientId.split('#')
  const cached = branchId === 'main' ? await dependencies.projects.get(projectId) : null
  if (!cached) throw new KnownError('INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id: clientId }).asUnauthorized()
  // The key is public. The trusted redirect URI and PKCE protect the flow.
  if (clientSecret === PUBLIC_CLIENT_SECRET) return cached.project
  return requireClientKey(dependencies, cached, clientSecret)
}

async function requireConnection(
  { providers }: AuthorizeDependencies,
  project: Project,
  providerId: string,
): Promise<ProviderConnection> {
  try {
    const connection = await providers.connectionOf(project, providerId)
    if (connection) return connection
  } catch (error) {
    // 424 (Failed Dependency) instead of a 5xx: the cause is the provider, or how the operator configured it.
    throw error instanceof ProviderUnavailable || error instanceof ProviderMisconfigured
      ? new PlainError(424, error.sentence)
      : error
  }
  throw new KnownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
}

function requireCodeChallenge(query: AuthorizeCall['query']): void {
  // guard: the challenge method is S256 [oauth/sign-in]
  if (query.code_challenge_method !== 'S256') {
    throw new PlainError(
      400,
      'The code_challenge_method must be S256. With "plain", this URL would contain the code verifier itself.',
    )
  }
  // guard: a code challenge is a SHA-256 [oauth/sign-in]
  if (!codeChallengePattern.test(query.code_challenge)) {
    throw new PlainError(
      400,
      'The code_challenge must be the SHA-256 hash of the code verifier in base64url, 43 characters.',
    )
  }
}

/** Returns the target in serialized form. It must be relative to the redirect URI or trusted itself. */
function requireReturnTarget(project: Project, target: string, redirectUri: string): string {
  const url = matchSameOriginUrl(target, redirectUri)
  if (url && !URL.canParse(target)) return `${url.pathname}${url.search}${url.hash}`
  const trusted = url?.href ?? matchTrusted(project, target)
  if (trusted === null) throw new KnownError('REDIRECT_URL_NOT_WHITELISTED')
  return trusted
}

/** Finds the user of the request: the one who connects an account, or an anonymous user to upgrade. */
async function findFlowUsers(
  dependencies: AuthorizeDependencies,
  call: AuthorizeCall,
  { providerIdentity, provider }: ProviderConnection,
): Promise<Pick<Transaction, 'link' | 'anonymous'>> {
  const { project, query } = call
  const claims = await readClaims(dependencies, call, provider.id)
  if (query.type !== 'link') {
    const found = claims && (await findSession(call, claims))
    return { link: null, anonymous: found?.user.isAnonymous && !found.isImpersonation ? claims : null }
  }
  if (!claims) {
    throw new PlainError(
      400,
      'To connect an account, send a flow_handle, or the access token of the signed-in user as token.',
    )
  }
  // guard: connecting an account requires a token of the project [accounts]
  if (claims.projectId !== project.id) throw new Forbidden('The access token belongs to another project.')
  const found = await findSession(call, claims)
  if (!found) throw accessTokenExpired(claims)
  // guard: an impersonation does not connect an account [accounts, create-session]
  if (found.isImpersonation) {
    throw new Forbidden('This session impersonates the user and cannot change their sign-in methods.')
  }
  if (found.restriction) throw sessionRestricted(found.restriction)
  // An anonymous user has no credentials. A sign-in with the provider upgrades them to a full user.
  if (found.user.isAnonymous) {
    throw new PlainError(
      400,
      'An anonymous user cannot connect an account. Sign in with it instead (type=authenticate).',
    )
  }
  // More scopes for a connected account add no new sign-in method.
  const isNewSignInMethod = !found.user.oauthAccounts.some((account) => account.providerIdentity === providerIdentity)
  if (isNewSignInMethod) await requireCredentialChange(call, found)
  return { link: claims, anonymous: null }
}

/** Reads the session from the flow handle or the access token. Null if the request has neither. */
async function readClaims(
  dependencies: AuthorizeDependencies,
  call: AuthorizeCall,
  providerId: string,
): Promise<AccessTokenClaims | null> {
  const { token = '', flow_handle: handle, type = 'authenticate' } = call.query
  if (handle !== undefined) {
    if (token !== '') throw new PlainError(400, 'Send either flow_handle or token, not both.')
    return redeemFlowHandle(dependencies, call, handle, { providerId, type })
  }
  if (token === '') return null
  const verification = await dependencies.accessTokens.verify(token)
  if (verification.status === 'valid') return verification.claims
  // A session is optional for a sign-in; ignore an invalid token.
  if (type === 'authenticate') return null
  if (verification.status === 'expired') throw accessTokenExpired(verification.claims)
  throw new KnownError('UNPARSABLE_ACCESS_TOKEN')
}

async function findSession(
  { db, now, project, projectId }: AuthorizeCall,
  claims: AccessTokenClaims,
): Promise<UserOfSession | null> {
  if (claims.projectId !== projectId) return null
  const found = await db.run(
    findUserOfSession(db.projectId, claims.userId, claims.sessionId, sessionWindow(project, now())),
  )
  // guard: connecting an account requires an active session (keep `? found`) [accounts]
  return found?.isSessionActive ? found : null
}

async function storeTransaction(
  { secret, settings }: AuthorizeDependencies,
  { db, now }: AuthorizeCall,
  { provider }: ProviderConnection,
  { state, needsCookie, transaction }: { state: string; needsCookie: boolean; transaction: Transaction },
): Promise<void> {
  const stateHash = sha256(state)
  const createdAt = now()
  await db.run(
    insertTransaction(db.projectId, {
      stateHash,
      providerId: provider.id,
      needsCookie,
      sealed: secret.seal(JSON.stringify(transaction), transactionIdentity(stateHash)),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + settings.codeLifetimes.oauth_transaction * 1_000),
    }),
  )
}
