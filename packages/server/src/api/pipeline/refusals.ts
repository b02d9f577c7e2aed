import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import { asClient, emit, type EventCall } from '../../kernel/emit.ts'
import { KnownError, PlainError, RateLimited, type RefusalFacts } from '../../kernel/errors.ts'
import type { Actor } from '../../kernel/origin.ts'
import type { Statement } from '../../kernel/statement.ts'
import { Sampler } from '../../platform/limits/sampler.ts'
import type { Log } from '../../platform/log/log.ts'
import type { ProjectCache } from '../../records/projects/project-cache.ts'
import { actorOf, type Caller } from '../call/caller.ts'
import type { Incoming } from '../rules/incoming.ts'

interface RefusalDependencies {
  readonly clock: Clock
  readonly db: Database
  readonly log: Log
  readonly projects: ProjectCache
}

/** The facts about a call that are known when it is refused. */
export interface RefusedCall {
  readonly incoming: Incoming
  readonly caller: Caller
  /** The project that the call acts on; null if that is not known yet. */
  readonly projectId: string | null
}

/** What refusals are sampled by. */
interface Refusal {
  readonly call: EventCall
  readonly addressBlock: string
  readonly reason: string
  /** The act whose limit was reached. */
  readonly act?: string
}

const RATE_LIMITED = 'RATE_LIMITED'

/**
 * Emits events for calls that are refused for lack of authority, by a bot check or by a limit: one per caller, reason
 * and minute. For a used key that is revoked or expired: one per key and minute.
 */
export class Refusals {
  readonly #dependencies: RefusalDependencies
  readonly #sampler: Sampler

  constructor(dependencies: RefusalDependencies) {
    this.#dependencies = dependencies
    this.#sampler = new Sampler(dependencies.clock)
  }

  /** Never throws, so that the caller gets the refusal in any case. */
  async report(call: RefusedCall, error: unknown): Promise<void> {
    await this.#attempt(call.incoming.facts.id, () => this.#eventOf(call, error))
  }

  /** Records a reached limit of a call that the pipeline does not run. Never throws. */
  async reportLimit(call: EventCall, addressBlock: string, error: RateLimited): Promise<void> {
    await this.reportEvent({ call, addressBlock, reason: RATE_LIMITED, act: error.act }, emitLimit(call, error))
  }

  /** Records another refusal of a call that the pipeline does not run, by the given event. Never throws. */
  async reportEvent(refusal: Refusal, event: Statement<void>): Promise<void> {
    await this.#attempt(refusal.call.origin.requestId, () => Promise.resolve(this.#isFirst(refusal) ? event : null))
  }

  async #attempt(requestId: string | null, read: () => Promise<Statement<void> | null>): Promise<void> {
    const { db, log } = this.#dependencies
    try {
      const event = await read()
      // guard: a refusal is recorded [audit-refusals]
      if (event) await db.run(event)
    } catch (cause) {
      log.warn({ err: cause, request_id: requestId }, 'could not record the refusal of a call')
    }
  }

  async #eventOf(refused: RefusedCall, error: unknown): Promise<Statement<void> | null> {
    const reason = reasonOf(error)
    const projectId = reason === null ? null : await this.#projectIdOf(refused, error)
    if (reason === null || projectId === null) return null
    const { incoming, caller } = refused
    const { actor = actorOf(caller), apiKeyId, isBotCheck, signIn } = refusalFacts(error)
    const call = this.#callOf(incoming, actor, projectId)
    if (apiKeyId !== undefined) {
      const isFirst = this.#sampler.take(groupOf(projectId, reason), apiKeyId)
      return isFirst ? emit(call, 'api_key.refused', { keyId: apiKeyId, reason }) : null
    }
    const act = error instanceof RateLimited ? error.act : ''
    if (!this.#isFirst({ call, addressBlock: incoming.facts.addressBlock, reason, act })) return null
    if (error instanceof RateLimited) return emitLimit(call, error)
    if (signIn) return emit(asClient(call), 'user.sign_in_refused', { userId: null, ...signIn })
    if (isBotCheck) return emit(call, 'bot_check.refused', { endpoint: endpointOf(incoming), reason })
    return emit(call, 'access.refused', { endpoint: endpointOf(incoming), reason })
  }

  #isFirst({ call: { actor, projectId }, addressBlock, reason, act = '' }: Refusal): boolean {
    // guard: each caller behind a client address is recorded (replace `actor.type, actor.id, act` with `act`)
    //   [audit-refusals]
    const key = [addressBlock, actor.type, actor.id, act].join('\n')
    // guard: a refusal is recorded once per caller, reason and minute (replace `this.#sampler.take(…)` with `true`)
    //   [audit-refusals]
    return this.#sampler.take(groupOf(projectId, reason), key)
  }

  /**
   * The project to record the refusal for. A wrong key is refused before the caller is known; its error names the
   * project.
   */
  async #projectIdOf({ incoming, caller, projectId }: RefusedCall, error: unknown): Promise<string | null> {
    const known = refusalFacts(error).projectId ?? projectId ?? caller.project?.id
    if (known !== undefined) return known
    const isPublic = !incoming.route || 'public' in incoming.route.spec.access
    // A public call acts on the project that its parameters name. Its headers may name any project.
    // guard: a public call is recorded for the project it acts on
    //   (keep `incoming.facts.headers.get('x-stack-project-id')`) [audit-refusals]
    const named = projectIdIn(error) ?? (isPublic ? null : incoming.facts.headers.get('x-stack-project-id'))
    return named !== null && (await this.#dependencies.projects.get(named)) ? named : null
  }

  #callOf({ facts }: Incoming, actor: Actor, projectId: string): EventCall {
    return {
      projectId,
      actor,
      origin: { projectId, requestId: facts.id, clientAddress: facts.clientAddress },
      now: () => this.#dependencies.clock.now(),
    }
  }
}

/** Each reason has a group, so that many refusals that cost nothing do not hide the refusal of a guessed admin key. */
function groupOf(projectId: string, reason: string): string {
  // guard: a flood of refusals for one reason does not hide another reason (drop `reason`) [audit-refusals]
  return [projectId, reason].join('\n')
}

function emitLimit(call: EventCall, { act }: RateLimited): Statement<void> {
  return emit(call, 'rate_limit.reached', { act, reason: RATE_LIMITED })
}

function endpointOf({ request, route }: Incoming): string {
  return route ? `${request.method} ${route.spec.path}` : 'unknown'
}

export function refusalFacts(error: unknown): RefusalFacts {
  return error instanceof KnownError || error instanceof PlainError ? error.refused : {}
}

function projectIdIn(error: unknown): string | null {
  const details: unknown = error instanceof KnownError ? error.toBody().details : null
  const isNamed = typeof details === 'object' && details !== null && 'project_id' in details
  return isNamed && typeof details.project_id === 'string' ? details.project_id : null
}

/** Null for errors that need no entry. */
function reasonOf(error: unknown): string | null {
  if (error instanceof RateLimited) return RATE_LIMITED
  // A sign-in that is refused before its account is known is sampled here instead of emitted by its flow: limits allow
  // thousands of such calls per minute.
  const { apiKeyId, isBotCheck, isUnauthorized, signIn } = refusalFacts(error)
  if (signIn) return signIn.reason
  if (apiKeyId === undefined && !isUnauthorized && !isBotCheck) return null
  return error instanceof KnownError ? error.exactCode : 'FORBIDDEN'
}
