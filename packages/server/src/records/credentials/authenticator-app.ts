import type { Credential } from './credential.ts'
import type { ProjectSql, Sql } from '../../kernel/database.ts'
import { toUser, type User, type UserRow } from '../users/user.ts'
import type { SealedRecords } from '../../platform/crypto/sealed-records.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'

/** The user with the sealed secret of their authenticator app; null if they have none. */
export async function findTotpSecret(
  db: ProjectSql,
  userId: string,
): Promise<{ user: User; sealedSecret: string } | null> {
  const { rows } = await db.sql<UserRow & { totp_secret_sealed: string }>`
    select p.*, u.totp_secret_sealed
    from users u
    join user_profiles p on p.project_id = u.project_id and p.id = u.id
    where u.project_id = ${db.projectId} and u.id = ${userId} and u.totp_secret_sealed is not null`
  const row = rows[0]
  return row ? { user: toUser(row), sealedSecret: row.totp_secret_sealed } : null
}

interface SealedTotpSecret {
  readonly projectId: string
  readonly id: string
  readonly sealed: string | null
}

/** Users of all projects in the order of their key, with an authenticator app or without, from the one after the given on. */
async function listTotpSecrets(
  sql: Sql,
  after: { projectId: string; id: string },
  limit: number,
): Promise<SealedTotpSecret[]> {
  const { rows } = await sql.sql<SealedTotpSecret>`
    select project_id as "projectId", id, totp_secret_sealed as sealed from users
    where (project_id, id) > (${after.projectId}, ${after.id}::uuid)
    order by project_id, id limit ${limit}`
  return rows
}

/** @returns false if the user is gone or has another secret by now */
async function replaceTotpSecret(
  sql: Sql,
  { projectId, id, sealed }: SealedTotpSecret,
  resealed: string,
): Promise<boolean> {
  const { count } = await sql.sql`
    update users set totp_secret_sealed = ${resealed}
    where project_id = ${projectId} and id = ${id} and totp_secret_sealed = ${sealed}`
  return count > 0
}

/** Replaces or removes the secret. Steps accepted with the old one say nothing about the new one. */
export async function setTotpSecret(tx: ProjectSql, userId: string, sealedSecret: string | null): Promise<void> {
  await tx.sql`
    update users set totp_secret_sealed = ${sealedSecret}, totp_last_step = null
    where project_id = ${tx.projectId} and id = ${userId}`
}

/** Takes the time step of a code, if it is later than all before and the secret still the one it matched. */
export async function useTotpStep(
  tx: ProjectSql,
  userId: string,
  { sealedSecret, step }: { sealedSecret: string; step: number },
): Promise<boolean> {
  const { count } = await tx.sql`
    update users set totp_last_step = ${step}::bigint
    where project_id = ${tx.projectId} and id = ${userId} and totp_secret_sealed = ${sealedSecret}
      and (totp_last_step is null or totp_last_step < ${step}::bigint)`
  return count > 0
}

export function openTotpSecret(
  { secret }: { readonly secret: MasterSecret },
  projectId: string,
  userId: string,
  sealed: string,
): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(secret.open(sealed, totpSecretIdentity(projectId, userId)), 'base64'))
}

/** What the sealed secret is bound to. */
export function totpSecretIdentity(projectId: string, userId: string): string {
  return `totp_secret/${projectId}/${userId}`
}

const NIL_UUID = '00000000-0000-0000-0000-000000000000'

export const sealedTotpSecrets: SealedRecords = {
  name: 'secrets of authenticator apps',
  async list(sql, after, limit) {
    const [projectId = '', id = NIL_UUID] = after ?? []
    const rows = await listTotpSecrets(sql, { projectId, id }, limit)
    return rows.map((row) => ({
      cursor: [row.projectId, row.id],
      values: row.sealed === null ? [] : [{ identity: totpSecretIdentity(row.projectId, row.id), sealed: row.sealed }],
      write: (tx, [resealed = '']) => replaceTotpSecret(tx, row, resealed),
    }))
  },
}

export const authenticatorApp: Credential = {
  remove: (tx, userId) => setTotpSecret(tx, userId, null),
  describe: ({ requiresTotp }) => (requiresTotp ? [{ type: 'authenticator_app' }] : []),
}

/** Which secret was proved, and the time step to take so that the code is good once. */
export interface ProvedFactor {
  readonly sealedSecret: string
  readonly step: number
}
