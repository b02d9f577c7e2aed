import { emitEach, type EventCall } from '../../kernel/emit.ts'
import {
  allRows,
  everyRow,
  firstOrNull,
  fragment,
  isAnyTouched,
  lookup,
  noResult,
  sequence,
  statement,
  type Rows,
  type SqlFragment,
  type Statement,
} from '../../kernel/statement.ts'
import {
  channelColumns,
  toChannel,
  type AddressOrigin,
  type Bounce,
  type ChannelRow,
  type ContactChannel,
} from './channel.ts'
import { asLostRace, asSignInAddressTaken } from './sign-in-address-taken.ts'

export function findPrimaryEmail(projectId: string, userId: string): Statement<ContactChannel | null> {
  return lookup<ChannelRow>`
    select ${channelColumns} from contact_channels
    where project_id = ${projectId} and user_id = ${userId} and type = 'email' and is_primary`.map(
    firstOrNull(toChannel),
  )
}

/** Lists the addresses of a user, oldest first. */
export function listChannelsOfUser(projectId: string, userId: string): Statement<ContactChannel[]> {
  return lookup<ChannelRow>`
    select ${channelColumns} from contact_channels
    where project_id = ${projectId} and user_id = ${userId}
    order by created_at, id`.map(everyRow(toChannel))
}

export function findChannel(projectId: string, channelId: string): Statement<ContactChannel | null> {
  return lookup<ChannelRow>`
    select ${channelColumns} from contact_channels
    where project_id = ${projectId} and id = ${channelId}`.map(firstOrNull(toChannel))
}

/**
 * Lists the addresses of all users of the project, oldest first. If there are more than the limit, it returns any of
 * them: it sorts no more than the limit.
 */
export function listChannelsOfProject(projectId: string, limit: number): Statement<ContactChannel[]> {
  return statement<ChannelRow>`
    select ${channelColumns} from (
      select * from contact_channels where project_id = ${projectId} order by id limit ${limit}
    ) listed
    order by created_at, id`.map(everyRow(toChannel))
}

export function deleteChannel(projectId: string, channelId: string): Statement<void> {
  return statement`delete from contact_channels where project_id = ${projectId} and id = ${channelId}`.map(noResult)
}

/**
 * Deletes the addresses of a user that clients and sign-ups added and that the user is not known to own. Emits an event
 * for each.
 *
 * @param kept the address that stays
 */
export function dropUnclaimedChannels(call: EventCall, userId: string, kept: string): Statement<void> {
  const { projectId } = call
  return emitEach(
    call,
    'contact_channel.dropped',
    statement`
      with dropped as (
        delete from contact_channels
        where project_id = ${projectId} and user_id = ${userId} and value <> ${kept} and not is_claimed
          and (added_session_id is not null or sign_up_session_id is not null)
        returning *
      ), changed as (
        select user_id as "userId", jsonb_build_object(
          'id', id, 'value', value, 'isPrimary', is_primary, 'isVerified', is_verified,
          'usedForAuth', used_for_auth or sign_in_pending) as channel
        from dropped
      )`,
  )
}

/**
 * Replaces the session that the sign-up address names, unless the address is verified. The primary address
 * may be another one: a session can have changed it since the sign-up.
 */
export function replaceSignUpSession(
  projectId: string,
  userId: string,
  { sessionId, userAgent }: AddressOrigin,
): Statement<void> {
  return statement`
    update contact_channels set sign_up_session_id = ${sessionId}::uuid, sign_up_user_agent = ${userAgent}::text
    where project_id = ${projectId} and user_id = ${userId} and sign_up_session_id is not null and not is_verified`.map(
    noResult,
  )
}

/** @param isClaim the user is known to own the mailbox; if false, the stored value does not change */
export function markVerified(projectId: string, channelId: string, isClaim: boolean): Statement<void> {
  return withoutBounces(fragment`
    update contact_channels set is_verified = true, is_claimed = is_claimed or ${isClaim}
    where project_id = ${projectId} and id = ${channelId}`).map(noResult)
}

/**
 * Inserts or updates an address of a user.
 *
 * @throws SignInAddressTaken, AddressExists
 */
export function writeChannel(projectId: string, channel: ContactChannel): Statement<void> {
  return statement`
    insert into contact_channels
      (project_id, id, user_id, type, value, is_primary, is_verified, is_claimed, used_for_auth, sign_in_pending,
       created_at, sign_up_session_id, sign_up_user_agent, added_session_id, requires_session_proof, replaced_by_id)
    values (${projectId}, ${channel.id}, ${channel.userId}, 'email', ${channel.value}, ${channel.isPrimary},
            ${channel.isVerified}, ${channel.isClaimed}, ${channel.usedForAuth}, ${channel.isSignInPending},
            ${channel.createdAt}, ${channel.signUp?.sessionId ?? null}::uuid, ${(channel.signUp ?? channel.added)?.userAgent ?? null}::text,
            ${channel.added?.sessionId ?? null}::uuid, ${channel.requiresSessionProof},
            ${channel.replacedById}::uuid)
    on conflict (project_id, id) do update set
      value = excluded.value, is_primary = excluded.is_primary, is_verified = excluded.is_verified,
      is_claimed = excluded.is_claimed, used_for_auth = excluded.used_for_auth,
      sign_in_pending = excluded.sign_in_pending, sign_up_session_id = excluded.sign_up_session_id,
      sign_up_user_agent = excluded.sign_up_user_agent, added_session_id = excluded.added_session_id,
      requires_session_proof = excluded.requires_session_proof, replaced_by_id = excluded.replaced_by_id`
    .map(noResult)
    .explained(asSignInAddressTaken)
}

/** Marks channels as proved, so their mailboxes exist. Returns one row for each. */
function withoutBounces(proof: SqlFragment): Statement<Rows> {
  return statement`
    with proved as (${proof} returning project_id, id), cleared as (
      delete from contact_channel_bounces b using proved
      where b.channel_id = proved.id and b.project_id = proved.project_id)
    select from proved`
}

/** Records that a mail server refused the mailbox permanently, whichever users of the project have the address. */
export function markBounced(projectId: string, value: string, at: Date, reason: string): Statement<void> {
  return statement`
    insert into contact_channel_bounces (project_id, channel_id, bounced_at, reason)
    select project_id, id, ${at}::timestamptz, ${reason}::text from contact_channels
    where value = ${value} and project_id = ${projectId}
    -- A channel that is deleted meanwhile is left out.
    for key share
    on conflict (channel_id, project_id) do update set bounced_at = excluded.bounced_at, reason = excluded.reason`.map(
    noResult,
  )
}

/** Records that the mailbox of the address exists: a mail server accepted a mail, or the address was proved. */
export function clearBounces(projectId: string, value: string): Statement<void> {
  return statement`
    delete from contact_channel_bounces b using contact_channels c
    where c.value = ${value} and c.project_id = ${projectId} and b.channel_id = c.id and b.project_id = ${projectId}`.map(
    noResult,
  )
}

/** By channel id. */
export function findBounces(projectId: string, channelIds: readonly string[]): Statement<ReadonlyMap<string, Bounce>> {
  return statement<Bounce & { channelId: string }>`
    select channel_id as "channelId", bounced_at as at, reason from contact_channel_bounces
    where channel_id = any (${channelIds}::uuid[]) and project_id = ${projectId}`.map(
    ({ rows }) => new Map(rows.map(({ channelId, ...bounce }) => [channelId, bounce])),
  )
}

/** Forgets the bounce of a channel that gets another address. */
export function clearBounce(projectId: string, channelId: string): Statement<void> {
  return statement`
    delete from contact_channel_bounces where channel_id = ${channelId} and project_id = ${projectId}`.map(noResult)
}

/** Makes every other address of the user not primary. Run it before the statement that writes the primary one. */
export function demoteOtherChannels(projectId: string, userId: string, channelId: string): Statement<void> {
  return statement`
    update contact_channels set is_primary = false
    where project_id = ${projectId} and user_id = ${userId} and is_primary and id <> ${channelId}`.map(noResult)
}

/** Makes the address primary if the user has no primary one. */
export function promoteIfNonePrimary(projectId: string, userId: string, value: string): Statement<void> {
  return statement`
    update contact_channels set is_primary = true
    where project_id = ${projectId} and user_id = ${userId} and type = 'email' and value = ${value}
      and not exists (
        select from contact_channels p where p.project_id = ${projectId} and p.user_id = ${userId} and p.is_primary)`.map(
    noResult,
  )
}

/**
 * Lets the addresses of a user that clients marked for sign-in identify the user, as soon as they are proved: verified,
 * and claimed if another address owns the account (`isOwnedByOther`). An address with which another user signs in is no
 * longer marked.
 *
 * Run it after each change that proves an address or removes a proved one, in `settlingTransaction`.
 *
 * @throws SettlingLostRace if another user takes the address at the same time
 */
export function settlePendingSignIn(projectId: string, userId: string): Statement<void> {
  // guard: an added address does not open an account with an authenticator app
  //   (replace `u.totp_survives_claim` with `false`) [claim-account]
  // guard: an address is proved only by a claim while another address of the account is claimed
  //   (replace `o.is_claimed or (c.added_session_id is not null and o.is_verified)` with `c.added_session_id is null and o.is_verified`)
  //   [several-addresses]
  // guard: an added address is proved only by a claim while another address of the account is verified
  //   (drop `(c.added_session_id is not null and o.is_verified)`) [added-addresses]
  // guard: an address that signs in already does not count as that of another user (drop `t.id <> c.id`)
  //   [added-addresses]
  // guard: a change that loses a race for a sign-in address runs again
  //   (replace `asLostRace` with `asSignInAddressTaken`) [postgres: added-addresses]
  return statement`
    update contact_channels c set sign_in_pending = false, used_for_auth = not exists (
      select from contact_channels t
      where t.project_id = ${projectId} and t.type = 'email' and t.value = c.value and t.used_for_auth and t.id <> c.id)
    where project_id = ${projectId} and user_id = ${userId} and sign_in_pending and is_verified
      and (is_claimed or not exists (
        select from contact_channels o
        where o.project_id = ${projectId} and o.user_id = ${userId} and o.id <> c.id
          and (o.is_claimed or (c.added_session_id is not null and o.is_verified)))
        and not (c.added_session_id is not null and exists (
          select from users u where u.project_id = ${projectId} and u.id = c.user_id and u.totp_survives_claim)))`
    .map(noResult)
    .explained(asLostRace)
}

/**
 * Ends the replacements of addresses that are decided. Once the new address is proved for sign-in, the replaced one is
 * deleted, with an event. If the new one is gone, the replaced one becomes primary again. Run it after
 * `settlePendingSignIn`.
 */
export function settleReplacements(call: EventCall, userId: string): Statement<void> {
  const { projectId } = call
  return sequence([
    emitEach(
      call,
      'contact_channel.dropped',
      // guard: a replaced address no longer signs in once its replacement is proved
      //   (replace `n.used_for_auth` with `false`) [manage-channels]
      statement`
        with dropped as (
          delete from contact_channels r
          where r.project_id = ${projectId} and r.user_id = ${userId} and r.replaced_by_id is not null
            and exists (
              select from contact_channels n
              where n.project_id = ${projectId} and n.id = r.replaced_by_id and n.is_verified and n.used_for_auth)
          returning *
        ), changed as (
          select user_id as "userId", jsonb_build_object(
            'id', id, 'value', value, 'isPrimary', is_primary, 'isVerified', is_verified,
            'usedForAuth', used_for_auth or sign_in_pending) as channel
          from dropped
        )`,
    ),
    statement`
      update contact_channels r set replaced_by_id = null, is_primary = not exists (
        select from contact_channels p where p.project_id = ${projectId} and p.user_id = ${userId} and p.is_primary)
      where r.project_id = ${projectId} and r.user_id = ${userId} and r.replaced_by_id is not null
        and not exists (
          select from contact_channels n where n.project_id = ${projectId} and n.id = r.replaced_by_id)`,
  ]).map(noResult)
}

/**
 * Marks the user's sign-in address as verified.
 *
 * @returns false if the user no longer signs in with this address
 */
export function markSignInEmailVerified(projectId: string, userId: string, email: string): Statement<boolean> {
  return withoutBounces(fragment`
    update contact_channels set is_verified = true
    where project_id = ${projectId} and user_id = ${userId} and type = 'email' and value = ${email} and used_for_auth`).map(
    isAnyTouched,
  )
}

/**
 * Marks the user as the owner of the mailbox behind their sign-in address.
 *
 * @returns false if the user no longer signs in with this address
 */
export function markSignInEmailClaimed(projectId: string, userId: string, email: string): Statement<boolean> {
  return withoutBounces(fragment`
    update contact_channels set is_claimed = true
    where project_id = ${projectId} and user_id = ${userId} and type = 'email' and value = ${email} and used_for_auth`).map(
    isAnyTouched,
  )
}

export function deleteChannelsOfUser(projectId: string, userId: string): Statement<void> {
  return statement`delete from contact_channels where project_id = ${projectId} and user_id = ${userId}`.map(noResult)
}

interface OwnAddress {
  readonly value: string
  /** The user is known to own the mailbox. Otherwise another person may have signed up with the address. */
  readonly isProved: boolean
}

/**
 * Lists the addresses that count as the user's: they identify the user or are verified, and no other user of the
 * project has them. The owner of any other address may be another person, who may have no account.
 */
export function listOwnAddresses(projectId: string, userIds: readonly string[]): Statement<OwnAddress[]> {
  // guard: deleting a user keeps the codes for an address that they only added (drop `(used_for_auth or is_verified)`)
  //   [delete-user]
  // guard: the deletion of a user keeps the codes of other users with the same address (drop `where others.users = 0`)
  //   [delete-user]
  return statement<OwnAddress>`
    select mine.value, mine.is_verified and mine.is_claimed as "isProved"
    from unnest(${userIds}::text[]) wanted (id), lateral (
      select value, is_verified, is_claimed from contact_channels
      where project_id = ${projectId} and user_id = wanted.id::uuid and (used_for_auth or is_verified) offset 0
    ) mine, lateral (
      select count(*) as users from (
        select user_id from contact_channels where value = mine.value and project_id = ${projectId} offset 0
      ) same
      where user_id::text <> all (${userIds}::text[])
    ) others
    where others.users = 0`.map(allRows)
}
