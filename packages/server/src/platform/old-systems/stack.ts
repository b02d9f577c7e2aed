import { canonicalEmail, uuid } from '@portico/contract'
import { z } from 'zod'

import { bodyOf, nameOf, needsStep, tryAgain, urlAt, wrong, type OldSystemKind } from './old-system.ts'

export interface StackSettings {
  readonly type: 'stack'
  readonly baseUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
}

const tokens = z.object({ access_token: z.string() })
const refusal = z.object({ code: z.string() })
const profile = z.object({
  id: uuid,
  primary_email: z.string().nullish(),
  primary_email_verified: z.boolean().nullish(),
  display_name: z.string().nullish(),
  signed_up_at_millis: z.int().min(0).optional(),
})

/** Codes with which the old system itself refuses this user. */
const wrongCodes = ['EMAIL_PASSWORD_MISMATCH', 'RESTRICTED_USER_NOT_ALLOWED', 'SCHEMA_ERROR']

/** Any service with the Stack protocol: a sign-in, and the profile of its user. */
export const stack: OldSystemKind<StackSettings> = {
  async check(ask, { baseUrl, projectId, publishableClientKey }, { at, email, password }) {
    const headers = {
      'x-stack-access-type': 'client',
      'x-stack-project-id': projectId,
      'x-stack-publishable-client-key': publishableClientKey,
    }
    const signIn = await ask({
      url: urlAt(baseUrl, '/api/v1/auth/password/sign-in'),
      headers,
      body: { email, password },
    })
    const signedIn = signIn.status === 200 ? bodyOf(signIn, tokens) : null
    if (!signedIn) {
      const code = bodyOf(signIn, refusal)?.code ?? null
      if (code === 'MULTI_FACTOR_AUTHENTICATION_REQUIRED') return needsStep
      return code !== null && wrongCodes.includes(code) ? wrong : tryAgain(signIn, { code })
    }
    const read = await ask({
      method: 'GET',
      url: urlAt(baseUrl, '/api/v1/users/me'),
      headers: { ...headers, 'x-stack-access-token': signedIn.access_token },
    })
    const user = read.status === 200 ? bodyOf(read, profile) : null
    if (!user) return tryAgain(read, { detail: 'the profile of the user' })
    const { signed_up_at_millis: signedUpAt } = user
    const isSameAddress = user.primary_email != null && canonicalEmail(user.primary_email) === email
    return {
      outcome: 'right',
      isEmailVerified: isSameAddress && user.primary_email_verified === true,
      displayName: nameOf(user.display_name),
      userId: user.id,
      // The clocks can differ.
      signedUpAt: signedUpAt === undefined ? null : new Date(Math.min(signedUpAt, at.getTime())),
    }
  },
}
