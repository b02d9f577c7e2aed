// oxlint-disable typescript/only-throw-error -- React Router answers with what a loader throws.
// #region guard
import { type AuthenticatedRequest, ConnectionError, PorticoServerApp } from '@portico/client/server'
import { data, redirect } from 'react-router'

/** The environment supplies the project, its keys and the address of the service. */
const portico = new PorticoServerApp({ tokenStore: null })

/** Returns the user of a page. Sends visitors without a session to the sign-in page. */
export async function requireUser(request: Request): Promise<SessionUser> {
  const caller = await authenticate(request)
  if (caller?.type === 'session') return caller.user
  const { pathname, search } = new URL(request.url)
  throw redirect(`/handler/sign-in?${new URLSearchParams({ after_auth_return_to: pathname + search })}`)
}

/** Returns the caller of a resource route: a session, or an API key of a user or a team. */
export async function requireCaller(request: Request): Promise<AuthenticatedRequest> {
  const caller = await authenticate(request)
  if (caller) return caller
  throw data({ error: 'Sign in, or send an API key.' }, { status: 401 })
}
// #endregion

// #region errors
type SessionUser = Extract<AuthenticatedRequest, { type: 'session' }>['user']

/** Asks the service, so an ended session is refused at once. If the service does not answer, every session stays. */
async function authenticate(request: Request): Promise<AuthenticatedRequest | null> {
  try {
    return await portico.authenticateRequest(request)
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error
    throw data({ error: 'Sign-in is not available. Try again.' }, { status: 503 })
  }
}
// #endregion
