import { z } from 'zod'

import { bodyOf, needsStep, rightByIdToken, tryAgain, urlAt, wrong, type OldSystemKind } from './old-system.ts'

export interface FirebaseSettings {
  readonly type: 'firebase'
  readonly apiKey: string
  readonly baseUrl?: string | undefined
}

const success = z.object({ idToken: z.string().optional(), mfaPendingCredential: z.string().optional() })
const refusal = z.object({ error: z.object({ message: z.string() }) })

const wrongMessages = [
  'INVALID_LOGIN_CREDENTIALS',
  'INVALID_PASSWORD',
  'EMAIL_NOT_FOUND',
  'USER_DISABLED',
  'INVALID_EMAIL',
  'MISSING_PASSWORD',
]

/** Limits that have status 400. */
const limitMessages: readonly (string | null)[] = ['TOO_MANY_ATTEMPTS_TRY_LATER', 'QUOTA_EXCEEDED']

/**
 * Firebase Authentication and Google Identity Platform, `accounts:signInWithPassword`.
 *
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithPassword
 */
export const firebase: OldSystemKind<FirebaseSettings> = {
  async check(ask, { apiKey, baseUrl = 'https://identitytoolkit.googleapis.com' }, credentials) {
    const { email, password } = credentials
    const answer = await ask({
      url: urlAt(baseUrl, '/v1/accounts:signInWithPassword'),
      // A header, so that the key is in no log of URLs.
      headers: { 'x-goog-api-key': apiKey },
      body: { email, password, returnSecureToken: true },
    })
    if (answer.status === 200) {
      const { idToken, mfaPendingCredential } = bodyOf(answer, success) ?? {}
      if (mfaPendingCredential !== undefined) return needsStep
      return idToken === undefined ? tryAgain(answer, { detail: 'no ID token' }) : rightByIdToken(idToken, credentials)
    }
    // A detail can follow the name: `TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account …`.
    const name = bodyOf(answer, refusal)?.error.message.split(' ')[0] ?? null
    if (answer.status === 400 && name !== null && wrongMessages.includes(name)) return wrong
    return tryAgain(answer, { code: name, cause: limitMessages.includes(name) ? 'limited' : undefined })
  },
}
