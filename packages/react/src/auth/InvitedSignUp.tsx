'use client'

import { useMemo, type ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { dataOf } from '../hooks/code-problem.ts'
import { useCodeCheck } from '../hooks/useCodeCheck.ts'
import { CardSkeleton } from '../parts/CardSkeleton.tsx'
import { InvitedContext } from './invited.ts'
import { returnsToInvitation } from './returns-to-invitation.ts'

export interface InvitedSignUpProps {
  readonly code: string
  readonly page: ReactNode
  /** Rendered if the page of the invitation does not follow the sign-up, or if the invitation cannot be used. */
  readonly fallback: ReactNode
}

/**
 * The sign-up page of a visitor with an invitation. It knows the invited address, and may be open while sign-up is
 * closed.
 */
export function InvitedSignUp({ code, page, fallback }: InvitedSignUpProps): ReactNode {
  const app = usePorticoApp()
  const isNext = returnsToInvitation(window.location.href, app.urls.teamInvitation)
  const verdict = useCodeCheck(
    isNext ? `${code} sign-up` : null,
    async () => dataOf(await app.checkTeamInvitation(code)),
    {
      isRemembered: false,
    },
  )
  const invitation = verdict && 'answer' in verdict ? verdict.answer : null
  const email = invitation?.recipientEmail
  const verifiesAddress = invitation?.verifiesAddress === true
  const invited = useMemo(
    () => (email === undefined ? null : { code, email, verifiesAddress }),
    [code, email, verifiesAddress],
  )
  if (!isNext) return fallback
  if (!verdict) return <CardSkeleton />
  if (!invitation?.maySignUp) return fallback
  return <InvitedContext.Provider value={invited}>{page}</InvitedContext.Provider>
}
