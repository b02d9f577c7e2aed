import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

import { projectId as projectIdSchema } from '@portico/contract'

import { isDigest, sha256Base64 } from '../../platform/crypto/digest.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import type { Database, Subscription } from '../../kernel/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Statement } from '../../kernel/statement.ts'
import type { ProjectKeyKind, StoredKeySet } from '../internal-api-keys/store.ts'
import { dashboardKeys } from './dashboard-keys.ts'
import type { Project } from './project.ts'
import { signingKeyIdentity } from './signing-keys.ts'
import { toProject, type ProjectWithKeys, type StoredSigningKey } from './store.ts'

export interface SigningKey {
  readonly kid: string
  readonly publicJwk: StoredSigningKey['publicJwk']
  readonly publicKey: KeyObject
  /** Milliseconds since the epoch. */
  readonly retiredAt: number
}

/** A project with everything that is needed to authenticate calls to it. */
export interface CachedProject {
  readonly project: Project
  /** All stored keys. Retired keys are included so that their tokens count as expired, not as invalid. */
  readonly signingKeys: readonly SigningKey[]
  /** Keys whose signatures are accepted. A key is published before it signs. */
  publishedKeys(): SigningKey[]
  /** The private key that signs now: the newest one whose start time has passed. */
  signer(): { kid: string; privateKey: KeyObject }
  /**
   * Finds the key set whose key of this kind is the offered text. Null if none is valid: unknown, revoked or expired.
   * The keys of the dashboard belong to no set, so their `id` is null.
   */
  findKeySet(kind: ProjectKeyKind, offered: string): { readonly id: string | null } | null
  /** Whether the set with this id has a valid admin key. */
  hasAdminKey(keySetId: string): boolean
  /** Finds when the offered key of the project stopped being valid. Null if it is valid or unknown. */
  findEndOfKey(kind: ProjectKeyKind, offered: string): EndOfKey | null
}

/** How and when a key stopped being valid, in milliseconds since the epoch. */
export type EndOfKey = { readonly revokedAt: number } | { readonly expiredAt: number }

/** For this time, an entry is used although a notification of its change may be missing. */
const UNCONFIRMED_MILLIS = 5_000
/** Maximum age of an entry, in case a change was written without a notification, such as by an operator with SQL. */
const MAX_MILLIS = 60_000
/** Age at which an entry is read again for an unknown key. It bounds the reads that wrong keys cause. */
const REREAD_MILLIS = 500
const MAX_ENTRIES = 10_000

interface Entry {
  readonly loadedAt: number
  readonly value: Promise<CachedProject | null>
}

export interface ProjectCacheDependencies {
  readonly db: Database
  readonly clock: Clock
  readonly secret: MasterSecret
  /** The statement of `records/queries`, which are above this record. */
  readonly findProjectWithKeys: (projectId: string) => Statement<ProjectWithKeys | null>
}

/** Caches projects by id until they change. The database notifies every node of a change. */
export class ProjectCache {
  readonly #db: Database
  readonly #clock: Clock
  readonly #secret: MasterSecret
  readonly #findProjectWithKeys: ProjectCacheDependencies['findProjectWithKeys']
  readonly #entries = new Map<string, Entry>()
  #subscription: Subscription = { completeUntil: () => -Infinity }
  readonly lookups = { hits: 0, misses: 0 }

  private constructor({ clock, db, findProjectWithKeys, secret }: ProjectCacheDependencies) {
    this.#db = db
    this.#clock = clock
    this.#secret = secret
    this.#findProjectWithKeys = findProjectWithKeys
  }

  static async start(dependencies: ProjectCacheDependencies): Promise<ProjectCache> {
    const cache = new ProjectCache(dependencies)
    cache.#subscription = await dependencies.db.listen(
      'portico_project',
      (projectId) => cache.forget(projectId),
      () => cache.#entries.clear(),
    )
    return cache
  }

  get(projectId: string): Promise<CachedProject | null> {
    return this.#getIf(this.#isCurrent, projectId)
  }

  /** Returns a project for a request with an unknown key: the notification of a new key may be late. */
  getNewer(projectId: string): Promise<CachedProject | null> {
    // guard: wrong keys do not cost a read of the project each (replace `REREAD_MILLIS` with `0`)
    //   [internal-api-keys/internal-api-keys]
    return this.#getIf(({ loadedAt }, now) => now - loadedAt < REREAD_MILLIS, projectId)
  }

  /** Removes a project from the cache, so that the next use reads it again. */
  forget(projectId: string): void {
    this.#entries.delete(projectId)
  }

  /**
   * Whether the entry is below its maximum age, and was read, or covered by complete notifications, a short time ago.
   */
  readonly #isCurrent = ({ loadedAt }: Entry, now: number): boolean =>
    now - loadedAt < MAX_MILLIS && now - Math.max(loadedAt, this.#subscription.completeUntil()) < UNCONFIRMED_MILLIS

  /**
   * Returns the promise of the entry itself. An `async` function would create another promise at each of several calls
   * per request.
   */
  #getIf(isUsable: (entry: Entry, now: number) => boolean, projectId: string): Promise<CachedProject | null> {
    const known = this.#entries.get(projectId)
    // Measure the age with the monotonic clock: a jump of the wall clock must not keep a stale entry.
    if (known && isUsable(known, performance.now())) {
      this.lookups.hits += 1
      return known.value
    }
    // Ids come from unverified headers and tokens. Skip the database for text that cannot be an id.
    if (!projectIdSchema.safeParse(projectId).success) return Promise.resolve(null)
    this.lookups.misses += 1
    return this.#read(projectId)
  }

  #read(projectId: string): Promise<CachedProject | null> {
    const value = this.#db.run(this.#findProjectWithKeys(projectId)).then((row) => row && this.#toCached(row))
    const entry: Entry = { loadedAt: performance.now(), value }
    this.#entries.delete(projectId)
    this.#entries.set(projectId, entry)
    value.catch(() => this.#entries.get(projectId) === entry && this.#entries.delete(projectId))
    if (this.#entries.size > MAX_ENTRIES) this.#evictOldest()
    return value
  }

  #evictOldest(): void {
    const oldest = this.#entries.keys().next().value
    if (oldest !== undefined) this.#entries.delete(oldest)
  }

  #toCached(row: ProjectWithKeys): CachedProject {
    // guard: a revoked key is refused (drop `.filter(({ revokedAt }) => revokedAt === null)`)
    //   [internal-api-keys/internal-api-keys]
    const keySets = row.keySets.filter(({ revokedAt }) => revokedAt === null).map(toCachedKeySet)
    const revokedKeySets = row.keySets.filter(({ revokedAt }) => revokedAt !== null).map(toCachedKeySet)
    const derivedKeys =
      row.id === 'internal' ? dashboardKeys(this.#secret).map((key) => digestOf(sha256Base64(key))) : []
    const privateKeys = new Map<string, KeyObject>()
    const signingKeys = row.signingKeys.map((key) => ({
      kid: key.kid,
      publicJwk: key.publicJwk,
      publicKey: createPublicKey({ key: key.publicJwk, format: 'jwk' }),
      sealed: key.privateSealed,
      signsFrom: key.signsFrom === null ? -Infinity : Date.parse(key.signsFrom),
      retiredAt: key.retiredAt === null ? Infinity : Date.parse(key.retiredAt),
    }))
    return {
      project: { ...toProject(row), hasConnectionDomains: row.hasConnectionDomains },
      signingKeys,
      publishedKeys: () => {
        const now = this.#clock.now().getTime()
        return signingKeys.filter(({ retiredAt }) => retiredAt > now)
      },
      signer: () => {
        const now = this.#clock.now().getTime()
        // guard: a new signing key is published before it signs (drop `signsFrom <= now`) [signing-keys]
        const signing = signingKeys.find(({ signsFrom, retiredAt }) => signsFrom <= now && retiredAt > now)
        if (!signing) throw new Error(`The project ${row.id} has no signing key.`)
        const { kid, sealed } = signing
        const privateKey =
          privateKeys.get(kid) ?? createPrivateKey(this.#secret.open(sealed, signingKeyIdentity(row.id, kid)))
        privateKeys.set(kid, privateKey)
        return { kid, privateKey }
      },
      findKeySet: (kind, offered) => {
        // Compare digests of keys, so that the duration of a comparison reveals nothing about a key (rule S-26).
        const digest = sha256Base64(offered)
        const now = this.#clock.now().getTime()
        const isDerived = derivedKeys.some((derived) => isDigest(digest, derived))
        if (kind === 'publishableClientKey' && isDerived) return { id: null }
        // guard: a key is of the kind of its access type
        //   (replace `isDigest(digest, set[kind])` with `[set.publishableClientKey, set.secretServerKey, set.superSecretAdminKey].some((stored) => isDigest(digest, stored))`)
        //   [pipeline]
        // guard: a key expires (drop `set.expiresAt > now`) [internal-api-keys/internal-api-keys]
        return keySets.find((set) => isDigest(digest, set[kind]) && set.expiresAt > now) ?? null
      },
      hasAdminKey: (keySetId) => {
        const now = this.#clock.now().getTime()
        return keySets.some(
          ({ expiresAt, id, superSecretAdminKey }) =>
            id === keySetId && superSecretAdminKey.length > 0 && expiresAt > now,
        )
      },
      findEndOfKey: (kind, offered) => {
        const digest = sha256Base64(offered)
        const now = this.#clock.now().getTime()
        const ended = [...keySets.filter(({ expiresAt }) => expiresAt <= now), ...revokedKeySets]
        // guard: only the holder of a key reads that it has been revoked (replace `ended.find(…)` with `ended[0]`)
        //   [internal-api-keys/internal-api-keys]
        return ended.find((set) => isDigest(digest, set[kind]))?.end ?? null
      },
    }
  }
}

interface CachedKeySet extends Readonly<Record<ProjectKeyKind, Buffer>> {
  readonly id: string
  readonly expiresAt: number
  /** The revocation, or else the expiry, also if it is in the future. */
  readonly end: EndOfKey
}

function toCachedKeySet(set: StoredKeySet): CachedKeySet {
  const expiresAt = Date.parse(set.expiresAt)
  return {
    id: set.id,
    expiresAt,
    end: set.revokedAt === null ? { expiredAt: expiresAt } : { revokedAt: Date.parse(set.revokedAt) },
    publishableClientKey: digestOf(set.publishableClientKey),
    secretServerKey: digestOf(set.secretServerKey),
    superSecretAdminKey: digestOf(set.superSecretAdminKey),
  }
}

/** A stored digest for `isDigest`. The digest of a missing key is empty and equals no other digest. */
function digestOf(stored: string | null): Buffer {
  return Buffer.from(stored ?? '', 'latin1')
}
