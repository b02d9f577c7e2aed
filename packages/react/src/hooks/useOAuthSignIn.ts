import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useAction, type Action } from './useAction.ts'

/** Goes to a provider to sign in there. Pending until the page is gone. */
export function useOAuthSignIn(provider: string): Action<[], never> {
  const app = usePorticoApp()
  return useAction(async () => {
    await Promise.race([app.signInWithOAuth(provider), comingBack()])
    return { status: 'ok' }
  }, 'ready')
}

/** Ends when the visitor comes back to this very page, which the browser may have kept as it was left. */
function comingBack(): Promise<void> {
  return new Promise((resolve) => {
    function onPageShow({ persisted }: PageTransitionEvent): void {
      if (!persisted) return
      removeEventListener('pageshow', onPageShow)
      resolve()
    }
    addEventListener('pageshow', onPageShow)
  })
}
