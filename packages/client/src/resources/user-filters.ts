import type { FilteredSignInMethod } from '@portico/contract'

/** The filters of a list of users. */
export interface UserFilterOptions {
  /** Part of the display name or of an e-mail address, ignoring case, or the exact id of a user. */
  query?: string
  /** Only members of this team. */
  teamId?: string
  /** Only users with at least one of these: `password`, `otp`, `passkey` and the ids of providers. */
  signInMethods?: readonly FilteredSignInMethod[]
  /** Only users whose primary address is verified, or is not or is missing. */
  verified?: boolean
  /** Only suspended users, or only others. Default: both, as `includeRestricted` says. */
  suspended?: boolean
  /** Only users on the waiting list, or only others. Default: both, as `includeRestricted` says. */
  waiting?: boolean
  /** Only users with an authenticator app, or only others. */
  hasSecondFactor?: boolean
  /** Only users who signed up at or after this moment. */
  signedUpFrom?: Date
  /** Only users who signed up before this moment. */
  signedUpUntil?: Date
  /** Only users who were last active at or after this moment. */
  lastActiveFrom?: Date
  /** Only users who were last active before this moment. */
  lastActiveUntil?: Date
  /** Lists restricted users too, such as suspended and waiting ones. Default: true. */
  includeRestricted?: boolean
  /** Lists anonymous users too. Default: false. */
  includeAnonymous?: boolean
  /** Lists anonymous users only. Default: false. */
  onlyAnonymous?: boolean
}

/** Converts filters to their wire names. */
export function userFilterQuery(options: UserFilterOptions): Record<string, string | number | boolean | undefined> {
  const { includeRestricted = true, includeAnonymous = options.onlyAnonymous } = options
  return {
    query: options.query,
    team_id: options.teamId,
    include_restricted: includeRestricted,
    include_anonymous: includeAnonymous,
    only_anonymous: options.onlyAnonymous,
    sign_in_methods: options.signInMethods?.join(','),
    verified: options.verified,
    suspended: options.suspended,
    waiting: options.waiting,
    has_second_factor: options.hasSecondFactor,
    signed_up_from_millis: options.signedUpFrom?.getTime(),
    signed_up_until_millis: options.signedUpUntil?.getTime(),
    last_active_from_millis: options.lastActiveFrom?.getTime(),
    last_active_until_millis: options.lastActiveUntil?.getTime(),
  }
}
