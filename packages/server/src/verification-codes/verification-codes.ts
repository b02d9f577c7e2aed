import { MAGIC_LINK_CODE_CHARACTERS, VERIFICATION_CODE_CHARACTERS } from '@portico/contract'

import { sha256 } from '../crypto/digest.ts'
import type { ProjectDatabase, ProjectSql } from '../db/sql.ts'
import { KnownError } from '../http/errors.ts'
import type { Ports } from '../ports/ports.ts'
import type { CodeKind } from './lifetimes.ts'
import { consumeCodeRow, countAttempt, expireCodesOfUser, insertCode } from './store.ts'

export { sweepExpiredCodes } from './store.ts'

type CodePorts = Pick<Ports, 'clock' | 'random' | 'settings'>

/** A code somebody holds, found good; it still has to be used up. */
export interface OpenCode<Target> {
  readonly kind: CodeKind
  readonly hash: Uint8Array
  readonly userId: string | null
  /** What the code is for, fixed when it was made; never what the caller says. */
  readonly target: Target
}

/**
 * Makes a code for one purpose, one user and one target. Older open codes of the same purpose end, so that only the
 * newest mail works.
 *
 * @returns the code; only its hash is kept
 */
export async function createVerificationCode(
  ports: CodePorts,
  db: ProjectDatabase,
  { kind, userId, target }: { kind: CodeKind; userId: string; target: unknown },
): Promise<string> {
  const code = ports.random.text(VERIFICATION_CODE_CHARACTERS)
  const createdAt = ports.clock.now()
  await db.transaction(async (tx) => {
    await expireCodesOfUser(tx, userId, [kind], createdAt)
    await insertCode(tx, {
      kind,
      codeHash: sha256(code),
      nonceHash: nonceHash(code),
      userId,
      target,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + ports.settings.codeLifetimes[kind] * 1_000),
    })
  })
  return code
}

/** The callback URL with the code in it; an existing `code` parameter is overwritten, everything else stays. */
export function linkWithCode(callbackUrl: string, code: string): string {
  const url = new URL(callbackUrl)
  url.searchParams.set('code', code)
  return url.toString()
}

/**
 * Counts a try and tells whether the code is good. The states are told apart only for somebody who holds the whole code.
 *
 * @throws VERIFICATION_CODE_NOT_FOUND, _EXPIRED, _ALREADY_USED or _MAX_ATTEMPTS_REACHED, in this order
 */
export async function openCode<Target>(
  ports: CodePorts,
  db: ProjectDatabase,
  kind: CodeKind,
  code: string,
): Promise<OpenCode<Target>> {
  const hash = sha256(code)
  // Not in the caller's transaction: a try counts even if what follows is rolled back.
  const candidates = await countAttempt(db, kind, nonceHash(code))
  const found = candidates.find((candidate) => hash.equals(candidate.code_hash))
  if (!found) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  if (found.expires_at <= ports.clock.now()) throw new KnownError('VERIFICATION_CODE_EXPIRED')
  if (found.used_at) throw new KnownError('VERIFICATION_CODE_ALREADY_USED')
  if (found.attempts > ports.settings.codeMaxAttempts) throw new KnownError('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED')
  // The target is written by the flow that reads it here, under the same kind.
  return { kind, hash, userId: found.user_id, target: found.target as Target }
}

/** Uses the code up, in the transaction of what it is for; of several calls at the same moment one gets through. */
export async function consumeCode(ports: CodePorts, tx: ProjectSql, code: OpenCode<unknown>): Promise<void> {
  const consumed = await consumeCodeRow(tx, code.kind, code.hash, ports.clock.now())
  if (!consumed) throw new KnownError('VERIFICATION_CODE_ALREADY_USED')
}

/** Ends every open code of the user, after their credentials or address have changed. */
export async function endCodesOfUser(
  ports: CodePorts,
  tx: ProjectSql,
  userId: string,
  kinds: readonly CodeKind[],
): Promise<void> {
  await expireCodesOfUser(tx, userId, kinds, ports.clock.now())
}

/** All but the characters a person would type; the rest is known only to whom the code was given. */
function nonceHash(code: string): Buffer {
  return sha256(code.slice(MAGIC_LINK_CODE_CHARACTERS))
}
