import type { Call } from '../../kernel/call.ts'
import { KnownError } from '../../kernel/errors.ts'
import {
  findKeySet,
  listKeySets,
  lockKeySet,
  updateKeySet,
  upsertKeySet,
  type ListedKeySet,
  toPublic,
  toStored,
} from '../../records/internal-api-keys/store.ts'
import type { NewKeySet } from '../../records/internal-api-keys/present.ts'
import { randomText, newUuid } from '../../platform/crypto/random.ts'
import { emit, type EventCall } from '../../kernel/emit.ts'
import { noResult, nothing, sequence, type Statement } from '../../kernel/statement.ts'

/** 52 characters of base 32, because rule S-57 requires 256 random bits. */
const KEY_CHARACTERS = 52

const prefixes = { publishableClientKey: 'pck_', secretServerKey: 'ssk_', superSecretAdminKey: 'sak_' } as const

export interface WantedKeySet {
  description: string
  expiresAt: Date
  hasPublishableClientKey: boolean
  hasSecretServerKey: boolean
  hasSuperSecretAdminKey: boolean
}

/** Creates a key set. Only this answer contains the secret keys; the database stores their hashes. */
export async function createKeySet(call: Call, wanted: WantedKeySet): Promise<NewKeySet> {
  const { set, write } = newKeySet(call, wanted)
  await call.db.run(write)
  return set
}

/** A key set with its keys, and the statement that stores it. */
export function newKeySet(
  call: EventCall,
  wanted: WantedKeySet,
): { readonly set: NewKeySet; readonly write: Statement<void> } {
  const createdAt = call.now()
  const id = newUuid()
  const newKey = (kind: keyof typeof prefixes, isWanted: boolean): string | null =>
    isWanted ? prefixes[kind] + randomText(KEY_CHARACTERS) : null
  const client = newKey('publishableClientKey', wanted.hasPublishableClientKey)
  const server = newKey('secretServerKey', wanted.hasSecretServerKey)
  const admin = newKey('superSecretAdminKey', wanted.hasSuperSecretAdminKey)
  const facts = { id, description: wanted.description, createdAt, expiresAt: wanted.expiresAt }
  const write = sequence({
    set: upsertKeySet(call.projectId, {
      ...facts,
      publishableClientKey: toPublic(client),
      secretServerKey: toStored(server),
      superSecretAdminKey: toStored(admin),
    }),
    created: emit(call, 'internal_api_key.created', { keyId: id }),
  }).map(noResult)
  return {
    set: { ...facts, publishableClientKey: client, secretServerKey: server, superSecretAdminKey: admin },
    write,
  }
}

export function listKeys({ db }: Call): Promise<ListedKeySet[]> {
  return db.run(listKeySets(db.projectId))
}

/** @throws API_KEY_NOT_FOUND */
export async function getKey({ db }: Call, id: string): Promise<ListedKeySet> {
  const row = await db.run(findKeySet(db.projectId, id))
  if (!row) throw new KnownError('API_KEY_NOT_FOUND')
  return row
}

/**
 * @param requireAdminKeys called for a set with admin access, which the declaration of the endpoint cannot see
 * @throws API_KEY_NOT_FOUND
 */
export async function updateKey(
  call: Call,
  id: string,
  change: { description?: string | undefined; revoked?: true | undefined },
  requireAdminKeys: () => void = () => {},
): Promise<ListedKeySet> {
  return call.db.transaction(async (tx) => {
    const present = await tx.run(lockKeySet(tx.projectId, id))
    if (!present) throw new KnownError('API_KEY_NOT_FOUND')
    if (present.superSecretAdminKeyLastFour !== null) requireAdminKeys()
    // A revoked set keeps the time of its first revocation.
    const isRevocation = change.revoked === true && present.revokedAt === null
    const { description = present.description } = change
    const next = { ...present, description, revokedAt: isRevocation ? call.now() : present.revokedAt }
    await tx.batch([
      updateKeySet(tx.projectId, next),
      description === present.description
        ? nothing
        : emit(call, 'internal_api_key.updated', { keyId: id, changedFields: ['description'] }),
      isRevocation ? emit(call, 'internal_api_key.revoked', { keyId: id }) : nothing,
    ])
    return next
  })
}
