// The upper bound: only Argon2id at the service's default cost, one hash per core at a time.
import { availableParallelism } from 'node:os'

import { hash, verify, type Algorithm } from '@node-rs/argon2'

import { readArgument } from '../processes.ts'

export interface HashWork {
  act: 'hash' | 'verify'
  /** Stops after this time. Default: no limit. */
  seconds?: number
  /** Stops after this number of hashes. Default: no limit. */
  count?: number
}

export interface HashResult {
  /** Hashes per second. */
  rate: number
  seconds: number
}

const argon2id: Algorithm.Argon2id = 2
const cost = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const password = 'a measured battery staple'

const { act, seconds = Infinity, count = Infinity } = await readArgument<HashWork>()
const stored = await hash(password, cost)
const startedAt = performance.now()
const elapsed = (): number => (performance.now() - startedAt) / 1_000
let started = 0
await Promise.all(Array.from({ length: availableParallelism() }, work))
const result: HashResult = { rate: started / elapsed(), seconds: elapsed() }
process.stdout.write(JSON.stringify(result))

async function work(): Promise<void> {
  while (started < count && elapsed() < seconds) {
    started += 1
    await (act === 'hash' ? hash(password, cost) : verify(stored, password))
  }
}
