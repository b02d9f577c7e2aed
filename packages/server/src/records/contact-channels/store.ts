import {
  firstOrNull,
  isAnyTouched,
  lookup,
  noResult,
  sequence,
  statement,
  type Statement,
} from '../../kernel/statement.ts'
import { asSignInAddressTaken } from './sign-in-address-taken.ts'
import { column, columns, type RowOf } from '../../kernel/columns.ts'

/** The sign-up that added an address. */
export interface SignUpOrigin {
  readonly sessionId: string
  /** The `User-Agent` header of the browser. */
  readonly userAgent: string | null
}

export interface PrimaryEmail {
  channelId: string
  value: string
  isVerified: boolean
  /** The user is known to own the mailbox (`accounts/claim-account.ts`). */
  isClaimed: boolean
  usedForAuth: boolean
  /** Null if the address was added later, or by a server. */
  signUp: SignUpOrigin | null
}

const channelColumns = columns({
  channelId: column<string>('id'),
  value: column<string>('value'),
  isVerified: column<boolean>('is_verified'),
  isClaimed: column<boolean>('is_claimed'),
  usedForAuth: column<boolean>('used_for_auth'),
  signUpSessionId: column<string | null>('sign_up_session_id'),
  signUpUserAgent: column<string | null>('sign_up_user_agent'),
})

type ChannelRow = RowOf<typeof channelColumns>

export function findPrimaryEmail(projectId: string, userId: string): Statement<PrimaryEmail | null> {
  return lookup<ChannelRow>`
    select ${channelColumns} from contact_channels
    where project_id = ${projectId} and user_id = ${userId} and type = 'email' and is_primary`.map(
    firstOrNull(toChannel),
  )
}

/** Finds an address of a user, primary or not. Null if the channel no longer has that address. */
export function findAddress(
  projectId: string,
  userId: string,
  channelId: string,
  value: string,
): Statement<PrimaryEmail | null> {
  return lookup<ChannelRow>`
    select ${channelColumns} from contact_channels
    where project_id = ${projectId} and id = ${channelId} and user_id = ${userId} and value = ${value}`.map(
    firstOrNull(toChannel),
  )
}

/**
 * Finds a verified address of the user in another channel. If there are several, returns the primary one, otherwise the
 * oldest.
 */
export function findOtherVerifiedEmail(projectId: string, userId: string, channelId: string): Statement<string | null> {
  return statement<{ value: string }>`
    select value from contact_channels
    where project_id = ${projectId} and user_id = ${userId} and type = 'email' and is_verified and id <> ${channelId}
    order by is_primary desc, created_at
    limit 1`.map(({ rows }) => rows[0]?.value ?? null)
}

export function deleteChannel(projectId: string, channelId: string): Statement<void> {
  return statement`delete from contact_channels where project_id = ${projectId} and id = ${channelId}`.map(noResult)
}

/** Records the sign-up session on the user's primary address, unless the address is verified. */
export function rememberSignUpSession(
  projectId: string,
  userId: string,
  { sessionId, userAgent }: SignUpOrigin,
): Statement<void> {
  return statement`
    update contact_channels set sign_up_session_id = ${sessionId}::uuid, sign_up_user_agent = ${userAgent}::text
    where project_id = ${projectId} and user_id = ${userId} and is_primary and not is_verified`.map(noResult)
}

function toChannel({ signUpSessionId: sessionId, signUpUserAgent: userAgent, ...row }: ChannelRow): PrimaryEmail {
  return { ...row, signUp: sessionId === null ? null : { sessionId, userAgent } }
}

/** @param isClaim the user is known to own the mailbox; if false, the stored value does not change */
export function markVerified(projectId: string, channelId: string, isClaim: boolean): Statement<void> {
  return statement`
    update contact_channels set is_verified = true, is_claimed = is_claimed or ${isClaim}
    where project_id = ${projectId} and id = ${channelId}`.map(noResult)
}

/** Writes the primary address of a user: inserts, updates or (null) deletes it. */
export function writePrimaryEmail(
  projectId: string,
  userId: string,
  channel: (PrimaryEmail & { createdAt: Date }) | null,
): Statement<void> {
  if (channel === null) {
    return statement`
      delete from contact_channels
      where project_id = ${projectId} and user_id = ${userId} and type = 'email' and is_primary`.map(noResult)
  }
  return statement`
    insert into contact_channels
      (project_id, id, user_id, type, value, is_primary, is_verified, is_claimed, used_for_auth, created_at,
       sign_up_session_id, sign_up_user_agent)
    values (${projectId}, ${channel.channelId}, ${userId}, 'email', ${channel.value}, true, ${channel.isVerified},
            ${channel.isClaimed}, ${channel.usedForAuth}, ${channel.createdAt}, ${channel.signUp?.sessionId ?? null}::uuid,
            ${channel.signUp?.userAgent ?? null}::text)
    on conflict (project_id, id) do update set
      value = excluded.value, is_verified = excluded.is_verified, is_claimed = excluded.is_claimed,
      used_for_auth = excluded.used_for_auth, sign_up_session_id = excluded.sign_up_session_id,
      sign_up_user_agent = excluded.sign_up_user_agent`
    .map(noResult)
    .explained(asSignInAddressTaken)
}

/**
 * Marks the user's sign-in address as verified.
 *
 * @returns false if the user no longer signs in with this address
 */
export function markSignInEmailVerified(projectId: string, userId: string, email: string): Statement<boolean> {
  return statement`
    update contact_channels set is_verified = true
    where project_id = ${projectId} and user_id = ${userId} and type = 'email' and value = ${email} and used_for_auth`.map(
    isAnyTouched,
  )
}

/**
 * Marks the user as the owner of the mailbox of their sign-in address.
 *
 * @returns false if the user no longer signs in with this address
 */
export function markSignInEmailClaimed(projectId: string, userId: string, email: string): Statement<boolean> {
  return statement`
    update contact_channels set is_claimed = true
    where project_id = ${projectId} and user_id = ${userId} and type = 'email' and value = ${email} and used_for_auth`.map(
    isAnyTouched,
  )
}

/**
 * Replaces all addresses of a user with one address.
 *
 * @throws SignInAddressTaken
 */
export function replaceAllEmails(
  projectId: string,
  userId: string,
  channel: PrimaryEmail & { createdAt: Date },
): Statement<void> {
  return sequence([
    statement`delete from contact_channels where project_id = ${projectId} and user_id = ${userId}`,
    writePrimaryEmail(projectId, userId, channel),
  ]).map(noResult)
}
