import type { ProjectSql } from '../../kernel/database.ts'
import { json } from '../../platform/db/sql.ts'
import { sweepOf } from '../../platform/db/sweep.ts'
import type { CodeKind } from './lifetimes.ts'

export interface StoredCode {
  code_hash: Uint8Array
  user_id: string | null
  target: unknown
  attempts: number
  expires_at: Date
  used_at: Date | null
}

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

/**
 * Writes a code and ends the older ones of the same kind for the same user or address, in one statement. It locks in the
 * order of `platform/db/README.md`: project, user, codes; the updates wait for the values of the first two queries.
 */
export async function insertCode(sql: ProjectSql, code: NewCode): Promise<void> {
  // A code is for a user or for an address. Two updates, each by its own index: asked for "either", PostgreSQL may read
  // every code of the project.
  await sql.sql`
    with tenant as materialized (
      select id from projects where id = ${sql.projectId} for key share
    ), owner as materialized (
      select id from users where project_id = (select id from tenant) and id = ${code.userId}::uuid for key share
    ), ended_of_user as (
      update verification_codes set expires_at = created_at
      where project_id = ${sql.projectId} and kind = ${code.kind} and used_at is null and expires_at > ${code.createdAt}
        and user_id = (select id from owner)
    ), ended_of_address as (
      update verification_codes set expires_at = created_at
      where project_id = (select id from tenant) and kind = ${code.kind} and used_at is null
        and expires_at > ${code.createdAt} and address = ${code.address}::text
    )
    insert into verification_codes
      (project_id, kind, code_hash, nonce_hash, user_id, address, target, created_at, expires_at)
    values (${sql.projectId}, ${code.kind}, ${code.codeHash}, ${code.nonceHash}, ${code.userId}, ${code.address},
            ${json(code.target)}::jsonb, ${code.createdAt}, ${code.expiresAt})`
}

/** Counts a try against every code with this nonce, before anything is compared, and gives those codes. */
export async function countAttempt(db: ProjectSql, kind: CodeKind, nonceHash: Uint8Array): Promise<StoredCode[]> {
  const { rows } = await db.sql<StoredCode>`
    update verification_codes set attempts = attempts + 1
    where project_id = ${db.projectId} and kind = ${kind} and nonce_hash = ${nonceHash}
    returning code_hash, user_id, target, attempts, expires_at, used_at`
  return rows
}

/** Uses the code up. Of two calls at the same moment one gets true. */
export async function consumeCodeRow(
  tx: ProjectSql,
  kind: CodeKind,
  codeHash: Uint8Array,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.sql`
    update verification_codes set used_at = ${now}
    where project_id = ${tx.projectId} and kind = ${kind} and code_hash = ${codeHash}
      and used_at is null and expires_at > ${now}`
  return count > 0
}

/*
 * An ended code expires at the moment it was created. A statement that waits for a lock compares the expiry with the moment
 * it was sent: an expiry after that moment would let it use a code that ended while it waited.
 */

/** Makes a code answer as expired, whatever became of it. */
export async function expireCodeRow(tx: ProjectSql, kind: CodeKind, codeHash: Uint8Array): Promise<void> {
  await tx.sql`
    update verification_codes set expires_at = created_at
    where project_id = ${tx.projectId} and kind = ${kind} and code_hash = ${codeHash}`
}

/** Makes every open code of the user of these kinds worthless. */
export async function expireCodesOfUser(
  tx: ProjectSql,
  userId: string,
  kinds: readonly CodeKind[],
  now: Date,
): Promise<void> {
  await tx.sql`
    update verification_codes set expires_at = created_at
    where project_id = ${tx.projectId} and user_id = ${userId} and kind = any (${kinds}::text[])
      and used_at is null and expires_at > ${now}`
}

/** The same for the codes that were mailed to an address, whoever signs in with it. */
export async function expireCodesOfAddress(
  tx: ProjectSql,
  address: string,
  kinds: readonly CodeKind[],
  now: Date,
): Promise<void> {
  await tx.sql`
    update verification_codes set expires_at = created_at
    where project_id = ${tx.projectId} and address = ${address} and kind = any (${kinds}::text[])
      and used_at is null and expires_at > ${now}`
}

/** Until then a person is told why their code fails. */
export const sweepExpiredCodes = sweepOf('verification_codes', '7 days')
