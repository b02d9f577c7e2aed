'use client'

import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLatestUser } from '../app/useUser.ts'
import { PredefinedMessage } from '../cards/PredefinedMessageCard.tsx'
import { FailureCard } from '../cards/FailureCard.tsx'
import { SignedInMessage } from '../cards/Message.tsx'
import { useSignOut } from '../hooks/useSignOut.ts'
import { useTranslate } from '../i18n/language.ts'
import { Card } from '../parts/Card.tsx'
import { CardRoot } from '../cards/CardRoot.tsx'
import { CardSkeleton } from '../parts/CardSkeleton.tsx'

/** The props of `SignOut`. */
export interface SignOutProps {
  /** Fills the rest of the window and centres the card. */
  readonly fullPage?: boolean | undefined
}

/** The page that signs the user out and redirects. */
export function SignOut({ fullPage }: SignOutProps): ReactNode {
  return (
    <CardRoot fullPage={fullPage}>
      <SignOutContent />
    </CardRoot>
  )
}

function SignOutContent(): ReactNode {
  const t = useTranslate()
  const user = useLatestUser()
  const { phase, failure, submit } = useSignOut()
  const [leaving, setLeaving] = useState(user ?? null)
  if (user && leaving === null) setLeaving(user)
  const started = useRef(false)
  useEffect(() => {
    if (!user || started.current) return
    started.current = true
    void submit()
  })
  if (user === undefined) return <CardSkeleton />
  if (failure !== null) return <FailureCard cause={failure} onRetry={() => void submit()} takesFocus />
  // Another user is signed in, for example a staff member whose impersonation has ended.
  if (user && user !== leaving && phase === 'idle') {
    return <SignedInMessage signOut={async () => void (await submit())} takesFocus />
  }
  // Keep the card until the redirect completes: an empty page would look like an error.
  if (user || phase === 'pending') return <Card title={t('Signing out…')} />
  return <PredefinedMessage type="signedOut" />
}
