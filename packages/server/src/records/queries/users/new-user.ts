import type { Json } from '@portico/contract'

import type { AddressOrigin } from '../../contact-channels/channel.ts'
import { json, noResult, statement, type Statement } from '../../../kernel/statement.ts'
import { asSignInAddressTaken } from '../../contact-channels/sign-in-address-taken.ts'
import { asUserIdTaken, type ClientWrittenField } from '../../users/store.ts'
import { plainColumns, type PasswordState, type PlainFields } from '../../users/user.ts'

/** The facts that a server, and in part a user, sets on a new user. */
export interface NewUserFacts extends PlainFields {
  readonly clientMetadata: Json
  readonly clientReadOnlyMetadata: Json
  readonly serverMetadata: Json
  readonly signUpRiskBot: number
  readonly signUpRiskFreeTrialAbuse: number
}

export interface NewUserRow extends NewUserFacts {
  readonly id: string
  readonly displayName: string | null
  readonly profileImage: string | null
  readonly passwordHash: string | null
  readonly passwordState: PasswordState | null
  readonly totpSecretSealed: string | null
  readonly otpAuthEnabled: boolean
  readonly isAnonymous: boolean
  /** When a rule put the user on the waiting list; null if none did. */
  readonly heldAt: Date | null
  /** The primary address; null for a user without one. */
  readonly email: NewEmailChannel | null
  readonly at: Date
  /** The sign-up, which may have been earlier in another system. */
  readonly signedUpAt: Date
  /** The sign-up also signs the user in, from this country if it is known. */
  readonly signsIn: { readonly country: string | null } | null
  /** The fields of the profile that no server has written. */
  readonly clientWritten: readonly ClientWrittenField[]
}

export interface NewEmailChannel {
  readonly id: string
  /** Canonical. */
  readonly value: string
  readonly isVerified: boolean
  /** The user is known to own the mailbox. */
  readonly isClaimed: boolean
  readonly usedForAuth: boolean
  readonly signUp: AddressOrigin | null
  /** Only a session of the user proves the address. */
  readonly requiresSessionProof: boolean
}

/**
 * Creates a user with their primary address in one statement.
 *
 * @throws SignInAddressTaken, UserIdTaken
 */
export function insertUser(projectId: string, user: NewUserRow): Statement<void> {
  const { email, signsIn } = user
  return statement`
    with created as (
      insert into users (project_id, id, display_name, profile_image_url, password_hash, password_state, totp_secret_sealed,
                         totp_survives_claim, client_written,
                         otp_auth_enabled, is_anonymous, client_metadata, client_read_only_metadata, server_metadata,
                         ${plainColumns.names}, sign_up_risk_bot, sign_up_risk_free_trial_abuse, signed_up_at, last_active_at,
                         active_on, active_days, active_country, held_at)
      values (${projectId}, ${user.id}, ${user.displayName}, ${user.profileImage},
              ${user.passwordHash}, ${user.passwordState}, ${user.totpSecretSealed}, ${user.totpSecretSealed !== null}, ${user.clientWritten}::text[], ${user.otpAuthEnabled}, ${user.isAnonymous},
              ${jsonOrNull(user.clientMetadata)}::jsonb, ${jsonOrNull(user.clientReadOnlyMetadata)}::jsonb,
              ${jsonOrNull(user.serverMetadata)}::jsonb, ${plainColumns.valuesOf(user)}, ${user.signUpRiskBot},
              ${user.signUpRiskFreeTrialAbuse}, ${user.signedUpAt}, ${user.signedUpAt},
              case when ${signsIn !== null} then (${user.at}::timestamptz at time zone 'UTC')::date end,
              case when ${signsIn !== null} then add_counted_day(0, 0) else 0 end, ${signsIn?.country ?? null}, ${user.heldAt})
      returning project_id, id
    )
    insert into contact_channels
      (project_id, id, user_id, type, value, is_primary, is_verified, is_claimed, used_for_auth, created_at,
       sign_up_session_id, sign_up_user_agent, requires_session_proof)
    select project_id, ${email?.id ?? null}::uuid, id, 'email', ${email?.value ?? null}::text, true,
           ${email?.isVerified ?? false}, ${email?.isClaimed ?? false}, ${email?.usedForAuth ?? false}, ${user.at},
           ${email?.signUp?.sessionId ?? null}::uuid, ${email?.signUp?.userAgent ?? null}::text,
           ${email?.requiresSessionProof ?? false}
    from created where ${email !== null}`
    .map(noResult)
    .explained((error) => asUserIdTaken(asSignInAddressTaken(error)))
}

function jsonOrNull(value: Json): string | null {
  return value === null ? null : json(value)
}
