import type { EndpointSpec } from '@portico/contract'

import { KnownError } from '../../kernel/errors.ts'
import { checkSolution } from '../../platform/bot-checks/puzzle.ts'
import type { Turnstile } from '../../platform/bot-checks/turnstile.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { forProject } from '../../platform/db/project-scope.ts'
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import { useBotChallenge } from '../../records/bot-challenges/store.ts'
import { openTurnstileSecret } from '../../records/projects/bot-check.ts'
import type { BotCheckConfig, Project } from '../../records/projects/project.ts'
import type { Caller } from '../call/caller.ts'
import type { IncomingFacts } from './incoming.ts'

export interface BotCheckDependencies {
  readonly clock: Clock
  readonly db: Database
  readonly limiter: RateLimiter
  readonly log: Log
  readonly secret: MasterSecret
  readonly turnstile: Turnstile
}

/** A call of a client with a solution that is still to be checked. */
export interface ChallengedCall {
  readonly project: Project
  readonly check: Exclude<BotCheckConfig, { type: 'none' }>
  readonly act: NonNullable<EndpointSpec['botCheck']>
  readonly token: string
}

/**
 * Requires the solution of a challenge, if the project has a bot check for the endpoint. Compares nothing yet, so it
 * runs before the call counts: a call without a solution causes no work.
 *
 * @returns null if nothing is to be checked
 * @throws BOT_CHALLENGE_REQUIRED without a solution, BOT_CHALLENGE_FAILED if the browser could not solve the challenge
 */
export function requireSolution(
  { botCheck: act }: EndpointSpec,
  { accessType, project }: Caller,
  body: unknown,
): ChallengedCall | null {
  const check = project?.config.botCheck
  // Backends are trusted.
  if (!act || !project || !check || check.type === 'none' || accessType !== 'client') return null
  const { bot_challenge_token: token, bot_challenge_unavailable: unavailable } = fieldsOf(body)
  if (typeof token === 'string' && token !== '') return { project, check, act, token }
  if (unavailable === 'true') throw failed('The browser could not solve the challenge that tells people from programs.')
  throw new KnownError('BOT_CHALLENGE_REQUIRED', {
    type: check.type,
    act,
    ...(check.type === 'turnstile' && { site_key: check.siteKey }),
  })
}

/**
 * Checks the solution and uses it up. A wrong one makes the next puzzles of the client address cost more.
 *
 * @throws BOT_CHALLENGE_FAILED also if the check could not run (rule S-2), UnknownSecret
 */
export async function checkChallenge(
  dependencies: BotCheckDependencies,
  call: ChallengedCall,
  facts: IncomingFacts,
): Promise<void> {
  try {
    await requireSolved(dependencies, call, facts)
  } catch (error) {
    await noteRefusedCall(dependencies, call, facts, error)
    throw error
  }
}

async function requireSolved(
  dependencies: BotCheckDependencies,
  call: ChallengedCall,
  facts: IncomingFacts,
): Promise<void> {
  const { act, check, project, token } = call
  if (check.type === 'proof_of_work') {
    const { clock, db, secret } = dependencies
    const purpose = { projectId: project.id, act, addressBlock: facts.addressBlock }
    const solved = checkSolution(secret, purpose, token, clock.now())
    const isUnused =
      solved && (await forProject(db, project.id).run(useBotChallenge(project.id, solved.digest, solved.expiresAt)))
    if (!isUnused) throw notSolved()
    return
  }
  const secretKey = openTurnstileSecret(dependencies.secret, project.id, check)
  const solution = { token, action: act, clientAddress: facts.clientAddress }
  const verdict = await dependencies.turnstile.check(secretKey, solution)
  if (verdict === 'not_solved') throw notSolved()
  // guard: a bot check that cannot run refuses [bot-check]
  if (verdict === 'unavailable')
    throw failed('We could not check that you are not a robot. Please try again in a moment.')
}

/**
 * Counts a refused call, so that the next puzzles of its client address cost more. Never throws, so that the caller
 * gets the refusal.
 */
export async function noteRefusedCall(
  { limiter, log }: BotCheckDependencies,
  { check }: ChallengedCall,
  { addressBlock, id }: IncomingFacts,
  error: unknown,
): Promise<void> {
  // The password was right.
  const isRefusal = error instanceof KnownError && error.code !== 'MULTI_FACTOR_AUTHENTICATION_REQUIRED'
  if (check.type !== 'proof_of_work' || !isRefusal) return
  try {
    await limiter.note('botCheckedFailure', { projectId: '', addressBlock })
  } catch (failure) {
    log.error({ err: failure, request_id: id }, 'a call that a bot check refused could not be counted')
  }
}

function notSolved(): KnownError {
  return failed('The check that you are not a robot failed or expired. Please try again.')
}

function failed(message: string): KnownError {
  return new KnownError('BOT_CHALLENGE_FAILED', { message }).refusing({ isBotCheck: true })
}

/** Read before validation. */
function fieldsOf(body: unknown): {
  readonly bot_challenge_token?: unknown
  readonly bot_challenge_unavailable?: unknown
} {
  return typeof body === 'object' && body !== null ? body : {}
}
