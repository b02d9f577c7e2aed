import { clientActs, type EndpointSpec, type LimitedAct } from '@portico/contract'

import type { RateLimiter } from '../../platform/limits/rate-limiter.ts'
import { countCall, countCredentialChange, type CallLimits, type LimitedCaller } from '../call/call-limits.ts'
import { limitsOf, type ChangeAct, type ChosenAct, type DeclaredLimit } from '../rules/declaration.ts'
import type { CheckedRequest, Route } from '../rules/route.ts'

type Declaration = Route['declaration']
type AnyRequest = CheckedRequest<EndpointSpec> & { readonly found: unknown }

/** Counts one call as its route declares. */
export class DeclaredLimits {
  readonly #limiter: RateLimiter
  readonly #declaration: Declaration
  readonly #caller: LimitedCaller
  readonly #act: DeclaredLimit<AnyRequest> | undefined
  readonly #change: DeclaredLimit<AnyRequest, ChangeAct> | undefined
  #counted: CallLimits | null = null
  #isAddressCounted = false

  constructor(limiter: RateLimiter, declaration: Declaration, caller: LimitedCaller) {
    this.#limiter = limiter
    this.#declaration = declaration
    this.#caller = caller
    const { act, change } = limitsOf(declaration)
    this.#act = act
    this.#change = change
  }

  /**
   * Counts a call whose limit depends only on the caller, before it causes any work.
   *
   * @throws RateLimited
   */
  async countBeforeValidation(): Promise<void> {
    const { guesses = null, mayBecome = null } = this.#declaration
    const act = this.#act ?? null
    if ((act !== null && typeof act === 'object') || dependsOnRequest(this.#declaration)) return
    const counted =
      act !== null && this.#counts(act) ? { act, account: null, guesses, mailTo: undefined, mayBecome } : null
    // guard: a declared limit counts before validation (replace `this.#caller, counted` with `this.#caller, null`)
    //   [declarations]
    this.#counted = await countCall(this.#limiter, this.#caller, counted)
  }

  /**
   * Counts a call that fails validation, for its client address only, unless it was counted before.
   *
   * @throws RateLimited
   */
  async countRefused(body: unknown): Promise<void> {
    const act = this.#counted ? null : actOfRefusedCall(this.#act, body)
    // guard: a malformed call counts for its client address [declarations]
    if (act !== null) await this.#limiter.countAddress(act, this.#caller.addressBlock)
  }

  /**
   * Counts a validated call for its client address only, unless it was counted before. Its account, mailbox and project
   * count after the bot check, so that a program that solves no challenge cannot use up their limits.
   *
   * @throws RateLimited
   */
  async countBeforeBotCheck(request: AnyRequest): Promise<void> {
    if (this.#counted) return
    const acts = actsOfCall(this.#act, request).filter((act) => this.#counts(act))
    for (const act of acts) await this.#limiter.countAddress(act, this.#caller.addressBlock)
    this.#isAddressCounted = true
  }

  /**
   * Counts a validated call, unless it was counted before, and the credential change that it is.
   *
   * @throws RateLimited
   */
  async countAfterValidation(request: AnyRequest): Promise<CallLimits> {
    const { projectId: callerProjectId, userId } = this.#caller
    if (callerProjectId !== null && userId !== null && actsOfCall(this.#change, request).length > 0) {
      // guard: changes of credentials have a rate limit [rate-limiter, declarations]
      await countCredentialChange(this.#limiter, callerProjectId, userId)
    }
    if (this.#counted) return this.#counted
    const { account, guesses = null, mailTo, mayBecome = null, project, recipients } = this.#declaration
    const [act = null, ...further] = actsOfCall(this.#act, request).filter((one) => this.#counts(one))
    // guard: a rate-limited public call counts for the project that it names
    //   (replace `(project(request)?.id ?? null)` with `this.#caller.projectId`) [declarations]
    const projectId = project ? (project(request)?.id ?? null) : callerProjectId
    const subject = {
      projectId: projectId ?? '',
      addressBlock: this.#caller.addressBlock,
      isAddressCounted: this.#isAddressCounted,
      ...(userId !== null && { userId }),
    }
    // guard: a change of an address that carries a code counts as a use of a code too [declarations]
    for (const one of further) await this.#limiter.count(one, subject)
    return countCall(
      this.#limiter,
      { ...this.#caller, projectId, isAddressCounted: this.#isAddressCounted },
      act && {
        act,
        // guard: a declared limit counts for the account (replace `account?.(request) ?? null` with `null`)
        //   [declarations]
        account: account?.(request) ?? null,
        guesses,
        mailTo: mailTo?.(request),
        mayBecome,
        recipients: recipients?.(request),
      },
    )
  }

  /** Counts wrong credentials of a partner. */
  async notePartnerFailure(): Promise<void> {
    await this.#limiter.note('partnerFailure', { projectId: '', addressBlock: this.#caller.addressBlock })
  }

  /** Some acts of a backend do not count. */
  #counts(act: LimitedAct): boolean {
    return !this.#caller.isBackend || !clientActs.includes(act)
  }
}

function dependsOnRequest({ account, find, mailTo, recipients }: Declaration): boolean {
  return [account, find, mailTo, recipients].some((rule) => rule !== undefined)
}

function actsOfCall<Act extends LimitedAct>(
  limit: Act | ChosenAct<AnyRequest, Act> | undefined,
  request: AnyRequest,
): readonly Act[] {
  if (typeof limit === 'object') return limit.of(request)
  return limit === undefined ? [] : [limit]
}

function actOfRefusedCall(limit: DeclaredLimit<AnyRequest> | undefined, body: unknown): LimitedAct | null {
  return typeof limit === 'object' ? limit.ofRefused(body) : (limit ?? null)
}
