import type { UserClientRead } from '@portico/contract'

import type { GetUserOr } from './call-options.ts'
import type { CurrentUser } from '../resources/current-user.ts'
import type { AccountName, OAuthConnection } from '../resources/connected-accounts.ts'
import type { OAuthOutcome } from '../sign-in/oauth.ts'
import type { Project } from '../resources/projects.ts'
import type { TokenReads } from '../resources/tokens-resource.ts'
import type { RedirectMethod } from '../pages/redirects.ts'
import type { SendRequest } from '../transport/request.ts'
import type { ExpectingResource, Resource } from '../resources/resource.ts'
import type { LatestSignIn } from '../sign-in/sign-in.ts'
import type { SessionHolder } from '../session/session-holder.ts'
import type { Session } from '../session/session.ts'
import type { WaitingSignIn } from '../sign-in/mfa-attempt.ts'
import type { TokenStoreInit } from '../session/tokens.ts'
import type { ReadOptions, UserReads } from '../resources/user-reads.ts'
import type { TotpAccount, TotpEnrolment } from '../sign-in/totp-enrolment.ts'

/**
 * The key of the app members that only our own packages use.
 *
 * @internal
 */
export const porticoAppInternalsSymbol: unique symbol = Symbol.for('Portico--app-internals') as never

/**
 * The members of an app for `@portico/react` and our other packages. The same call returns the same resource object.
 *
 * @internal
 */
export interface AppInternals {
  /**
   * Returns the current user of a token store (default: that of the app), also an anonymous one. Follows sign-in and
   * sign-out.
   */
  userResource(tokenStore?: TokenStoreInit): ExpectingResource<CurrentUser | null>
  /**
   * Returns the teams, members, invitations, permissions or API keys that the current user of a token store sees.
   * Follows sign-in and sign-out. Without a user, loading the value fails.
   */
  userReadResource<Name extends keyof UserReads>(
    tokenStore: TokenStoreInit | undefined,
    name: Name,
    options?: ReadOptions,
  ): Resource<UserReads[Name]>
  projectResource(): Resource<Project>
  /** Returns the holder of the current session, without a request. Throws without a token store. */
  holder(): SessionHolder
  /** Seeds the current user that the server rendered: the wire object, or null for signed out. */
  seedUser(user: UserClientRead | null): void
  /** Signs up an anonymous user in the token store. Concurrent calls share one request. */
  signUpAnonymously(tokenStore?: TokenStoreInit): Promise<void>
  /**
   * Returns the connected account of the current user at a provider, or by its account id at the provider. Its value is
   * null without a user, or without an account that has these scopes.
   */
  connectedAccountResource(
    account: AccountName,
    options?: { scopes?: readonly string[]; tokenStore?: TokenStoreInit },
  ): Resource<OAuthConnection | null>
  /**
   * Returns the tokens of the current session, or the user as they describe them, renewed while there is a subscriber.
   * Both tokens and the user are null without a session.
   */
  tokenReadResource<Name extends keyof TokenReads>(
    tokenStore: TokenStoreInit | undefined,
    name: Name,
  ): Resource<TokenReads[Name]>
  /**
   * Finishes the sign-in with a provider. Concurrent calls share one result. Without a redirect method it throws
   * refusals, also the one that contains the attempt code for a second factor.
   *
   * @param address the original address of the callback page, which has removed code and state from the current address
   */
  finishOAuth(address: string): Promise<OAuthOutcome>
  /** Returns the provider of the last sign-in in this browser. */
  lastUsedProvider(): string | null
  /** Reads the sign-in of this tab that waits for its second factor. Null: there is none. */
  waitingSignIn(): Promise<WaitingSignIn | null>
  /** Returns the latest sign-in of this app, for callers that passed `noRedirect` and redirect later. */
  latestSignIn(): LatestSignIn
  /** Creates a secret for an authenticator app. Store it with `user.update` after a code from the app was correct. */
  beginTotpEnrolment(account: TotpAccount): Promise<TotpEnrolment>
  readonly redirectMethod: RedirectMethod
  /**
   * Reads the user of a token store (undefined: that of the app) and does what `or` says if no user is signed in.
   *
   * @param fetch reads the user of an active session
   */
  getUserOr<User extends { readonly isAnonymous: boolean }>(
    or: GetUserOr,
    tokenStore: TokenStoreInit | undefined,
    fetch: (session: Session) => Promise<User | null>,
  ): Promise<User | null>
  /** Calls the service as a client, without a session unless the call names one. */
  readonly request: SendRequest
}
