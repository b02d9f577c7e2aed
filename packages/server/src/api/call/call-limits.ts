import type { LimitedAct } from '@portico/contract'

import type { RateLimited } from '../../kernel/errors.ts'
import type { Attempt, Guessed, RateLimiter } from '../../platform/limits/rate-limiter.ts'

/** The outcome of a call's rate limits, and the methods by which its handler reports to them. */
export interface CallLimits extends Attempt {
  /** Whether the mailbox of the declared mail is within its limit. */
  readonly isMailAllowed: boolean
  /** The reached limit that suppresses the declared mail; null if there is no mail or it may be sent. */
  readonly suppressedMail: RateLimited | null
  /**
   * Checks the sign-up limit, if the call turns out to be a sign-up.
   *
   * @throws RateLimited while sign-ups from this client address are refused
   */
  readonly requireSignUpAllowed: () => void
  /**
   * Counts a change of credentials, if the call turns out to be one.
   *
   * @throws RateLimited
   */
  readonly countCredentialChange: (userId: string) => Promise<void>
  /**
   * Counts a question to the old system of the project, if the call turns out to ask it.
   *
   * @throws RateLimited
   */
  readonly countOldSystem: () => Promise<void>
  /** Clears failures and known client addresses of a user after the mailbox is proved or the password is reset. */
  readonly forgetAttempts: (userId: string, email: string | null) => Promise<void>
  /** Counts an answer that reveals that an e-mail address belongs to another account. */
  readonly revealedAccount: () => Promise<void>
}

/** The project, the client address and the user that a call counts for. */
export interface LimitedCaller {
  /** Null if the project is not known yet. */
  readonly projectId: string | null
  /** Null for the backend of a project. */
  readonly addressBlock: string | null
  /** The call has counted for the client address before. */
  readonly isAddressCounted?: boolean
  readonly isBackend: boolean
  /** The user of the access token; null without one. */
  readonly userId: string | null
}

/** The limited act of one call, with the values that its route's declaration reads from the call. */
export interface CountedAct {
  readonly act: LimitedAct
  readonly account: string | null
  readonly guesses: Guessed | null
  /** The mailbox of the mail that the call causes; undefined if the route declares no mail, null if there is none. */
  readonly mailTo: string | null | undefined
  readonly mayBecome: 'signUp' | 'changeCredentials' | 'askOldSystem' | null
  /** The mailboxes for each of which the call counts; undefined if the route declares none. */
  readonly recipients?: readonly string[] | undefined
}

/**
 * Counts a call in one round trip.
 *
 * @throws RateLimited
 */
export async function countCall(
  limiter: RateLimiter,
  { projectId, addressBlock, isAddressCounted = false, userId }: LimitedCaller,
  counted: CountedAct | null,
): Promise<CallLimits> {
  const subject = { projectId: projectId ?? '', addressBlock, isAddressCounted, ...(userId !== null && { userId }) }
  const limits = uncountedLimits(limiter, subject)
  if (!counted) return limits
  const { act, account, guesses, mailTo, mayBecome, recipients } = counted
  if (projectId === null) {
    await limiter.countAddress(act, addressBlock)
    return limits
  }
  if (recipients !== undefined) {
    // guard: a written mail counts for each of its recipients (replace `recipients` with `recipients.slice(0, 1)`)
    //   [written-mails]
    await limiter.countEach(act, subject, recipients)
    return limits
  }
  if (guesses !== null && account !== null) {
    const attempt = await limiter.attempt(act, { ...subject, account }, guesses)
    const mail = mailTo === undefined ? null : mailLimits(mailTo, await limiter.countMail(subject, mailTo))
    return {
      ...limits,
      ...mail,
      ...attempt,
      ...(mayBecome === 'askOldSystem' && {
        countOldSystem: () => limiter.count('askOldSystem', { ...subject, account }),
      }),
    }
  }
  if (mailTo !== undefined) {
    return { ...limits, ...mailLimits(mailTo, await limiter.countWithMail(act, subject, mailTo)) }
  }
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

/** Counts a change of credentials. Each change sends a mail to the user and ends the user's open codes. */
export async function countCredentialChange(limiter: RateLimiter, projectId: string, userId: string): Promise<void> {
  await limiter.count('changeCredentials', { projectId, addressBlock: null, userId })
}

function mailLimits(
  mailTo: string | null,
  suppressedMail: RateLimited | null,
): Pick<CallLimits, 'isMailAllowed' | 'suppressedMail'> {
  return { isMailAllowed: mailTo !== null && suppressedMail === null, suppressedMail }
}

function uncountedLimits(
  limiter: RateLimiter,
  subject: { readonly projectId: string; readonly addressBlock: string | null },
): CallLimits {
  return {
    isMailAllowed: false,
    suppressedMail: null,
    requireSignUpAllowed: () => refuseUndeclared('mayBecome'),
    countCredentialChange: () => refuseUndeclared('mayBecome'),
    countOldSystem: () => refuseUndeclared('mayBecome'),
    failed: () => refuseUndeclared('guesses'),
    succeeded: () => refuseUndeclared('guesses'),
    settle: () => {},
    forgetAttempts: (account, email) => limiter.forgetAttempts({ ...subject, account }, email),
    revealedAccount: () => limiter.note('takenAddress', subject),
  }
}

function refuseUndeclared(name: string): never {
  throw new Error(`The handler relies on a limit that its route does not declare: ${name}.`)
}
