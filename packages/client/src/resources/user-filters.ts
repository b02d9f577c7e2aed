import type { QueryOf } from '../transport/operations.ts'
import type { FilteredSignInMethod } from '@portico/contract'
import { bodyOf } from '../transport/body-of.ts'

/** The filters of a user list. */
export interface UserFilterOptions {
  /** Part of the display name or of an e-mail address, ignoring case, or the exact id of a user. */
  query?: string
  /** Only members of this team. */
  teamId?: string
  /** Only users with at least one of these: `password`, `otp`, `passkey` and the ids of providers. */
  signInMethods?: readonly FilteredSignInMethod[]
  /** True: only users whose primary address is verified. False: only users without a verified primary address. */
  verified?: boolean
  /** True: only suspended users. False: only others. Default: both, as `includeRestricted` says. */
  suspended?: boolean
  /** True: only users on the waiting list. False: only others. Default: both, as `includeRestricted` says. */
  waiting?: boolean
  /**
   * True: only users with a second factor: an authenticator app, or a passkey with user verification while the project
   * allows passkeys. False: only others.
   */
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
export function userFilterQuery(options: UserFilterOptions): QueryOf<'GET /users', 'server'> {
  const { includeAnonymous = options.onlyAnonymous, includeRestricted = true, signInMethods, ...others } = options
  return {
    ...bodyOf(others),
    include_restricted: includeRestricted,
    include_anonymous: includeAnonymous,
    sign_in_methods: signInMethods?.join(','),
  }
}
