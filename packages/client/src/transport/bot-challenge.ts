import type { BotChallengeRead, BotCheckedAct } from '@portico/contract'
import type { ErrorDetails } from '@portico/contract/errors'

/** The fields with which the refused call is repeated. */
export type BotChallengeSolution =
  | { readonly bot_challenge_token: string }
  | { readonly bot_challenge_unavailable: 'true' }

/** Few enough that the page stays responsive between two batches, and enough that waiting for them costs little. */
const BATCH_NUMBERS = 256

/** Solves the challenge that a call was refused for. Throws only if the service gives no puzzle. */
export async function solve(
  request: (call: 'GET /auth/challenge', parts: { query: { for: BotCheckedAct } }) => Promise<BotChallengeRead>,
  { act, site_key: siteKey, type }: ErrorDetails<'BOT_CHALLENGE_REQUIRED'>,
): Promise<BotChallengeSolution> {
  const token =
    type === 'turnstile'
      ? await (await import('./turnstile.ts')).solveTurnstile(siteKey ?? '', act)
      : await solvePuzzle(await request('GET /auth/challenge', { query: { for: act } }))
  return token === null ? { bot_challenge_unavailable: 'true' } : { bot_challenge_token: token }
}

/** Returns the payload of the ALTCHA protocol; null in a browser without digests, such as on a page without HTTPS. */
async function solvePuzzle({ maxnumber, ...puzzle }: BotChallengeRead): Promise<string | null> {
  if (!('subtle' in crypto)) return null
  const encoder = new TextEncoder()
  for (let first = 0; first <= maxnumber; first += BATCH_NUMBERS) {
    const digests = await Promise.all(
      Array.from({ length: BATCH_NUMBERS }, (_, index) =>
        crypto.subtle.digest('SHA-256', encoder.encode(puzzle.salt + (first + index))),
      ),
    )
    const index = digests.findIndex((digest) => toHex(digest) === puzzle.challenge)
    if (index >= 0) return btoa(JSON.stringify({ ...puzzle, number: first + index }))
  }
  return null
}

function toHex(digest: ArrayBuffer): string {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
