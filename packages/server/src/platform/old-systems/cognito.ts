import { createHmac } from 'node:crypto'

import { z } from 'zod'

import { bodyOf, needsStep, rightByIdToken, tryAgain, wrong, type OldSystemKind } from './old-system.ts'

export interface CognitoSettings {
  readonly type: 'cognito'
  readonly region: string
  readonly clientId: string
  readonly baseUrl?: string | undefined
  /** The secret of the app client; null for one without. */
  readonly secret: string | null
}

const success = z.object({
  AuthenticationResult: z.object({ IdToken: z.string() }).optional(),
  ChallengeName: z.string().optional(),
})
const refusal = z.object({ __type: z.string(), message: z.string().optional() })

/** The user is unknown, not confirmed, or needs a new password before any sign-in. */
const wrongTypes = ['UserNotFoundException', 'UserNotConfirmedException', 'PasswordResetRequiredException']

/**
 * Amazon Cognito, the act InitiateAuth with USER_PASSWORD_AUTH.
 *
 * @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_InitiateAuth.html
 */
export const cognito: OldSystemKind<CognitoSettings> = {
  async check(ask, { baseUrl, clientId, region, secret }, credentials) {
    const { email, password } = credentials
    const answer = await ask({
      url: baseUrl ?? `https://cognito-idp.${region}.amazonaws.com/`,
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
      },
      body: {
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId: clientId,
        AuthParameters: {
          USERNAME: email,
          PASSWORD: password,
          ...(secret !== null && {
            SECRET_HASH: createHmac('sha256', secret).update(`${email}${clientId}`).digest('base64'),
          }),
        },
      },
    })
    if (answer.status === 200) {
      const { AuthenticationResult: result, ChallengeName: challenge } = bodyOf(answer, success) ?? {}
      if (result) return rightByIdToken(result.IdToken, credentials)
      return challenge === undefined ? tryAgain(answer, { detail: 'neither tokens nor a challenge' }) : needsStep
    }
    const { __type: type, message = '' } = bodyOf(answer, refusal) ?? {}
    const name = type?.split('#').at(-1) ?? null
    if (name !== null && wrongTypes.includes(name)) return wrong
    if (name === 'NotAuthorizedException' && isAboutPassword(message)) return wrong
    return tryAgain(answer, { code: name, cause: isAboutLimit(name, message) ? 'limited' : undefined })
  },
}

function isAboutLimit(name: string | null, message: string): boolean {
  if (name === 'NotAuthorizedException') return /^Password attempts exceeded/i.test(message)
  return name === 'TooManyRequestsException' || name === 'LimitExceededException'
}

/** The same exception names a wrong password, a disabled user, too many attempts and a wrong secret of the client. */
function isAboutPassword(message: string): boolean {
  return /^(?:Incorrect username or password|User is disabled)/i.test(message)
}
