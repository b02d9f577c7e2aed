import { sha256 } from '../../platform/crypto/digest.ts'
import {
  allRows,
  everyRow,
  firstOrNull,
  firstRow,
  noResult,
  statement,
  type Statement,
  unscoped,
} from '../../kernel/statement.ts'
import { column, columns, type RowOf } from '../../kernel/columns.ts'

export type ProjectKeyKind = 'publishableClientKey' | 'secretServerKey' | 'superSecretAdminKey'

/** Digests of the keys in one set, in base64. */
export interface StoredKeySet extends Readonly<Record<ProjectKeyKind, string | null>> {
  readonly id: string
  /** ISO 8601. */
  readonly expiresAt: string
  /** ISO 8601; null for a set that was not revoked. */
  readonly revokedAt: string | null
}

/** A stored API key. The key itself is not stored, except for the publishable one. */
export interface StoredKey {
  hash: Uint8Array
  lastFour: string
}

export interface KeySet {
  id: string
  description: string
  createdAt: Date
  expiresAt: Date
  publishableClientKey: PublicKey | null
  secretServerKey: StoredKey | null
  superSecretAdminKey: StoredKey | null
}

/** Each page of an app contains a publishable key, so it is stored in plain text too. */
interface PublicKey extends StoredKey {
  value: string
}

const keySetColumns = columns({
  id: column<string>('id'),
  description: column<string>('description'),
  createdAt: column<Date>('created_at'),
  expiresAt: column<Date>('expires_at'),
  revokedAt: column<Date | null>('revoked_at'),
  /** To ten minutes; null if no key of the set was used. */
  lastUsedAt: column<Date | null>('last_used_at'),
  /** Null without a publishable key, and for a set from before it was stored. */
  publishableClientKey: column<string | null>('publishable_client_key'),
  publishableClientKeyLastFour: column<string | null>('publishable_client_key_last_four'),
  secretServerKeyLastFour: column<string | null>('secret_server_key_last_four'),
  superSecretAdminKeyLastFour: column<string | null>('super_secret_admin_key_last_four'),
})

/** A key set for lists. Shows only the last four characters of the secret keys. */
export type ListedKeySet = RowOf<typeof keySetColumns>

/**
 * Writes a key set and replaces one with the same id. Seeded keys follow their configuration this way. A revoked set
 * stays revoked while its keys are the same; changed keys are valid.
 *
 * @returns what was written; null if the stored set has the same keys
 */
export function upsertKeySet(projectId: string, set: KeySet): Statement<'created' | 'replaced' | null> {
  const { publishableClientKey: client, secretServerKey: server, superSecretAdminKey: admin } = set
  return statement<{ isNew: boolean }>`
    insert into internal_api_keys as known
      (project_id, id, description, created_at, expires_at, publishable_client_key, publishable_client_key_hash,
       publishable_client_key_last_four, secret_server_key_hash, secret_server_key_last_four,
       super_secret_admin_key_hash, super_secret_admin_key_last_four)
    values (${projectId}, ${set.id}, ${set.description}, ${set.createdAt}, ${set.expiresAt},
            ${client?.value ?? null}, ${client?.hash ?? null}, ${client?.lastFour ?? null}, ${server?.hash ?? null}, ${server?.lastFour ?? null},
            ${admin?.hash ?? null}, ${admin?.lastFour ?? null})
    on conflict (project_id, id) do update set
      description = excluded.description, expires_at = excluded.expires_at, revoked_at = null,
      publishable_client_key = excluded.publishable_client_key,
      publishable_client_key_hash = excluded.publishable_client_key_hash,
      publishable_client_key_last_four = excluded.publishable_client_key_last_four,
      secret_server_key_hash = excluded.secret_server_key_hash,
      secret_server_key_last_four = excluded.secret_server_key_last_four,
      super_secret_admin_key_hash = excluded.super_secret_admin_key_hash,
      super_secret_admin_key_last_four = excluded.super_secret_admin_key_last_four
    where (known.publishable_client_key_hash, known.secret_server_key_hash, known.super_secret_admin_key_hash)
      is distinct from (excluded.publishable_client_key_hash, excluded.secret_server_key_hash, excluded.super_secret_admin_key_hash)
    returning xmax = 0 as "isNew"`.map(firstOrNull(({ isNew }) => (isNew ? 'created' : 'replaced')))
}

export function listKeySets(projectId: string): Statement<ListedKeySet[]> {
  return statement<ListedKeySet>`
    select ${keySetColumns} from internal_api_keys
    where project_id = ${projectId} order by created_at desc, id`.map(allRows)
}

export function findKeySet(projectId: string, id: string): Statement<ListedKeySet | null> {
  return statement<ListedKeySet>`
    select ${keySetColumns} from internal_api_keys
    where project_id = ${projectId} and id = ${id}`.map(firstRow)
}

export function lockKeySet(projectId: string, id: string): Statement<ListedKeySet | null> {
  return statement<ListedKeySet>`
    select ${keySetColumns} from internal_api_keys
    where project_id = ${projectId} and id = ${id} for update`.map(firstRow)
}

export function updateKeySet(
  projectId: string,
  { id, description, revokedAt }: Pick<ListedKeySet, 'id' | 'description' | 'revokedAt'>,
): Statement<void> {
  return statement`
    update internal_api_keys set description = ${description}, revoked_at = ${revokedAt}
    where project_id = ${projectId} and id = ${id}`.map(noResult)
}

/** Returns which of the given keys (by hash) belong to another project, valid or not. */
export function findForeignKeyKinds(
  projectId: string,
  hashes: Partial<Record<ProjectKeyKind, Uint8Array>>,
): Statement<ProjectKeyKind[]> {
  return unscoped.statement<{ kind: ProjectKeyKind }>`
    select 'publishableClientKey' as kind from internal_api_keys
    where publishable_client_key_hash = ${hashes.publishableClientKey ?? null} and project_id <> ${projectId}
    union all
    select 'secretServerKey' from internal_api_keys
    where secret_server_key_hash = ${hashes.secretServerKey ?? null} and project_id <> ${projectId}
    union all
    select 'superSecretAdminKey' from internal_api_keys
    where super_secret_admin_key_hash = ${hashes.superSecretAdminKey ?? null} and project_id <> ${projectId}`.map(
    everyRow(({ kind }) => kind),
  )
}

/** The key sets that were used in the ten minutes after `at`. */
export interface UsedKeySets {
  readonly projectIds: readonly string[]
  readonly ids: readonly string[]
  readonly at: Date
}

/**
 * Writes the last use of key sets of several projects. Run `preferIndexes` before it. Skips locked rows, so that it
 * waits for no other transaction: a use in a later step writes them.
 */
export function writeLastUseOfKeySets({ at, ids, projectIds }: UsedKeySets): Statement<void> {
  return unscoped.statement`
    update internal_api_keys set last_used_at = ${at}
    where ctid = any (array(
      select found.ctid from unnest(${projectIds}::text[], ${ids}::text[]) used (project_id, id), lateral (
        select ctid from internal_api_keys
        where project_id = used.project_id and id = used.id::uuid and coalesce(last_used_at < ${at}, true)
        for no key update skip locked
      ) found))`.map(noResult)
}

/** Prepares a publishable key for storage. */
export function toPublic(key: string | null): PublicKey | null {
  const stored = toStored(key)
  return key === null || stored === null ? null : { ...stored, value: key }
}

/** Hashes a key for storage. A seeded key may be any text. */
export function toStored(key: string | null): StoredKey | null {
  return key === null ? null : { hash: sha256(key), lastFour: key.slice(-4) }
}
