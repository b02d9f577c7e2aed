'use client'

import { porticoAppInternalsSymbol, type CurrentUser } from '@portico/client'
import { useContext, useEffect, useState } from 'react'
import { usePorticoApp } from '../../app/usePorticoApp.ts'
import { useLatestUser } from '../../app/useUser.ts'
import { useReportFailure } from '../../parts/action-failure.ts'
import { PageSignOutContext } from './page-sign-out.ts'

export interface FormUser {
  /** Undefined until loaded, null for a signed-out visitor. */
  readonly user: CurrentUser | null | undefined
  /**
   * The user whose session ended while a form was open. The page stays, so that what was typed can be sent after a new
   * sign-in.
   */
  readonly kept: CurrentUser | null
  /** Whether the page redirects to the sign-in page. */
  readonly redirects: boolean
}

interface FormUserOptions {
  /** Whether something typed would be lost. */
  readonly isOpen: boolean
  /** The user deletes the account here. */
  readonly isLeaving?: boolean
}

/** Returns the user of a page with forms, and redirects a signed-out visitor to the sign-in page. */
export function useFormUser({ isOpen, isLeaving = false }: FormUserOptions): FormUser {
  const app = usePorticoApp()
  const user = useLatestUser()
  const reportFailure = useReportFailure()
  const [shown, setShown] = useState<CurrentUser | null>(null)
  if (user && user !== shown) setShown(user)
  const signsOut = useContext(PageSignOutContext)?.hasBegun ?? false
  const hasEnded = user === null && !isLeaving && !signsOut
  const kept = hasEnded && isOpen ? shown : null
  const redirects = hasEnded && kept === null && app[porticoAppInternalsSymbol].redirectMethod !== 'none'
  useEffect(() => {
    if (redirects) app.redirectToSignIn({ replace: true }).catch(reportFailure)
  }, [app, redirects, reportFailure])
  return { user, kept, redirects }
}
