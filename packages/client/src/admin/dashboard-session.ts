import { readClaims } from '../session/access-token.ts'
import { KnownErrors } from '../transport/known-error.ts'
import { parseObject } from '../transport/parse-object.ts'
import type { Ports } from '../transport/ports.ts'
import { readStored, writeStored } from '../transport/page-storage.ts'

const PATH = '/internal/dashboard-session'
const NAME = 'portico-dashboard-session'
/**
 * Entry of the local storage: set from a sign-out until the service has ended the session of the cookie. No script can
 * delete the cookie.
 */
const SIGNED_OUT = `${NAME}-ended`
const REFUSED_CODE = 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'

/** Placeholder for the refresh token, which is in a cookie that no script can read. */
export const cookieTokens = { accessToken: null, refreshToken: NAME } as const

/** What another tab of the dashboard did: the user who signed in there, or null for a sign-out. */
type Announcement = string | null

/**
 * Keeps the refresh token of the project "internal" in a cookie that scripts cannot read, at the service itself.
 *
 * It sits between the app and the network. A sign-in ends when the service has moved the new refresh token to the
 * cookie; the app gets a placeholder instead. A refresh and a sign-out go to the endpoints of the cookie. One tab at a
 * time changes the cookie, so that an answer never sets a token that a later one has replaced. A sign-out that the
 * service does not answer is repeated before the cookie is used again.
 */
export class DashboardSession {
  readonly ports: Ports
  readonly #ports: Ports
  readonly #apiUrl: string
  readonly #channel: BroadcastChannel | null

  /** @param apiUrl the API at the origin of the page */
  constructor(ports: Ports, apiUrl: string) {
    this.#ports = ports
    this.#apiUrl = apiUrl
    const Channel = ports.browser()?.BroadcastChannel
    this.#channel = Channel ? new Channel(NAME) : null
    this.ports = {
      ...ports,
      fetch: (url, init) => this.#fetch(url, init),
      onSignOut: () => {
        this.#noteSignOut(true)
        this.#channel?.postMessage(null)
      },
    }
  }

  /** Calls the listener after a sign-in or a sign-out in another tab. */
  onChange(listener: (announcement: Announcement) => void): void {
    this.#channel?.addEventListener('message', ({ data }) => listener(typeof data === 'string' ? data : null))
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const path = url.startsWith(this.#apiUrl) ? url.slice(this.#apiUrl.length) : ''
    const { body, method } = init
    if (body instanceof URLSearchParams && body.get('grant_type') === 'refresh_token') return this.#refresh(body, init)
    // The app has no refresh token to confirm the login of a terminal with.
    const loginCode = path === '/auth/cli/complete' ? confirmedLoginIn(body) : null
    if (loginCode !== null) return this.#call('POST', '/cli-login', init, { login_code: loginCode })
    const headers = new Headers(init.headers)
    headers.delete('x-stack-refresh-token')
    const answer = (): Promise<Response> => this.#ports.fetch(url, { ...init, headers })
    if (path === '/auth/sessions/current' && method === 'DELETE') return this.#signOut(answer, init)
    return path.startsWith('/auth/') && method === 'POST' ? this.#takeOver(await answer(), init) : answer()
  }

  #refresh(grant: URLSearchParams, init: RequestInit): Promise<Response> {
    return this.#alone(async () => {
      if (readStored(this.#ports, 'localStorage', SIGNED_OUT) !== null) {
        const ended = await this.#endCookie(init)
        return ended.ok ? refused() : ended
      }
      const answer = await this.#call('POST', '/refresh', init)
      if (!answer.ok) return answer
      const accessToken = accessTokenIn(parseObject(await answer.text()))
      const known = userOfPlaceholder(grant.get('refresh_token'))
      // A page never changes its user: another tab has signed in as another user.
      if (accessToken === null || (known !== null && known !== userOf(accessToken))) return refused()
      return Response.json({ access_token: accessToken, refresh_token: placeholderOf(accessToken) })
    })
  }

  /** Moves the refresh token of a sign-in to the cookie. Returns every other answer unchanged. */
  async #takeOver(answer: Response, init: RequestInit): Promise<Response> {
    const text = await answer.text()
    const { headers, status } = answer
    const signedIn = parseObject(text)
    if (accessTokenIn(signedIn) === null || typeof signedIn?.['refresh_token'] !== 'string') {
      return new Response(text || null, { headers, status })
    }
    const offered = { refresh_token: signedIn['refresh_token'] }
    return this.#alone(async () => {
      const moved = await this.#call('POST', '', init, offered)
      const accessToken = moved.ok ? accessTokenIn(parseObject(await moved.clone().text())) : null
      if (accessToken === null) return moved
      this.#noteSignOut(false)
      this.#channel?.postMessage(userOf(accessToken))
      const tokens = { access_token: accessToken, refresh_token: placeholderOf(accessToken) }
      return new Response(JSON.stringify({ ...signedIn, ...tokens }), { headers, status })
    })
  }

  /** Ends the page's session and the one in the cookie, which may be another one by now. */
  #signOut(endSession: () => Promise<Response>, init: RequestInit): Promise<Response> {
    return this.#alone(async () => {
      const [ofCookie, ofPage] = await Promise.all([this.#endCookie(init), endSession()])
      return ofCookie.ok ? ofPage : ofCookie
    })
  }

  async #endCookie(init: RequestInit): Promise<Response> {
    const answer = await this.#call('DELETE', '', init)
    if (answer.ok) this.#noteSignOut(false)
    return answer
  }

  #noteSignOut(isPending: boolean): void {
    writeStored(this.#ports, 'localStorage', SIGNED_OUT, isPending ? '1' : null)
  }

  /** @param init the request of the app, for its time limit */
  #call(method: 'POST' | 'DELETE', path: string, { signal }: RequestInit, body: object = {}): Promise<Response> {
    return this.#ports.fetch(`${this.#apiUrl}${PATH}${path}`, {
      method,
      headers: {
        'x-portico-own-page': '1',
        // The service refuses a call that names a type without a body.
        ...(method === 'POST' && { 'content-type': 'application/json' }),
      },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'manual',
      // The browser must get the new cookie although the page closes: the service has replaced the token of the old
      // one.
      keepalive: true,
      ...(signal && { signal }),
    })
  }

  #alone(change: () => Promise<Response>): Promise<Response> {
    const locks = this.#ports.browser()?.navigator.locks
    return locks ? locks.request(NAME, change) : change()
  }
}

/** The user of a placeholder; null for that of a page that does not know its user yet. */
export function userOfPlaceholder(refreshToken: string | null): string | null {
  return refreshToken?.split(':')[1] ?? null
}

function placeholderOf(accessToken: string): string {
  return `${NAME}:${userOf(accessToken)}`
}

function userOf(accessToken: string): string {
  return String(readClaims(accessToken)?.['sub'])
}

function accessTokenIn(answer: Readonly<Record<string, unknown>> | null): string | null {
  const token = answer?.['access_token']
  return typeof token === 'string' ? token : null
}

/** The login code of a confirmation; null for a check and a refusal, which need no session. */
function confirmedLoginIn(body: unknown): string | null {
  const parsed = typeof body === 'string' ? parseObject(body) : null
  const code = parsed?.['login_code']
  return parsed?.['mode'] === 'complete' && typeof code === 'string' ? code : null
}

/** The answer of the service to a refresh token that it does not accept. */
function refused(): Response {
  const { message } = new KnownErrors.RefreshTokenNotFoundOrExpired()
  return Response.json(
    { code: REFUSED_CODE, error: message },
    { status: 401, headers: { 'x-stack-known-error': REFUSED_CODE } },
  )
}
