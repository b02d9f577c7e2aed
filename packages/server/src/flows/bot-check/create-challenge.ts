import type { BotChallengeRead, BotCheckedAct } from '@portico/contract'

import type { ProjectCall } from '../../api/rules/route.ts'
import { createPuzzle } from '../../platform/bot-checks/puzzle.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { addressBlock } from '../../platform/http/client-address.ts'
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts'

export interface ChallengeDependencies {
  readonly limiter: RateLimiter
  readonly secret: MasterSecret
}

/**
 * Creates a puzzle for an act of the client address. It costs more, the more calls of the address were refused in the
 * last hour.
 */
export async function createChallenge(
  { limiter, secret }: ChallengeDependencies,
  { now, projectId, request }: Pick<ProjectCall, 'now' | 'projectId' | 'request'>,
  act: BotCheckedAct,
): Promise<BotChallengeRead> {
  const block = addressBlock(request.clientAddress)
  const cost = await limiter.readUseOfAddress('botCheckedFailure', block)
  return createPuzzle(secret, { projectId, act, addressBlock: block }, now(), cost)
}
