import { MAGIC_LINK_CODE_CHARACTERS, VERIFICATION_CODE_CHARACTERS } from '@portico/contract'

import type { AuditOrigin } from '../audit/audit.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import type { ProjectDatabase, ProjectSql } from '../../platform/db/sql.ts'
import { KnownError } from '../../kernel/errors.ts'
import type { Attempt } from '../../platform/limits/rate-limiter.ts'
import type { RequestFacts } from '../../api/route.ts'
import type { Ports } from '../../ports.ts'
import type { Project } from '../projects/project.ts'
import { codeKinds, type CodeKind } from './lifetimes.ts'
import {
  consumeCodeRow,
  countAttempt,
  expireCodeRow,
  expireCodesOfAddress,
  expireCodesOfUser,
  insertCode,
  type StoredCode,
} from './store.ts'

export { sweepExpiredCodes } from './store.ts'

type CodePorts = Pick<Ports, 'clock' | 'random' | 'secret' | 'settings'>

/** A code somebody holds, found good; it still has to be used up. */
export interface OpenCode<Target> {
  readonly kind: CodeKind
  readonly hash: Uint8Array
  readonly userId: string | null
  /** What the code is for, fixed when it was made; never what the caller says. */
  readonly target: Target
}

/** What a code is made for. */
export interface CodePurpose {
  readonly kind: CodeKind
  /** Whose code it is; it goes with them. */
  readonly userId?: string | null
  /** The canonical address it is mailed to, where that may belong to nobody yet. */
  readonly address?: string
  /** What the flow needs to know when the code comes back. */
  readonly target: unknown
}

/**
 * Makes a code for one purpose and one target. Older open codes of the same kind for the same user or address end, so
 * that only the newest mail works.
 *
 * @param nonce all but the part a person types, if the browser that asked has been given it already
 * @returns the code; only its keyed hash is kept
 */
export async function createVerificationCode(
  ports: CodePorts,
  sql: ProjectSql,
  { kind, userId = null, address, target }: CodePurpose,
  nonce: string = newCodeNonce(ports),
): Promise<string> {
  const code = ports.random.text(MAGIC_LINK_CODE_CHARACTERS) + nonce
  const createdAt = ports.clock.now()
  await insertCode(sql, {
    kind,
    codeHash: currentCodeHash(ports, code),
    nonceHash: nonceHash(code),
    userId,
    address: address ?? null,
    target,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + ports.settings.codeLifetimes[kind] * 1_000),
  })
  return code
}

/** The part of a code that is never typed: more than 128 bits, so that it can stand for the browser that asked. */
export function newCodeNonce(ports: Pick<Ports, 'random'>): string {
  return ports.random.text(VERIFICATION_CODE_CHARACTERS - MAGIC_LINK_CODE_CHARACTERS)
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
  return pickCode(ports, kind, code, await countTry(db, kind, code))
}

/** Who tries a code that can be guessed. */
interface CodeCall {
  readonly ports: Ports
  readonly db: ProjectDatabase
  readonly project: Pick<Project, 'id'>
  readonly request: RequestFacts
  readonly origin: AuditOrigin
}

/**
 * The same for codes of which a person types a part: a wrong one is also a failure of the account it is for, as a wrong
 * password is. Five tries are granted per code, and without this a new code would grant five more for ever.
 *
 * @param accountOf whose failure it is: their canonical address or their id
 * @throws RateLimited while the account has to wait
 */
export async function openCodeOfAccount<Target>(
  { ports, db, project, request, origin }: CodeCall,
  kind: CodeKind,
  code: string,
  accountOf: (target: Target) => string,
): Promise<{ open: OpenCode<Target>; attempt: Attempt }> {
  const subject = { projectId: project.id, addressBlock: request.addressBlock }
  // One look by index tells whose code it would be; limits count before anything is compared.
  const candidates = await countTry(db, kind, code)
  const [candidate] = candidates
  if (!candidate) {
    await ports.limiter.count('useCode', subject)
    throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  }
  const attempt = await ports.limiter.attempt(
    'useCode',
    { ...subject, account: accountOf(candidate.target as Target) },
    kind === 'sign_in' ? 'mailed_code' : 'credential',
  )
  try {
    return { open: pickCode(ports, kind, code, candidates), attempt }
  } catch (error) {
    // The other refusals are for somebody who holds the whole code: nothing was guessed.
    if (error instanceof KnownError && error.code === 'VERIFICATION_CODE_NOT_FOUND') {
      await attempt.failed()
      await ports.audit.record(ports.db, origin, {
        action: 'user.signed_in',
        outcome: 'refused',
        actor: { type: 'client' },
        reason: error.code,
        ...(candidate.user_id !== null && { targetId: candidate.user_id }),
      })
    }
    throw error
  }
}

/** Not in the caller's transaction: a try counts even if what follows is rolled back. */
function countTry(db: ProjectDatabase, kind: CodeKind, code: string): Promise<StoredCode[]> {
  return countAttempt(db, kind, nonceHash(code))
}

function pickCode<Target>(
  ports: CodePorts,
  kind: CodeKind,
  code: string,
  candidates: readonly StoredCode[],
): OpenCode<Target> {
  // The typed part has 30 bits only: without the key, whoever reads the table and has the nonce could try them all.
  const hashes = ports.secret.macs(CODE_HASH, code)
  const found = candidates.find(({ code_hash: stored }) => hashes.some((hash) => hash.equals(stored)))
  if (!found) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  if (found.expires_at <= ports.clock.now()) throw new KnownError('VERIFICATION_CODE_EXPIRED')
  if (found.used_at) throw new KnownError('VERIFICATION_CODE_ALREADY_USED')
  if (found.attempts > ports.settings.codeMaxAttempts) throw new KnownError('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED')
  // The target is written by the flow that reads it here, under the same kind.
  return { kind, hash: found.code_hash, userId: found.user_id, target: found.target as Target }
}

/** Uses the code up, in the transaction of what it is for; of several calls at the same moment one gets through. */
export async function consumeCode(ports: Pick<Ports, 'clock'>, tx: ProjectSql, code: OpenCode<unknown>): Promise<void> {
  const consumed = await consumeCodeRow(tx, code.kind, code.hash, ports.clock.now())
  if (!consumed) throw new KnownError('VERIFICATION_CODE_ALREADY_USED')
}

/**
 * Withdraws a code that has just been used up: from now on it answers as expired. For a use after which "already used" would
 * be misleading, because a page may take it for a success.
 */
export async function withdrawCode(
  ports: Pick<Ports, 'clock'>,
  tx: ProjectSql,
  code: OpenCode<unknown>,
): Promise<void> {
  await expireCodeRow(tx, code.kind, code.hash, ports.clock.now())
}

/** Ends every open code of the user, after their credentials or address have changed. */
export async function endCodesOfUser(
  ports: Pick<Ports, 'clock'>,
  tx: ProjectSql,
  userId: string,
  kinds: readonly CodeKind[],
): Promise<void> {
  await expireCodesOfUser(tx, userId, kinds, ports.clock.now())
}

/** Ends every open code that was mailed to the address. Only for whoever has just proved it: strangers must not be able to. */
export async function endCodesOfAddress(ports: Pick<Ports, 'clock'>, tx: ProjectSql, address: string): Promise<void> {
  await expireCodesOfAddress(tx, address, codeKinds, ports.clock.now())
}

const CODE_HASH = 'verification code'

function currentCodeHash(ports: Pick<Ports, 'secret'>, code: string): Buffer {
  return ports.secret.mac(CODE_HASH, code)
}

/** All but the characters a person would type; the rest is known only to whom the code was given. */
function nonceHash(code: string): Buffer {
  return sha256(code.slice(MAGIC_LINK_CODE_CHARACTERS))
}
