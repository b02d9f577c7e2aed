import { PASSKEY_RP_ID_PLACEHOLDER } from '@portico/contract/limits'

import type { Browser, Ports } from '../transport/ports.ts'
import type { SendRequest } from '../transport/request.ts'
import { type Result, resultOf } from '../transport/result.ts'
import type { Session } from '../session/session.ts'
import {
  type AfterSignIn,
  afterSignIn,
  requestSignIn,
  type SharedCode,
  sharedCodes,
  type SignInContext,
} from './sign-in.ts'
import { KnownError, KnownErrors } from '../transport/known-error.ts'
import { canAutofill, claimCeremony, createPasskey, requestPasskey } from './webauthn.ts'

/** A challenge is valid for five minutes. Autofill can wait longer, so it gets a new challenge before that. */
const AUTOFILL_RENEWAL_MILLIS = 240_000

/** The errors of a sign-in with a passkey that a form shows. */
export type PasskeySignInRefused = KnownError<'PASSKEY_AUTHENTICATION_FAILED' | 'PASSKEY_WEBAUTHN_ERROR' | SharedCode>

/** The errors of a registration that a form shows. */
export type PasskeyRegistrationRefused = KnownError<
  'PASSKEY_REGISTRATION_FAILED' | 'PASSKEY_WEBAUTHN_ERROR' | 'INVALID_TOTP_CODE'
>

/** How the browser asks for a passkey. */
export interface PasskeySignInOptions {
  /**
   * Waits in the background until the user picks a passkey from the suggestions of a text field with
   * `autocomplete="username webauthn"`. Any other ceremony ends the wait with `ERROR_CEREMONY_ABORTED`.
   */
  useBrowserAutofill?: boolean
  /** Ends the ceremony with `ERROR_CEREMONY_ABORTED`. */
  signal?: AbortSignal
  /** Relying-party id of the passkey, if it is not the host name of the page. */
  hostname?: string
  /** Called when the authenticator has answered, so that a page with autofill can show its progress. */
  onAnswer?: () => void
}

export async function signInWithPasskey(
  context: SignInContext,
  options: PasskeySignInOptions & AfterSignIn = {},
): Promise<Result<undefined, PasskeySignInRefused>> {
  const { request, ports } = context
  const { useBrowserAutofill = false, signal: callerSignal, hostname, onAnswer, noRedirect } = options
  const result = await resultOf(
    async () => {
      const browser = pageOf(ports)
      const signal = claimCeremony(callerSignal)
      const { code, answer } = useBrowserAutofill
        ? await authenticateByAutofill(request, ports, { browser, signal, hostname })
        : await authenticate(request, { browser, signal, hostname })
      onAnswer?.()
      const body = { authentication_response: answer, code }
      return requestInTime(
        () => requestSignIn(context, 'POST /auth/passkey/sign-in', body),
        'PASSKEY_AUTHENTICATION_FAILED',
      )
    },
    'PASSKEY_AUTHENTICATION_FAILED',
    'PASSKEY_WEBAUTHN_ERROR',
    ...sharedCodes,
  )
  return afterSignIn(context, result, { noRedirect })
}

/** @param options.hostname relying-party id of the passkey: the host name of the page or a parent domain of it */
export function registerPasskey(
  request: SendRequest,
  session: Session,
  ports: Ports,
  { hostname, name, totpCode }: { readonly hostname?: string; readonly name?: string; readonly totpCode?: string },
): Promise<Result<undefined, PasskeyRegistrationRefused>> {
  return resultOf(
    async () => {
      const browser = pageOf(ports)
      const signal = claimCeremony()
      const call = 'POST /auth/passkey/initiate-passkey-registration'
      const { options_json: options, code } = await request(call, { body: {}, session })
      const rp = { ...options.rp, id: rpIdFor(options.rp.id, browser, hostname) }
      const credential = await createPasskey(browser, { ...options, rp }, signal)
      const body = { credential, code, name, totp_code: totpCode }
      await requestInTime(
        () => request('POST /auth/passkey/register', { body, session }),
        'PASSKEY_REGISTRATION_FAILED',
      )
      return undefined
    },
    'PASSKEY_REGISTRATION_FAILED',
    'PASSKEY_WEBAUTHN_ERROR',
    'INVALID_TOTP_CODE',
  )
}

interface Authentication {
  readonly code: string
  readonly answer: Awaited<ReturnType<typeof requestPasskey>>
}

interface Ceremony {
  readonly browser: Browser
  readonly signal: AbortSignal
  readonly hostname: string | undefined
}

async function authenticate(
  request: SendRequest,
  { browser, signal, hostname }: Ceremony,
  { isAutofill = false, renewal }: { isAutofill?: boolean; renewal?: AbortSignal } = {},
): Promise<Authentication> {
  const call = 'POST /auth/passkey/initiate-passkey-authentication'
  const { options_json: options, code } = await request(call, { body: {} })
  const answer = await requestPasskey(
    browser,
    { ...options, rpId: rpIdFor(options.rpId, browser, hostname) },
    { signal: renewal ? AbortSignal.any([signal, renewal]) : signal, isAutofill },
  )
  return { code, answer }
}

/**
 * Waits for a passkey in the background. Renews the challenge before it expires, and pauses while the page is hidden.
 */
async function authenticateByAutofill(request: SendRequest, ports: Ports, ceremony: Ceremony): Promise<Authentication> {
  const { browser, signal } = ceremony
  if (!(await canAutofill(browser))) {
    const message = 'This browser does not support passkey autofill.'
    const code = 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY'
    throw new KnownError('PASSKEY_WEBAUTHN_ERROR', { code, message }, message)
  }
  for (;;) {
    await untilVisible(browser)
    const renewal = new AbortController()
    const cancel = ports.after(AUTOFILL_RENEWAL_MILLIS, () => renewal.abort())
    try {
      return await authenticate(request, ceremony, { isAutofill: true, renewal: renewal.signal })
    } catch (error) {
      if (signal.aborted || !renewal.signal.aborted || !KnownErrors.PasskeyWebAuthnError.isInstance(error)) throw error
    } finally {
      cancel()
    }
  }
}

function untilVisible({ document }: Browser): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  })
}

/** Reports an expired challenge as a failed ceremony, because the user took too long. */
async function requestInTime<Answer>(
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

/**
 * Returns the relying-party id for a ceremony. The service sends a placeholder; any other value is refused, because the
 * ceremony would be for a domain that this page did not choose.
 */
function rpIdFor(given: string, browser: Browser, hostname = new URL(browser.location.href).hostname): string {
  if (given === PASSKEY_RP_ID_PLACEHOLDER) return hostname
  throw new Error(
    `The service requested a passkey of ${given}, but this page chooses the domain. Update the SDK, or check \`baseUrl\`.`,
  )
}

function pageOf(ports: Ports): Browser {
  const browser = ports.browser()
  if (browser) return browser
  throw new Error('Passkeys need a browser. Call this from code that runs in the page.')
}
