import type { Json, UserServerRead } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'
import { pick } from '../../kernel/pick.ts'
import type { Team } from '../teams/team.ts'

/**
 * The state of a password that comes from another system: `weak` if the rules for new passwords refused it at the
 * latest sign-in. A password that was set here has none.
 */
export type PasswordState = 'imported' | 'weak'

/**
 * Texts that are stored as a call writes them and presented unchanged, under the names of their columns; null without
 * one.
 */
const plainFields = {
  /** Everyone who reads the user reads these. */
  client: {
    /** The language of mails to the user. */
    locale: column<string | null>('locale'),
  },
  /** Only servers read these. */
  server: {
    /** ISO 3166-1 alpha-2, as a server has recorded it. */
    countryCode: column<string | null>('country_code'),
  },
}
export const plainClientColumns = columns(plainFields.client)
export const plainServerColumns = columns(plainFields.server)
export const plainColumns = columns({ ...plainFields.client, ...plainFields.server })

export type PlainFields = RowOf<typeof plainColumns>

type PlainUpdate = { readonly [Property in keyof PlainFields]?: PlainFields[Property] | undefined }

/** Returns the fields after an update. Absent fields stay unchanged; a new user's fields are empty. */
export function mergePlainFields(update: PlainUpdate, before?: PlainFields): PlainFields {
  const fields = plainColumns.properties.map((property) => [
    property,
    pick(update[property], before?.[property] ?? null),
  ])
  // The list has every property of the type.
  return Object.fromEntries(fields) as PlainFields
}

/** The columns of the view `user_profiles`, for statements that read some of them. */
export const profileColumns = columns({
  id: column<string>('id'),
  displayName: column<string | null>('display_name'),
  /** An http(s) URL or the path of an uploaded image. `presentImage` returns the URL. */
  profileImage: column<string | null>('profile_image'),
  clientMetadata: column<Json>('client_metadata'),
  clientReadOnlyMetadata: column<Json>('client_read_only_metadata'),
  /** As stored. `withManagedProjectIds` returns the presented value. */
  serverMetadata: column<Json>('server_metadata'),
  primaryEmail: column<string | null>('primary_email'),
  primaryEmailVerified: column<boolean>('primary_email_verified'),
  /** The primary address identifies the user. */
  primaryEmailAuthEnabled: column<boolean>('primary_email_auth_enabled'),
  /** A client asked to use the primary address for sign-in, and the user has not proved it yet. */
  primaryEmailSignInPending: column<boolean>('primary_email_sign_in_pending'),
  hasSignInAddress: column<boolean>('has_sign_in_address'),
  /** The verified address that notices go to; null without one. */
  noticeEmail: column<string | null>('notice_email'),
  hasPassword: column<boolean>('has_password'),
  passwordState: column<PasswordState | null>('password_state'),
  otpAuthEnabled: column<boolean>('otp_auth_enabled'),
  /** A server turned sign-in by mailed codes off. Only a server turns it on again. */
  otpOffByServer: column<boolean>('otp_off_by_server'),
  /** A session requires a code of the user's authenticator app. */
  requiresTotp: column<boolean>('requires_totp'),
  /** When the announced removal of the second factor takes effect; null without one. */
  factorResetAt: column<Date | null>('factor_reset_at'),
  /** No proof of a mailbox alone removes the authenticator app. */
  totpSurvivesClaim: column<boolean>('totp_survives_claim'),
  hasPasskey: column<boolean>('has_passkey'),
  /** A passkey that verifies its user counts as two factors. False while the project allows no passkeys. */
  hasVerifiedPasskey: column<boolean>('has_verified_passkey'),
  /** The policy of the project or a team of the user requires a second factor. False for an anonymous user. */
  isSecondFactorRequired: column<boolean>('is_second_factor_required'),
  /** When the user must have set up the required second factor. Null with a factor, and if none is required. */
  secondFactorDueAt: column<Date | null>('second_factor_due_at'),
  /** An API key of the user, in any state. */
  hasApiKey: column<boolean>('has_api_key'),
  oauthAccounts: column<StoredOAuthAccount[] | null>('oauth_accounts'),
  /** The team that the user works in at the moment; null without one. */
  selectedTeamId: column<string | null>('selected_team_id'),
  selectedTeam: column<StoredTeam | null>('selected_team'),
  isAnonymous: column<boolean>('is_anonymous'),
  /** When a rule for sign-up put the user on the waiting list; null if the user is not on it. */
  heldAt: column<Date | null>('held_at'),
  /** The project requires a verified primary address of this user. False for an anonymous one. */
  isVerifiedEmailRequired: column<boolean>('is_verified_email_required'),
  /** The projects that a user of "internal" owns, in the order they acquired them; null for users of other projects. */
  ownedProjectIds: column<readonly string[] | null>('owned_project_ids'),
  ...plainFields.client,
  ...plainFields.server,
  /** The risk scores are from 0 to 100, as a server has recorded them. */
  signUpRiskBot: column<number>('sign_up_risk_bot'),
  signUpRiskFreeTrialAbuse: column<number>('sign_up_risk_free_trial_abuse'),
  /** Also true after the end of the suspension; `getSuspension` compares the end. */
  isSuspended: column<boolean>('is_suspended'),
  suspendedUntil: column<Date | null>('suspended_until'),
  suspensionReason: column<string | null>('suspension_reason'),
  suspensionPrivateDetails: column<string | null>('suspension_private_details'),
  signedUpAt: column<Date>('signed_up_at'),
  /** The moment of the sign-up for a user who has never been active. */
  lastActiveAt: column<Date>('last_active_at'),
  /** The user has had an access token. */
  hasBeenActive: column<boolean>('has_been_active'),
})

/** The columns of a whole user. The selected team contains its id, which the view would look up a second time. */
export const userColumns = profileColumns.without('selectedTeamId')

export type UserRow = RowOf<typeof userColumns>

/** A user with all presented fields, read by one statement. */
export interface User extends Omit<UserRow, 'oauthAccounts' | 'selectedTeam'> {
  readonly selectedTeamId: string | null
  readonly oauthAccounts: readonly OAuthAccount[]
  readonly selectedTeam: Team | null
}

/** An account at a sign-in provider, identified by provider identity and account id. */
export interface OAuthAccount {
  readonly providerId: string
  /** The issuer of the account id: the provider itself, or the operator's override of it. */
  readonly providerIdentity: string
  readonly accountId: string
  readonly email: string | null
}

/** As the wire names it. */
export type SecondFactor = UserServerRead['second_factors'][number]

/** A suspension that has not ended. */
export interface Suspension {
  /** For the user. */
  readonly reason: string | null
  /** For servers and admins only. */
  readonly privateDetails: string | null
  /** Null: until it is lifted. */
  readonly endsAt: Date | null
}

/** The suspension of a new user. */
export const notSuspended = {
  isSuspended: false,
  suspendedUntil: null,
  suspensionReason: null,
  suspensionPrivateDetails: null,
} as const satisfies Partial<User>

/** The stored suspension. */
export type SuspensionOfUser = Pick<User, keyof typeof notSuspended>

/** Returns the suspension of the user; null without one and after its end. */
export function getSuspension(user: SuspensionOfUser, now: Date): Suspension | null {
  const { suspendedUntil: endsAt, suspensionReason: reason, suspensionPrivateDetails: privateDetails } = user
  if (!user.isSuspended || (endsAt && endsAt <= now)) return null
  return { reason, privateDetails, endsAt }
}

/** The second factors of the user. Whether a sign-in asks for one depends on the policy too. */
export function secondFactorsOf({
  requiresTotp,
  hasVerifiedPasskey,
}: Pick<User, 'requiresTotp' | 'hasVerifiedPasskey'>): SecondFactor[] {
  return [...(requiresTotp ? (['totp'] as const) : []), ...(hasVerifiedPasskey ? (['passkey'] as const) : [])]
}

export function isSignInAddressVerified(user: Pick<User, 'primaryEmailVerified' | 'primaryEmailAuthEnabled'>): boolean {
  return user.primaryEmailVerified && user.primaryEmailAuthEnabled
}

/** The shape of an aggregated account in the view `user_profiles`. */
export interface StoredOAuthAccount {
  readonly provider_id: string
  readonly authority: string
  readonly account_id: string
  readonly email: string | null
}

/** The shape of a team in the view `user_profiles`. */
export interface StoredTeam {
  readonly id: string
  readonly display_name: string
  readonly profile_image_url: string | null
  readonly client_metadata: Json
  readonly client_read_only_metadata: Json
  readonly server_metadata: Json
  /** Milliseconds since the epoch. */
  readonly created_at: number
  /** Milliseconds since the epoch. */
  readonly second_factor_required_since: number | null
}

function toDate(millis: number | null): Date | null {
  return millis === null ? null : new Date(millis)
}

function toTeam(stored: StoredTeam): Team {
  return {
    id: stored.id,
    displayName: stored.display_name,
    profileImage: stored.profile_image_url,
    clientMetadata: stored.client_metadata,
    clientReadOnlyMetadata: stored.client_read_only_metadata,
    serverMetadata: stored.server_metadata,
    createdAt: new Date(stored.created_at),
    secondFactorRequiredSince: toDate(stored.second_factor_required_since),
  }
}

export function toUser(row: UserRow): User {
  return {
    ...row,
    selectedTeamId: row.selectedTeam?.id ?? null,
    selectedTeam: row.selectedTeam && toTeam(row.selectedTeam),
    oauthAccounts: (row.oauthAccounts ?? []).map((account) => ({
      providerId: account.provider_id,
      providerIdentity: account.authority,
      accountId: account.account_id,
      email: account.email,
    })),
  }
}
