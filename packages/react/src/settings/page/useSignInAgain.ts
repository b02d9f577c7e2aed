'use client'

import { returningTo } from '../../app/return-location.ts'
import { usePorticoApp } from '../../app/usePorticoApp.ts'
import type { Action } from '../../hooks/useAction.ts'
import { useChange } from '../../hooks/useChange.ts'
import { useSignedInUser } from '../../hooks/useSignedInUser.ts'

/**
 * Signs out and redirects to the sign-in page, with this page as the return location. For actions that require a recent
 * sign-in.
 */
export function useSignInAgain(): Action<[], never> {
  const app = usePorticoApp()
  const requireUser = useSignedInUser()
  return useChange(async () =>
    requireUser().signOut({ redirectUrl: returningTo(app.urls.signIn, new URL(window.location.href)) }),
  )
}
