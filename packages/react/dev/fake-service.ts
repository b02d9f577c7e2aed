import { createFakeApiKeys, type FakeApiKeyOptions } from './fake-api-keys.ts'
import { createFakeTeams, teamId, type FakeTeamOptions } from './fake-teams.ts'

/** State and behaviour of the service behind the component page. */
export interface FakeServiceOptions {
  readonly signedIn: boolean
  readonly verified: boolean
  readonly config: Readonly<Record<string, unknown>>
  /** Delay of GET requests. */
  readonly readMillis: number
  /** Delay of all other requests. */
  readonly writeMillis: number
  /** Overrides of the user's fields, in snake_case. */
  readonly user?: Readonly<Record<string, unknown>>
  /** Number of sessions besides the current one. */
  readonly otherSessions?: number
  /** Changes fail because they require a more recent sign-in. */
  readonly signedInLongAgo?: boolean
  /** Every request fails with status 503; with `once`, only the first one. */
  readonly down: boolean | 'once'
  /** The session that signed up opens the verification link. */
  readonly isSignUpSession?: boolean
  readonly canClaim?: boolean
  /** Overrides of the account that a verification link belongs to, in snake_case. */
  readonly account?: Readonly<Record<string, unknown>>
  /** Sign-in methods that a sign-in by mail or provider removes from the account, in snake_case. */
  readonly removedMethods?: readonly object[]
  /** A valid code is used elsewhere between the check and its use. */
  readonly isCodeSpent?: boolean
  /** The first lists of addresses fail with status 500, which the SDK does not retry. */
  readonly failedAddressLists?: number
  /** The addresses of the user besides the primary one: values, each with the marks that follow a space. */
  readonly addresses?: readonly string[]
  /** The passkeys of the user have these names. */
  readonly passkeys?: readonly string[]
  /** The first lists of passkeys fail with status 500, which the SDK does not retry. */
  readonly failedLists?: number
  /** Response to a passkey assertion. Default: success. */
  readonly passkey?: 'refused' | 'factor' | 'suspended'
  /** The teams of the user. The first one is selected. */
  readonly teams?: readonly FakeTeamOptions[]
  /** Calls for the list of teams fail with status 500, which the SDK does not retry: this many of them. */
  readonly failedTeamCalls?: number
  /** The API keys of the user, newest first. */
  readonly apiKeys?: readonly FakeApiKeyOptions[]
  /** The API keys of the first team, newest first. */
  readonly teamApiKeys?: readonly FakeApiKeyOptions[]
  /** The first lists of API keys fail with status 500, which the SDK does not retry. */
  readonly failedKeyLists?: number
  /** API keys cannot be created or changed: the service answers with this status. */
  readonly refusedKeyStatus?: number
  /** The names of the teams that invite the user. */
  readonly receivedInvitations?: readonly string[]
  /** The selection of a team fails with status 500. */
  readonly refusesSelection?: boolean
  /** Calls about this collection, such as `teams`, never get a response. */
  readonly silentTeamCalls?: string
  /** Overrides of the answer to the check of an invitation, in snake_case. */
  readonly invitation?: Readonly<Record<string, unknown>>
  /** The suspension of an account, in snake_case. */
  readonly suspension?: { readonly reason: string | null; readonly until_millis: number | null }
}

const PRIMARY_EMAIL = 'ada.lovelace-with-a-long-address@correspondence.analytical-engine.example'
const projectId = '00000000-0000-4000-8000-000000000000'

/**
 * Responds to the calls of the components from memory, so that every state can be shown without a service. The prefix of
 * an e-mail address or code selects the outcome: `wrong`, `taken`, `missing`, `expired`, `used` and so on. `factor`
 * requires a second factor. Its code `000000` is wrong, `999999` has expired, `888888` exceeds the attempt limit, and `777777`
 * belongs to a suspended account.
 */
export function createFakeService(options: FakeServiceOptions): (url: string, init: RequestInit) => Promise<Response> {
  let signedIn = options.signedIn
  let verified = options.verified
  let { down } = options
  let changed: Readonly<Record<string, unknown>> = options.user ?? {}
  let others = options.otherSessions ?? 0
  let { failedLists = 0, failedAddressLists = 0 } = options
  let passkeys = (options.passkeys ?? []).map(passkeyOf)
  const primary =
    options.user?.['primary_email'] === null ? [] : [`${PRIMARY_EMAIL} primary used${verified ? ' verified' : ''}`]
  const teams = createFakeTeams(options.teams ?? [], {
    ownName: 'Ada Lovelace',
    ownEmail: PRIMARY_EMAIL,
    received: options.receivedInvitations,
  })
  const apiKeys = createFakeApiKeys(options.apiKeys ?? [], options.teamApiKeys ?? [])
  let { failedKeyLists = 0 } = options
  let selectedTeamId: unknown = options.teams?.length ? teamId(0) : null
  let { failedTeamCalls = 0 } = options
  let channels = [...primary, ...(options.addresses ?? [])].map(channelOf)

  async function answer(path: string, method: string, body: Readonly<Record<string, string>>): Promise<Response> {
    if (down) {
      if (down === 'once') down = false
      return new Response('down', { status: 503 })
    }
    const subject = body['email'] ?? body['login_code'] ?? body['code'] ?? ''
    const outcome = /^(wrong|suspended|taken|missing|expired|used|exhausted|closed|factor|malformed|down|limited)/i
      .exec(subject)?.[1]
      ?.toLowerCase()
    if (outcome === 'limited') return new Response('Slow down.', { status: 429, headers: { 'retry-after': '299' } })
    switch (`${method} ${path}`) {
      case 'GET /projects/current':
        return json({ id: projectId, display_name: 'Fernweh', config: options.config })
      case 'GET /users/me':
        return signedIn
          ? json({ ...ownUser(), passkey_auth_enabled: passkeys.length > 0, ...changed })
          : known('CANNOT_GET_OWN_USER_WITHOUT_USER', 400, 'There is no user.')
      case 'POST /auth/otp/send-sign-in-code':
        if (outcome === 'closed') return known('SIGN_UP_NOT_ENABLED', 400, 'New accounts are not possible.')
        return json({ nonce: 'nonce' })
      case 'POST /auth/otp/sign-in':
        return signInAnswer(options.isCodeSpent ? 'used' : outcome)
      case 'POST /auth/otp/sign-in/check-code':
        if (outcome === 'down') return new Response('down', { status: 503 })
        return codeAnswer(outcome, { is_code_valid: true, masked_email: 'a***@example.com' })
      case 'POST /auth/mfa/sign-in':
        if (body['totp'] === '000000') {
          return known('INVALID_TOTP_CODE', 400, 'The TOTP code is invalid. Please try again.')
        }
        return signInAnswer({ '999999': 'expired', '888888': 'exhausted', '777777': 'suspended' }[body['totp'] ?? ''])
      case 'GET /auth/passkeys':
        if (failedLists > 0) {
          failedLists -= 1
          return new Response('down', { status: 500 })
        }
        return json({ items: passkeys, is_paginated: false })
      case 'POST /auth/passkey/initiate-passkey-registration':
        return json({ code: 'ceremony', options_json: creationOptions })
      case 'POST /auth/passkey/register':
        passkeys = [...passkeys, passkeyOf('Chrome on Windows, 2026-11-23', passkeys.length)]
        return json({ user_handle: 'AAAA' })
      case 'GET /contact-channels':
        if (failedAddressLists > 0) {
          failedAddressLists -= 1
          return new Response('The service failed.', { status: 500 })
        }
        return json({ items: channels, is_paginated: false })
      case 'POST /contact-channels': {
        const added = channelOf(String(body['value']), channels.length)
        channels = [...channels, added]
        return json(added)
      }
      case 'GET /oauth-providers':
        return json({ items: accountsOf(changed), is_paginated: false })
      case 'POST /auth/passkey/initiate-passkey-authentication':
        return json({ code: 'ceremony', options_json: passkeyOptions })
      case 'POST /auth/passkey/sign-in':
        return options.passkey === 'refused'
          ? known('PASSKEY_AUTHENTICATION_FAILED', 400, 'This passkey is not known.', { message: 'Not known.' })
          : signInAnswer(options.passkey)
      case 'POST /auth/cli/complete':
        if (outcome !== undefined) return new Response('This login was answered or has expired.', { status: 400 })
        return json(body['mode'] === 'check' ? { cli_session_state: 'none', requester } : { success: true })
      case 'POST /auth/password/sign-in':
        if (outcome === 'factor' || outcome === 'suspended') return signInAnswer(outcome)
        if (outcome === 'wrong') return known('EMAIL_PASSWORD_MISMATCH', 400, 'Wrong e-mail or password.')
        signedIn = true
        return json(tokens())
      case 'POST /auth/password/sign-up':
        if (outcome === 'taken') {
          return known('USER_EMAIL_ALREADY_EXISTS', 409, 'A user with this e-mail address already exists.', {
            email: body['email'],
          })
        }
        if (body['password'] === 'password') {
          const message = 'This password is too easy to guess. Please choose another one.'
          return known('PASSWORD_REQUIREMENTS_NOT_MET', 400, message, { reason: 'common', message })
        }
        signedIn = true
        return json(tokens())
      case 'POST /contact-channels/verify':
        verified = true
        return codeAnswer(options.isCodeSpent ? 'used' : outcome)
      case 'POST /contact-channels/verify/check-code':
        if (outcome === 'down') return new Response('down', { status: 503 })
        return codeAnswer(outcome, {
          is_code_valid: true,
          email: PRIMARY_EMAIL,
          is_sign_up_session: options.isSignUpSession ?? false,
          can_claim: options.canClaim ?? true,
          account: {
            display_name: 'Ada Lovelace',
            created_at_millis: 1_763_000_000_000,
            user_agent: windows,
            other_email: null,
            is_sign_up_address: true,
            ...options.account,
          },
        })
      case 'POST /team-invitations/accept/check-code':
        if (outcome === 'down') return new Response('down', { status: 503 })
        return codeAnswer(outcome, {
          is_code_valid: true,
          team_display_name: 'Analytical Engine',
          recipient_email: PRIMARY_EMAIL,
          inviter_name: 'Grace Hopper',
          has_account: true,
          may_sign_up: true,
          verifies_address: true,
          ...options.invitation,
        })
      case 'POST /team-invitations/accept':
        return codeAnswer(options.isCodeSpent ? 'used' : outcome, {})
      case 'POST /auth/password/reset/check-code':
        return codeAnswer(outcome, { is_code_valid: true, email: 'ada@example.com' })
      case 'POST /auth/password/reset':
        return codeAnswer(outcome)
      case 'PATCH /users/me':
        if (options.signedInLongAgo && !('display_name' in body)) return tooLongAgo()
        if (body['totp_code'] === '000000') {
          return known('INVALID_TOTP_CODE', 400, 'The TOTP code is invalid. Please try again.')
        }
        if ('selected_team_id' in body && options.refusesSelection) return new Response('down', { status: 500 })
        if ('selected_team_id' in body) selectedTeamId = body['selected_team_id']
        else changed = { ...changed, ...changesOf(body) }
        return json({ ...ownUser(), ...changed })
      case 'DELETE /users/me':
        if (options.signedInLongAgo) return tooLongAgo()
        signedIn = false
        return json({ success: true })
      case 'POST /auth/password/update':
        if (body['old_password']?.startsWith('wrong')) {
          return known('PASSWORD_CONFIRMATION_MISMATCH', 400, 'Passwords do not match.')
        }
        return passwordAnswer(body['new_password'])
      case 'POST /auth/password/set':
        if (!isEasyToGuess(body['password'])) changed = { ...changed, has_password: true }
        return passwordAnswer(body['password'])
      case 'GET /auth/sessions':
        return json({ items: sessions(others), is_paginated: false })
      case 'POST /auth/oauth/token':
        if (body['grant_type'] === 'authorization_code') {
          return body['code'] === 'denied'
            ? known('OAUTH_PROVIDER_ACCESS_DENIED', 400, 'Access was denied.')
            : signInAnswer(outcome)
        }
        return json({ access_token: tokens().access_token })
      case 'POST /connected-accounts/me/github/access-token':
        return json({ access_token: 'gho_token' })
      case 'DELETE /auth/sessions/current':
        signedIn = false
        return json({ success: true })
      default:
        if (method === 'DELETE' && options.signedInLongAgo) return tooLongAgo()
        if (method === 'DELETE' && path.startsWith('/auth/sessions/')) others -= 1
        if (method === 'DELETE' && path.startsWith('/oauth-providers/')) changed = { ...changed, oauth_providers: [] }
        if (path.startsWith('/contact-channels/me/') && !path.endsWith('/send-verification-code')) {
          const id = path.split('/').at(-1)
          if (method === 'DELETE') channels = channels.filter((channel) => channel.id !== id)
          else return changeChannel(id, body)
        }
        if (path.startsWith('/auth/passkeys/')) {
          const id = path.split('/').at(-1)
          if (method === 'DELETE') passkeys = passkeys.filter((passkey) => passkey.id !== id)
          else passkeys = passkeys.map((passkey) => (passkey.id === id ? { ...passkey, ...body } : passkey))
        }
        return json({ success: true })
    }
  }

  function ownUser(): object {
    const selected = teams.read(selectedTeamId)
    return { ...user(verified), selected_team_id: selected && selectedTeamId, selected_team: selected }
  }

  function changeChannel(id: string | undefined, body: Readonly<Record<string, unknown>>): Response {
    const channel = channels.find((each) => each.id === id)
    if (body['totp_code'] === '000000')
      return known('INVALID_TOTP_CODE', 400, 'The TOTP code is invalid. Please try again.')
    if (body['used_for_auth'] === true && channel?.value.startsWith('taken')) {
      return known('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE', 409, 'Another account uses it.', {
        type: 'email',
        contact_channel_value: null,
        would_work_if_email_was_verified: false,
      })
    }
    channels = channels.map((each) =>
      each.id === id ? { ...each, ...body } : { ...each, is_primary: each.is_primary && body['is_primary'] !== true },
    )
    return json({ ...channel, ...body })
  }

  function answerAboutKeys(url: URL, method: string, body: Readonly<Record<string, unknown>>): Response {
    if (method === 'GET' && failedKeyLists > 0) {
      failedKeyLists -= 1
      return new Response('The service failed.', { status: 500 })
    }
    const { refusedKeyStatus: status } = options
    if (method !== 'GET' && status !== undefined) return new Response('Refused.', { status })
    return json(apiKeys.answer(url, method, body))
  }

  /** The response that all sign-in methods share. */
  function signInAnswer(outcome: string | undefined): Response {
    if (outcome === 'down') return new Response('down', { status: 503 })
    if (outcome === 'factor') {
      return known('MULTI_FACTOR_AUTHENTICATION_REQUIRED', 400, 'A second factor is needed.', {
        attempt_code: 'attempt',
      })
    }
    if (outcome === 'suspended') return suspended()
    if (outcome === 'closed') return known('SIGN_UP_NOT_ENABLED', 400, 'New accounts are not possible.')
    if (outcome !== undefined) return codeAnswer(outcome === 'wrong' ? 'missing' : outcome)
    signedIn = true
    return json({ ...tokens(), removed_sign_in_methods: options.removedMethods })
  }

  function suspended(): Response {
    const { reason, until_millis } = options.suspension ?? { reason: null, until_millis: null }
    const restricted_reason = { type: 'restricted_by_administrator', reason, until_millis }
    return known('RESTRICTED_USER_NOT_ALLOWED', 403, 'The account is suspended.', { restricted_reason })
  }

  return async (url, init) => {
    const method = init.method ?? 'GET'
    await new Promise((resolve) => setTimeout(resolve, method === 'GET' ? options.readMillis : options.writeMillis))
    const path = new URL(url).pathname.replace(/^.*\/api\/v1/, '')
    const text = init.body instanceof URLSearchParams || typeof init.body === 'string' ? init.body.toString() : ''
    const body = text.startsWith('{')
      ? (JSON.parse(text) as Record<string, string>)
      : Object.fromEntries(new URLSearchParams(text))
    if (path.startsWith(`/${options.silentTeamCalls}`)) await new Promise(() => {})
    if (path.includes('-api-keys')) return answerAboutKeys(new URL(url), method, body)
    const ofTeams =
      down || path.startsWith('/team-invitations/accept') ? undefined : teams.answer(new URL(url), method, body)
    if (ofTeams === undefined) return answer(path, method, body)
    if (failedTeamCalls === 0 || path !== '/teams') return json(ofTeams)
    failedTeamCalls -= 1
    return new Response('The service failed.', { status: 500 })
  }
}

interface FakeChannel {
  readonly id: string
  readonly value: string
  readonly is_primary: boolean
}

function channelOf(described: string, index: number): FakeChannel {
  const [value = '', ...marks] = described.split(' ')
  const channel = {
    id: `00000000-0000-4000-8000-00000000000${index}`,
    user_id: projectId,
    type: 'email',
    value,
    is_primary: marks.includes('primary'),
    is_verified: marks.includes('verified') || marks.includes('unclaimed'),
    is_claimed: marks.includes('verified'),
    used_for_auth: marks.includes('used'),
  }
  return channel
}

interface FakePasskey {
  readonly id: string
  readonly name: string
}

function passkeyOf(name: string, index: number): FakePasskey {
  const passkey = {
    id: `passkey-${index}`,
    user_id: projectId,
    name,
    created_at_millis: 1_763_000_000_000 + index * 9_000_000_000,
    last_used_at_millis: index === 1 ? null : Date.now() - (index + 2) * 50 * HOUR_MILLIS,
    is_synced: true,
    relying_party_id: 'localhost',
  }
  return passkey
}

/** The connected accounts of the user, in the form of the list. */
function accountsOf({ oauth_providers: accounts = [] }: Readonly<Record<string, unknown>>): unknown[] {
  return (accounts as { id: string }[]).map((account) => ({ ...account, user_id: projectId }))
}

const creationOptions = {
  rp: { id: 'THIS_VALUE_WILL_BE_REPLACED.example.com', name: 'Fernweh' },
  user: { id: 'AAAA', name: 'ada@example.com', displayName: 'Ada Lovelace' },
  challenge: 'AAECAwQFBgcICQoLDA0ODw',
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 60_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
  extensions: { credProps: true },
}

const passkeyOptions = {
  rpId: 'THIS_VALUE_WILL_BE_REPLACED.example.com',
  challenge: 'AAECAwQFBgcICQoLDA0ODw',
  allowCredentials: [],
  timeout: 60_000,
  userVerification: 'preferred',
}

const requester = {
  requested_at_millis: 1_763_000_000_000,
  expires_at_millis: 1_763_007_200_000,
  ip: '2001:db8:85a3::8a2e:370:7334',
  user_agent: 'portico-cli/0.1.0 (darwin arm64; adas-macbook-pro.local) node/26.10.0',
}

function codeAnswer(outcome: string | undefined, good: object = { success: true }): Response {
  if (outcome === 'missing') return known('VERIFICATION_CODE_NOT_FOUND', 404, 'This code does not exist.')
  if (outcome === 'malformed')
    return known('SCHEMA_ERROR', 400, 'Request validation failed.', { message: 'Not a code.' })
  if (outcome === 'expired') return known('VERIFICATION_CODE_EXPIRED', 400, 'This code has expired.')
  if (outcome === 'used') return known('VERIFICATION_CODE_ALREADY_USED', 409, 'This code has already been used.')
  if (outcome === 'exhausted') {
    return known('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED', 400, 'This code was tried too many times.')
  }
  return json(good)
}

/** The fields of the user after a change. */
function changesOf(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { totp_secret_base64: secret, totp_code: _proof, ...shown } = body
  return secret === undefined ? shown : { ...shown, requires_totp_mfa: secret !== null }
}

function isEasyToGuess(password = ''): boolean {
  return password.startsWith('password')
}

function passwordAnswer(password = ''): Response {
  if (!isEasyToGuess(password)) return json({ success: true })
  const sentence = 'This password is too easy to guess. Please choose another one.'
  return known('PASSWORD_REQUIREMENTS_NOT_MET', 400, sentence)
}

function tooLongAgo(): Response {
  const sentence = 'This change requires a sign-in within the last 15 minutes. Please sign in again.'
  return known('RECENT_SIGN_IN_REQUIRED', 403, sentence, { max_age_millis: 900_000 })
}

const HOUR_MILLIS = 3_600_000
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile Safari/604.1'

function sessions(others: number): readonly unknown[] {
  const device = (index: number, extra: object): unknown => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    user_id: projectId,
    created_at: Date.now() - (3 + index * 80) * HOUR_MILLIS,
    last_used_at: Date.now() - index * 7 * HOUR_MILLIS,
    is_impersonation: false,
    is_current_session: index === 0,
    ...extra,
  })
  const all = [
    device(0, {
      user_agent: windows,
      last_used_at_end_user_ip_info: { ip: '203.0.113.7', countryCode: 'AT', cityName: 'Vienna' },
    }),
    device(1, {
      user_agent: phone,
      last_used_at_end_user_ip_info: {
        ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
        countryCode: 'GB',
        cityName: 'Llanfairpwllgwyngyll',
      },
    }),
    device(2, { is_impersonation: true }),
    device(3, { user_agent: 'lending-desk/2.1' }),
  ]
  return all.slice(0, others + 1)
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

/** Unsigned tokens that expire after an hour. The fake service does not verify them. */
export function tokens(): { access_token: string; refresh_token: string; is_new_user: boolean; user_id: string } {
  const payload = btoa(JSON.stringify({ sub: projectId, exp: Math.floor(Date.now() / 1000) + 3600 }))
  return {
    access_token: `e30.${payload.replaceAll('=', '')}.x`,
    refresh_token: 'refresh',
    is_new_user: false,
    user_id: projectId,
  }
}

function user(verified: boolean): object {
  return {
    id: '5f4dcc3b-5aa7-4d61-8327-deb882cf99aa',
    display_name: 'Ada Lovelace',
    primary_email: PRIMARY_EMAIL,
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
    has_sign_in_address: true,
  }
}
