import { MAGIC_LINK_CODE_CHARACTERS, VERIFICATION_CODE_CHARACTERS } from '@portico/contract'

import type { Call } from '../../kernel/call.ts'
import type { ProjectDatabase } from '../../kernel/database.ts'
import type { Statement } from '../../kernel/statement.ts'
import { KnownError } from '../../kernel/errors.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { randomText } from '../../platform/crypto/random.ts'
import type { CodeKind, CodeLifetimes } from './lifetimes.ts'
import { consumeCodeRow, countAttempt, expireCode, insertCode, type StoredCode } from './store.ts'

/** What making a code takes. */
export interface CodeIssuing {
  readonly secret: MasterSecret
  readonly settings: { readonly codeLifetimes: CodeLifetimes }
}

/** What checking a code takes. */
export interface CodeChecking {
  readonly secret: MasterSecret
  readonly settings: { readonly codeMaxAttempts: number }
}

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
export function createVerificationCode(
  { secret, settings }: CodeIssuing,
  projectId: string,
  { kind, userId = null, address, target }: CodePurpose,
  createdAt: Date,
  nonce: string = newCodeNonce(),
): Statement<string> {
  const code = randomText(MAGIC_LINK_CODE_CHARACTERS) + nonce
  return insertCode(projectId, {
    kind,
    codeHash: secret.mac(CODE_HASH, code),
    nonceHash: nonceHash(code),
    userId,
    address: address ?? null,
    target,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + settings.codeLifetimes[kind] * 1_000),
  }).map(() => code)
}

/** The part of a code that is never typed: more than 128 bits, so that it can stand for the browser that asked. */
export function newCodeNonce(): string {
  return randomText(VERIFICATION_CODE_CHARACTERS - MAGIC_LINK_CODE_CHARACTERS)
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
  checking: CodeChecking,
  { db, now }: Pick<Call, 'db' | 'now'>,
  kind: CodeKind,
  code: string,
): Promise<OpenCode<Target>> {
  return pickCode(checking, kind, code, await countTry(db, kind, code), now())
}

/** Codes that a call may mean, after its try was counted. */
export interface TriedCode<Target> {
  readonly kind: CodeKind
  readonly code: string
  /** Whom the code was made for; null if there is none. */
  readonly candidate: { readonly userId: string | null; readonly target: Target } | null
  readonly candidates: readonly StoredCode[]
}

/**
 * Counts a try of a code of which a person types a part, and finds whose it is. The limits of the account count before
 * anything is compared, so `openTriedCode` is another step.
 */
export async function tryCode<Target>(
  { db }: Pick<Call, 'db'>,
  kind: CodeKind,
  code: string,
): Promise<TriedCode<Target>> {
  const candidates = await countTry(db, kind, code)
  const [first] = candidates
  // The target is written by the flow that reads it here, under the same kind.
  const candidate = first ? { userId: first.userId, target: first.target as Target } : null
  return { kind, code, candidate, candidates }
}

/**
 * Tells whether a tried code is good.
 *
 * @throws the errors of `openCode`
 */
export function openTriedCode<Target>(
  checking: CodeChecking,
  { kind, code, candidates }: TriedCode<Target>,
  now: Date,
): OpenCode<Target> {
  return pickCode(checking, kind, code, candidates, now)
}

/** Not in the caller's transaction: a try counts even if what follows is rolled back. */
function countTry(db: ProjectDatabase, kind: CodeKind, code: string): Promise<StoredCode[]> {
  return db.run(countAttempt(db.projectId, kind, nonceHash(code)))
}

function pickCode<Target>(
  { secret, settings }: CodeChecking,
  kind: CodeKind,
  code: string,
  candidates: readonly StoredCode[],
  now: Date,
): OpenCode<Target> {
  // The typed part has 30 bits only: without the key, whoever reads the table and has the nonce could try them all.
  const hashes = secret.macs(CODE_HASH, code)
  const found = candidates.find(({ codeHash: stored }) => hashes.some((hash) => hash.equals(stored)))
  if (!found) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  if (found.expiresAt <= now) throw new KnownError('VERIFICATION_CODE_EXPIRED')
  if (found.usedAt) throw new KnownError('VERIFICATION_CODE_ALREADY_USED')
  if (found.attempts > settings.codeMaxAttempts) throw new KnownError('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED')
  // The target is written by the flow that reads it here, under the same kind.
  return { kind, hash: found.codeHash, userId: found.userId, target: found.target as Target }
}

/**
 * Uses the code up, in the transaction of what it is for.
 *
 * @throws VERIFICATION_CODE_ALREADY_USED; of several concurrent calls exactly one succeeds
 */
export function consumeCode(projectId: string, { kind, hash }: OpenCode<unknown>, now: Date): Statement<void> {
  return consumeCodeRow(projectId, kind, hash, now).map((isConsumed) => {
    if (!isConsumed) throw new KnownError('VERIFICATION_CODE_ALREADY_USED')
  })
}

/**
 * Withdraws a code that has just been used up: from now on it answers as expired. For a use after which "already used" would
 * be misleading, because a page may take it for a success.
 */
export function withdrawCode(projectId: string, { kind, hash }: OpenCode<unknown>): Statement<void> {
  return expireCode(projectId, kind, hash)
}

const CODE_HASH = 'verification code'

/** All but the characters a person would type; the rest is known only to whom the code was given. */
function nonceHash(code: string): Buffer {
  return sha256(code.slice(MAGIC_LINK_CODE_CHARACTERS))
}
