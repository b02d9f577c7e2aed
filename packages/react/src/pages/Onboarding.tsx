'use client'

import { porticoAppInternalsSymbol, type CurrentUser } from '@portico/client'
import { useEffect, useState, type ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { CardRoot } from '../cards/CardRoot.tsx'
import { Message } from '../cards/Message.tsx'
import { PredefinedMessage } from '../cards/PredefinedMessageCard.tsx'
import { useTranslate } from '../i18n/language.ts'
import { useReportFailure } from '../parts/action-failure.ts'
import { CardSkeleton } from '../parts/CardSkeleton.tsx'
import { usePageSignOut } from '../settings/page/page-sign-out.ts'
import { SignOutPlace } from '../settings/page/SignOutPlace.tsx'
import { useFormUser } from '../settings/page/useFormUser.ts'
import { AddressToVerify } from '../settings/restricted/AddressToVerify.tsx'
import { WaitingMessage } from '../settings/restricted/WaitingMessage.tsx'

/** The props of `Onboarding`. */
export interface OnboardingProps {
  /** Fills the rest of the window and centres the card. */
  readonly fullPage?: boolean | undefined
}

/** The page that shows a restricted user what ends the restriction, and continues when it has ended. */
export function Onboarding({ fullPage }: OnboardingProps): ReactNode {
  return (
    <CardRoot fullPage={fullPage}>
      <SignOutPlace>
        <OnboardingContent />
      </SignOutPlace>
    </CardRoot>
  )
}

function OnboardingContent(): ReactNode {
  const { user, redirects } = useFormUser({ isOpen: false })
  const [wasRestricted, setWasRestricted] = useState(false)
  if (user?.isRestricted && !wasRestricted) setWasRestricted(true)
  if (user === null && !redirects) return <PredefinedMessage type="signedOut" />
  if (!user) return <CardSkeleton />
  const type = user.restrictedReason?.type
  if (type === 'waiting') return <WaitingMessage />
  if (type === 'email_not_verified') return <AddressToVerify user={user} />
  return wasRestricted ? <Departure user={user} /> : <PredefinedMessage type="signedIn" />
}

/** Redirects to the account settings, where the user sets up a second factor, or to the page before. */
function Departure({ user: { isRestricted } }: { readonly user: CurrentUser }): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const reportFailure = useReportFailure()
  const signOut = usePageSignOut()
  const leaves = app[porticoAppInternalsSymbol].redirectMethod !== 'none'
  useEffect(() => {
    if (!leaves) return
    const options = { replace: true }
    const left = isRestricted ? app.redirectToAccountSettings(options) : app.redirectToAfterSignIn(options)
    left.catch(reportFailure)
  }, [app, isRestricted, leaves, reportFailure])
  if (leaves) return <CardSkeleton />
  if (!isRestricted) return <PredefinedMessage type="signedIn" />
  return (
    <Message
      title={t('Set up a second factor to use your account.')}
      primaryButtonText={t('Sign out')}
      primaryAction={() => signOut.begin()}
    />
  )
}
