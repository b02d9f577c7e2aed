import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { emit, type EventCall } from '../kernel/emit.ts'
import { Forbidden, KnownError, RateLimited } from '../kernel/errors.ts'
import type { Statement } from '../kernel/statement.ts'
import { Sampler } from '../platform/limits/sampler.ts'
import type { Log } from '../platform/log/log.ts'
import type { ProjectCache } from '../records/projects/project-cache.ts'
import { actorOf, type Caller } from './caller.ts'
import type { Incoming } from './incoming.ts'

interface RefusalDependencies {
  readonly clock: Clock
  readonly db: Database
  readonly log: Log
  readonly projects: ProjectCache
}

/** Errors that say that a caller lacks the authority for a call. An expired token or a missing sign-in is no such thing. */
const unauthorizedCodes: ReadonlySet<string> = new Set([
  'INVALID_PUBLISHABLE_CLIENT_KEY',
  'INVALID_SECRET_SERVER_KEY',
  'INVALID_SUPER_SECRET_ADMIN_KEY',
  'INSUFFICIENT_ACCESS_TYPE',
  'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
  'INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN',
  'EXPECTED_INTERNAL_PROJECT',
  'RECENT_SIGN_IN_REQUIRED',
])

/** Emits an event for calls that are refused for lack of authority or by a limit: one per caller, reason and minute. */
export class Refusals {
  readonly #dependencies: RefusalDependencies
  readonly #sampler: Sampler

  constructor(dependencies: RefusalDependencies) {
    this.#dependencies = dependencies
    this.#sampler = new Sampler(dependencies.clock)
  }

  /** Never fails: the caller gets the refusal in any case. */
  async report(incoming: Incoming, caller: Caller, error: unknown): Promise<void> {
    const { db, log } = this.#dependencies
    try {
      const event = await this.#eventOf(incoming, caller, error)
      if (event) await db.run(event)
    } catch (cause) {
      log.warn({ err: cause, request_id: incoming.facts.id }, 'a refusal was not recorded')
    }
  }

  async #eventOf(incoming: Incoming, caller: Caller, error: unknown): Promise<Statement<void> | null> {
    const reason = reasonOf(error)
    if (reason === null) return null
    const projectId = await this.#projectIdOf(incoming, caller)
    const endpoint = incoming.route ? `${incoming.request.method} ${incoming.route.spec.path}` : 'unknown'
    const subject = error instanceof RateLimited ? error.act : endpoint
    const key = [projectId, incoming.facts.addressBlock, reason, subject].join('\n')
    if (projectId === null || !this.#sampler.take(key)) return null
    const call = this.#callOf(incoming, caller, projectId)
    return error instanceof RateLimited
      ? emit(call, 'rate_limit.reached', { act: error.act, reason })
      : emit(call, 'access.refused', { endpoint, reason })
  }

  /** The project that the caller names, if there is one: a wrong key is refused before the caller is known. */
  async #projectIdOf({ facts }: Incoming, { project }: Caller): Promise<string | null> {
    if (project) return project.id
    const named = facts.headers.get('x-stack-project-id')
    return named !== null && (await this.#dependencies.projects.get(named)) ? named : null
  }

  #callOf({ facts }: Incoming, caller: Caller, projectId: string): EventCall {
    return {
      projectId,
      actor: actorOf(caller),
      origin: { projectId, requestId: facts.id, clientAddress: facts.clientAddress },
      now: () => this.#dependencies.clock.now(),
    }
  }
}

/** Null for a failure that is no refusal of this kind. */
function reasonOf(error: unknown): string | null {
  if (error instanceof RateLimited) return 'RATE_LIMITED'
  if (error instanceof KnownError) return unauthorizedCodes.has(error.code) ? error.code : null
  return error instanceof Forbidden ? 'FORBIDDEN' : null
}
