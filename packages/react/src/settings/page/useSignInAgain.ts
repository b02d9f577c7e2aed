'use client'

import { returningTo } from '../../app/return-location.ts'
import { usePorticoApp } from '../../app/usePorticoApp.ts'
import { usePageSignOut, type PageSignOut } from './page-sign-out.ts'

/**
 * Signs out and redirects to the sign-in page, with this page as the return location. For actions that require a recent
 * sign-in.
 */
export function useSignInAgain(): Pick<PageSignOut, 'phase' | 'begin'> {
  const app = usePorticoApp()
  const { phase, begin } = usePageSignOut()
  return {
    phase,
    begin: () => begin({ redirectUrl: returningTo(app.urls.signIn, new URL(window.location.href)) }),
  }
}
