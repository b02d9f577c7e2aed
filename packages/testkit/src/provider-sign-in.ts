import { createHash, randomBytes } from 'node:crypto'

import { oauthProviderIds, type OAuthProviderId } from '@portico/contract'
import type { Portico } from '@portico/server'

import { HttpClient, type Answer } from './http-client.ts'

/** The form fields of a provider look-alike: who signs in and what they decide. Without fields, Ada signs in. */
export interface ProviderChoice {
  /** One of the predefined people on the page. */
  person?: 'ada' | 'bruno' | 'chiyo'
  /** Another person. The same address is the same account. */
  email?: string
  /** Whether the provider marks the address as verified. Default: true. */
  emailVerified?: boolean
  name?: string
  /** The account id, in the provider's format. */
  sub?: string
  decision?: 'allow' | 'refuse' | 'unavailable' | 'expired' | 'slow' | 'server_error'
}

/** `oauth_providers` of a project that offers every provider through its look-alike. */
export const lookAlikeProviders = oauthProviderIds.map((id) => ({
  id,
  type: 'standard' as const,
  client_id: 'look-alike',
  client_secret: 'look-alike',
}))

/** The app's callback URL. No server has to listen there. */
export const APP_CALLBACK_URL = 'http://localhost:3000/handler/oauth-callback'
export const APP_ERROR_URL = 'http://localhost:3000/handler/error'

/** The last response that a browser received: a page of the service, or a redirect to a URL outside it. */
export interface LastSeen {
  status: number
  headers: Headers
  text: string
  location: URL | null
}

const STEPS_MAX = 10

/** A minimal browser for sign-in at a provider: follows redirects within the service and keeps cookies. */
export class ProviderVisitor {
  readonly #service: Pick<Portico, 'fetch'>
  readonly #baseUrl: string
  readonly cookies = new Map<string, string>()

  constructor(service: Pick<Portico, 'fetch'>, baseUrl: string) {
    this.#service = service
    this.#baseUrl = baseUrl
  }

  /** Opens a service URL, submits the look-alike's form, and stops at a redirect to the app or at a page. */
  async follow(url: string, choice: ProviderChoice = {}): Promise<LastSeen> {
    let request = new Request(url)
    for (let step = 0; step < STEPS_MAX; step += 1) {
      const seen = await this.send(request)
      const next = this.#nextRequest(request, seen, choice)
      if (!next) return seen
      request = next
    }
    throw new Error(`The service redirected more than ${STEPS_MAX} times, last to ${request.url}.`)
  }

  async send(request: Request): Promise<LastSeen> {
    const headers = new Headers(request.headers)
    if (this.cookies.size > 0) {
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    }
    const response = await this.#service.fetch(new Request(request, { headers }))
    for (const line of response.headers.getSetCookie()) this.#storeCookie(line)
    const location = response.headers.get('location')
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? null : new URL(location, request.url),
    }
  }

  #storeCookie(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const [name = '', value = ''] = pair.split('=', 2)
    const isExpired = attributes.some((attribute) => /^max-age=(?:0|-\d+)$/i.test(attribute))
    if (isExpired) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }

  #nextRequest(request: Request, seen: LastSeen, choice: ProviderChoice): Request | null {
    if (seen.location) return seen.location.origin === this.#baseUrl ? new Request(seen.location) : null
    const isProviderPage = /\/dev\/providers\/\w+\/authorize$/.test(new URL(request.url).pathname)
    if (!isProviderPage || seen.status !== 200) return null
    const returnForm = /<form method="post" action="([^"]+)" data-auto-submit>/.exec(seen.text)?.[1]
    return returnForm === undefined ? post(request.url, formOf(choice)) : post(returnForm, hiddenFields(seen.text))
  }
}

export interface AuthorizationRequest {
  readonly url: string
  readonly state: string
  readonly codeVerifier: string
}

/**
 * Builds an authorization request as the SDK does.
 *
 * @param parameters added to or replacing those of the SDK; null removes one
 */
export function authorizationRequest(
  baseUrl: string,
  project: { id: string; keys: { publishable_client_key: string } },
  provider: OAuthProviderId | `custom:${string}` | `connection:${string}`,
  parameters: Record<string, string | null> = {},
): AuthorizationRequest {
  const codeVerifier = randomBytes(32).toString('base64url')
  const state = randomBytes(16).toString('hex')
  const all: Record<string, string | null> = {
    client_id: project.id,
    client_secret: project.keys.publishable_client_key,
    redirect_uri: APP_CALLBACK_URL,
    scope: 'legacy',
    state,
    grant_type: 'authorization_code',
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    response_type: 'code',
    type: 'authenticate',
    error_redirect_url: APP_ERROR_URL,
    ...parameters,
  }
  const url = new URL(`${baseUrl}/api/v1/auth/oauth/authorize/${encodeURIComponent(provider)}`)
  for (const [name, value] of Object.entries(all)) if (value !== null) url.searchParams.set(name, value)
  return { url: url.href, state, codeVerifier }
}

/** The authorization response that the app received, and the token exchange that follows it. */
export interface ProviderSignIn extends LastSeen {
  /** The authorization code of the service; null after an error. */
  code: string | null
  /** The error code in the authorization response. */
  errorCode: string | null
  codeVerifier: string
  /** Exchanges the authorization code for tokens. `fields` are added to or replace those of the SDK. */
  exchange: <Body = Answer['body']>(
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ) => Promise<Answer<Body>>
}

/** Signs a user in at a provider, as app and browser do, from the authorization request to the authorization code. */
export async function signInAtProvider(
  service: Pick<Portico, 'fetch'>,
  baseUrl: string,
  project: { id: string; keys: { publishable_client_key: string } },
  provider: OAuthProviderId,
  choice: ProviderChoice = {},
  parameters: Record<string, string | null> = {},
): Promise<ProviderSignIn> {
  const { url, state, codeVerifier } = authorizationRequest(baseUrl, project, provider, parameters)
  const seen = await new ProviderVisitor(service, baseUrl).follow(url, choice)
  const answer = seen.location?.searchParams
  if (answer?.has('code') && answer.get('state') !== (parameters.state ?? state)) {
    throw new Error('The authorization response has a different `state` than the request.')
  }
  const code = answer?.get('code') ?? null
  return {
    ...seen,
    code,
    errorCode: answer?.get('errorCode') ?? null,
    codeVerifier,
    exchange: (fields = {}, headers = {}) => {
      const form = new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: project.id,
        client_secret: project.keys.publishable_client_key,
        redirect_uri: parameters.redirect_uri ?? APP_CALLBACK_URL,
        code: code ?? '',
        code_verifier: codeVerifier,
        ...fields,
      })
      return new HttpClient(service, null).post('/auth/oauth/token', undefined, {
        rawBody: form.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      })
    },
  }
}

function post(url: string, fields: Record<string, string>): Request {
  return new Request(url, { method: 'POST', body: new URLSearchParams(fields) })
}

function formOf({ emailVerified = true, ...choice }: ProviderChoice): Record<string, string> {
  const isCustomPerson = choice.email !== undefined
  return { ...choice, ...(isCustomPerson && { email_verified: String(emailVerified) }) }
}

function hiddenFields(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries([...inputs].map(([, name, value]) => [name, unescapeHtml(value ?? '')]))
}

function unescapeHtml(text: string): string {
  const named: Record<string, string> = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' }
  return text.replaceAll(/&(?:quot|#39|lt|gt|amp);/g, (entity) => named[entity] ?? entity)
}
