import { MAGIC_LINK_CODE_CHARACTERS, VERIFICATION_CODE_CHARACTERS } from '@portico/contract'

import type { Call } from '../../kernel/call.ts'
import type { Statement } from '../../kernel/statement.ts'
import { KnownError } from '../../kernel/errors.ts'
import { sha256 } from '../../platform/crypto/digest.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { randomText } from '../../platform/crypto/random.ts'
import type { CodeKind, CodeLifetimes } from './lifetimes.ts'
import { consumeCodeRow, countAttempt, expireCode, insertCode, type StoredCode } from './store.ts'

/** What is required to create a code. */
export interface CodeIssuing {
  readonly secret: MasterSecret
  readonly settings: { readonly codeLifetimes: CodeLifetimes }
}

/** What is required to check a code. */
export interface CodeChecking {
  readonly secret: MasterSecret
  readonly settings: { readonly codeMaxAttempts: number }
}

/** A code that the caller has proved to hold. It is valid, but not used up yet. */
export interface OpenCode<Target> {
  readonly kind: CodeKind
  readonly hash: Uint8Array
  readonly userId: string | null
  /** What the code applies to. Fixed at creation; never taken from the caller. */
  readonly target: Target
  readonly createdAt: Date
}

export interface CodePurpose {
  readonly kind: CodeKind
  /** The user of the code. Deleting the user deletes the code. */
  readonly userId?: string | null
  /** The canonical recipient address, if the code ends with the other codes of its mailbox. */
  readonly address?: string
  /** Data that the flow needs when the code is used. */
  readonly target: unknown
}

/**
 * Creates a code for one purpose and one target. Ends older open codes of the same kind for the same user or address,
 * so that only the newest mail works, except sign-in codes and resets.
 *
 * @param nonce everything but the typed part, if the requesting browser has received it already
 * @returns the code; the database stores only its keyed hash
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
    nonceHash: hashNonceOf(code),
    userId,
    address: address ?? null,
    target,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + settings.codeLifetimes[kind] * 1_000),
  }).map(() => code)
}

/**
 * Creates the part of a code that is never typed. It has more than 128 random bits, so that it can identify the
 * requesting browser.
 */
export function newCodeNonce(): string {
  return randomText(VERIFICATION_CODE_CHARACTERS - MAGIC_LINK_CODE_CHARACTERS)
}

/** Sets the `code` parameter of the callback URL. Other parts of the URL stay unchanged. */
export function linkWithCode(callbackUrl: string, code: string): string {
  const url = new URL(callbackUrl)
  url.searchParams.set('code', code)
  return url.toString()
}

/**
 * Counts an attempt and checks the code. Only a caller that sends the whole code can distinguish its states.
 *
 * @throws VERIFICATION_CODE_NOT_FOUND, _EXPIRED, _ALREADY_USED or _MAX_ATTEMPTS_REACHED, in this order
 */
export async function openCode<Target>(
  checking: CodeChecking,
  { db, now }: Pick<Call, 'db' | 'now'>,
  kind: CodeKind,
  code: string,
): Promise<OpenCode<Target>> {
  // Outside of the caller's transaction: an attempt counts even if that transaction is rolled back.
  return pickCode(checking, kind, code, await db.run(countTry(db.projectId, kind, code)), now())
}

/** The codes that a call may refer to, after its attempt was counted. */
export interface TriedCode<Target> {
  readonly kind: CodeKind
  readonly code: string
  /** The user and target of the code; null if there is no code. */
  readonly candidate: { readonly userId: string | null; readonly target: Target } | null
  readonly candidates: readonly StoredCode[]
}

/**
 * Counts an attempt for a code of which a person types a part, and finds its user. The rate limits of the account apply
 * before any comparison, so `openTriedCode` is a separate step. Run it outside of the caller's transaction: an attempt
 * counts even if that transaction is rolled back.
 */
export function tryCode<Target>(projectId: string, kind: CodeKind, code: string): Statement<TriedCode<Target>> {
  return countTry(projectId, kind, code).map((candidates) => {
    const [first] = candidates
    // The flow that reads the target here wrote it, under the same kind.
    const candidate = first ? { userId: first.userId, target: first.target as Target } : null
    return { kind, code, candidate, candidates }
  })
}

/**
 * Checks a code whose attempt was counted.
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

function countTry(projectId: string, kind: CodeKind, code: string): Statement<StoredCode[]> {
  return countAttempt(projectId, kind, hashNonceOf(code))
}

function pickCode<Target>(
  { secret, settings }: CodeChecking,
  kind: CodeKind,
  code: string,
  candidates: readonly StoredCode[],
  now: Date,
): OpenCode<Target> {
  // The typed part has only 30 random bits. The keyed hash protects it: with a plain hash, a reader of the table who
  // has the nonce could try all values.
  const hashes = secret.macs(CODE_HASH, code)
  // guard: the whole code is compared, not only the nonce (replace `hashes.some(…)` with `true`) [otp]
  const found = candidates.find(({ codeHash: stored }) => hashes.some((hash) => hash.equals(stored)))
  if (!found) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  // guard: an expired code is refused [otp, reset]
  if (found.expiresAt <= now) throw new KnownError('VERIFICATION_CODE_EXPIRED')
  // guard: a used code is refused [otp, reset]
  if (found.usedAt) throw new KnownError('VERIFICATION_CODE_ALREADY_USED')
  // guard: a code allows five attempts [otp]
  if (found.attempts > maxAttemptsOf(kind, settings)) throw new KnownError('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED')
  // The flow that reads the target here wrote it, under the same kind.
  const { codeHash: hash, userId, createdAt } = found
  return { kind, hash, userId, createdAt, target: found.target as Target }
}

/**
 * Attempts for a code that its page checks whenever it opens: before and after the recipient signs in or signs up, and
 * after each reload. Only the recipient knows any part of the code, so the attempts help no attacker.
 */
const PAGE_ATTEMPTS_MAX = 20
const kindsWithPage: readonly CodeKind[] = [
  'team_invitation',
  'owner_invitation',
  'project_transfer',
  'user_invitation',
]

function maxAttemptsOf(kind: CodeKind, { codeMaxAttempts }: CodeChecking['settings']): number {
  return kindsWithPage.includes(kind) ? Math.max(codeMaxAttempts, PAGE_ATTEMPTS_MAX) : codeMaxAttempts
}

/**
 * Uses up the code. Run it in the transaction of the effect.
 *
 * @throws VERIFICATION_CODE_ALREADY_USED; of several concurrent calls exactly one succeeds
 */
export function consumeCode(projectId: string, { kind, hash }: OpenCode<unknown>, now: Date): Statement<void> {
  return consumeCodeRow(projectId, kind, hash, now).map((isConsumed) => {
    if (!isConsumed) throw new KnownError('VERIFICATION_CODE_ALREADY_USED')
  })
}

/**
 * Marks a code that was just used up as expired. For a use after which "already used" would be misleading, because a
 * page may present it as a success.
 */
export function withdrawCode(projectId: string, { kind, hash }: OpenCode<unknown>): Statement<void> {
  return expireCode(projectId, kind, hash)
}

const CODE_HASH = 'verification code'

/** Hashes everything but the typed characters. Only the recipient of the nonce knows this part. */
export function hashNonceOf(code: string): Buffer {
  return sha256(code.slice(MAGIC_LINK_CODE_CHARACTERS))
}
