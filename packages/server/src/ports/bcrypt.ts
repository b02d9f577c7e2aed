import { once } from 'node:events'
import { parentPort, Worker, workerData } from 'node:worker_threads'

import { compare } from 'bcryptjs'

/*
 * Hashes that come from elsewhere, until their owner signs in for the first time. The library is written in JavaScript
 * and would hold up the event loop for as long as a hash takes, so each check has a thread of its own: this module again.
 */

interface Check {
  readonly task: 'check a password against a bcrypt hash'
  readonly hash: string
  readonly password: string
}

/** Whether the password belongs to the hash. As everywhere with bcrypt, what lies beyond 72 bytes does not count. */
export async function verifyBcrypt(hash: string, password: string): Promise<boolean> {
  const check: Check = { task: 'check a password against a bcrypt hash', hash, password }
  const worker = new Worker(new URL(import.meta.url), { workerData: check })
  // An error of the thread rejects this as well.
  const [matches] = (await once(worker, 'message')) as [boolean]
  return matches
}

const given = workerData as Check | null
if (given?.task === 'check a password against a bcrypt hash') {
  parentPort?.postMessage(await compare(given.password, given.hash))
}
