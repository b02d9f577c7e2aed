'use client'

import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useAction, type Action } from '../hooks/useAction.ts'

/** What a button of a provider does in place of the sign-in. */
export interface OAuthSignInOptions {
  /** Called instead of `signInWithOAuth`, such as to pass it options. */
  readonly onAuthenticate?: (() => void | Promise<void>) | undefined
}

/** Redirects to a provider to sign in. Pending until the page unloads. */
export function useOAuthSignIn(provider: string, { onAuthenticate }: OAuthSignInOptions = {}): Action<[], never> {
  const app = usePorticoApp()
  return useAction(async () => {
    await Promise.race([onAuthenticate ? onAuthenticate() : app.signInWithOAuth(provider), pageRestored()])
    return { status: 'ok' }
  }, 'ready')
}

/** Resolves when the browser restores this page from its back/forward cache. */
function pageRestored(): Promise<void> {
  return new Promise((resolve) => {
    function onPageShow({ persisted }: PageTransitionEvent): void {
      if (!persisted) return
      removeEventListener('pageshow', onPageShow)
      resolve()
    }
    addEventListener('pageshow', onPageShow)
  })
}
