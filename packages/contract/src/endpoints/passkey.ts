import { z } from 'zod'

import { countCodePoints } from '../rules/code-points.ts'
import { anyAccess, endpoint } from './endpoint.ts'
import { verificationCodeErrors } from '../catalogues/errors.ts'
import { PASSKEY_NAME_MAX_CODE_POINTS } from '../limits/constants.ts'
import { listOf, millis, noQuery, success, userIdOrMe, uuid, verificationCode } from './primitives.ts'
import { signedInMaybeNew } from './tokens.ts'

const base64url = z.string().regex(/^[A-Za-z0-9_-]*$/, '{path} must be base64url without padding')

/** RegistrationResponseJSON of WebAuthn Level 3, section 5.1.8.1. */
const registrationResponse = z.looseObject({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key', { error: '{path} must be public-key' }),
  response: z.looseObject({
    clientDataJSON: base64url,
    attestationObject: base64url,
    // Libraries for native apps write null for a member that the platform does not know.
    transports: z.array(z.string().max(32)).max(10).nullish(),
  }),
})

/** AuthenticationResponseJSON of WebAuthn Level 3, section 5.1.8.2. */
const authenticationResponse = z.looseObject({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key', { error: '{path} must be public-key' }),
  response: z.looseObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullable().optional(),
  }),
})

const passkeyName = z
  .string()
  .trim()
  .min(1, '{path} must not be empty')
  .refine(
    (text) => countCodePoints(text) <= PASSKEY_NAME_MAX_CODE_POINTS,
    `{path} must be at most ${PASSKEY_NAME_MAX_CODE_POINTS} characters long`,
  )

/** The credential id of a passkey, in base64url. WebAuthn Level 3, section 4, limits it to 1,023 bytes. */
const passkeyId = base64url.min(1, '{path} must not be empty').max(1_364, '{path} is too long')

export const passkeyRead = z.object({
  id: z.string().describe('The credential id, in base64url.'),
  user_id: uuid,
  name: z.string().describe('The name that the user sees in lists.'),
  created_at_millis: millis.describe('When the passkey was created.'),
  last_used_at_millis: millis.nullable().describe('The last sign-in with the passkey; null if there was none.'),
  is_synced: z
    .boolean()
    .describe('Whether the authenticator has backed the passkey up, so that other devices of the user may have it.'),
  relying_party_id: z.string().describe('The host name that the passkey belongs to.'),
})

/** PublicKeyCredentialCreationOptionsJSON, with the placeholder as `rp.id`. */
const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('preferred'),
  }),
  extensions: z.object({ credProps: z.literal(true) }),
})

/** PublicKeyCredentialRequestOptionsJSON, with the placeholder as `rpId`. */
const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  allowCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })),
  timeout: z.int(),
  userVerification: z.literal('preferred'),
})

/** The data that starts a registration ceremony. */
export const passkeyRegistration = z.object({ options_json: creationOptions, code: z.string() })

/** The data that starts an authentication ceremony. */
export const passkeyAuthentication = z.object({ options_json: requestOptions, code: z.string() })

export const initiatePasskeyRegistration = endpoint({
  method: 'POST',
  path: '/auth/passkey/initiate-passkey-registration',
  tag: 'Passkeys',
  summary: 'Starts the registration of a passkey for the signed-in user (WebAuthn Level 3, section 7.1).',
  user: 'required',
  changesCredentials: true,
  staffRight: 'change_users',
  access: anyAccess({ response: passkeyRegistration }),
  isRateLimited: true,
  errors: ['PASSKEY_AUTHENTICATION_NOT_ENABLED', 'PASSKEY_REGISTRATION_FAILED'],
})

export const registerPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkey/register',
  tag: 'Passkeys',
  user: 'signed_in',
  changesCredentials: true,
  summary:
    "Completes a passkey's registration with the response of the authenticator. Other passkeys of the user stay.",
  staffRight: 'change_users',
  access: anyAccess({
    body: z.strictObject({
      credential: registrationResponse,
      code: verificationCode,
      name: passkeyName
        .optional()
        .describe('Default: the password manager or the browser that created the passkey, and the date.'),
      totp_code: z
        .string()
        .optional()
        .describe(
          'A current code of the authenticator app. Required of a user who has one if the authenticator has verified the user, because such a passkey signs in without the app, unless the project turns totp_code_required_for_change off.',
        ),
    }),
    response: z.object({ user_handle: z.string().describe('The credential id.') }),
  }),
  isRateLimited: true,
  errors: [
    ...verificationCodeErrors,
    'PASSKEY_AUTHENTICATION_NOT_ENABLED',
    'PASSKEY_AUTHENTICATION_FAILED',
    'PASSKEY_REGISTRATION_FAILED',
    'INVALID_TOTP_CODE',
  ],
})

export const initiatePasskeyAuthentication = endpoint({
  method: 'POST',
  path: '/auth/passkey/initiate-passkey-authentication',
  tag: 'Passkeys',
  summary: 'Starts a sign-in with a passkey (WebAuthn Level 3, section 7.2).',
  staffRight: null,
  access: anyAccess({ response: passkeyAuthentication }),
  isRateLimited: true,
  errors: ['PASSKEY_AUTHENTICATION_NOT_ENABLED'],
})

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkey/sign-in',
  tag: 'Passkeys',
  summary: 'Signs in with the response of the authenticator.',
  staffRight: null,
  access: anyAccess({
    body: z.strictObject({ authentication_response: authenticationResponse, code: verificationCode }),
    response: signedInMaybeNew,
  }),
  isRateLimited: true,
  errors: [
    ...verificationCodeErrors,
    'PASSKEY_AUTHENTICATION_NOT_ENABLED',
    'PASSKEY_AUTHENTICATION_FAILED',
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
    'RESTRICTED_USER_NOT_ALLOWED',
  ],
})

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/auth/passkeys',
  tag: 'Passkeys',
  summary: 'Lists the passkeys of a user, oldest first. Clients can list only their own.',
  user: 'own',
  staffRight: 'read_users',
  access: anyAccess({ query: z.strictObject({ user_id: userIdOrMe }), response: listOf(passkeyRead) }),
  errors: ['USER_NOT_FOUND'],
})

const passkeyParams = z.object({ user_id: userIdOrMe, passkey_id: passkeyId })

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/auth/passkeys/{user_id}/{passkey_id}',
  tag: 'Passkeys',
  summary: 'Renames a passkey.',
  user: 'own',
  params: passkeyParams,
  staffRight: 'change_users',
  access: anyAccess({ query: noQuery, body: z.strictObject({ name: passkeyName }), response: passkeyRead }),
  errors: [],
})

export const deletePasskey = endpoint({
  method: 'DELETE',
  path: '/auth/passkeys/{user_id}/{passkey_id}',
  tag: 'Passkeys',
  summary: 'Removes a passkey. Users cannot remove their only sign-in method; servers can.',
  user: 'own',
  params: passkeyParams,
  changesCredentials: true,
  staffRight: 'change_users',
  access: anyAccess({ query: noQuery, response: success }),
  isRateLimited: true,
  errors: ['USER_NOT_FOUND'],
})
