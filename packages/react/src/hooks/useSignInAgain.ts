import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useAction, type Action } from './useAction.ts'
import { useSignedInUser } from './useSignedInUser.ts'

/** The query parameter with the return location (specification section 2). */
const RETURN_PARAMETER = 'after_auth_return_to'

/**
 * Signs out and redirects to the sign-in page, with this page as the return location. For actions that require a recent
 * sign-in.
 */
export function useSignInAgain(): Action<[], never> {
  const app = usePorticoApp()
  const requireUser = useSignedInUser()
  return useAction(async () => {
    const { origin, pathname, search, hash, href } = window.location
    const target = new URL(app.urls.signIn, href)
    // A sign-in page on another origin cannot redirect to a path of this one.
    if (target.origin === origin) target.searchParams.set(RETURN_PARAMETER, pathname + search + hash)
    await requireUser().signOut({ redirectUrl: target })
    return { status: 'ok' }
  }, 'ready')
}
