import { randomBytes } from 'node:crypto'

import { hash, verify, type Algorithm, type Options } from '@node-rs/argon2'

import { BcryptWorker } from './bcrypt.ts'
import { FairQueue } from './fair-queue.ts'

/** Work waits for a slot in turn with that of other projects. Each call throws TooBusy when the wait would be too long. */
export interface PasswordHasher {
  /** Hashes a password into a PHC string. */
  hash(projectId: string, password: string): Promise<string>
  /** Whether the password belongs to the hash, ours or an imported one. Takes as long for a wrong one as for a right one. */
  verify(projectId: string, storedHash: string, password: string): Promise<boolean>
  /** A hash that no password fits, for equal work where there is no user. */
  readonly decoy: string
  /** Whether a stored hash is weaker than a new one would be, as every imported one is. */
  needsRehash(storedHash: string): boolean
}

export interface HashCost {
  memoryKib: number
  passes: number
  /** How many hashes run at once; more than the cores only makes each one slower. */
  concurrency: number
}

/** Imported hashes take many times longer than ours, so they wait in a lane of their own and never take a slot of ours. */
export type HashLane = 'argon2' | 'imported'

/** Size of libuv's thread pool, which runs the hashes of Argon2; four is its documented default. */
const POOL_THREADS = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4)

// The library declares its algorithms as a const enum, which exists for the type checker only.
const argon2id: Algorithm.Argon2id = 2

/** A typical core fills so much memory per millisecond. Only the first estimates of a wait use it. */
const KIB_PER_MILLI = 2_000
/** Duration of a bcrypt hash of cost 12 on a typical core, for the first estimates. */
const BCRYPT_MILLIS = 300

/** Argon2id (RFC 9106) in the thread pool, imported bcrypt hashes one at a time in a thread of their own. */
export function createPasswordHasher(
  cost: HashCost,
  onLoad: (lane: HashLane, runningAndWaiting: number) => void = () => {},
): PasswordHasher {
  const options: Options = {
    algorithm: argon2id,
    memoryCost: cost.memoryKib,
    timeCost: cost.passes,
    parallelism: 1,
  }
  // Where the pool has no thread to spare, one more hash waits in it: a thread that becomes free starts it at once, while
  // the event loop may still be busy with the finished ones.
  const slots = cost.concurrency + (POOL_THREADS <= cost.concurrency ? 1 : 0)
  const argon2 = new FairQueue({
    slots,
    expectedMillis: (cost.memoryKib * cost.passes) / KIB_PER_MILLI,
    onLoad: (load) => onLoad('argon2', load),
  })
  const imported = new FairQueue({
    slots: 1,
    expectedMillis: BCRYPT_MILLIS,
    onLoad: (load) => onLoad('imported', load),
  })
  const bcrypt = new BcryptWorker()
  const current = `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=1$`
  return {
    hash: (projectId, password) => argon2.run(projectId, () => hash(password, options)),
    verify: (projectId, storedHash, password) =>
      storedHash.startsWith('$argon2')
        ? argon2.run(projectId, () => verify(storedHash, password))
        : imported.run(projectId, () => bcrypt.verify(storedHash, password)),
    // Well-formed, with a tag that no password is known to give.
    decoy: `${current}${phcBase64(16)}$${phcBase64(32)}`,
    needsRehash: (storedHash) => !storedHash.startsWith(current),
  }
}

/** Random bytes as the PHC string format writes them: base64 without padding. */
function phcBase64(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '')
}
