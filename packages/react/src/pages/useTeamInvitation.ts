'use client'

import type { CurrentUser, TeamInvitationState } from '@portico/client'
import { canonicalEmail } from '@portico/contract/email-address'
import { useEffect, useState } from 'react'
import { navigate } from '../app/navigate.ts'
import { keepInvitation, keptInvitation } from '../app/one-time-codes.ts'
import { returningTo } from '../app/return-location.ts'
import { useInBrowser } from '../app/useInBrowser.ts'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { dataOf, problemOfCode, type CodeProblem } from '../hooks/code-problem.ts'
import { useAction, type ActionPhase } from '../hooks/useAction.ts'
import { useCodeCheck } from '../hooks/useCodeCheck.ts'
import { useUserToLeave } from './useUserToLeave.ts'

/** What the visitor can do with the invitation. */
export interface InvitationAnswer {
  /**
   * - `checking`: the link is being checked
   * - `unreachable`: it could not be checked; `checkAgain` tries again
   * - `signed-out`: `signIn` or `signUp` come first; both return to this page
   * - `ready`: the invited address belongs to the signed-in user
   * - `other-user`: it does not. Name the address before you offer `accept`, and offer `switchUser`.
   * - `joined`: done
   */
  readonly step: 'checking' | 'unreachable' | 'signed-out' | 'ready' | 'other-user' | 'joined'
  /** Set from `signed-out` to `joined`. */
  readonly invitation: TeamInvitationState | null
  /**
   * The reason why the link cannot be used. An invitation that was revoked is `invalid`. `elsewhere`: the page was
   * opened without a code, because the sign-in ended in another tab or browser. Ask the visitor to open the link from
   * the mail again.
   */
  readonly problem: CodeProblem | 'elsewhere' | null
  /** The phase of `accept`. */
  readonly phase: ActionPhase
  /** The phase of `switchUser`. */
  readonly switching: ActionPhase
  /** Why the invitation could not be checked or accepted, or why `switchUser` failed; null without a failure. */
  readonly failure: unknown
  /**
   * Adds the signed-in user to the team. Call it only from a click. Goes to the page `onboarding` and back for a
   * restricted user, who cannot join before the restriction ends.
   */
  readonly accept: () => Promise<void>
  /** Goes to the sign-in page and back. */
  readonly signIn: () => void
  /** Goes to the sign-up page and back. */
  readonly signUp: () => void
  /**
   * Signs out and continues with `signIn`, or with `signUp` if the invited address has no account. After a failure the
   * step stays `other-user`, and another call repeats the sign-out.
   */
  readonly switchUser: () => Promise<void>
  /** Checks the invitation again after `failure`. */
  readonly checkAgain: () => void
}

interface Checked extends TeamInvitationState {
  readonly isOwnAddress: boolean
}

/**
 * Accepts an invitation to a team with the code from its mail. The tab keeps the code while the visitor signs in, so
 * pass null if the address of the page contains none.
 */
export function useTeamInvitation(givenCode: string | null | undefined): InvitationAnswer {
  const code = useCode(givenCode)
  const app = usePorticoApp()
  const { user, signOut: switching } = useUserToLeave()
  const [round, setRound] = useState(1)
  // The answer includes whose address was invited, so another user requires a new check.
  const of = code && user !== undefined ? `${code} ${user?.id ?? ''} ${round}` : null
  const verdict = useCodeCheck<Checked>(
    of,
    async () => {
      const invitation = dataOf(await app.checkTeamInvitation(code ?? ''))
      return { ...invitation, isOwnAddress: Boolean(user) && (await ownsAddress(user, invitation.recipientEmail)) }
    },
    { isRemembered: false },
  )
  const accept = useAction<[], CodeProblem>(async () => {
    const problem = await problemOfCode(() => app.acceptTeamInvitation(code ?? ''))
    return problem === null ? { status: 'ok' } : { status: 'error', error: problem }
  })
  const checked = verdict && 'answer' in verdict ? verdict.answer : null
  const found = verdict && 'problem' in verdict ? verdict.problem : null
  const thrown = verdict && 'thrown' in verdict ? verdict.thrown : null
  const joined = accept.phase === 'done'

  const addressOf = (page: 'signIn' | 'signUp' | 'onboarding'): URL => returningTo(app.urls[page], addressWithoutCode())
  const goTo = (page: 'signIn' | 'signUp' | 'onboarding'): void => navigate(app, pathOf(addressOf(page)))
  const nextPage = checked && !checked.hasAccount && checked.maySignUp ? 'signUp' : 'signIn'
  return {
    step: joined ? 'joined' : stepOf(checked, thrown, Boolean(user)),
    invitation: checked,
    problem: code === undefined || joined ? null : (problemWithout(code) ?? accept.error ?? found),
    phase: accept.phase,
    switching: switching.phase,
    failure: thrown ?? accept.failure ?? switching.failure,
    accept: async () => (user?.isRestricted ? goTo('onboarding') : void (await accept.submit())),
    signIn: () => goTo('signIn'),
    signUp: () => goTo('signUp'),
    switchUser: async () => void (await switching.submit({ redirectUrl: addressOf(nextPage) })),
    checkAgain: () => setRound(round + 1),
  }
}

function stepOf(checked: Checked | null, thrown: unknown, isSignedIn: boolean): InvitationAnswer['step'] {
  if (thrown !== null) return 'unreachable'
  if (checked === null) return 'checking'
  if (!isSignedIn) return 'signed-out'
  return checked.isOwnAddress ? 'ready' : 'other-user'
}

async function ownsAddress(user: CurrentUser | null | undefined, email: string): Promise<boolean> {
  const invited = canonicalEmail(email)
  if (!user) return false
  if (user.primaryEmail !== null && canonicalEmail(user.primaryEmail) === invited) return true
  // The service refuses the list to some restricted users.
  if (user.isRestricted) return false
  return (await user.listContactChannels()).some(({ value }) => canonicalEmail(value) === invited)
}

/**
 * Returns the given code, which is then kept, or the kept one, or null. Returns undefined while a page from a server is
 * not connected yet.
 */
function useCode(given: string | null | undefined): string | null | undefined {
  useEffect(() => {
    if (given) keepInvitation(given)
  }, [given])
  const kept = useInBrowser(keptInvitation, undefined)
  return given ?? kept
}

function problemWithout(code: string | null): 'elsewhere' | 'invalid' | null {
  if (code === null) return 'elsewhere'
  return code === '' ? 'invalid' : null
}

/** Pages of the host may have the code in their address. */
function addressWithoutCode(): URL {
  const url = new URL(window.location.href)
  url.searchParams.delete('code')
  return url
}

/** Routers take paths; an address on another origin stays complete. */
function pathOf({ origin, pathname, search, hash, href }: URL): string {
  return origin === window.location.origin ? pathname + search + hash : href
}
