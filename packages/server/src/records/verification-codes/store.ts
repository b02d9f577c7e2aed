import { sweepOf } from '../../platform/db/sweep.ts'
import { json, allRows, isAnyTouched, noResult, sequence, statement, type Statement } from '../../kernel/statement.ts'
import { codeKinds, codeKindsOfAccount, type CodeKind } from './lifetimes.ts'
import { column, columns, type RowOf } from '../../kernel/columns.ts'

const codeColumns = columns({
  codeHash: column<Uint8Array>('code_hash'),
  userId: column<string | null>('user_id'),
  target: column<unknown>('target'),
  attempts: column<number>('attempts'),
  createdAt: column<Date>('created_at'),
  expiresAt: column<Date>('expires_at'),
  usedAt: column<Date | null>('used_at'),
})

export type StoredCode = RowOf<typeof codeColumns>

export interface NewCode {
  readonly kind: CodeKind
  readonly codeHash: Uint8Array
  readonly nonceHash: Uint8Array
  readonly userId: string | null
  readonly address: string | null
  readonly target: unknown
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Anyone can request these codes for the address of another person. The use of one ends the others. */
const askedForByAnyone: readonly CodeKind[] = ['sign_in', 'password_reset']

/**
 * The kinds of which several codes stay open. A new code must not end codes that the owner of the mailbox has asked
 * for, or codes of other sessions.
 */
// guard: a further sign-in does not end the code that ends the session of the one before
//   (replace `[...askedForByAnyone, 'session_disown']` with `askedForByAnyone`) [notices]
const severalOpen: readonly CodeKind[] = [...askedForByAnyone, 'session_disown']

/**
 * Writes a code and ends older codes of the same kind for the same user or address (unless several stay open), in one
 * statement. It locks in the order of `platform/db/README.md`: project, user, codes. The updates need the values of the
 * first two queries, so they run after them.
 */
export function insertCode(projectId: string, code: NewCode): Statement<void> {
  // A lock must name its table, so this statement names `projects` and `users`.
  // Codes of a user and codes of an address have their own update (platform/db/README.md, "Plans" 3). Codes that have
  // both stay open.
  // guard: a new code ends the older one (replace `user_id = (select id from owner)` with `false`) [second-step, reset]
  return statement`
    with tenant as materialized (
      select id from projects where id = ${projectId} for key share
    ), owner as materialized (
      select id from users where project_id = (select id from tenant) and id = ${code.userId}::uuid for key share
    ), ended_of_user as (
      update verification_codes set expires_at = created_at
      where project_id = ${projectId} and kind = ${code.kind} and used_at is null and expires_at > ${code.createdAt}
        and user_id = (select id from owner) and ${!severalOpen.includes(code.kind)}
        and target ->> 'channelId' is not distinct from ${channelIdOf(code.target)}::text
    ), ended_of_address as (
      update verification_codes set expires_at = created_at
      where project_id = (select id from tenant) and kind = ${code.kind} and used_at is null
        and expires_at > ${code.createdAt} and address = ${code.address}::text and ${!severalOpen.includes(code.kind)}
    )
    insert into verification_codes
      (project_id, kind, code_hash, nonce_hash, user_id, address, target, created_at, expires_at)
    values (${projectId}, ${code.kind}, ${code.codeHash}, ${code.nonceHash}, ${code.userId}, ${code.address},
            ${json(code.target)}::jsonb, ${code.createdAt}, ${code.expiresAt})`.map(noResult)
}

/** The contact channel that a code verifies. Codes of different channels do not replace each other. */
function channelIdOf(target: unknown): string | null {
  const { channelId = null } = target as { readonly channelId?: string }
  return channelId
}

/** Counts an attempt for every code with this nonce, before any comparison, and returns those codes. */
export function countAttempt(projectId: string, kind: CodeKind, nonceHash: Uint8Array): Statement<StoredCode[]> {
  // guard: a code is found by its kind (drop `kind = ${kind}`) [otp, second-step, reset]
  return statement<StoredCode>`
    update verification_codes set attempts = attempts + 1
    where project_id = ${projectId} and kind = ${kind} and nonce_hash = ${nonceHash}
    returning ${codeColumns}`.map(allRows)
}

/** Uses up the code. Of two concurrent calls exactly one gets true. */
export function consumeCodeRow(projectId: string, kind: CodeKind, codeHash: Uint8Array, now: Date): Statement<boolean> {
  // guard: two concurrent calls consume a code once (drop `used_at is null`) [otp, reset, verify]
  return statement`
    update verification_codes set used_at = ${now}
    where project_id = ${projectId} and kind = ${kind} and code_hash = ${codeHash}
      and used_at is null and expires_at > ${now}`.map(isAnyTouched)
}

/*
 * To end a code, set its expiry to its creation time. A statement that waits for a lock compares the expiry with the
 * time at which it was sent; a later expiry would let it use a code that ended while it waited.
 */

/** Marks a code as expired, whatever its state. */
export function expireCode(projectId: string, kind: CodeKind, codeHash: Uint8Array): Statement<void> {
  return statement`
    update verification_codes set expires_at = created_at
    where project_id = ${projectId} and kind = ${kind} and code_hash = ${codeHash}`.map(noResult)
}

/** Ends a user's open codes of these kinds, after a change of their credentials or address. */
export function endCodesOfUser(
  projectId: string,
  userId: string,
  kinds: readonly CodeKind[],
  now: Date,
): Statement<void> {
  // guard: a concurrent call cannot use an ended code (replace `created_at` with `${now}`) [proof-race.postgres]
  return statement`
    update verification_codes set expires_at = created_at
    where project_id = ${projectId} and user_id = ${userId} and kind = any (${kinds}::text[])
      and used_at is null and expires_at > ${now}`.map(noResult)
}

/**
 * Ends the sign-in that waits for the second factor and then starts this session.
 *
 * @returns whether there was one
 */
export function endAttemptOfSession(
  projectId: string,
  userId: string,
  sessionId: string,
  now: Date,
): Statement<boolean> {
  return statement`
    update verification_codes set expires_at = created_at
    where project_id = ${projectId} and user_id = ${userId} and kind = 'mfa_attempt'
      and target ->> 'sessionId' = ${sessionId}::text and used_at is null and expires_at > ${now}`.map(isAnyTouched)
}

/** Ends the open codes of a user, except those that verify another channel than this one or end a session. */
export function endCodesOfChannel(projectId: string, userId: string, channelId: string, now: Date): Statement<void> {
  return statement`
    update verification_codes set expires_at = created_at
    where project_id = ${projectId} and user_id = ${userId} and kind = any (${codeKindsOfAccount}::text[])
      and (kind <> 'contact_channel_verification' or target ->> 'channelId' = ${channelId})
      and used_at is null and expires_at > ${now}`.map(noResult)
}

/**
 * Ends all open codes that were mailed to the address. Call it only after the caller has proved the address; otherwise
 * anyone could end the codes of another person.
 */
export function endCodesOfAddress(
  projectId: string,
  address: string,
  now: Date,
  kinds: readonly CodeKind[] = codeKinds,
): Statement<void> {
  return statement`
    update verification_codes set expires_at = created_at
    where project_id = ${projectId} and address = ${address} and kind = any (${kinds}::text[])
      and used_at is null and expires_at > ${now}`.map(noResult)
}

/**
 * Ends the open codes that were mailed to these addresses and sign in, accept an invitation to sign up or reset a
 * password. Call it only for addresses that the user is known to own, as `endCodesOfAddress`, or for a server.
 */
export function endAccessCodesOfAddresses(
  projectId: string,
  addresses: readonly string[],
  now: Date,
  kinds: readonly CodeKind[] = [...askedForByAnyone, 'user_invitation'],
): Statement<void> {
  // One statement for each of the few addresses: a plan for all of them, made for a small table, reads the whole table
  // later.
  return sequence(addresses.map((address) => endCodesOfAddress(projectId, address, now, kinds))).map(noResult)
}

/** Keeps expired codes for a week, so that a user still gets the reason for the failure. */
export const sweepExpiredCodes = sweepOf('verification_codes', '7 days')

/**
 * Deletes the codes for these addresses, used or not. Codes of a user refer to the user and are deleted with them.
 *
 * @param kept the kinds of codes that stay
 */
export function deleteCodesOfAddresses(
  projectId: string,
  addresses: readonly string[],
  kept: readonly CodeKind[] = [],
): Statement<void> {
  return sequence(
    addresses.map(
      (address) => statement`
        delete from verification_codes
        where address = ${address} and project_id = ${projectId} and kind <> all (${kept}::text[])`,
    ),
  ).map(noResult)
}
