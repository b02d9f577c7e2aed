import type { LimitedAct } from '@portico/contract'

import type { Attempt, Guessed, RateLimiter } from '../platform/limits/rate-limiter.ts'

/** What the limits of a route have decided about a call, and what its handler reports to them. */
export interface CallLimits extends Attempt {
  /** Whether the mailbox of the declared mail has not used up its limit. */
  readonly isMailAllowed: boolean
  /**
   * For a call that turns out to be a sign-up.
   *
   * @throws RateLimited while sign-ups from this client address are refused
   */
  readonly requireSignUpAllowed: () => void
  /**
   * For a call that turns out to change how a user signs in.
   *
   * @throws RateLimited
   */
  readonly countCredentialChange: (userId: string) => Promise<void>
  /** Clears failures and known addresses of an account whose mailbox was proved or whose password was reset. */
  readonly forgetAttempts: (account: string) => Promise<void>
  /** The answer reveals that an e-mail address belongs to another account. */
  readonly revealedAccount: () => Promise<void>
}

/** Whom a call counts for. */
export interface LimitedCaller {
  /** Null where no project is known yet. */
  readonly projectId: string | null
  /** Null for the backend of a project. */
  readonly addressBlock: string | null
}

/** An act with what its route declares of it, read from one call. */
export interface CountedAct {
  readonly act: LimitedAct
  readonly account: string | null
  readonly guesses: Guessed | null
  /** The mailbox of the mail that the call causes; undefined if the route declares no mail, null if there is none. */
  readonly mailTo: string | null | undefined
  readonly mayBecome: 'signUp' | 'changeCredentials' | null
}

/**
 * Counts a call, in one round trip.
 *
 * @throws RateLimited
 */
export async function countCall(
  limiter: RateLimiter,
  { projectId, addressBlock }: LimitedCaller,
  counted: CountedAct | null,
): Promise<CallLimits> {
  const subject = { projectId: projectId ?? '', addressBlock }
  const limits = uncountedLimits(limiter, subject)
  if (!counted) return limits
  const { act, account, guesses, mailTo, mayBecome } = counted
  if (projectId === null) {
    await limiter.countAddress(act, addressBlock)
    return limits
  }
  if (guesses !== null && account !== null) {
    const { failed, succeeded } = await limiter.attempt(act, { ...subject, account }, guesses)
    return { ...limits, failed, succeeded }
  }
  if (mailTo !== undefined) return { ...limits, isMailAllowed: await limiter.countWithMail(act, subject, mailTo) }
  if (mayBecome === 'signUp') {
    return { ...limits, requireSignUpAllowed: await limiter.countWithPossible(act, subject, 'signUp') }
  }
  await limiter.count(act, { ...subject, ...(account !== null && { account }) })
  return {
    ...limits,
    ...(mayBecome === 'changeCredentials' && {
      countCredentialChange: (userId: string) => countCredentialChange(limiter, subject.projectId, userId),
    }),
  }
}

/** Counts a change of how the user signs in: each mails its user and ends their open codes. */
export async function countCredentialChange(limiter: RateLimiter, projectId: string, userId: string): Promise<void> {
  await limiter.count('changeCredentials', { projectId, addressBlock: null, account: userId })
}

function uncountedLimits(
  limiter: RateLimiter,
  subject: { readonly projectId: string; readonly addressBlock: string | null },
): CallLimits {
  return {
    isMailAllowed: false,
    requireSignUpAllowed: () => refuseUndeclared('mayBecome'),
    countCredentialChange: () => refuseUndeclared('mayBecome'),
    failed: () => refuseUndeclared('guesses'),
    succeeded: () => refuseUndeclared('guesses'),
    forgetAttempts: (account) => limiter.forgetAttempts({ ...subject, account }),
    revealedAccount: () => limiter.note('takenAddress', subject),
  }
}

function refuseUndeclared(name: string): never {
  throw new Error(`The handler relies on a limit that its route does not declare: ${name}.`)
}
