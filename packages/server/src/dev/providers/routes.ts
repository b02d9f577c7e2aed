import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import { API_PREFIX, oauthProviderIds, type OAuthProviderId } from '@portico/contract'

import type { LookAlikeProfile } from '../../flows/oauth/providers/look-alike.ts'
import { lookAlikeEndpoints, type BuiltInProvider, type OAuthProvider } from '../../flows/oauth/providers/provider.ts'
import { oauthProviders } from '../../flows/oauth/providers.ts'
import { page, pageHeaders, type Markup } from '../../platform/http/page.ts'
import { readAuthorizationRequest, type AuthorizationRequest } from './authorization-request.ts'
import { readDecision, type Decision } from './decision.ts'
import { Grants, type Grant } from './grants.ts'
import { IdTokens } from './id-tokens.ts'
import { authorizationPage, formPostPage, listPage, refusedRequestPage } from './pages.ts'
import { randomText } from '../../platform/crypto/random.ts'
import type { Clock } from '../../kernel/clock.ts'

const NONCE_CHARACTERS = 26
const FORM_MAX_BYTES = 16_384
const SLOW_ANSWER_MILLIS = 12_000
const SCRIPT_PATH = '/dev/pages.js'

const options = { clientId: '', clientSecret: '' }
const noStore = { 'cache-control': 'no-store' }

/** A look-alike: its provider, its behaviour and its URLs. */
interface LookAlike {
  readonly provider: BuiltInProvider
  readonly profile: LookAlikeProfile
  readonly issuer: string
  readonly callbackUrl: string
}

interface LookAlikeDependencies {
  readonly clock: Clock
  readonly settings: { readonly baseUrl: string }
}

/** The look-alikes of all providers, below `/dev/providers`. */
export function lookAlikeRoutes({ clock, settings }: LookAlikeDependencies): Hono {
  const app = new Hono()
  const grants = new Grants(clock)
  const idTokens = new IdTokens()

  app.use('/dev/providers/*', bodyLimit({ maxSize: FORM_MAX_BYTES }))

  app.get('/dev/providers', (context) =>
    show(context, 'Sign-in providers · Portico', listPage(oauthProviderIds.map(lookAlike)), { width: 'wide' }),
  )

  app.get('/dev/providers/:id/authorize', (context) => {
    const found = find(context)
    return found ? authorize(context, found, null) : unknown(context)
  })

  app.post('/dev/providers/:id/authorize', async (context) => {
    const found = find(context)
    if (!found) return unknown(context)
    const asked = readRequest(context, found)
    if ('problems' in asked) return authorize(context, found, null)
    const fields = await readForm(context)
    if (!fields) return context.text('The body must be a form that contains each field at most once.', 400)
    const read = readDecision(fields, found.provider.id, found.profile)
    if ('problem' in read) return authorize(context, found, read.problem)
    return goBack(context, found, asked.request, answerTo(found, asked.request, read.decision))
  })

  app.post('/dev/providers/:id/token', async (context) => {
    const found = find(context)
    if (!found) return unknown(context)
    const fields = await readForm(context)
    if (!fields) return refuse(context, found, 'invalid_request')
    const clientId = authenticateClient(context, fields, found.provider)
    if (clientId === null) return refuse(context, found, 'invalid_client')
    if (fields.grant_type === 'refresh_token') return refresh(context, found, clientId, fields)
    if (fields.grant_type !== 'authorization_code') return refuse(context, found, 'unsupported_grant_type')
    const grant = grants.consumeCode(found.provider.id, fields.code ?? '')
    if (
      !grant ||
      grant.clientId !== clientId ||
      grant.redirectUri !== fields.redirect_uri ||
      !provesPossession(grant, fields.code_verifier)
    ) {
      return refuse(context, found, 'invalid_grant')
    }
    if (grant.exchange === 'server_error') return context.html('<h1>Internal server error</h1>', 500)
    if (grant.exchange === 'slow') {
      // The timer must not delay the end of the process, and ends when the client disconnects.
      await wait(SLOW_ANSWER_MILLIS, undefined, { ref: false, signal: context.req.raw.signal }).catch(() => {})
    }
    return context.json(await tokenAnswer(found, grant), 200, noStore)
  })

  app.get('/dev/providers/:id/userinfo', (context) => resource(context, 'userinfo'))
  app.get('/dev/providers/:id/emails', (context) => resource(context, 'emails'))

  app.get('/dev/providers/:id/jwks', async (context) => {
    const found = find(context)
    if (!found || found.provider.endpoints(options).jwks === null) return unknown(context)
    return context.json(await idTokens.keySet())
  })
  return app

  function lookAlike(id: OAuthProviderId): LookAlike {
    const provider = oauthProviders[id]
    return {
      provider,
      profile: provider.lookAlike,
      issuer: lookAlikeEndpoints(settings.baseUrl, provider, provider.endpoints(options)).issuer ?? '',
      callbackUrl: `${settings.baseUrl}${API_PREFIX}/auth/oauth/callback/${id}`,
    }
  }

  function find(context: Context): LookAlike | null {
    const id = oauthProviderIds.find((known) => known === context.req.param('id'))
    return id ? lookAlike(id) : null
  }

  function readRequest(
    context: Context,
    { provider, callbackUrl }: LookAlike,
  ): ReturnType<typeof readAuthorizationRequest> {
    return readAuthorizationRequest(new URL(context.req.url).searchParams, provider, callbackUrl)
  }

  function authorize(context: Context, found: LookAlike, problem: string | null): Response | Promise<Response> {
    const { provider, profile } = found
    const title = `${provider.name}, look-alike`
    const asked = readRequest(context, found)
    if ('problems' in asked) {
      return show(context, title, refusedRequestPage(provider, asked.problems), { status: 400 })
    }
    const { pathname, search } = new URL(context.req.url)
    const content = authorizationPage({
      provider,
      profile,
      request: asked.request,
      action: `${pathname}${search}`,
      problem,
    })
    return show(context, title, content, { status: problem === null ? 200 : 400 })
  }

  /** The parameters of the authorization response. */
  function answerTo(found: LookAlike, request: AuthorizationRequest, decision: Decision): Record<string, string> {
    const { provider, profile, issuer } = found
    const { account, outcome } = decision
    const { state } = request
    if (outcome === 'refuse') return { ...profile.refusal, state }
    if (outcome === 'unavailable') {
      return { error: 'temporarily_unavailable', error_description: 'Please try again later.', state }
    }
    const code = grants.issueCode({
      providerId: provider.id,
      clientId: request.clientId,
      redirectUri: request.redirectUri,
      scopes: request.scopes,
      codeChallenge: request.codeChallenge,
      nonce: provider.omitsNonce ? null : request.nonce,
      isOffline: isOffline(profile, request),
      account,
      exchange: outcome,
    })
    return { code, state, ...profile.codeExtras?.(account, issuer) }
  }

  function goBack(
    context: Context,
    { provider }: LookAlike,
    request: AuthorizationRequest,
    answer: Record<string, string>,
  ): Response | Promise<Response> {
    if (request.parameters.get('response_mode') === 'form_post') {
      return show(context, `${provider.name}, look-alike`, formPostPage(provider, request.redirectUri, answer), {})
    }
    const url = new URL(request.redirectUri)
    for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
    return context.body(null, 303, { ...noStore, location: url.href })
  }

  function refresh(
    context: Context,
    found: LookAlike,
    clientId: string,
    fields: Record<string, string>,
  ): Response | Promise<Response> {
    const isRotated = found.profile.refresh === 'rotated'
    const grant = grants.useRefreshToken(found.provider.id, fields.refresh_token ?? '', isRotated)
    if (!grant || grant.clientId !== clientId) return refuse(context, found, 'invalid_grant')
    return tokenAnswer(found, grant, !isRotated).then((answer) => context.json(answer, 200, noStore))
  }

  async function tokenAnswer(
    found: LookAlike,
    grant: Grant,
    keepsRefreshToken = false,
  ): Promise<Record<string, unknown>> {
    const { profile, issuer } = found
    const accessToken = grants.issueAccessToken(grant, profile.accessTokenSeconds)
    const [scopeField, separator] = profile.scopeField
    const givesRefreshToken = profile.refresh !== 'never' && grant.isOffline && !keepsRefreshToken
    const claims = {
      iss: issuer,
      aud: grant.clientId,
      sub: grant.account.sub,
      ...(grant.nonce !== null && { nonce: grant.nonce }),
      ...profile.claims?.(grant.account),
    }
    return {
      access_token: accessToken,
      token_type: profile.tokenType ?? 'Bearer',
      [scopeField]: grant.scopes.join(separator),
      ...(profile.accessTokenSeconds !== null && { expires_in: profile.accessTokenSeconds }),
      ...(givesRefreshToken && { refresh_token: grants.issueRefreshToken(grant) }),
      ...(profile.claims && { id_token: await idTokens.sign(claims, accessToken, clock.now()) }),
    }
  }

  function resource(context: Context, kind: 'userinfo' | 'emails'): Response {
    const found = find(context)
    const answer = found?.profile[kind]
    if (!found || !answer) return unknown(context)
    const token = /^Bearer ([0-9a-z]+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
    const grant = token && grants.findByAccessToken(found.provider.id, token)
    if (!grant) {
      return context.json({ error: 'invalid_token' }, 401, { 'www-authenticate': 'Bearer error="invalid_token"' })
    }
    return context.json(answer(grant.account), 200, noStore)
  }

  function show(
    context: Context,
    title: string,
    content: Markup,
    { status = 200, width = 'narrow' }: { status?: 200 | 400; width?: 'narrow' | 'wide' },
  ): Response | Promise<Response> {
    const nonce = randomText(NONCE_CHARACTERS)
    const headers = pageHeaders(nonce, settings.baseUrl.startsWith('https://'), {
      // Chromium applies this directive also to the redirects after a form: to the callback and then to any app.
      formAction: "'self' http: https:",
      // Without a referrer, a form has the origin `null`, and the callback cannot recognise its own pages.
      referrerPolicy: 'same-origin',
    })
    return context.html(page({ language: 'en', title, content, nonce, script: SCRIPT_PATH, width }), status, headers)
  }
}

function unknown(context: Context): Response {
  return context.text('No such look-alike. They are listed at /dev/providers.', 404)
}

/** Answers with an error (RFC 6749 section 5.2), or with the status and error code of the provider. */
function refuse(context: Context, { provider, profile }: LookAlike, error: string): Response {
  const [invalidGrant = 'invalid_grant'] = provider.invalidGrantErrors ?? []
  const status = profile.refusalStatus ?? (error === 'invalid_client' ? 401 : 400)
  return context.json({ error: error === 'invalid_grant' ? invalidGrant : error }, status, noStore)
}

/**
 * The client id; null if the client does not authenticate by the method of this provider (RFC 6749 section 2.3.1). Any
 * secret is accepted, so that look-alikes require no configuration.
 */
function authenticateClient(
  context: Context,
  fields: Record<string, string>,
  { clientAuthentication }: OAuthProvider,
): string | null {
  const header = context.req.header('authorization')
  if (clientAuthentication === 'post') {
    return header === undefined && fields.client_secret ? (fields.client_id ?? null) : null
  }
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(header ?? '')?.[1]
  if (encoded === undefined || fields.client_secret !== undefined) return null
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':', 2)
  return secret === '' ? null : formDecode(id)
}

/** Client id and secret are form-encoded in Basic authentication (RFC 6749 section 2.3.1). */
function formDecode(text: string): string | null {
  return new URLSearchParams(`value=${text}`).get('value')
}

/** Checks the code verifier (RFC 7636 section 4.6). */
function provesPossession({ codeChallenge }: Grant, verifier: string | undefined): boolean {
  if (codeChallenge === null) return verifier === undefined
  const digest = createHash('sha256')
    .update(verifier ?? '')
    .digest()
  const expected = Buffer.from(codeChallenge, 'base64url')
  return expected.length === digest.length && timingSafeEqual(expected, digest)
}

function isOffline({ refreshNeeds }: LookAlikeProfile, { scopes, parameters }: AuthorizationRequest): boolean {
  if (!refreshNeeds) return true
  if ('scope' in refreshNeeds) return scopes.includes(refreshNeeds.scope)
  return parameters.get(refreshNeeds.parameter) === refreshNeeds.value
}

async function readForm(context: Context): Promise<Record<string, string> | null> {
  const type = context.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') return null
  const entries = [...new URLSearchParams(await context.req.text())]
  const fields = Object.fromEntries(entries)
  return entries.length === Object.keys(fields).length ? fields : null
}
