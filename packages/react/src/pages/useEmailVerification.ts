'use client'

import { porticoAppInternalsSymbol } from '@portico/client'
import type { AccountOfAddress } from '@portico/contract'
import { useState } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useLatestUser } from '../app/useUser.ts'
import { problemOfCode, type CodeProblem } from '../hooks/code-problem.ts'
import { useAction, type ActionPhase } from '../hooks/useAction.ts'
import { useCodeCheck } from '../hooks/useCodeCheck.ts'

/** The account with the address that a verification mail was sent to. */
export interface AddressedAccount {
  /** Chosen by the creator of the account, who may be another person: show it as isolated plain text. */
  readonly displayName: string | null
  /** When the account was created. */
  readonly createdAt: Date
  /** Another address of the account; null unless the visitor is signed in to the account. */
  readonly otherEmail: string | null
  /** The `User-Agent` of the browser that signed up or added the address, or null if unknown. */
  readonly userAgent: string | null
  /** Whether the account signed up with the address. If not, the address was added later or by a server. */
  readonly isSignUpAddress: boolean
  /** Whether `claim` is possible. If not, the answer is `verify` or `disown`. */
  readonly canClaim: boolean
}

/** The state of the page behind the link in a verification mail. */
export interface EmailVerification {
  /**
   * - `checking`: the link is being checked
   * - `unreachable`: it could not be checked; `checkAgain` tries again
   * - `ready`: this session signed up, so `verify` after one click is sufficient
   * - `asking`: show the account and ask whether it belongs to the visitor; the answer is `claim` or `disown`,
   *   or `verify` instead of `claim` if the account cannot be claimed here
   * - `verified`, `disowned`: done
   */
  readonly step: 'checking' | 'unreachable' | 'ready' | 'asking' | 'verified' | 'disowned'
  /** The address that the link verifies. Set while `ready` or `asking`. */
  readonly email: string | null
  /** Set while `asking`. */
  readonly account: AddressedAccount | null
  /** The phase of the latest action. */
  readonly phase: ActionPhase
  /** The reason why the link cannot be used. */
  readonly problem: CodeProblem | null
  /** Why the latest action failed; null if it did not. */
  readonly failure: unknown
  /** Verifies the address. Call this and the two below only from a click: mail scanners open links too. */
  readonly verify: () => Promise<void>
  /** "This is my account": verifies the address and keeps the account with all its data. */
  readonly claim: () => Promise<void>
  /** "This wasn't me": removes the address from the account, and ends the sessions if the account signed up with it. */
  readonly disown: () => Promise<void>
  /** Checks the link again, at the step `unreachable`. */
  readonly checkAgain: () => void
}

type Answer = 'mine' | 'not_mine' | undefined

interface CheckedCode {
  readonly email: string
  readonly is_sign_up_session: boolean
  readonly can_claim: boolean
  readonly account: AccountOfAddress
}

/** Verifies an e-mail address with the code from its mail. */
export function useEmailVerification(code: string | null | undefined): EmailVerification {
  const app = usePorticoApp()
  const user = useLatestUser()
  const [round, setRound] = useState(1)
  const [done, setDone] = useState<'verified' | 'disowned' | null>(null)
  // The answer includes whether this session signed up, so another user requires a new check.
  const of = code && user !== undefined ? `${code} ${user?.id ?? ''} ${round}` : null
  const verdict = useCodeCheck(of, () => {
    const internals = app[porticoAppInternalsSymbol]
    const session = internals.holder().current()
    const body = { code: code ?? '' }
    return internals.request('POST /contact-channels/verify/check-code', { body, session, isSessionOptional: true })
  })
  const action = useAction<[answer: Answer], CodeProblem>(async (account) => {
    const problem = await problemOfCode(() => app.verifyEmail(code ?? '', account ? { account } : {}))
    // A used code means that the address is verified, which is a success for `verify` and `claim`. It does not mean
    // that the address was removed, so for `disown` it is an error.
    if (problem !== null && (problem !== 'used' || account === 'not_mine')) return { status: 'error', error: problem }
    setDone(account === 'not_mine' ? 'disowned' : 'verified')
    return { status: 'ok' }
  })
  const checked = verdict && 'answer' in verdict ? verdict.answer : null
  const found = verdict && 'problem' in verdict ? verdict.problem : null
  const thrown = verdict && 'thrown' in verdict ? verdict.thrown : null
  return {
    step: done ?? (found === 'used' ? 'verified' : stepOf(checked, thrown)),
    email: checked?.email ?? null,
    account: checked && addressedAccount(checked),
    phase: action.phase,
    problem: !code ? 'invalid' : (action.error ?? (found === 'used' ? null : found)),
    failure: thrown ?? action.failure,
    verify: async () => void (await action.submit(undefined)),
    claim: async () => void (await action.submit('mine')),
    disown: async () => void (await action.submit('not_mine')),
    checkAgain: () => setRound(round + 1),
  }
}

function stepOf(checked: CheckedCode | null, thrown: unknown): EmailVerification['step'] {
  if (thrown !== null) return 'unreachable'
  if (checked === null) return 'checking'
  return checked.is_sign_up_session ? 'ready' : 'asking'
}

function addressedAccount({ account, can_claim: canClaim }: CheckedCode): AddressedAccount {
  return {
    displayName: account.display_name,
    createdAt: new Date(account.created_at_millis),
    otherEmail: account.other_email,
    userAgent: account.user_agent,
    isSignUpAddress: account.is_sign_up_address,
    canClaim,
  }
}
