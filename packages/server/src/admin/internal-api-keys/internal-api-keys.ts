import type { InternalApiKeyFirstView, InternalApiKeyRead } from '@portico/contract'

import type { AuditOrigin } from '../../records/audit/audit.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import type { ProjectDatabase } from '../../platform/db/sql.ts'
import { KnownError } from '../../kernel/errors.ts'
import type { Ports } from '../../ports.ts'
import { notifyProjectChanged } from '../projects/projects.ts'
import {
  findKeySet,
  listKeySets,
  updateKeySet,
  upsertKeySet,
  type KeySetRow,
  type StoredKey,
} from '../../records/internal-api-keys/store.ts'

/** `security.md` 13.1 wants 256 random bits: 52 characters of base 32. */
const KEY_CHARACTERS = 52

const prefixes = { publishableClientKey: 'pck_', secretServerKey: 'ssk_', superSecretAdminKey: 'sak_' } as const

interface Act {
  readonly origin: AuditOrigin
  readonly actorId: string | null
}

export interface WantedKeySet {
  description: string
  expiresAt: Date
  hasPublishableClientKey: boolean
  hasSecretServerKey: boolean
  hasSuperSecretAdminKey: boolean
}

/** Makes a key set. The keys are in this answer and nowhere else: we keep their hashes. */
export async function createKeySet(
  ports: Ports,
  db: ProjectDatabase,
  wanted: WantedKeySet,
  act: Act,
): Promise<InternalApiKeyFirstView> {
  const id = ports.random.uuid()
  const createdAt = ports.clock.now()
  const newKey = (kind: keyof typeof prefixes, isWanted: boolean): string | null =>
    isWanted ? prefixes[kind] + ports.random.text(KEY_CHARACTERS) : null
  const client = newKey('publishableClientKey', wanted.hasPublishableClientKey)
  const server = newKey('secretServerKey', wanted.hasSecretServerKey)
  const admin = newKey('superSecretAdminKey', wanted.hasSuperSecretAdminKey)
  await db.transaction(async (tx) => {
    await upsertKeySet(tx, {
      id,
      description: wanted.description,
      createdAt,
      expiresAt: wanted.expiresAt,
      publishableClientKey: toStored(client),
      secretServerKey: toStored(server),
      superSecretAdminKey: toStored(admin),
    })
    await notifyProjectChanged(tx, db.projectId)
    await ports.audit.record(tx, act.origin, {
      action: 'internal_api_key.created',
      actor: { type: 'admin', ...(act.actorId !== null && { id: act.actorId }) },
      targetId: id,
    })
  })
  ports.projects.forget(db.projectId)
  return {
    id,
    description: wanted.description,
    expires_at_millis: wanted.expiresAt.getTime(),
    created_at_millis: createdAt.getTime(),
    ...(client !== null && { publishable_client_key: client }),
    ...(server !== null && { secret_server_key: server }),
    ...(admin !== null && { super_secret_admin_key: admin }),
  }
}

export async function listKeys(db: ProjectDatabase): Promise<InternalApiKeyRead[]> {
  return (await listKeySets(db)).map(present)
}

/** @throws API_KEY_NOT_FOUND */
export async function getKey(db: ProjectDatabase, id: string): Promise<InternalApiKeyRead> {
  const row = await findKeySet(db, id)
  if (!row) throw new KnownError('API_KEY_NOT_FOUND')
  return present(row)
}

/** @throws API_KEY_NOT_FOUND */
export async function updateKey(
  ports: Ports,
  db: ProjectDatabase,
  id: string,
  change: { description?: string | undefined; revoked?: true | undefined },
  act: Act,
): Promise<InternalApiKeyRead> {
  await db.transaction(async (tx) => {
    const isFound = await updateKeySet(tx, id, {
      description: change.description ?? null,
      revokedAt: change.revoked ? ports.clock.now() : null,
    })
    if (!isFound) throw new KnownError('API_KEY_NOT_FOUND')
    if (!change.revoked) return
    await notifyProjectChanged(tx, db.projectId)
    await ports.audit.record(tx, act.origin, {
      action: 'internal_api_key.revoked',
      actor: { type: 'admin', ...(act.actorId !== null && { id: act.actorId }) },
      targetId: id,
    })
  })
  ports.projects.forget(db.projectId)
  return getKey(db, id)
}

/** Any text may be a key when an operator seeds it. */
export function toStored(key: string | null): StoredKey | null {
  return key === null ? null : { hash: sha256(key), lastFour: key.slice(-4) }
}

export { findForeignKeyKinds, upsertKeySet } from '../../records/internal-api-keys/store.ts'

function present(row: KeySetRow): InternalApiKeyRead {
  return {
    id: row.id,
    description: row.description,
    expires_at_millis: row.expires_at.getTime(),
    created_at_millis: row.created_at.getTime(),
    ...(row.revoked_at && { manually_revoked_at_millis: row.revoked_at.getTime() }),
    ...(row.publishable_client_key_last_four !== null && {
      publishable_client_key: { last_four: row.publishable_client_key_last_four },
    }),
    ...(row.secret_server_key_last_four !== null && {
      secret_server_key: { last_four: row.secret_server_key_last_four },
    }),
    ...(row.super_secret_admin_key_last_four !== null && {
      super_secret_admin_key: { last_four: row.super_secret_admin_key_last_four },
    }),
  }
}
