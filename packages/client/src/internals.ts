import type { UserClientRead } from '@portico/contract'

import type { CurrentUser } from './current-user.ts'
import type { Project } from './projects.ts'
import type { RedirectMethod } from './redirects.ts'
import type { RequestOptions } from './request.ts'
import type { Resource } from './resource.ts'
import type { TokenStoreInit } from './tokens.ts'

/** Keys the members of an app that our own packages use and applications should not. */
export const porticoAppInternalsSymbol: unique symbol = Symbol.for('Portico--app-internals') as never

/** What `@portico/react` and our other packages use of an app. The same calls give the same resource objects. */
export interface AppInternals {
  /** The current user of a token store (default: the app's own), anonymous ones included. Follows sign-in and sign-out. */
  userResource(tokenStore?: TokenStoreInit): Resource<CurrentUser | null>
  projectResource(): Resource<Project>
  /** Seeds the current user with what the server rendered: the wire object, or null for signed out. */
  seedUser(user: UserClientRead | null): void
  /** Signs up anonymously into the store; calls at the same time share one request. */
  signUpAnonymously(tokenStore?: TokenStoreInit): Promise<void>
  readonly redirectMethod: RedirectMethod
  /** Calls the service as the current user of a token store (default: the app's own). */
  readonly request: <Answer>(
    path: string,
    options?: Omit<RequestOptions, 'session'> & { tokenStore?: TokenStoreInit },
  ) => Promise<Answer>
}
