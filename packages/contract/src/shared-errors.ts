import type { EndpointSpec } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

/**
 * What the checks before every call's own logic refuse (contract 01 section 2), public calls included: credentials that
 * are sent are checked.
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
} as const satisfies Record<number, readonly ErrorCode[]>

/** The errors of one endpoint beyond the shared ones: its logic's, and those of the checks its flags switch on. */
export function ownErrors(spec: EndpointSpec): ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...spec.errors,
      ...(spec.user === 'me' || spec.user === 'own' ? (['CANNOT_GET_OWN_USER_WITHOUT_USER'] as const) : []),
      ...(spec.user === 'signed_in' ? (['USER_AUTHENTICATION_REQUIRED'] as const) : []),
      ...(needsRecentSignIn(spec) ? (['RECENT_SIGN_IN_REQUIRED'] as const) : []),
    ]),
  ]
}

/** Whether the answer may be that somebody has to sign in again first. */
export function needsRecentSignIn({ changesCredentials, provesCredential, access }: EndpointSpec): boolean {
  return changesCredentials !== undefined && provesCredential === undefined && 'client' in access
}

/** Whether the answer may be that the session impersonates somebody. */
export function mayRefuseImpersonation({ method, access }: EndpointSpec): boolean {
  return method !== 'GET' && !('public' in access)
}
