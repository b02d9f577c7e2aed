'use client'

import { useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { ImpersonationBarContext } from '../app/impersonation-bar.ts'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { CardRoot } from '../cards/CardRoot.tsx'
import { FailureCard } from '../cards/FailureCard.tsx'
import { Message } from '../cards/Message.tsx'
import { continueAfterSuccess } from '../hooks/continue-after-success.ts'
import { useAction } from '../hooks/useAction.ts'
import { codeProblemOf } from '../hooks/code-problem.ts'
import { useTranslate } from '../i18n/language.ts'
import { Card } from '../parts/Card.tsx'
import { CardSkeleton } from '../parts/CardSkeleton.tsx'
import { CodeProblemMessage } from './CodeProblemMessage.tsx'

/** The props of `Impersonation`. */
export interface ImpersonationProps {
  /** Fills the rest of the window and centres the card. */
  readonly fullPage?: boolean | undefined
}

/**
 * The page of an impersonation link. After a click, it signs a staff member in as the link's user and redirects like
 * every sign-in. It needs `PorticoProvider`, whose bar shows and ends the impersonation.
 */
export function Impersonation({ fullPage }: ImpersonationProps): ReactNode {
  return (
    <CardRoot fullPage={fullPage}>
      <Start />
    </CardRoot>
  )
}

function Start(): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const hasBar = useContext(ImpersonationBarContext)
  const [code, setCode] = useState<string | null>(null)
  const { error, failure, phase, submit } = useAction(async (given: string) => {
    if (!hasBar)
      throw new Error('The page of an impersonation link needs `PorticoProvider`, which shows the impersonation.')
    const result = await app.signInWithImpersonationLink(given, { noRedirect: true })
    if (result.status === 'ok') await continueAfterSuccess(app, 'afterSignIn')
    return result
  })
  const hasRead = useRef(false)
  useEffect(() => {
    if (hasRead.current) return
    hasRead.current = true
    const given = new URLSearchParams(window.location.hash.slice(1)).get('code') ?? ''
    setCode(given)
    if (given === '') return
    // Neither the history nor a reload contains the code. `state` belongs to the router of the host.
    const { pathname, search } = window.location
    window.history.replaceState(window.history.state, '', `${pathname}${search}`)
  }, [])
  if (code === null) return <CardSkeleton fields={0} />
  const problem = code === '' ? 'invalid' : codeProblemOf(error ?? failure)
  if (problem !== null) return <CodeProblemMessage problem={problem} takesFocus />
  const cause = error ?? failure
  if (cause !== null) return <FailureCard cause={cause} onRetry={() => void submit(code)} />
  if (phase !== 'idle') return <Card title={t('Signing in…')} takesFocus />
  // A member of the staff could send the link to another person, who would work in the account of the user without
  // knowing it.
  return (
    <Message
      title={t('Sign in with this link?')}
      primaryButtonText={t('Sign in')}
      primaryAction={() => void submit(code)}
      secondaryButtonText={t('Cancel')}
      secondaryAction={() => app.redirectToHome()}
    >
      {t('The link signs you in as another user. Continue only if you created it yourself just now.')}
    </Message>
  )
}
