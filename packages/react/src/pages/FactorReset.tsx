'use client'

import { useState, type ReactNode } from 'react'
import { useOneTimeCode } from '../app/one-time-codes.ts'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { CardRoot } from '../cards/CardRoot.tsx'
import { Message } from '../cards/Message.tsx'
import { problemOfCode, type CodeProblem } from '../hooks/code-problem.ts'
import { useTranslate } from '../i18n/language.ts'
import { CodeProblemMessage } from './CodeProblemMessage.tsx'

/** The props of `FactorReset`. */
export interface FactorResetProps {
  /** The query of the page. The handler passes it. */
  readonly searchParams?: Readonly<Record<string, string>> | undefined
  /** Fills the rest of the window and centres the card. */
  readonly fullPage?: boolean | undefined
}

/** The page behind the link in a mail about the announced removal of a second factor. It cancels the removal. */
export function FactorReset({ searchParams, fullPage }: FactorResetProps): ReactNode {
  const code = useOneTimeCode('code', searchParams?.['code'])
  return (
    <CardRoot fullPage={fullPage}>
      <Cancellation code={code} />
    </CardRoot>
  )
}

function Cancellation({ code }: { readonly code: string | undefined }): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const [outcome, setOutcome] = useState<CodeProblem | 'cancelled' | null>(code ? null : 'invalid')
  const staysText = t('Your second factor stays. Signing in still requires it.')
  // A used code has cancelled the removal.
  if (outcome === 'cancelled' || outcome === 'used') {
    return (
      <Message
        title={t('Removal cancelled')}
        primaryButtonText={t('Go home')}
        primaryAction={() => app.redirectToHome()}
        takesFocus
      >
        {staysText}
      </Message>
    )
  }
  if (outcome !== null) return <CodeProblemMessage problem={outcome} takesFocus={Boolean(code)} />
  return (
    <Message
      title={t('Cancel the removal of your second factor?')}
      primaryButtonText={t('Cancel the removal')}
      primaryAction={async () => {
        setOutcome((await problemOfCode(() => app.cancelFactorResetByCode(code ?? ''))) ?? 'cancelled')
      }}
      pendingText={t('Cancelling…')}
    >
      {staysText}
    </Message>
  )
}
