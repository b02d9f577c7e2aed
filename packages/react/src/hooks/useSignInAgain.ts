import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useAction, type Action } from './useAction.ts'
import { useSignedInUser } from './useSignedInUser.ts'

/** Where the sign-in page finds the way back (specification section 2). */
const RETURN_PARAMETER = 'after_auth_return_to'

/** Signs out and leads to the sign-in page, from where it comes back to this one: for acts that need a recent sign-in. */
export function useSignInAgain(): Action<[], never> {
  const app = usePorticoApp()
  const requireUser = useSignedInUser()
  return useAction(async () => {
    const { origin, pathname, search, hash, href } = window.location
    const target = new URL(app.urls.signIn, href)
    // A page of another origin could not lead back here.
    if (target.origin === origin) target.searchParams.set(RETURN_PARAMETER, pathname + search + hash)
    await requireUser().signOut({ redirectUrl: target })
    return { status: 'ok' }
  }, 'ready')
}
