import { API_PREFIX, type PartnerName } from '@portico/contract'

import type { PartnerClients } from '../../api/call/partner-clients.ts'
import type { Navigation, RequestFacts } from '../../api/rules/route.ts'
import type { Database } from '../../kernel/database.ts'
import { OAuthError, PlainError } from '../../kernel/errors.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { randomText } from '../../platform/crypto/random.ts'
import {
  findAuthorizationOfBrowser,
  insertAuthorization,
  issueCode,
  refuseAuthorization,
  type BrowserOfAuthorization,
  type PartnerAuthorization,
} from '../../records/partner-authorizations/store.ts'
import type { CodeLifetimes } from '../../records/verification-codes/lifetimes.ts'
import { clearBrowserCookie, readBrowserCookie, setBrowserCookie } from './browser-cookie.ts'
import { readExternalProjectName } from './external-project-name.ts'

export interface AuthorizationDependencies {
  readonly db: Database
  readonly secret: MasterSecret
  readonly settings: {
    readonly baseUrl: string
    readonly dashboardUrl: string
    readonly codeLifetimes: Pick<CodeLifetimes, 'oauth_code' | 'oauth_transaction' | 'partner_authorization'>
  }
  readonly partners: PartnerClients
}

/** The browser of a step, and the interaction in its URL. */
export interface BrowserCall {
  readonly params: { readonly partner: string; readonly interaction_uid: string }
  readonly request: RequestFacts
  readonly now: () => Date
}

/** The authorization request of a partner (RFC 6749 section 4.1.1). */
export interface AuthorizationRequest {
  readonly client_id: string
  readonly redirect_uri: string
  readonly state: string
  readonly code_challenge: string
}

const UID_CHARACTERS = 26
const SECRET_CHARACTERS = 52
const CODE_PURPOSE = 'authorization code of a partner'

/** The base URL of a partner's OAuth endpoints. */
export function oauthUrl({ baseUrl }: { readonly baseUrl: string }, partner: string): string {
  return `${baseUrl}${API_PREFIX}/integrations/${partner}/oauth`
}

/** The issuer whose name the partner gets with the code (RFC 9207). */
function issuerOf(settings: { readonly baseUrl: string }, partner: string): string {
  return `${oauthUrl(settings, partner)}/idp`
}

export function interactionUrl(settings: { readonly baseUrl: string }, partner: string, uid: string): string {
  return `${issuerOf(settings, partner)}/interaction/${uid}`
}

/** Passes the request of a partner on to its issuer. */
export function toIssuer(settings: { readonly baseUrl: string }, partner: string, request: object): Navigation {
  const query = new URLSearchParams({ ...request, scope: 'openid' })
  return { to: 'location', location: `${issuerOf(settings, partner)}/auth?${query.toString()}` }
}

/**
 * Begins an authorization in the browser of the call.
 *
 * @throws OAuthError `invalid_client` or `invalid_redirect_uri`, without a redirect
 */
export async function beginAuthorization(
  { db, partners, settings }: AuthorizationDependencies,
  {
    now,
    partner,
    query,
  }: { readonly now: () => Date; readonly partner: PartnerName; readonly query: AuthorizationRequest },
): Promise<Navigation> {
  const { client_id: clientId, redirect_uri: redirectUri, state } = query
  const client = partners.find(partner, clientId)
  const members = { iss: issuerOf(settings, partner), state }
  if (!client) throw new OAuthError('invalid_client', 'The client_id is unknown.', members)
  if (!client.redirectUris.includes(redirectUri)) {
    const description = 'The redirect_uri is not exactly one of those that are configured for the client.'
    throw new OAuthError('invalid_redirect_uri', description, members)
  }
  const uid = randomText(UID_CHARACTERS)
  const browser = randomText(SECRET_CHARACTERS)
  const lifetimeSeconds = settings.codeLifetimes.partner_authorization
  const createdAt = now()
  await db.run(
    insertAuthorization('internal', {
      uidHash: sha256(uid),
      partner,
      clientId,
      redirectUri,
      state,
      codeChallenge: query.code_challenge,
      browserHash: sha256(browser),
      externalProjectName: readExternalProjectName(state),
      createdAt,
      expiresAt: after(createdAt, lifetimeSeconds),
    }),
  )
  return {
    to: 'location',
    location: interactionUrl(settings, partner, uid),
    cookie: setBrowserCookie(settings.baseUrl, uid, browser, lifetimeSeconds),
  }
}

/** Redirects the browser to the page on which an owner answers. */
export async function openInteraction(dependencies: AuthorizationDependencies, call: BrowserCall): Promise<Navigation> {
  const { externalProjectName } = await requireOfBrowser(dependencies, call)
  const { interaction_uid: uid, partner } = call.params
  const url = new URL(`/integrations/${partner}/confirm`, dependencies.settings.dashboardUrl)
  url.searchParams.set('interaction_uid', uid)
  if (externalProjectName !== null) url.searchParams.set('external_project_name', externalProjectName)
  return { to: 'location', location: url.href }
}

/** How an owner has answered: with the code of the confirmation, or by refusing. */
export interface OwnerAnswer {
  readonly code?: string | undefined
  readonly error?: 'access_denied' | undefined
}

/** Checks an answer without using it up, and shows the page that posts it. */
export async function showAnswer(
  dependencies: AuthorizationDependencies,
  call: BrowserCall,
  answer: OwnerAnswer,
): Promise<Navigation> {
  const { confirmationHash, step } = await requireOfBrowser(dependencies, call)
  const isRight =
    answer.error === undefined
      ? step === 'confirmed' && confirmationHash !== null && sha256(answer.code ?? '').equals(confirmationHash)
      : step === 'begun'
  if (!isRight) throw wrongCode()
  return { to: 'post' }
}

/** Uses up an answer: the partner gets an authorization code or a refusal when the authorization resumes. */
export async function useAnswer(
  dependencies: AuthorizationDependencies,
  call: BrowserCall,
  answer: OwnerAnswer,
): Promise<Navigation> {
  const { db, secret, settings } = dependencies
  await requireOfBrowser(dependencies, call)
  const { interaction_uid: uid, partner } = call.params
  const browser = browserOf(settings, call)
  const now = call.now()
  const next = { now, expiresAt: after(now, settings.codeLifetimes.oauth_code) }
  const codeHash = sha256(authorizationCode(secret, uid))
  const isUsed = await db.run(
    answer.error === undefined
      ? issueCode('internal', browser, { ...next, codeHash, confirmationHash: sha256(answer.code ?? '') })
      : refuseAuthorization('internal', browser, next),
  )
  if (!isUsed) throw wrongCode()
  return { to: 'location', location: `${issuerOf(settings, partner)}/auth/${uid}` }
}

/** Returns the browser to the partner (RFC 6749 section 4.1.2). It uses up nothing, so the browser can repeat it. */
export async function resumeAuthorization(
  dependencies: AuthorizationDependencies,
  call: BrowserCall,
): Promise<Navigation> {
  const { secret, settings } = dependencies
  const { redirectUri, state, step } = await requireOfBrowser(dependencies, call)
  const { interaction_uid: uid, partner } = call.params
  if (step !== 'issued' && step !== 'refused') throw new PlainError(400, ({ partnerOAuth }) => partnerOAuth.notAnswered)
  const url = new URL(redirectUri)
  if (step === 'issued') url.searchParams.set('code', authorizationCode(secret, uid))
  else url.searchParams.set('error', 'access_denied')
  url.searchParams.set('state', state)
  url.searchParams.set('iss', issuerOf(settings, partner))
  return { to: 'location', location: url.href, cookie: clearBrowserCookie(settings.baseUrl, uid) }
}

/** Derived, so that the browser can be redirected again without a stored code. */
function authorizationCode(secret: MasterSecret, uid: string): string {
  return secret.mac(CODE_PURPOSE, uid).toString('base64url')
}

/**
 * Finds the authorization of the browser, whose redirect URI must still be configured.
 *
 * @throws PlainError 400 for an unknown or expired authorization, and for one that another browser started
 */
async function requireOfBrowser(
  { db, partners, settings }: AuthorizationDependencies,
  call: BrowserCall,
): Promise<PartnerAuthorization> {
  const found = await db.run(findAuthorizationOfBrowser('internal', browserOf(settings, call), call.now()))
  const client = found && partners.find(found.partner, found.clientId)
  if (!found || !client?.redirectUris.includes(found.redirectUri)) {
    throw new PlainError(400, ({ partnerOAuth }) => partnerOAuth.gone)
  }
  return found
}

function browserOf(
  { baseUrl }: AuthorizationDependencies['settings'],
  { params: { interaction_uid: uid, partner }, request }: BrowserCall,
): BrowserOfAuthorization {
  return { partner, uidHash: sha256(uid), browserHash: sha256(readBrowserCookie(baseUrl, uid, request.headers)) }
}

function wrongCode(): PlainError {
  return new PlainError(400, ({ partnerOAuth }) => partnerOAuth.wrongCode)
}

export function after(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1_000)
}
