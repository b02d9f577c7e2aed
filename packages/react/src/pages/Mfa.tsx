'use client'

import { porticoAppInternalsSymbol, type PorticoClientApp, type WaitingSignIn } from '@portico/client'
import { useEffect, useState, type ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useLatestUser } from '../app/useUser.ts'
import { StepCard } from '../auth/StepCard.tsx'
import { SecondFactor } from '../auth/SecondFactor.tsx'
import { Message } from '../cards/Message.tsx'
import { PredefinedMessage } from '../cards/PredefinedMessageCard.tsx'
import { describeEnd } from '../form/describe-error.ts'
import type { SecondFactorEnd, SecondFactorStep } from '../hooks/useSecondFactor.ts'
import { useTranslate } from '../i18n/language.ts'
import { CardRoot } from '../cards/CardRoot.tsx'
import { CardSkeleton } from '../parts/CardSkeleton.tsx'

/** The props of `Mfa`. */
export interface MfaProps {
  /** Fills the rest of the window and centres the card. */
  readonly fullPage?: boolean | undefined
}

/** The page that asks for the second factor of a sign-in that began on another page, such as a provider's. */
export function Mfa({ fullPage }: MfaProps): ReactNode {
  return (
    <CardRoot fullPage={fullPage}>
      <MfaContent />
    </CardRoot>
  )
}

export interface MfaContentProps {
  /** Default: the attempt code that the SDK stores in this tab. */
  readonly attemptCode?: string
  readonly factors?: SecondFactorStep['factors']
}

export function MfaContent({ attemptCode, factors }: MfaContentProps): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const stored = useWaitingSignIn(attemptCode !== undefined)
  const [ended, setEnded] = useState<SecondFactorEnd | null>(null)

  const user = useLatestUser()
  const again = { primaryButtonText: t('Sign in'), primaryAction: () => app.redirectToSignIn() }

  if (ended === 'over' || ended === 'exhausted') return <Message title={describeEnd(t, ended)} {...again} takesFocus />
  const waiting = attemptCode === undefined ? stored : { attemptCode, factors }
  if (waiting === undefined || (waiting === null && user === undefined)) return <CardSkeleton />
  if (waiting === null) {
    // The sign-in is complete if the user returns to this page afterwards.
    if (user) return <PredefinedMessage type="signedIn" />
    return (
      <Message title={t('There is no sign-in to finish')} {...again}>
        {t('Start again from the sign-in page.')}
      </Message>
    )
  }
  return (
    <StepCard title={t('Confirm that it is you')}>
      <SecondFactor
        step={{
          attemptCode: waiting.attemptCode,
          factors: waiting.factors,
          leave: (reason) => {
            setEnded(reason)
            void leave(app, reason === 'cancelled')
          },
        }}
      />
    </StepCard>
  )
}

async function leave(app: PorticoClientApp, isCancelled: boolean): Promise<void> {
  const waiting = await app[porticoAppInternalsSymbol].waitingSignIn()
  waiting?.forget()
  if (isCancelled) await app.redirectToSignIn({ replace: true })
}

/**
 * Reads the sign-in that waits in this tab once, because the SDK deletes it on success, while the card still shows the
 * success. Undefined: not read yet; null: there is none.
 */
function useWaitingSignIn(isGiven: boolean): WaitingSignIn | null | undefined {
  const app = usePorticoApp()
  const [found, setFound] = useState<{ readonly waiting: WaitingSignIn | null } | { readonly thrown: unknown }>()
  useEffect(() => {
    if (isGiven) return
    let current = true
    app[porticoAppInternalsSymbol].waitingSignIn().then(
      (waiting) => {
        if (current) setFound({ waiting })
      },
      (thrown: unknown) => {
        if (current) setFound({ thrown })
      },
    )
    return () => {
      current = false
    }
  }, [app, isGiven])
  if (found && 'thrown' in found) throw found.thrown
  return found?.waiting
}
