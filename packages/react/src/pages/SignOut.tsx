import { useEffect, useRef, type ReactNode } from 'react'
import { useLatestUser } from '../app/useUser.ts'
import { PredefinedMessage } from '../cards/PredefinedMessageCard.tsx'
import { FailureCard } from '../cards/FailureCard.tsx'
import { useSignOut } from '../hooks/useSignOut.ts'
import { useTranslate } from '../i18n/language.ts'
import { Card } from '../parts/Card.tsx'
import { CardRoot } from '../cards/CardRoot.tsx'
import { CardSkeleton } from '../parts/CardSkeleton.tsx'

export interface SignOutProps {
  readonly fullPage?: boolean | undefined
}

/** The page that signs out whoever opens it, and leads on. */
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
  const started = useRef(false)
  useEffect(() => {
    if (!user || started.current) return
    started.current = true
    void submit()
  })
  if (user === undefined) return <CardSkeleton />
  if (failure !== null) return <FailureCard cause={failure} onRetry={() => void submit()} />
  // Until the redirect is through, the card stays: an empty page in between would look like a fault.
  if (user || phase === 'pending') return <Card title={t('Signing out…')} />
  return <PredefinedMessage type="signedOut" />
}
