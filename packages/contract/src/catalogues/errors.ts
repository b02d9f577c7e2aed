import type { BotCheckedAct } from './bot-checked-acts.ts'
import type { PermissionScope } from './permissions.ts'
import type { StaffRight, StaffRole } from './staff-rights.ts'
import type { SettingAuthor } from '../generated/wire.ts'

/**
 * The catalogue of every error that a caller can receive: code, status, sentence, typed details.
 *
 * Codes, statuses and details are part of the wire format (docs/protocol/errors.md) and never change meaning. Sentences
 * are for people. `parent` lets callers match a family of errors. Entries with `status: null` are only parents and are
 * never sent.
 */
export interface ErrorSpec {
  /** HTTP status, or null for a family that is never sent. */
  readonly status: number | null
  readonly parent?: string
  /** Only the SDK creates it; the service never sends it. */
  readonly local?: true
  /**
   * Some or all official clients of the 2.8 line do not know the code. For an unknown code they show `message` of the
   * body, so the service sends it in addition to `error`.
   */
  readonly isExtension?: true
  // The parameter of an entry's message function is the type of its details. `never` accepts every such function.
  readonly message: (details: never) => string
}

type MessageDetails = { message: string }

/** A setting of a project that two updates change. */
interface ProjectConflict {
  /** Where the setting is in the body of the update, such as `config.domains`. */
  path: string
  /** The stored value. Secrets are masked. */
  value: unknown
  /** Who stored it. Null if the change is so old that the service no longer has it. */
  changed_by: SettingAuthor | null
  changed_at_millis: number | null
}

/** Why a user's rights are restricted. The last two members describe a suspension. */
interface RestrictedReason {
  type: 'anonymous' | 'email_not_verified' | 'restricted_by_administrator' | 'second_factor_required' | 'waiting'
  /** The text of the administrator for the user. */
  reason?: string | null
  /** The end of the suspension; null until it is lifted. */
  until_millis?: number | null
}

/** The challenge that a browser has to solve before it repeats the call. */
interface RequiredBotChallenge {
  type: 'proof_of_work' | 'turnstile'
  /** What the challenge is for. */
  act: BotCheckedAct
  /** The public key of the project. Only with `turnstile`. */
  site_key?: string
}

const passThrough = (details: MessageDetails): string => details.message

/** A moment to the minute, such as "2026-03-01 12:00 UTC". */
function toUtcText(millis: number): string {
  return `${new Date(millis).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** A key that the service refused. It has a moment only if it was a key of the project that expired or was revoked. */
interface RefusedKey {
  project_id: string
  expired_at_millis?: number
  revoked_at_millis?: number
}

function sentenceOfKey(name: string, { project_id, expired_at_millis, revoked_at_millis }: RefusedKey): string {
  const day = (millis: number): string => new Date(millis).toISOString().slice(0, 10)
  if (revoked_at_millis !== undefined) {
    return `The ${name} of the project "${project_id}" was revoked on ${day(revoked_at_millis)}. Use another one.`
  }
  if (expired_at_millis !== undefined) {
    return `The ${name} of the project "${project_id}" expired on ${day(expired_at_millis)}. Create a new one.`
  }
  return `The ${name} is not valid for the project "${project_id}". Check the key and the project id.`
}

export const errorCatalogue = {
  // ── General ────────────────────────────────────────────────────────────────────────────────────────────────────────
  UNSUPPORTED_ERROR: {
    status: 500,
    local: true,
    message: (details: { originalErrorCode: string }) =>
      `The service answered with the error ${details.originalErrorCode}, which this version does not know. Please update your version of the SDK.`,
  },
  /** The service sends 429 as text, because official clients of the protocol wait and retry only without a code. */
  RATE_LIMITED: {
    status: 429,
    local: true,
    message: (details: {
      /** The time until the service accepts the call again, from `Retry-After`. Null if the answer does not say it. */
      retry_after_seconds: number | null
    }) =>
      details.retry_after_seconds === null
        ? 'Too many attempts. Please try again in a moment.'
        : `Too many attempts. Please try again in ${details.retry_after_seconds} seconds.`,
  },
  BODY_PARSING_ERROR: { status: 400, message: passThrough },
  SCHEMA_ERROR: { status: 400, message: passThrough },
  ALL_OVERLOADS_FAILED: {
    status: 400,
    message: (_details: { overload_errors: unknown[] }) =>
      'The request fits none of the variants of this endpoint. The details list what each variant expects.',
  },

  // ── Project authentication ─────────────────────────────────────────────────────────────────────────────────────────
  PROJECT_AUTHENTICATION_ERROR: { status: null, message: () => 'The project could not be authenticated.' },
  INVALID_PROJECT_AUTHENTICATION: {
    status: null,
    parent: 'PROJECT_AUTHENTICATION_ERROR',
    message: () => 'The credentials of the project are not valid.',
  },
  PROJECT_KEY_WITHOUT_ACCESS_TYPE: {
    status: 400,
    parent: 'INVALID_PROJECT_AUTHENTICATION',
    message: () =>
      'The request carries a project key but no X-Stack-Access-Type header. Send client, server or admin along with the key.',
  },
  INVALID_ACCESS_TYPE: {
    status: 400,
    parent: 'INVALID_PROJECT_AUTHENTICATION',
    message: (details: { accessType: string }) =>
      `X-Stack-Access-Type is "${details.accessType}". It must be client, server or admin.`,
  },
  ACCESS_TYPE_WITHOUT_PROJECT_ID: {
    status: 400,
    parent: 'INVALID_PROJECT_AUTHENTICATION',
    message: (details: { request_type: string }) =>
      `A request of access type ${details.request_type} must name its project in the X-Stack-Project-Id header.`,
  },
  ACCESS_TYPE_REQUIRED: {
    status: 400,
    parent: 'INVALID_PROJECT_AUTHENTICATION',
    message: () => 'This endpoint requires an X-Stack-Access-Type header together with the matching project key.',
  },
  INSUFFICIENT_ACCESS_TYPE: {
    status: 401,
    parent: 'INVALID_PROJECT_AUTHENTICATION',
    message: (details: { actual_access_type: string; allowed_access_types: string[] }) =>
      `This endpoint is not offered to the access type ${details.actual_access_type}. It is offered to: ${details.allowed_access_types.join(', ')}.`,
  },
  INVALID_PUBLISHABLE_CLIENT_KEY: {
    status: 401,
    parent: 'INVALID_PROJECT_AUTHENTICATION',
    message: (details: RefusedKey) => sentenceOfKey('publishable client key', details),
  },
  INVALID_SECRET_SERVER_KEY: {
    status: 401,
    parent: 'INVALID_PROJECT_AUTHENTICATION',
    message: (details: RefusedKey) => sentenceOfKey('secret server key', details),
  },
  INVALID_SUPER_SECRET_ADMIN_KEY: {
    status: 401,
    parent: 'INVALID_PROJECT_AUTHENTICATION',
    message: (details: RefusedKey) => sentenceOfKey('super secret admin key', details),
  },
  INVALID_ADMIN_ACCESS_TOKEN: {
    status: null,
    parent: 'INVALID_PROJECT_AUTHENTICATION',
    message: () => 'The admin access token is not valid.',
  },
  UNPARSABLE_ADMIN_ACCESS_TOKEN: {
    status: 401,
    parent: 'INVALID_ADMIN_ACCESS_TOKEN',
    message: () => 'The admin access token could not be read.',
  },
  ADMIN_ACCESS_TOKEN_EXPIRED: {
    status: 401,
    parent: 'INVALID_ADMIN_ACCESS_TOKEN',
    message: (_details: { expired_at_millis: number | null }) =>
      'The admin access token has expired. Refresh it and try again.',
  },
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: {
    status: 401,
    parent: 'INVALID_ADMIN_ACCESS_TOKEN',
    message: () => 'The project of this admin access token no longer exists.',
  },
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: {
    status: 401,
    parent: 'INVALID_ADMIN_ACCESS_TOKEN',
    message: () => 'The user of this admin access token does not own the project.',
  },
  PROJECT_AUTHENTICATION_REQUIRED: {
    status: null,
    parent: 'PROJECT_AUTHENTICATION_ERROR',
    message: () => 'The request must carry a project key.',
  },
  CLIENT_AUTHENTICATION_REQUIRED: {
    status: 401,
    parent: 'PROJECT_AUTHENTICATION_REQUIRED',
    message: () => 'The publishable client key is missing. Send it in the X-Stack-Publishable-Client-Key header.',
  },
  SERVER_AUTHENTICATION_REQUIRED: {
    status: 401,
    parent: 'PROJECT_AUTHENTICATION_REQUIRED',
    message: () => 'The secret server key is missing. Send it in the X-Stack-Secret-Server-Key header.',
  },
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED: {
    status: 401,
    parent: 'PROJECT_AUTHENTICATION_REQUIRED',
    message: () => 'The request must carry a publishable client key or a secret server key.',
  },
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED: {
    status: 401,
    parent: 'PROJECT_AUTHENTICATION_REQUIRED',
    message: () => 'The request must carry a publishable client key or a super secret admin key.',
  },
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED: {
    status: 401,
    parent: 'PROJECT_AUTHENTICATION_REQUIRED',
    message: () => 'The request must carry a publishable client key, a secret server key or a super secret admin key.',
  },
  ADMIN_AUTHENTICATION_REQUIRED: {
    status: 401,
    parent: 'PROJECT_AUTHENTICATION_REQUIRED',
    message: () => 'The super secret admin key is missing. Send it in the X-Stack-Super-Secret-Admin-Key header.',
  },
  EXPECTED_INTERNAL_PROJECT: {
    status: 401,
    parent: 'PROJECT_AUTHENTICATION_ERROR',
    message: () => 'This endpoint exists only on the project "internal".',
  },

  // ── Session and tokens ─────────────────────────────────────────────────────────────────────────────────────────────
  SESSION_AUTHENTICATION_ERROR: { status: null, message: () => 'The session could not be authenticated.' },
  INVALID_SESSION_AUTHENTICATION: {
    status: null,
    parent: 'SESSION_AUTHENTICATION_ERROR',
    message: () => 'The session is not valid.',
  },
  INVALID_ACCESS_TOKEN: {
    status: null,
    parent: 'INVALID_SESSION_AUTHENTICATION',
    message: () => 'The access token is not valid.',
  },
  UNPARSABLE_ACCESS_TOKEN: {
    status: 401,
    parent: 'INVALID_ACCESS_TOKEN',
    message: () => 'The access token could not be read.',
  },
  ACCESS_TOKEN_EXPIRED: {
    status: 401,
    parent: 'INVALID_ACCESS_TOKEN',
    message: (_details: {
      expired_at_millis: number | null
      project_id?: string | null
      user_id?: string | null
      refresh_token_id?: string | null
    }) => 'The access token has expired. Refresh it and try again.',
  },
  INVALID_PROJECT_FOR_ACCESS_TOKEN: {
    status: 401,
    parent: 'INVALID_ACCESS_TOKEN',
    message: (details: { expected_project_id: string; actual_project_id: string }) =>
      `The access token belongs to the project "${details.actual_project_id}", but the request names the project "${details.expected_project_id}".`,
  },
  REFRESH_TOKEN_ERROR: { status: null, message: () => 'The refresh token is not valid.' },
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: {
    status: 401,
    parent: 'REFRESH_TOKEN_ERROR',
    message: () => 'The session does not exist or has ended. Please sign in again.',
  },
  CANNOT_DELETE_CURRENT_SESSION: {
    status: 400,
    parent: 'REFRESH_TOKEN_ERROR',
    message: () => 'The current session cannot be deleted. Sign out instead.',
  },
  PROVIDER_REJECTED: {
    status: 401,
    parent: 'REFRESH_TOKEN_ERROR',
    message: () => 'The sign-in provider has ended its session. Please sign in again.',
  },
  STAFF_PERMISSION_REQUIRED: {
    status: 403,
    isExtension: true,
    message: (details: { right: StaffRight; role: StaffRole }) =>
      `Your role in this project (${details.role}) does not allow this: it lacks the right ${details.right}. Ask an owner of the project.`,
  },
  USER_AUTHENTICATION_REQUIRED: { status: 401, message: () => 'This endpoint requires a signed-in user.' },
  RECENT_SIGN_IN_REQUIRED: {
    status: 403,
    isExtension: true,
    message: (details: { max_age_millis: number }) =>
      `This change requires a sign-in within the last ${Math.round(details.max_age_millis / 60_000)} minutes. Please sign in again.`,
  },
  CANNOT_GET_OWN_USER_WITHOUT_USER: {
    status: 400,
    message: () => 'The request names "me", but no user is signed in. Send the access token of a user.',
  },

  // ── Users, projects, sign-up, passwords, e-mail ────────────────────────────────────────────────────────────────────
  USER_EMAIL_ALREADY_EXISTS: {
    status: 409,
    message: (_details: { email: string; would_work_if_email_was_verified: boolean }) =>
      'A user with this e-mail address already exists.',
  },
  EMAIL_NOT_VERIFIED: {
    status: 400,
    message: () =>
      'The e-mail address must be verified first. Request a verification mail and open its link in the browser in which you are signed in.',
  },
  USER_ID_DOES_NOT_EXIST: {
    status: 400,
    message: (details: { user_id: string }) => `There is no user with the id "${details.user_id}".`,
  },
  USER_NOT_FOUND: { status: 404, message: () => 'The user was not found.' },
  PROJECT_NOT_FOUND: {
    status: 404,
    message: (details: { project_id: string }) => `The project "${details.project_id}" was not found.`,
  },
  PROJECT_VERSION_CONFLICT: {
    status: 409,
    isExtension: true,
    message: ({ conflicts }: { current_version: number; conflicts: ProjectConflict[] }) =>
      `These settings of the project were changed since you read them: ${conflicts.map(({ path }) => path).join(', ')}. Nothing was written. Read the project again.`,
  },
  BRANCH_DOES_NOT_EXIST: {
    status: 400,
    isExtension: true,
    message: (details: { branch_id: string }) =>
      `There is no branch "${details.branch_id}". The only branch is "main".`,
  },
  SIGN_UP_NOT_ENABLED: { status: 400, message: () => 'Sign up for new users is not enabled at the moment.' },
  SIGN_UP_REJECTED: {
    status: 403,
    isExtension: true,
    message: (details: { message: string }) => details.message,
  },
  BOT_CHALLENGE_REQUIRED: {
    status: 409,
    isExtension: true,
    message: (_details: RequiredBotChallenge) => 'Please confirm that you are not a robot.',
  },
  BOT_CHALLENGE_FAILED: { status: 400, isExtension: true, message: passThrough },
  PASSWORD_AUTHENTICATION_NOT_ENABLED: {
    status: 400,
    message: () => 'Signing in with a password is not enabled for this project.',
  },
  PASSKEY_AUTHENTICATION_NOT_ENABLED: {
    status: 400,
    message: () => 'Signing in with a passkey is not enabled for this project.',
  },
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: { status: 400, message: () => 'Anonymous users are not enabled for this project.' },
  /** Sent only after the complete proof of a sign-in. */
  RESTRICTED_USER_NOT_ALLOWED: {
    status: 403,
    isExtension: true,
    message: ({ restricted_reason: { type, reason, until_millis: until } }: { restricted_reason: RestrictedReason }) =>
      type === 'second_factor_required'
        ? 'Set up a second factor to use your account.'
        : type === 'waiting'
          ? 'Your sign-up is waiting for approval.'
          : type === 'email_not_verified'
            ? 'Verify your e-mail address to use your account.'
            : `Your account is suspended${until ? ` until ${toUtcText(until)}` : ''}.${reason ? ` Reason: ${reason}` : ''}`,
  },
  EMAIL_PASSWORD_MISMATCH: { status: 400, message: () => 'Wrong e-mail or password.' },
  REDIRECT_URL_NOT_WHITELISTED: {
    status: 400,
    message: () =>
      'The redirect URL is not on the list of trusted domains. Add its domain in the settings of the project, or allow localhost.',
  },
  /** Also sent as an error, for a refused password of sufficient length, such as a common one. */
  PASSWORD_REQUIREMENTS_NOT_MET: {
    status: 400,
    // Clients of the protocol show only details.message for this code.
    message: (details: { reason: 'common' | 'personal' | 'breached'; message: string }) => details.message,
  },
  PASSWORD_TOO_SHORT: {
    status: 400,
    parent: 'PASSWORD_REQUIREMENTS_NOT_MET',
    message: (details: { min_length: number }) => `Password too short. Minimum length is ${details.min_length}.`,
  },
  PASSWORD_TOO_LONG: {
    status: 400,
    parent: 'PASSWORD_REQUIREMENTS_NOT_MET',
    message: (details: { maxLength: number }) => `Password too long. Maximum length is ${details.maxLength}.`,
  },
  USER_DOES_NOT_HAVE_PASSWORD: { status: 400, message: () => 'This user does not have a password.' },
  PASSWORD_CONFIRMATION_MISMATCH: { status: 400, message: () => 'Passwords do not match.' },
  EMAIL_ALREADY_VERIFIED: { status: 409, message: () => 'The e-mail address is already verified.' },
  EMAIL_NOT_ASSOCIATED_WITH_USER: {
    status: 400,
    message: () => 'The e-mail address does not belong to a user who could sign in with it.',
  },
  EMAIL_IS_NOT_PRIMARY_EMAIL: {
    status: 400,
    message: (details: { email: string; primary_email: string | null }) =>
      `The e-mail address ${details.email} is not the primary e-mail address of the user.`,
  },

  // ── Verification codes ─────────────────────────────────────────────────────────────────────────────────────────────
  VERIFICATION_ERROR: { status: null, message: () => 'The code could not be verified.' },
  VERIFICATION_CODE_NOT_FOUND: {
    status: 404,
    parent: 'VERIFICATION_ERROR',
    message: () => 'This code does not exist. Check it, or request a new one.',
  },
  VERIFICATION_CODE_EXPIRED: {
    status: 400,
    parent: 'VERIFICATION_ERROR',
    message: () => 'This code has expired. Please request a new one.',
  },
  VERIFICATION_CODE_ALREADY_USED: {
    status: 409,
    parent: 'VERIFICATION_ERROR',
    message: () => 'This code has already been used.',
  },
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: {
    status: 400,
    parent: 'VERIFICATION_ERROR',
    message: () => 'This code was tried too many times. Please request a new one.',
  },

  // ── Passkey, second factor, CLI ────────────────────────────────────────────────────────────────────────────────────
  PASSKEY_REGISTRATION_FAILED: { status: 400, message: passThrough },
  PASSKEY_WEBAUTHN_ERROR: {
    status: 400,
    local: true,
    message: (details: { message: string; code: string }) => details.message,
  },
  PASSKEY_AUTHENTICATION_FAILED: { status: 400, message: passThrough },
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: {
    status: 400,
    /**
     * `factors`: those that the user has. Absent from services of earlier versions and other vendors, which know only
     * the app.
     */
    message: (_details: { attempt_code: string; factors?: ('totp' | 'passkey')[] }) =>
      'A second factor is required to sign in.',
  },
  INVALID_TOTP_CODE: {
    status: 400,
    /** With details if the request has no code at all. Clients of the first release do not expect any. */
    message: (details: { is_missing: true } | undefined) =>
      details?.is_missing
        ? 'This change requires a current code of the authenticator app. Send it as `totp_code`.'
        : 'The TOTP code is invalid. Please try again.',
  },
  INVALID_RECOVERY_CODE: {
    status: 400,
    isExtension: true,
    message: () => 'The recovery code is wrong or was used before. Use another one.',
  },
  MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED: {
    status: 400,
    isExtension: true,
    message: () => 'There is no authenticator app. Set one up first.',
  },
  INVALID_POLLING_CODE: { status: 400, message: () => 'The polling code does not exist.' },
  CLI_AUTH_ERROR: { status: 400, local: true, message: passThrough },
  CLI_AUTH_EXPIRED_ERROR: {
    status: 400,
    local: true,
    message: () => 'CLI authentication request expired. Please try again.',
  },
  CLI_AUTH_USED_ERROR: {
    status: 400,
    local: true,
    message: () => 'This authentication token has already been used.',
  },

  // ── OAuth ──────────────────────────────────────────────────────────────────────────────────────────────────────────
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: {
    status: 400,
    message: () => 'The user has not connected an account at this provider.',
  },
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: {
    status: 409,
    message: () => 'This account of the provider is already connected to another user.',
  },
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: {
    status: 400,
    message: () => 'The connected account does not grant the required scope.',
  },
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: {
    status: 400,
    message: () => 'Extra scopes require your own OAuth keys; shared keys do not allow them.',
  },
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: {
    status: 400,
    message: () => 'Access tokens of a provider require your own OAuth keys; shared keys do not allow them.',
  },
  INVALID_OAUTH_CLIENT_ID_OR_SECRET: {
    status: 400,
    message: (_details: { client_id: string | null }) =>
      'The OAuth client id or secret is not valid. The client id is the project id, the secret a publishable client key.',
  },
  INVALID_SCOPE: {
    status: 400,
    message: (details: { scope: string }) => `The scope "${details.scope}" is not valid. The only scope is "legacy".`,
  },
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: {
    status: 409,
    message: () => 'The user is already connected to another account of this provider.',
  },
  OUTER_OAUTH_TIMEOUT: { status: 408, message: () => 'The OAuth flow has timed out. Please sign in again.' },
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: {
    status: 400,
    message: () => 'This sign-in provider is not enabled for the project.',
  },
  INVALID_SHARED_OAUTH_PROVIDER_ID: {
    status: 400,
    message: (details: { provider_id: string }) =>
      `There are no shared keys for the provider "${details.provider_id}".`,
  },
  INVALID_STANDARD_OAUTH_PROVIDER_ID: {
    status: 400,
    message: (details: { provider_id: string }) => `The provider "${details.provider_id}" does not exist.`,
  },
  INVALID_AUTHORIZATION_CODE: { status: 400, message: () => 'The authorization code is not valid or has expired.' },
  /** Added by the latest release of the protocol; older clients do not know it. */
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: {
    status: 503,
    isExtension: true,
    message: () => 'The sign-in provider is not responding. Please try again later.',
  },
  OAUTH_PROVIDER_ACCESS_DENIED: { status: 400, message: () => 'Access was refused at the sign-in provider.' },
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: {
    status: 409,
    message: (_details: {
      type: 'email'
      contact_channel_value: string | null
      /** Whether the sign-in would work after the user verifies the address in the existing account. */
      would_work_if_email_was_verified: boolean
    }) =>
      'Another account already signs in with this e-mail address. To use a provider, first sign in to that account with its password or an e-mailed link, then connect the provider in its account settings.',
  },

  // ── Permissions, teams, templates, API keys ────────────────────────────────────────────────────────────────────────
  PERMISSION_NOT_FOUND: {
    status: 404,
    message: (details: { permission_id: string }) => `The permission "${details.permission_id}" was not found.`,
  },
  WRONG_PERMISSION_SCOPE: {
    status: 404,
    isExtension: true,
    message: (details: {
      permission_id: string
      expected_scope: PermissionScope
      actual_scope: PermissionScope | null
    }) => `The permission "${details.permission_id}" is not a ${details.expected_scope} permission.`,
  },
  CONTAINED_PERMISSION_NOT_FOUND: {
    status: 400,
    message: (details: { permission_id: string }) =>
      `The permission "${details.permission_id}" cannot be contained because it does not exist.`,
  },
  PERMISSION_ID_ALREADY_EXISTS: {
    status: 400,
    message: (details: { permission_id: string }) => `The permission id "${details.permission_id}" is already taken.`,
  },
  PROJECT_PERMISSION_REQUIRED: {
    status: 401,
    message: (details: { user_id: string; permission_id: string }) =>
      `The user ${details.user_id} needs the project permission "${details.permission_id}".`,
  },
  TEAM_PERMISSION_REQUIRED: {
    status: 401,
    message: (details: { team_id: string; user_id: string; permission_id: string }) =>
      `The user ${details.user_id} needs the permission "${details.permission_id}" in the team ${details.team_id}.`,
  },
  TEAM_PERMISSION_NOT_FOUND: {
    status: 401,
    message: (details: { team_id: string; user_id: string; permission_id: string }) =>
      `The user ${details.user_id} does not have the permission "${details.permission_id}" in the team ${details.team_id}.`,
  },
  TEAM_NOT_FOUND: {
    status: 404,
    message: (details: { team_id: string }) => `The team ${details.team_id} was not found.`,
  },
  TEAM_ALREADY_EXISTS: {
    status: 409,
    isExtension: true,
    message: (details: { team_id: string }) => `The team ${details.team_id} already exists.`,
  },
  TEAM_LIMIT_REACHED: {
    status: 400,
    isExtension: true,
    message: (details: { max_teams: number }) =>
      `A user can create at most ${details.max_teams} teams. Delete a team that you no longer need.`,
  },
  TEAM_MEMBERSHIP_NOT_FOUND: {
    status: 404,
    message: (details: { team_id: string; user_id: string }) =>
      `The user ${details.user_id} is not a member of the team ${details.team_id}.`,
  },
  TEAM_MEMBERSHIP_ALREADY_EXISTS: { status: 409, message: () => 'The user is already a member of the team.' },
  TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED: {
    status: 403,
    isExtension: true,
    message: (_details: {
      restricted_reason: { type: 'anonymous' | 'email_not_verified' | 'restricted_by_administrator' | 'waiting' }
    }) => 'Create an account or sign in before you accept the invitation.',
  },
  EMAIL_TEMPLATE_ALREADY_EXISTS: { status: 409, message: () => 'This e-mail template is already customised.' },
  EMAIL_TEMPLATE_VERSION_CONFLICT: {
    status: 409,
    isExtension: true,
    message: (_details: { current_version: number }) =>
      'The template was changed since you read it. Nothing was written. Read the template again.',
  },
  REQUIRES_CUSTOM_EMAIL_SERVER: {
    status: 400,
    isExtension: true,
    message: () =>
      'The project sends its e-mails through the shared server, which sends no e-mails that a project has written. Set up a mail server of the project first.',
  },
  API_KEY_NOT_VALID: { status: null, message: () => 'The API key is not valid.' },
  API_KEY_EXPIRED: { status: 401, parent: 'API_KEY_NOT_VALID', message: () => 'The API key has expired.' },
  API_KEY_REVOKED: { status: 401, parent: 'API_KEY_NOT_VALID', message: () => 'The API key has been revoked.' },
  WRONG_API_KEY_TYPE: {
    status: 400,
    parent: 'API_KEY_NOT_VALID',
    message: (details: { expected_type: string; actual_type: string }) =>
      `This is an API key of a ${details.actual_type}; this endpoint expects one of a ${details.expected_type}.`,
  },
  API_KEY_NOT_FOUND: { status: 404, parent: 'API_KEY_NOT_VALID', message: () => 'The API key was not found.' },
  PUBLIC_API_KEY_CANNOT_BE_REVOKED: {
    status: 400,
    isExtension: true,
    parent: 'API_KEY_NOT_VALID',
    message: () => 'A public API key cannot be revoked by the secret scanner.',
  },
} as const satisfies Record<string, ErrorSpec>

/** A code of the error catalogue, such as `USER_NOT_FOUND`. */
export type ErrorCode = keyof typeof errorCatalogue

/** The details of a code on the wire; `undefined` for codes without details. */
export type ErrorDetails<Code extends ErrorCode> = Code extends ErrorCode
  ? Parameters<(typeof errorCatalogue)[Code]['message']> extends [infer Details]
    ? Details
    : undefined
  : never

/** The family of a code; empty for a code without one. */
export type ErrorFamily<Code extends ErrorCode> = (typeof errorCatalogue)[Code] extends { parent: infer Family }
  ? Family
  : ''

/** The codes that an error can have. The others are only families. */
export type RaisedErrorCode = {
  [Code in ErrorCode]: (typeof errorCatalogue)[Code]['status'] extends null ? never : Code
}[ErrorCode]

/** The errors of every call that takes a verification code, in the order of the checks. */
export const verificationCodeErrors = [
  'VERIFICATION_CODE_NOT_FOUND',
  'VERIFICATION_CODE_EXPIRED',
  'VERIFICATION_CODE_ALREADY_USED',
  'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED',
] as const satisfies readonly ErrorCode[]

/**
 * Codes of the protocol's latest release that Portico does not raise. Reserved, so that they never get another meaning.
 */
export const reservedErrorCodes = [
  'PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT',
  'CURRENT_PROJECT_NOT_FOUND',
  'ANONYMOUS_AUTHENTICATION_NOT_ALLOWED',
  'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE',
  'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN',
  'APPLE_BUNDLE_ID_NOT_CONFIGURED',
  'INVALID_APPLE_CREDENTIALS',
  'DATA_VAULT_STORE_DOES_NOT_EXIST',
  'DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST',
  'EMAIL_RENDERING_ERROR',
  'TEMPLATE_SOURCE_REWRITE_ERROR',
  'EMAIL_CAPACITY_BOOST_ALREADY_ACTIVE',
  'EMAIL_NOT_EDITABLE',
] as const

/** Prefixes of reserved codes: families of the latest release that are out of scope (payments, items, analytics). */
export const reservedErrorPrefixes = [
  'ITEM_',
  'CUSTOMER_',
  'PRODUCT_',
  'SUBSCRIPTION_',
  'ONE_TIME_PURCHASE_',
  'TEST_MODE_PURCHASE_',
  'STRIPE_',
  'DEFAULT_PAYMENT_METHOD_',
  'NEW_PURCHASES_',
  'ANALYTICS_',
] as const

/** The body of a known error on the wire. Its `code` equals the `X-Stack-Known-Error` header. */
export interface KnownErrorBody {
  code: string
  details?: unknown
  error: string
  /** The same sentence, for codes that are extensions. */
  message?: string
}
