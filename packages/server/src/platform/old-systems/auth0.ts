import { z } from 'zod'

import { bodyOf, needsStep, rightByIdToken, tryAgain, urlAt, wrong, type OldSystemKind } from './old-system.ts'

export interface Auth0Settings {
  readonly type: 'auth0'
  readonly baseUrl: string
  readonly clientId: string
  readonly connection?: string | undefined
  /** The secret of the application; null for one without. */
  readonly secret: string | null
}

const success = z.object({ id_token: z.string() })
const refusal = z.object({ error: z.string() })

/**
 * Auth0, the grant Resource Owner Password, for a named connection in the form of Auth0.
 *
 * @see https://auth0.com/docs/api/authentication/resource-owner-password-flow/get-token
 */
export const auth0: OldSystemKind<Auth0Settings> = {
  async check(ask, { baseUrl, clientId, connection, secret }, credentials) {
    const { browserAddress, email, password } = credentials
    const answer = await ask({
      url: urlAt(baseUrl, '/oauth/token'),
      // Auth0 counts wrong passwords by this address, and not by the service's, if the application permits it.
      ...(secret !== null && browserAddress !== null && { headers: { 'auth0-forwarded-for': browserAddress } }),
      body: {
        ...(connection === undefined
          ? { grant_type: 'password' }
          : { grant_type: 'http://auth0.com/oauth/grant-type/password-realm', realm: connection }),
        client_id: clientId,
        ...(secret !== null && { client_secret: secret }),
        username: email,
        password,
        scope: 'openid email profile',
      },
    })
    if (answer.status === 200) {
      const tokens = bodyOf(answer, success)
      return tokens ? rightByIdToken(tokens.id_token, credentials) : tryAgain(answer, { detail: 'no ID token' })
    }
    const error = bodyOf(answer, refusal)?.error ?? null
    if (error === 'mfa_required') return needsStep
    // `invalid_grant`: wrong password or unknown user. `unauthorized`: a blocked user.
    const isWrong = answer.status < 429 && (error === 'invalid_grant' || error === 'unauthorized')
    return isWrong ? wrong : tryAgain(answer, { code: error })
  },
}
