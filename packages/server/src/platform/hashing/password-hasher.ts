import { randomBytes, scrypt, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'

import { hash, verify, type Algorithm, type Options } from '@node-rs/argon2'

import { inChildSpan } from '../tracing/tracing.ts'
import { FairQueue } from '../limits/fair-queue.ts'
import { parseArgon2id, type Argon2Hash } from './formats/argon2.ts'
import { formsToTry, hashedForm } from './password-forms.ts'
import { SlowHashWorker } from './slow-hash-worker.ts'

/**
 * Hashes and verifies passwords. Work waits for a slot, in turn with other projects. Each call throws TooBusy if the
 * wait would be too long.
 */
export interface PasswordHasher {
  /** Hashes the normalised form of a password into a PHC string. */
  hash(projectId: string, password: string): Promise<string>
  /**
   * Compares the Unicode forms of a password with the hash, native or imported. The number of hashes for a wrong
   * password depends on the password only. No password matches an imported hash that cannot be checked.
   *
   * @returns null if no form matches
   */
  verify(projectId: string, storedHash: string, password: string): Promise<PasswordMatch | null>
  /** A hash that no password matches, for equal work if the user does not exist. */
  readonly decoy: string
  /**
   * Derives a key of 32 bytes from a passphrase with scrypt (RFC 7914, N=32768, r=8, p=3), in turn with imported
   * hashes.
   */
  deriveKey(projectId: string, passphrase: string, salt: Uint8Array): Promise<Buffer>
  /** Whether a stored hash is weaker than a new one: another format, or Argon2id with a lower cost. */
  isWeak(storedHash: string): boolean
}

export interface PasswordMatch {
  /** The form of the typed password that matches. */
  readonly password: string
  /** Whether a new hash of this form would be different or stronger. */
  readonly needsRehash: boolean
}

export interface HashCost {
  memoryKib: number
  passes: number
  /** Number of concurrent hashes. More than the number of cores slows all of them down. */
  concurrency: number
}

/** The queue of a hash. Imported hashes may take much longer than native ones, so they have a separate queue. */
export type HashLane = 'argon2' | 'imported'

/** Size of libuv's thread pool, which runs Argon2. Four is the documented default. */
const POOL_THREADS = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4)

// The library declares its algorithms as a const enum, which exists only for the type checker.
const argon2id: Algorithm.Argon2id = 2

/** Memory that a typical core fills per millisecond. Used only for the first estimates of a wait. */
const KIB_PER_MILLI = 2_000
/** Duration of a bcrypt hash of cost 12 on a typical core. Used only for the first estimates of a wait. */
const IMPORTED_MILLIS = 300

/**
 * Up to this multiple of the configured memory and work, an Argon2id hash counts as native: it may have been stored
 * under other settings. It also bounds the memory of all concurrent checks.
 */
const NATIVE_COST_FACTOR = 2

/**
 * A setting that OWASP recommends: 32 MiB, about as much work as three sign-ins. OpenSSL counts its working memory too.
 */
const keyCost: ScryptOptions = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 2 ** 20 }
const KEY_BYTES = 32
const derive = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt)

/** A new hash has a random salt and a digest of this size. */
const NATIVE_SALT_BYTES = 16
const NATIVE_DIGEST_BYTES = 32

/**
 * Creates the hasher: Argon2id (RFC 9106) in the thread pool, imported hashes one at a time in a worker thread. One
 * check of an imported hash takes 128 MiB at most.
 *
 * @param onFailedCheck receives the cause if an imported hash cannot be checked
 */
export function createPasswordHasher(
  cost: HashCost,
  onLoad: (lane: HashLane, runningAndWaiting: number) => void = () => {},
  onFailedCheck: (cause: unknown) => void = () => {},
): PasswordHasher {
  const options: Options = {
    algorithm: argon2id,
    memoryCost: cost.memoryKib,
    timeCost: cost.passes,
    parallelism: 1,
  }
  // If the pool has no spare thread, keep one more hash queued in it: a thread that becomes free then starts at once,
  // even if the event loop is busy with the finished hashes.
  const slots = cost.concurrency + (POOL_THREADS <= cost.concurrency ? 1 : 0)
  const argon2 = new FairQueue({
    slots,
    expectedMillis: (cost.memoryKib * cost.passes) / KIB_PER_MILLI,
    onLoad: (load) => onLoad('argon2', load),
  })
  const imported = new FairQueue({
    slots: 1,
    expectedMillis: IMPORTED_MILLIS,
    onLoad: (load) => onLoad('imported', load),
  })
  const worker = new SlowHashWorker(onFailedCheck)
  const isWeak = (storedHash: string): boolean => !isAsStrong(parseArgon2id(storedHash), cost)
  return {
    // guard: a password is hashed in its composed form (replace `hashedForm(password)` with `password`)
    hash: (projectId, password) =>
      traced('hash password', 'argon2', () => argon2.run(projectId, () => hash(hashedForm(password), options))),
    async verify(projectId, storedHash, password) {
      const isNative = isNativeCost(parseArgon2id(storedHash), cost)
      const matchesForm = (form: string): Promise<boolean> =>
        traced('verify password', isNative ? 'argon2' : 'imported', () =>
          isNative
            ? argon2.run(projectId, () => verify(storedHash, form))
            : imported.run(projectId, () => worker.verify(storedHash, form)),
        )
      for (const form of formsToTry(password)) {
        if (!(await matchesForm(form))) continue
        // guard: the compatible form of a password is kept at a rehash
        //   (replace `hashedForm(form)` with `hashedForm(password)`)
        return { password: form, needsRehash: isWeak(storedHash) || form !== hashedForm(form) }
      }
      return null
    },
    deriveKey: (projectId, passphrase, salt) =>
      traced('derive key', 'imported', () =>
        imported.run(projectId, () => derive(passphrase, salt, KEY_BYTES, keyCost)),
      ),
    // A well-formed hash with a random tag, for which no password is known.
    decoy: `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=1$${phcBase64(NATIVE_SALT_BYTES)}$${phcBase64(NATIVE_DIGEST_BYTES)}`,
    isWeak,
  }
}

/** The span includes the wait for a slot. */
function traced<T>(name: string, lane: HashLane, work: () => Promise<T>): Promise<T> {
  return inChildSpan(name, 'internal', { 'portico.hash_lane': lane }, work)
}

/** Whether checking a hash costs about as much as checking a new one. */
function isNativeCost(hash: Argon2Hash | null, { memoryKib, passes }: HashCost): boolean {
  return (
    hash !== null &&
    hash.memoryKib <= memoryKib * NATIVE_COST_FACTOR &&
    hash.memoryKib * hash.passes <= memoryKib * passes * NATIVE_COST_FACTOR
  )
}

function isAsStrong(hash: Argon2Hash | null, { memoryKib, passes }: HashCost): boolean {
  return (
    hash !== null &&
    // guard: an imported Argon2id hash that is weaker than a new one is replaced
    hash.memoryKib >= memoryKib &&
    hash.passes >= passes &&
    hash.saltBytes >= NATIVE_SALT_BYTES &&
    hash.digestBytes >= NATIVE_DIGEST_BYTES
  )
}

/** Returns random bytes in the encoding of the PHC string format: base64 without padding. */
function phcBase64(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '')
}
