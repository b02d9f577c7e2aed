import type { Statement } from '../../kernel/statement.ts'
import { statement } from '../../kernel/statement.ts'
import { sweepOf } from '../../platform/db/sweep.ts'

/** Uses up a challenge. False if it was used before, by however many calls at the same time. */
export function useBotChallenge(projectId: string, digest: Uint8Array, expiresAt: Date): Statement<boolean> {
  // guard: the solution of a bot check is used up (replace `({ count }) => count === 1` with `() => true`) [bot-check]
  return statement`
    insert into used_bot_challenges (project_id, digest, expires_at) values (${projectId}, ${digest}, ${expiresAt})
    on conflict do nothing`.map(({ count }) => count === 1)
}

/** Kept for longer than they are valid: the clock of the node that sweeps can be ahead of the one that checks. */
export const sweepUsedBotChallenges = sweepOf('used_bot_challenges', '1 hour')
