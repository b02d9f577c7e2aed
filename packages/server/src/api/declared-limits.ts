import type { EndpointSpec, LimitedAct } from '@portico/contract'

import type { RateLimiter } from '../platform/limits/rate-limiter.ts'
import { countCall, type CallLimits, type LimitedCaller } from './call-limits.ts'
import type { CheckedRequest, Route } from './route.ts'

type Declaration = Route['declaration']
type AnyRequest = CheckedRequest<EndpointSpec> & { readonly found: unknown }

/** Counts one call as its route declares. */
export class DeclaredLimits {
  readonly #limiter: RateLimiter
  readonly #declaration: Declaration
  readonly #caller: LimitedCaller
  #counted: CallLimits | null = null

  constructor(limiter: RateLimiter, declaration: Declaration, caller: LimitedCaller) {
    this.#limiter = limiter
    this.#declaration = declaration
    this.#caller = caller
  }

  /**
   * Counts a call whose limit depends only on the caller, before it causes any work.
   *
   * @throws RateLimited
   */
  async countBeforeValidation(): Promise<void> {
    const { guesses = null, limit, mayBecome = null } = this.#declaration
    if (typeof limit === 'object' || dependsOnRequest(this.#declaration)) return
    const counted = limit === undefined ? null : { act: limit, account: null, guesses, mailTo: undefined, mayBecome }
    this.#counted = await countCall(this.#limiter, this.#caller, counted)
  }

  /**
   * Counts a call that fails validation, for its client address only, unless it was counted before.
   *
   * @throws RateLimited
   */
  async countRefused(body: unknown): Promise<void> {
    const act = this.#counted ? null : actOfRefusedCall(this.#declaration, body)
    if (act !== null) await this.#limiter.countAddress(act, this.#caller.addressBlock)
  }

  /**
   * Counts a validated call, unless it was counted before.
   *
   * @throws RateLimited
   */
  async countAfterValidation(request: AnyRequest): Promise<CallLimits> {
    if (this.#counted) return this.#counted
    const { account, guesses = null, limit, mailTo, mayBecome = null, project } = this.#declaration
    const act = typeof limit === 'object' ? limit.of(request) : (limit ?? null)
    const projectId = project ? (project(request)?.id ?? null) : this.#caller.projectId
    return countCall(
      this.#limiter,
      { ...this.#caller, projectId },
      act && { act, account: account?.(request) ?? null, guesses, mailTo: mailTo?.(request), mayBecome },
    )
  }
}

function dependsOnRequest({ account, find, mailTo }: Declaration): boolean {
  return account !== undefined || find !== undefined || mailTo !== undefined
}

function actOfRefusedCall({ limit }: Declaration, body: unknown): LimitedAct | null {
  return typeof limit === 'object' ? limit.ofRefused(body) : (limit ?? null)
}
