'use client'

import type { DisownedSession } from '@portico/client'
import { useState, type ReactNode } from 'react'
import { useOneTimeCode } from '../app/one-time-codes.ts'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { CardRoot } from '../cards/CardRoot.tsx'
import { Message } from '../cards/Message.tsx'
import { codeProblemOf, dataOf, type CodeProblem } from '../hooks/code-problem.ts'
import { useTranslate } from '../i18n/language.ts'
import { CodeProblemMessage } from './CodeProblemMessage.tsx'

/** The props of `DisownSession`. */
export interface DisownSessionProps {
  /** The query of the page. The handler passes it. */
  readonly searchParams?: Readonly<Record<string, string>> | undefined
  /** Fills the rest of the window and centres the card. */
  readonly fullPage?: boolean | undefined
}

/** The page behind the link of a mail about a sign-in on a new device. It ends the session of that sign-in. */
export function DisownSession({ searchParams, fullPage }: DisownSessionProps): ReactNode {
  const code = useOneTimeCode('code', searchParams?.['code'])
  return (
    <CardRoot fullPage={fullPage}>
      <Disowning code={code} />
    </CardRoot>
  )
}

function Disowning({ code }: { readonly code: string | undefined }): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const [outcome, setOutcome] = useState<CodeProblem | DisownedSession | null>(code ? null : 'invalid')
  const requestReset = (): Promise<void> => app.redirectToForgotPassword()
  if (outcome === null) {
    return (
      <Message
        title={t('End the session on the new device?')}
        primaryButtonText={t('End session')}
        primaryAction={async () => setOutcome(await disown(() => app.disownSession(code ?? '')))}
        pendingText={t('Ending…')}
        secondaryButtonText={t('Cancel')}
        secondaryAction={() => app.redirectToHome()}
      >
        {t(
          'We end the session on the new device. If your account can have a password, we also send you a link to choose a new one.',
        )}
      </Message>
    )
  }
  if (typeof outcome === 'string') {
    const nextStep = { text: t('Reset your password'), act: requestReset }
    return <CodeProblemMessage problem={outcome} nextStep={nextStep} takesFocus={Boolean(code)} />
  }
  return outcome.isPasswordResetSent ? (
    <Message
      title={t('Session ended')}
      primaryButtonText={t('Go home')}
      primaryAction={() => app.redirectToHome()}
      secondaryButtonText={t('Reset password')}
      secondaryAction={requestReset}
      takesFocus
    >
      <p>{t('Check your email and choose a new password. This ends all other sessions as well.')}</p>
      <p>
        {t('Check your account settings: remove each way to sign in and end each session that you do not recognise.')}
      </p>
    </Message>
  ) : (
    <Message
      title={t('Session ended')}
      primaryButtonText={t('Account settings')}
      primaryAction={() => app.redirectToAccountSettings()}
      secondaryButtonText={t('Go home')}
      secondaryAction={() => app.redirectToHome()}
      takesFocus
    >
      {t('Check your account settings: remove each way to sign in and end each session that you do not recognise.')}
    </Message>
  )
}

async function disown(
  send: () => ReturnType<ReturnType<typeof usePorticoApp>['disownSession']>,
): Promise<CodeProblem | DisownedSession> {
  try {
    return dataOf(await send())
  } catch (error) {
    const problem = codeProblemOf(error)
    if (problem === null) throw error
    return problem
  }
}
