/** What the service of the dev page is like. */
export interface FakeServiceOptions {
  readonly signedIn: boolean
  readonly verified: boolean
  readonly config: Readonly<Record<string, unknown>>
  /** How long it takes to answer a question. */
  readonly readMillis: number
  /** How long it takes to do something. */
  readonly writeMillis: number
  /** Answers nothing but errors; with `once`, only the first time. */
  readonly down: boolean | 'once'
}

const projectId = '00000000-0000-4000-8000-000000000000'

/**
 * Answers a handful of calls from memory, so that every state of the components can be looked at without a service.
 * E-mail addresses and codes beginning with `wrong`, `taken`, `missing`, `expired` or `used` and the like meet that fate.
 */
export function createFakeService(options: FakeServiceOptions): (url: string, init: RequestInit) => Promise<Response> {
  let signedIn = options.signedIn
  let verified = options.verified
  let { down } = options

  async function answer(path: string, method: string, body: Readonly<Record<string, string>>): Promise<Response> {
    if (down) {
      if (down === 'once') down = false
      return new Response('down', { status: 503 })
    }
    const fate = /^(wrong|taken|missing|expired|used|exhausted)/.exec(body['email'] ?? body['code'] ?? '')?.[1]
    switch (`${method} ${path}`) {
      case 'GET /projects/current':
        return json({ id: projectId, display_name: 'Fernweh', config: options.config })
      case 'GET /users/me':
        return signedIn ? json(user(verified)) : known('CANNOT_GET_OWN_USER_WITHOUT_USER', 400, 'There is no user.')
      case 'POST /auth/password/sign-in':
        if (fate === 'wrong') return known('EMAIL_PASSWORD_MISMATCH', 400, 'Wrong e-mail or password.')
        signedIn = true
        return json(tokens())
      case 'POST /auth/password/sign-up':
        if (fate === 'taken') {
          return known('USER_EMAIL_ALREADY_EXISTS', 409, 'A user with this e-mail address already exists.', {
            email: body['email'],
          })
        }
        signedIn = true
        return json(tokens())
      case 'POST /contact-channels/verify':
        verified = true
        return codeAnswer(fate)
      case 'POST /auth/password/reset/check-code':
      case 'POST /auth/password/reset':
        return codeAnswer(fate)
      case 'POST /auth/oauth/token':
        return json({ access_token: tokens().access_token })
      case 'DELETE /auth/sessions/current':
        signedIn = false
        return json({ success: true })
      default:
        return json({ success: true })
    }
  }

  return async (url, init) => {
    const method = init.method ?? 'GET'
    await new Promise((resolve) => setTimeout(resolve, method === 'GET' ? options.readMillis : options.writeMillis))
    const path = new URL(url).pathname.replace(/^.*\/api\/v1/, '')
    const text = typeof init.body === 'string' ? init.body : ''
    const body = text.startsWith('{') ? (JSON.parse(text) as Record<string, string>) : {}
    return answer(path, method, body)
  }
}

function codeAnswer(fate: string | undefined): Response {
  if (fate === 'missing') return known('VERIFICATION_CODE_NOT_FOUND', 404, 'This code does not exist.')
  if (fate === 'expired') return known('VERIFICATION_CODE_EXPIRED', 400, 'This code has expired.')
  if (fate === 'used') return known('VERIFICATION_CODE_ALREADY_USED', 409, 'This code has already been used.')
  if (fate === 'exhausted') {
    return known('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED', 400, 'This code has been tried too often.')
  }
  return json({ success: true })
}

function json(body: unknown): Response {
  return Response.json(body)
}

function known(code: string, status: number, error: string, details?: unknown): Response {
  return Response.json(
    { code, error, details },
    { headers: { 'X-Stack-Known-Error': code, 'X-Stack-Actual-Status': String(status) } },
  )
}

/** A token that nobody checks here, good for an hour. */
export function tokens(): { access_token: string; refresh_token: string; is_new_user: boolean; user_id: string } {
  const payload = btoa(JSON.stringify({ sub: projectId, exp: Math.floor(Date.now() / 1000) + 3600 }))
  return {
    access_token: `e30.${payload.replaceAll('=', '')}.x`,
    refresh_token: 'refresh',
    is_new_user: false,
    user_id: projectId,
  }
}

function user(verified: boolean): unknown {
  return {
    id: '5f4dcc3b-5aa7-4d61-8327-deb882cf99aa',
    display_name: 'Ada Lovelace',
    primary_email: 'ada.lovelace-with-a-long-address@correspondence.analytical-engine.example',
    primary_email_verified: verified,
    profile_image_url: null,
    signed_up_at_millis: 1_763_000_000_000,
    client_metadata: null,
    client_read_only_metadata: null,
    has_password: true,
    auth_with_email: true,
    otp_auth_enabled: false,
    passkey_auth_enabled: false,
    requires_totp_mfa: false,
    is_anonymous: false,
    oauth_providers: [],
    selected_team_id: null,
    selected_team: null,
  }
}
