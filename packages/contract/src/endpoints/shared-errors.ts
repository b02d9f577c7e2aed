import type { EndpointSpec } from './endpoint.ts'
import type { ErrorCode } from '../catalogues/errors.ts'

/**
 * The errors of the shared checks that run before the logic of each call
 * (docs/protocol/requests.md#order-of-the-checks). Public calls run them too, for credentials that the request has.
 */
export const sharedErrors = {
  400: [
    'BODY_PARSING_ERROR',
    'SCHEMA_ERROR',
    'PROJECT_KEY_WITHOUT_ACCESS_TYPE',
    'INVALID_ACCESS_TYPE',
    'ACCESS_TYPE_WITHOUT_PROJECT_ID',
    'ACCESS_TYPE_REQUIRED',
    'BRANCH_DOES_NOT_EXIST',
  ],
  401: [
    'UNPARSABLE_ACCESS_TOKEN',
    'ACCESS_TOKEN_EXPIRED',
    'INVALID_PROJECT_FOR_ACCESS_TOKEN',
    'UNPARSABLE_ADMIN_ACCESS_TOKEN',
    'ADMIN_ACCESS_TOKEN_EXPIRED',
    'INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN',
    'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
    'CLIENT_AUTHENTICATION_REQUIRED',
    'INVALID_PUBLISHABLE_CLIENT_KEY',
    'SERVER_AUTHENTICATION_REQUIRED',
    'INVALID_SECRET_SERVER_KEY',
    'ADMIN_AUTHENTICATION_REQUIRED',
    'INVALID_SUPER_SECRET_ADMIN_KEY',
    'INSUFFICIENT_ACCESS_TYPE',
  ],
  // A session whose user, or project owner, can only set up a second factor.
  403: ['RESTRICTED_USER_NOT_ALLOWED'],
} as const satisfies Record<number, readonly ErrorCode[]>

/**
 * Returns the errors of one endpoint without the shared ones: those of its logic and those of the checks that its flags
 * enable.
 */
export function ownErrors(spec: EndpointSpec): ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...spec.errors,
      ...(spec.user === 'me' || spec.user === 'own' ? (['CANNOT_GET_OWN_USER_WITHOUT_USER'] as const) : []),
      ...(spec.user === 'signed_in' || spec.user === 'signed_in_client'
        ? (['USER_AUTHENTICATION_REQUIRED'] as const)
        : []),
      ...(needsStaffRight(spec) ? (['STAFF_PERMISSION_REQUIRED'] as const) : []),
      ...(spec.botCheck === undefined ? [] : (['BOT_CHALLENGE_REQUIRED', 'BOT_CHALLENGE_FAILED'] as const)),
      ...(needsRecentSignIn(spec) ? (['RECENT_SIGN_IN_REQUIRED'] as const) : []),
    ]),
  ]
}

/** Whether the call can be refused because a member of staff does not have the right. */
export function needsStaffRight({ staffRight }: EndpointSpec): boolean {
  return staffRight !== undefined && staffRight !== null
}

/** Whether the call can be refused because the sign-in is not recent. */
export function needsRecentSignIn({ changesCredentials, provesCredential, access }: EndpointSpec): boolean {
  return changesCredentials !== undefined && provesCredential === undefined && 'client' in access
}

/** Whether the call can be refused because a user or a project owner must set up a second factor first. */
export function mayBeRestricted(spec: EndpointSpec): boolean {
  return spec.user !== undefined || needsStaffRight(spec)
}

/** Whether the call can be refused because the session impersonates a user. */
export function mayRefuseImpersonation({ method, access }: EndpointSpec): boolean {
  return method !== 'GET' && !('public' in access)
}
