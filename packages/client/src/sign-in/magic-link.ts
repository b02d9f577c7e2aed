import type { CodeWithin } from '@portico/contract/errors'
import { type KnownError, KnownErrors } from '../transport/known-error.ts'
import type { Ports } from '../transport/ports.ts'
import { servesOnePerson } from '../transport/serves-one-person.ts'
import { pageUrl } from '../pages/navigation.ts'
import { type Result, resultOf } from '../transport/result.ts'
import {
  type AfterSignIn,
  afterSignIn,
  type CodeRefused,
  requestSignIn,
  type SharedCode,
  sharedCodes,
  type SignInContext,
} from './sign-in.ts'
import { readStored, writeStored } from '../transport/page-storage.ts'

/** The errors of a sign-in with a mailed code that a form shows. */
export type MagicLinkRefused = KnownError<CodeWithin<'VERIFICATION_ERROR'> | SharedCode>

/**
 * The `localStorage` key for the latest mail's nonce. All tabs share it, because links open in new tabs. The nonce
 * is useless without the six characters in the mail.
 */
const NONCE_KEY = 'portico-magic-link'

/**
 * Holds the nonce if the browser blocks `localStorage`, and in apps, which have none. Always null on a server, which
 * serves many visitors.
 */
let unstoredNonce: string | null = null

export async function sendMagicLinkEmail(
  { request, ports, redirects }: SignInContext,
  email: string,
  { callbackUrl = pageUrl(redirects, 'magicLinkCallback', 'callbackUrl') }: { callbackUrl?: string } = {},
): Promise<Result<{ nonce: string }, KnownError<'REDIRECT_URL_NOT_WHITELISTED'>>> {
  const body = { email, callback_url: callbackUrl }
  return withLoggedFailure(ports, () =>
    resultOf(async () => {
      const { nonce } = await request('POST /auth/otp/send-sign-in-code', { body })
      storeNonce(ports, nonce)
      return { nonce }
    }, 'REDIRECT_URL_NOT_WHITELISTED'),
  )
}

/**
 * Signs in with a mailed code. Sends the current session only if this browser requested the mail. Otherwise a link from
 * an attacker would turn the visitor's anonymous user into the attacker's account (login CSRF).
 */
export async function signInWithMagicLink(
  context: SignInContext,
  code: string,
  options?: AfterSignIn,
): Promise<Result<undefined, MagicLinkRefused>> {
  const { holder, ports } = context
  const session = isRequestedHere(ports, code) ? holder.current() : undefined
  const result = await withLoggedFailure(ports, () =>
    resultOf(
      () => requestSignIn(context, 'POST /auth/otp/sign-in', { code }, session),
      'VERIFICATION_ERROR',
      ...sharedCodes,
    ),
  )
  if (result.status === 'ok') storeNonce(ports, null)
  return afterSignIn(context, result, options)
}

export function verifyMagicLinkCode({ request }: SignInContext, code: string): Promise<Result<undefined, CodeRefused>> {
  return resultOf(async () => {
    await request('POST /auth/otp/sign-in/check-code', { body: { code } })
    return undefined
  }, 'VERIFICATION_ERROR')
}

/** Also writes an error to the console that no form shows at a field. */
async function withLoggedFailure<Answer>(ports: Ports, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!KnownErrors.SignUpNotEnabled.isInstance(error)) ports.warn(`The magic link failed: ${String(error)}`)
    throw error
  }
}

function storeNonce(ports: Ports, nonce: string | null): void {
  const isStored = writeStored(ports, 'localStorage', NONCE_KEY, nonce)
  unstoredNonce = isStored || !servesOnePerson(ports) ? null : nonce
}

function isRequestedHere(ports: Ports, code: string): boolean {
  const nonce = unstoredNonce ?? readStored(ports, 'localStorage', NONCE_KEY)
  return Boolean(nonce && code.toLowerCase().endsWith(nonce))
}
