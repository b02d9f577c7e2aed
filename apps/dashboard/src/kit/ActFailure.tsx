import { createContext, use, type ReactNode } from 'react'

import { useFailureText } from './failure.ts'
import { FieldError } from './Field.tsx'

/**
 * The form in which the owner signs in again, which the shell provides. Null: only the sentence of the failure is
 * shown.
 */
export const SignInAgainContext = createContext<((onSignedIn: () => void) => ReactNode) | null>(null)

interface ActFailureProps {
  /** What the act threw; null shows nothing. */
  readonly failure: unknown
  readonly onRepeat: () => void
}

/**
 * Shows why an action failed. If it requires a recent sign-in, the owner signs in again here, and the action is
 * repeated.
 */
export function ActFailure({ failure, onRepeat }: ActFailureProps): ReactNode {
  const failureText = useFailureText()
  const renderSignInAgain = use(SignInAgainContext)
  if (failure === null) return null
  if (!renderSignInAgain || !needsRecentSignIn(failure)) return <FieldError>{failureText(failure)}</FieldError>
  return renderSignInAgain(onRepeat)
}

function needsRecentSignIn(failure: unknown): boolean {
  return (failure as { errorCode?: unknown } | null)?.errorCode === 'RECENT_SIGN_IN_REQUIRED'
}
