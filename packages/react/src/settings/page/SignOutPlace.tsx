'use client'

import { useRef, useState, type ReactNode } from 'react'
import { useLatestUser } from '../../app/useUser.ts'
import { FailureCard } from '../../cards/FailureCard.tsx'
import { useSignOutTo, type SignOutOptions } from '../../hooks/useSignOut.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Card } from '../../parts/Card.tsx'
import { PageSignOutContext } from './page-sign-out.ts'

/**
 * A page whose parts can sign out. A failed sign-out leaves the page without a user, so the failure replaces the page.
 */
export function SignOutPlace({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useTranslate()
  const user = useLatestUser()
  const target = useRef<SignOutOptions>({})
  const { failure, phase, submit } = useSignOutTo()
  const [hasBegun, setHasBegun] = useState(false)
  const isRunning = phase === 'pending'
  if (hasBegun && user && !isRunning && failure === null) setHasBegun(false)

  async function begin(options: SignOutOptions = {}): Promise<void> {
    target.current = options
    setHasBegun(true)
    await submit(options)
  }
  if (failure !== null) return <FailureCard cause={failure} onRetry={() => void submit(target.current)} takesFocus />
  if (isRunning && user === null) return <Card title={t('Signing out…')} takesFocus />
  return <PageSignOutContext.Provider value={{ phase, hasBegun, begin }}>{children}</PageSignOutContext.Provider>
}
