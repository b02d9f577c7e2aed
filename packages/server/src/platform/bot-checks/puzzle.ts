import { randomInt, timingSafeEqual } from 'node:crypto'

import {
  BOT_CHALLENGE_SECONDS,
  BOT_PUZZLE_MAX_NUMBERS,
  BOT_PUZZLE_MIN_NUMBERS,
  type BotChallengeRead,
} from '@portico/contract'
import { z } from 'zod'

import { sha256 } from '../crypto/digest.ts'
import type { MasterSecret } from '../crypto/master-secret.ts'
import { randomBytes } from '../crypto/random.ts'

/** What a puzzle is for. Its solution is valid for nothing else. */
export interface PuzzlePurpose {
  readonly projectId: string
  readonly act: string
  /** See `addressBlock`. */
  readonly addressBlock: string
}

/** A correct solution. */
export interface SolvedPuzzle {
  /** Identifies the puzzle. */
  readonly digest: Buffer
  readonly expiresAt: Date
}

const SALT_BYTES = 16

/** As ALTCHA sends it, in base64. It may have more members, such as the duration. */
const solutionSchema = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string(),
  number: z.int().min(0).max(BOT_PUZZLE_MAX_NUMBERS),
  salt: z.string(),
  signature: z.string(),
})

/**
 * Creates a puzzle of the ALTCHA protocol: the solution is the number that, after the salt, has the digest. The service
 * stores nothing, because the signature covers everything that the check of a solution needs.
 *
 * @param cost from 0 to 1
 */
export function createPuzzle(secret: MasterSecret, purpose: PuzzlePurpose, now: Date, cost: number): BotChallengeRead {
  const expires = Math.floor(now.getTime() / 1_000) + BOT_CHALLENGE_SECONDS
  // The last character separates the digits of the number from the digits of the time.
  const salt = `${Buffer.from(randomBytes(SALT_BYTES)).toString('hex')}?expires=${expires}&`
  const maxnumber = Math.round(BOT_PUZZLE_MIN_NUMBERS + (BOT_PUZZLE_MAX_NUMBERS - BOT_PUZZLE_MIN_NUMBERS) * cost)
  const challenge = digestOf(salt, randomInt(maxnumber + 1))
  const signature = secret.mac(MAC_PURPOSE, signedText(purpose, salt, challenge)).toString('hex')
  return { algorithm: 'SHA-256', challenge, salt, signature, maxnumber }
}

const MAC_PURPOSE = 'bot challenge'

/** Checks a solution. Null for a wrong, expired or malformed solution, and for a puzzle with another purpose. */
export function checkSolution(
  secret: MasterSecret,
  purpose: PuzzlePurpose,
  token: string,
  now: Date,
): SolvedPuzzle | null {
  const parsed = solutionSchema.safeParse(parseOrNull(Buffer.from(token, 'base64').toString('utf8')))
  if (!parsed.success) return null
  const { challenge, number, salt, signature } = parsed.data
  const signed = Buffer.from(signature, 'hex')
  const isOwn = secret
    .macs(MAC_PURPOSE, signedText(purpose, salt, challenge))
    .some((mac) => mac.length === signed.length && timingSafeEqual(mac, signed))
  // guard: the solution of a bot check belongs to an act, a project and a client address (drop `!isOwn`) [bot-check]
  if (!isOwn || digestOf(salt, number) !== challenge) return null
  const expiresAt = new Date(Number(/expires=(\d+)&$/.exec(salt)?.[1]) * 1_000)
  return expiresAt > now ? { digest: sha256(salt), expiresAt } : null
}

function digestOf(salt: string, number: number): string {
  return sha256(salt + String(number)).toString('hex')
}

function signedText({ act, addressBlock, projectId }: PuzzlePurpose, salt: string, challenge: string): string {
  return [projectId, act, addressBlock, salt, challenge].join('\0')
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
