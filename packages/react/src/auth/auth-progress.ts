'use client'

import { createContext, useContext, useEffect } from 'react'
import type { ActionPhase } from '../hooks/useAction.ts'

/** Called with true when a form of the card starts to sign in, and with false when it stops. */
export const AuthProgressContext = createContext<(working: boolean) => void>(() => {})

/**
 * Reports to the card that its form is signing in. After the success there is a user, and the card would show "You are
 * already signed in" or redirect. The form shows its success and redirects itself.
 */
export function useReportProgress(phase: ActionPhase): void {
  const report = useContext(AuthProgressContext)
  const working = phase !== 'idle'
  useEffect(() => {
    if (!working) return
    report(true)
    return () => report(false)
  }, [working, report])
}
