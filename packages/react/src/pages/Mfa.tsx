'use client'

import { porticoAppInternalsSymbol } from '@portico/client'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
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

export function MfaContent({ attemptCode: given, factors }: MfaContentProps): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const internals = app[porticoAppInternalsSymbol]
  // Available in browsers only, so it is absent in the first render of a server-rendered page.
  const kept = useSyncExternalStore(
    subscribeToNothing,
    () => internals.mfaAttemptCode(),
    () => undefined,
  )
  const [begun, setBegun] = useState(given === undefined ? undefined : { attemptCode: given, factors })
  // The SDK deletes it on success, while this card still shows the success.
  if (begun === undefined && kept) setBegun({ attemptCode: kept, factors: factorsOf(kept, internals.mfaFactors()) })
  const attemptCode = begun?.attemptCode ?? kept
  const [ended, setEnded] = useState<SecondFactorEnd | null>(null)

  const user = useLatestUser()
  const again = { primaryButtonText: t('Sign in'), primaryAction: () => app.redirectToSignIn() }

  if (ended === 'over' || ended === 'exhausted') return <Message title={describeEnd(t, ended)} {...again} takesFocus />
  if (attemptCode === undefined || (attemptCode === null && user === undefined)) return <CardSkeleton />
  if (attemptCode === null) {
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
          attemptCode,
          factors: begun?.factors,
          leave: (reason) => {
            internals.forgetMfaAttempt()
            setEnded(reason)
            if (reason === 'cancelled') void app.redirectToSignIn({ replace: true })
          },
        }}
      />
    </StepCard>
  )
}

/** The factors that the SDK stored with the attempt. Another client stores an attempt without them. */
function factorsOf(attemptCode: string, stored: string | null): SecondFactorStep['factors'] {
  const [code, ...factors] = stored?.split(' ') ?? []
  return code === attemptCode ? (['totp', 'passkey'] as const).filter((factor) => factors.includes(factor)) : undefined
}

function subscribeToNothing(): () => void {
  return () => {}
}
