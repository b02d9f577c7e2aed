import type { UserClientRead } from '@portico/contract'

import type { CurrentUser } from './resources/current-user.ts'
import type { OAuthConnection } from './resources/connected-accounts.ts'
import type { OAuthOutcome } from './sign-in/oauth.ts'
import type { Project } from './resources/projects.ts'
import type { RedirectMethod } from './pages/redirects.ts'
import type { RequestOptions } from './transport/request.ts'
import type { Resource } from './resources/resource.ts'
import type { LatestSignIn } from './sign-in/sign-in.ts'
import type { Tokens, TokenStoreInit } from './session/tokens.ts'
import type { TotpAccount, TotpEnrolment } from './sign-in/totp-enrolment.ts'

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
  /**
   * An account the user of a token store has connected at a provider, null if there is none with these scopes. Without a
   * user it is null too.
   */
  connectedAccountResource(
    provider: string,
    options?: { scopes?: readonly string[]; tokenStore?: TokenStoreInit },
  ): Resource<OAuthConnection | null>
  /** The tokens of the current session, renewed while someone is subscribed; both null without a session. */
  tokensResource(tokenStore?: TokenStoreInit): Resource<Tokens>
  /**
   * Finishes the sign-in with a provider and says how it went; calls at the same time share it. Without a redirect method
   * refusals are thrown, the one for a second factor with its attempt code.
   *
   * @param address the callback page was opened with; the page has taken code and state out of the current address
   */
  finishOAuth(address: string): Promise<OAuthOutcome>
  /** The provider somebody signed in with last on this browser. */
  lastUsedProvider(): string | null
  /** The attempt code of a sign-in in this tab that waits for its second factor. */
  mfaAttemptCode(): string | null
  forgetMfaAttempt(): void
  /** The latest sign-in of this app, for callers that passed `noRedirect` and redirect later. */
  latestSignIn(): LatestSignIn
  /** Makes a secret for an authenticator app, to be stored by `user.update` once a code of the app was right. */
  beginTotpEnrolment(account: TotpAccount): Promise<TotpEnrolment>
  readonly redirectMethod: RedirectMethod
  /** Calls the service as the current user of a token store (default: the app's own). */
  readonly request: <Answer>(
    path: string,
    options?: Omit<RequestOptions, 'session'> & { tokenStore?: TokenStoreInit },
  ) => Promise<Answer>
}
