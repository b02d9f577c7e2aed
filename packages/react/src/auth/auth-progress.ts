import { createContext, useContext, useEffect } from 'react'
import type { ActionPhase } from '../hooks/useAction.ts'

/** Called with true while a form of the card is signing someone in, and with false when it has stopped. */
export const AuthProgressContext = createContext<(working: boolean) => void>(() => {})

/**
 * Tells the card that its form is at work. From a success on, there is a user, and a card would turn into "You are
 * already signed in" or leave at once; but the form wants to show its success, and leads away itself.
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
