import type { PasskeyAuthentication, PasskeyRegistration } from '@portico/contract'
import { PASSKEY_RP_ID_PLACEHOLDER } from '@portico/contract/limits'

import type { Browser, Ports } from '../transport/ports.ts'
import type { SendRequest } from '../transport/request.ts'
import { type Result, resultOf } from '../transport/result.ts'
import type { Session } from '../session/session.ts'
import { type AfterSignIn, afterSignIn, requestSignIn, secondFactorCodes, type SignInContext } from './sign-in.ts'

import { KnownError, KnownErrors } from '../transport/known-error.ts'
import { askForPasskey, canAutofill, claimCeremony, makePasskey } from './webauthn.ts'

/** The service takes a challenge for five minutes; autofill waits as long as the page is open, so it asks anew before. */
const AUTOFILL_RENEWAL_MILLIS = 240_000

export type PasskeySignInRefused = KnownError<
  | 'PASSKEY_AUTHENTICATION_FAILED'
  | 'PASSKEY_WEBAUTHN_ERROR'
  | 'INVALID_TOTP_CODE'
  | 'MULTI_FACTOR_AUTHENTICATION_REQUIRED'
>

export type PasskeyRegistrationRefused = KnownError<'PASSKEY_REGISTRATION_FAILED' | 'PASSKEY_WEBAUTHN_ERROR'>

export interface PasskeySignInOptions {
  /**
   * Waits in the background until the person picks a passkey among the suggestions of a text field with
   * `autocomplete="username webauthn"`. Starting any other ceremony ends the wait with `ERROR_CEREMONY_ABORTED`.
   */
  useBrowserAutofill?: boolean
  /** Ends the ceremony with `ERROR_CEREMONY_ABORTED`. */
  signal?: AbortSignal
  /** Relying-party id, if the passkey was registered with another one than the page's host name. */
  hostname?: string
  /** Called when the authenticator has answered: what follows is no background any more. */
  onAnswer?: () => void
}

export async function signInWithPasskey(
  context: SignInContext,
  options: PasskeySignInOptions & AfterSignIn,
): Promise<Result<undefined, PasskeySignInRefused>> {
  const { request, ports } = context
  const { useBrowserAutofill = false, signal: callers, hostname, onAnswer, noRedirect } = options
  const result = await resultOf(
    async () => {
      const browser = pageOf(ports)
      const signal = claimCeremony(callers)
      const { code, answer } = useBrowserAutofill
        ? await askByAutofill(request, ports, { browser, signal, hostname })
        : await ask(request, { browser, signal, hostname })
      onAnswer?.()
      const body = { authentication_response: answer, code }
      return timely(() => requestSignIn(request, '/auth/passkey/sign-in', body), 'PASSKEY_AUTHENTICATION_FAILED')
    },
    'PASSKEY_AUTHENTICATION_FAILED',
    'PASSKEY_WEBAUTHN_ERROR',
    ...secondFactorCodes,
  )
  return afterSignIn(context, result, { noRedirect })
}

/** @param hostname relying-party id of the passkey: the page's host name or a parent domain of it */
export function registerPasskey(
  request: SendRequest,
  session: Session,
  ports: Ports,
  hostname?: string,
): Promise<Result<undefined, PasskeyRegistrationRefused>> {
  return resultOf(
    async () => {
      const browser = pageOf(ports)
      const signal = claimCeremony()
      const path = '/auth/passkey/initiate-passkey-registration'
      const { options_json: options, code } = await request<PasskeyRegistration>(path, {
        method: 'POST',
        body: {},
        session,
      })
      const rp = { ...options.rp, id: rpIdFor(options.rp.id, browser, hostname) }
      const credential = await makePasskey(browser, { ...options, rp }, signal)
      const body = { credential, code }
      await timely(
        () => request('/auth/passkey/register', { method: 'POST', body, session }),
        'PASSKEY_REGISTRATION_FAILED',
      )
      return undefined
    },
    'PASSKEY_REGISTRATION_FAILED',
    'PASSKEY_WEBAUTHN_ERROR',
  )
}

interface Asked {
  readonly code: string
  readonly answer: object
}

interface Ceremony {
  readonly browser: Browser
  readonly signal: AbortSignal
  readonly hostname: string | undefined
}

async function ask(
  request: SendRequest,
  { browser, signal, hostname }: Ceremony,
  { isAutofill = false, renewal }: { isAutofill?: boolean; renewal?: AbortSignal } = {},
): Promise<Asked> {
  const path = '/auth/passkey/initiate-passkey-authentication'
  const { options_json: options, code } = await request<PasskeyAuthentication>(path, { method: 'POST', body: {} })
  const answer = await askForPasskey(
    browser,
    { ...options, rpId: rpIdFor(options.rpId, browser, hostname) },
    { signal: renewal ? AbortSignal.any([signal, renewal]) : signal, isAutofill },
  )
  return { code, answer }
}

/** Asks in the background, with a new challenge whenever the old one gets old, and with none while nobody looks. */
async function askByAutofill(request: SendRequest, ports: Ports, ceremony: Ceremony): Promise<Asked> {
  const { browser, signal } = ceremony
  if (!(await canAutofill(browser))) {
    const message = 'This browser offers no passkeys in text fields.'
    const code = 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY'
    throw new KnownError('PASSKEY_WEBAUTHN_ERROR', { code, message }, message)
  }
  for (;;) {
    await visible(browser)
    const renewal = new AbortController()
    const cancel = ports.after(AUTOFILL_RENEWAL_MILLIS, () => renewal.abort())
    try {
      return await ask(request, ceremony, { isAutofill: true, renewal: renewal.signal })
    } catch (error) {
      if (signal.aborted || !renewal.signal.aborted || !KnownErrors.PasskeyWebAuthnError.isInstance(error)) throw error
    } finally {
      cancel()
    }
  }
}

function visible({ document }: Browser): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  })
}

/** The person took longer than the challenge is good for: for them that is a failed attempt like any other. */
async function timely<Answer>(
  call: () => Promise<Answer>,
  code: 'PASSKEY_AUTHENTICATION_FAILED' | 'PASSKEY_REGISTRATION_FAILED',
): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!KnownErrors.VerificationCodeError.isInstance(error)) throw error
    const message = 'That took too long. Please try again.'
    throw new KnownError(code, { message }, message)
  }
}

/** The service leaves its own name out of it; anything else in that place would be somebody else's ceremony. */
function rpIdFor(given: string, browser: Browser, hostname = new URL(browser.location.href).hostname): string {
  if (given === PASSKEY_RP_ID_PLACEHOLDER) return hostname
  throw new Error(
    `The service asks for a passkey of ${given} instead of leaving the domain to this page. Update the SDK, or check \`baseUrl\`.`,
  )
}

function pageOf(ports: Ports): Browser {
  const browser = ports.browser()
  if (browser) return browser
  throw new Error('Passkeys need a browser: call this from code that runs in the page.')
}
