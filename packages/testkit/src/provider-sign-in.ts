import { createHash, randomBytes } from 'node:crypto'

import { oauthProviderIds, type OAuthProviderId } from '@portico/contract'
import type { Portico } from '@portico/server'

import { HttpClient, type Answer } from './http-client.ts'

/** Who signs in at the look-alike and what they decide there; the fields of its form. Without any, Ada signs in. */
export interface ProviderChoice {
  /** One of the people on the page. */
  person?: 'ada' | 'bruno' | 'chiyo'
  /** Somebody else, who is the same account each time. */
  email?: string
  /** Whether the provider vouches for the address; true unless said otherwise. */
  emailVerified?: boolean
  name?: string
  /** The account id, in the provider's manner. */
  sub?: string
  decision?: 'allow' | 'refuse' | 'unavailable' | 'expired' | 'slow' | 'server_error'
}

/** The `oauth_providers` of a project that offers every provider by its look-alike. */
export const lookAlikeProviders = oauthProviderIds.map((id) => ({
  id,
  type: 'standard' as const,
  client_id: 'look-alike',
  client_secret: 'look-alike',
}))

/** Where the app would be called back; nothing has to listen there. */
export const APP_CALLBACK_URL = 'http://localhost:3000/handler/oauth-callback'
export const APP_ERROR_URL = 'http://localhost:3000/handler/error'

/** What a browser saw last: a page of the service, or the address outside it that it was sent to. */
export interface LastSeen {
  status: number
  headers: Headers
  text: string
  location: URL | null
}

const STEPS_MAX = 10

/** A browser as far as sign-in at a provider needs one: it follows redirects and keeps cookies, until it leaves the service. */
export class ProviderVisitor {
  readonly #service: Pick<Portico, 'fetch'>
  readonly #baseUrl: string
  readonly cookies = new Map<string, string>()

  constructor(service: Pick<Portico, 'fetch'>, baseUrl: string) {
    this.#service = service
    this.#baseUrl = baseUrl
  }

  /** Goes to an address of the service, chooses at the look-alike, and follows until it is sent to the app or shown a page. */
  async follow(url: string, choice: ProviderChoice = {}): Promise<LastSeen> {
    let request = new Request(url)
    for (let step = 0; step < STEPS_MAX; step += 1) {
      const seen = await this.send(request)
      const next = this.#next(request, seen, choice)
      if (!next) return seen
      request = next
    }
    throw new Error(`The service sent the browser on more than ${STEPS_MAX} times, last to ${request.url}.`)
  }

  async send(request: Request): Promise<LastSeen> {
    const headers = new Headers(request.headers)
    if (this.cookies.size > 0) {
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    }
    const response = await this.#service.fetch(new Request(request, { headers }))
    for (const line of response.headers.getSetCookie()) this.#take(line)
    const location = response.headers.get('location')
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? null : new URL(location, request.url),
    }
  }

  #take(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const [name = '', value = ''] = pair.split('=', 2)
    const isOver = attributes.some((attribute) => /^max-age=(?:0|-\d+)$/i.test(attribute))
    if (isOver) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }

  #next(request: Request, seen: LastSeen, choice: ProviderChoice): Request | null {
    if (seen.location) return seen.location.origin === this.#baseUrl ? new Request(seen.location) : null
    const isAsked = /\/dev\/providers\/\w+\/authorize$/.test(new URL(request.url).pathname)
    if (!isAsked || seen.status !== 200) return null
    const returnForm = /<form method="post" action="([^"]+)" data-auto-submit>/.exec(seen.text)?.[1]
    return returnForm === undefined ? post(request.url, formOf(choice)) : post(returnForm, hiddenFields(seen.text))
  }
}

export interface AuthorizationRequest {
  readonly url: string
  readonly state: string
  readonly codeVerifier: string
}

/** The address that an app sends the browser to, made as the SDK makes it. Parameters on top; null leaves one out. */
export function authorizationRequest(
  baseUrl: string,
  project: { id: string; keys: { publishable_client_key: string } },
  provider: OAuthProviderId,
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
  const url = new URL(`${baseUrl}/api/v1/auth/oauth/authorize/${provider}`)
  for (const [name, value] of Object.entries(all)) if (value !== null) url.searchParams.set(name, value)
  return { url: url.href, state, codeVerifier }
}

/** What the app got back, with the exchange it would do next. */
export interface ProviderSignIn extends LastSeen {
  /** Our code; null if something went wrong. */
  code: string | null
  /** The code of the error the app was told. */
  errorCode: string | null
  codeVerifier: string
  /** Exchanges the code for tokens; fields on top. */
  exchange: <Body = Answer['body']>(fields?: Record<string, string>) => Promise<Answer<Body>>
}

/** Signs somebody in at a provider as an app and a browser would, from the authorization request to the code. */
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
    throw new Error('The app got its code with another state than it had sent.')
  }
  const code = answer?.get('code') ?? null
  return {
    ...seen,
    code,
    errorCode: answer?.get('errorCode') ?? null,
    codeVerifier,
    exchange: (fields = {}) => {
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
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    },
  }
}

function post(url: string, fields: Record<string, string>): Request {
  return new Request(url, { method: 'POST', body: new URLSearchParams(fields) })
}

function formOf({ emailVerified = true, ...choice }: ProviderChoice): Record<string, string> {
  const isOwn = choice.email !== undefined
  return { ...choice, ...(isOwn && { email_verified: String(emailVerified) }) }
}

function hiddenFields(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries([...inputs].map(([, name, value]) => [name, unescapeHtml(value ?? '')]))
}

function unescapeHtml(text: string): string {
  const named: Record<string, string> = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' }
  return text.replaceAll(/&(?:quot|#39|lt|gt|amp);/g, (entity) => named[entity] ?? entity)
}
