import { authTokenNames, type AuthTokens } from '../session/auth-tokens.ts'
import type { OptionsArgument, TokenStoreOption } from './call-options.ts'
import type { CliLoginRefused, CliLoginRequest, PromptCliLoginOptions } from '../sign-in/cli-login.ts'
import type { DisownedSession } from '../resources/disown-session.ts'
import type { InvitationRefused, TeamInvitationDetails, TeamInvitationState } from '../resources/invitation-code.ts'
import type { ImpersonationRefused } from '../resources/impersonation.ts'
import type { KnownError, StatusError } from '../transport/known-error.ts'
import type { SignInConnection } from '../sign-in/oauth.ts'
import type { MagicLinkRefused } from '../sign-in/magic-link.ts'
import type { PasskeySignInOptions, PasskeySignInRefused } from '../sign-in/passkey.ts'
import type { Credential, SignInRefused, SignUpOptions, SignUpRefused } from '../sign-in/password.ts'
import type { TokenPartialUser } from '../resources/partial-user.ts'
import type { Result } from '../transport/result.ts'
import type { SecondFactorOptions, SecondFactorRefused } from '../sign-in/second-factor.ts'
import type { AfterSignIn, CodeRefused } from '../sign-in/sign-in.ts'
import type { SignOutOptions } from '../resources/current-user.ts'
import type { UserContext } from '../resources/user-context.ts'
import type { UserInvitationRefused, UserInvitationState } from '../sign-in/user-invitation.ts'
import type { VerifyEmailOptions } from '../resources/verify-email.ts'
import { loadPart } from '../transport/connection-error.ts'

/** The methods of an app whose code is loaded by their first call. */
export interface AppMethods<HasTokenStore extends boolean = boolean> extends AuthTokens<
  OptionsArgument<HasTokenStore, TokenStoreOption<HasTokenStore>>
> {
  /**
   * Signs in and redirects to the return location or `urls.afterSignIn`. If a second factor is required, the details of
   * the error contain the attempt code for the next step.
   */
  signInWithCredential(options: Credential & AfterSignIn): Promise<Result<undefined, SignInRefused>>
  /** Signs up, signs in, and redirects to the return location or `urls.afterSignUp`. */
  signUpWithCredential(options: SignUpOptions): Promise<Result<undefined, SignUpRefused>>
  /** Mails a link to set a new password. Show the same page whether or not the user exists. */
  sendForgotPasswordEmail(
    email: string,
    options?: { callbackUrl?: string },
  ): Promise<Result<undefined, KnownError<'USER_NOT_FOUND'>>>
  /** Checks the code of a reset mail without using it up. */
  verifyPasswordResetCode(code: string): Promise<Result<undefined, CodeRefused>>
  /** Sets a new password with the code of a reset mail and ends all sessions. Throws if the password is too weak. */
  resetPassword(options: { code: string; password: string }): Promise<Result<undefined, CodeRefused>>
  /**
   * Mails a link and a six-character code that sign in. Show the same page whether or not the user exists.
   *
   * @returns the nonce to append to the typed code for `signInWithMagicLink`
   */
  sendMagicLinkEmail(
    email: string,
    options?: { callbackUrl?: string },
  ): Promise<Result<{ nonce: string }, KnownError<'REDIRECT_URL_NOT_WHITELISTED'>>>
  /**
   * Signs in or signs up with a mailed code. If this browser requested the mail, the sign-up upgrades the current
   * anonymous user, who keeps their id.
   *
   * @param code the code of the link, or the six typed characters followed by the nonce
   */
  signInWithMagicLink(code: string, options?: AfterSignIn): Promise<Result<undefined, MagicLinkRefused>>
  /** Checks the code of a magic link without using it up. */
  verifyMagicLinkCode(code: string): Promise<Result<undefined, CodeRefused>>
  /**
   * Redirects to the sign-in page of a provider. Never resolves, but can throw. The provider redirects back to
   * `urls.oauthCallback`, where `callOAuthCallback` finishes the sign-in, or to `urls.error`.
   *
   * @param options.returnTo address to go to after the sign-in; default: the return location or `urls.afterSignIn`
   */
  signInWithOAuth(provider: string, options?: { returnTo?: string }): Promise<never>
  /**
   * Finds the team connection that the domain of an address belongs to, for `signInWithOAuth`. Null without one. The
   * answer does not reveal whether an account exists. Call it only if `config.hasConnectionDomains` of the project is
   * true.
   */
  findConnection(email: string): Promise<SignInConnection | null>
  /** Signs in with a passkey of this page's domain. Do not show errors for which `isPasskeyCeremonyAborted` is true. */
  signInWithPasskey(options?: PasskeySignInOptions & AfterSignIn): Promise<Result<undefined, PasskeySignInRefused>>
  /**
   * Finishes a sign-in that was refused with `MULTI_FACTOR_AUTHENTICATION_REQUIRED`.
   *
   * @param code the six-digit code from the authenticator app, or a recovery code
   * @param attemptCode the attempt code in the details of that error
   */
  signInWithMfa(
    code: string,
    attemptCode: string,
    options?: SecondFactorOptions,
  ): Promise<Result<undefined, SecondFactorRefused>>
  /**
   * Signs a member of your staff in as a user with the code of an impersonation link, and keeps their own session for
   * afterwards. Call it on the page of the link, and only if your app shows `user.impersonation` on every page, such as
   * with `PorticoProvider`.
   *
   * @param code the `code` in the fragment of the link, which works once
   */
  signInWithImpersonationLink(code: string, options?: AfterSignIn): Promise<Result<undefined, ImpersonationRefused>>
  /**
   * Ends the impersonation, restores the session from before it, and redirects to `redirectUrl` or `urls.home`. Does
   * nothing in a session that no member of your staff and no server started.
   */
  endImpersonation(options?: SignOutOptions): Promise<void>
  /**
   * Cancels the announced removal of a lost second factor with the code from the mail about it. Requires no session.
   * Call it on a click, because mail scanners open links.
   */
  cancelFactorResetByCode(code: string): Promise<Result<undefined, CodeRefused>>
  /**
   * Ends a session with the code of the mail that reported its sign-in on a new device. The next sign-in on the device
   * is mailed again. Requires no session and starts none. Call it on a click, because mail scanners open links.
   */
  disownSession(code: string): Promise<Result<DisownedSession, CodeRefused>>
  /**
   * Reads the current user from the access token, without a request unless the token needs a refresh. Use it for
   * display only: the data may be minutes old. Returns null if no user is signed in.
   */
  getPartialUser(options: { from: 'token' } & TokenStoreOption<HasTokenStore>): Promise<TokenPartialUser | null>
  /** Signs a user in at a terminal after they confirm it in a browser. Returns the refresh token of a new session. */
  promptCliLogin(options: PromptCliLoginOptions): Promise<Result<string, CliLoginRefused>>
  /** Reads which terminal requests a login. The error means that the code is unknown, answered or expired. */
  checkCliLogin(loginCode: string): Promise<Result<CliLoginRequest, StatusError>>
  /** Signs the current user in at the terminal, with a new session. */
  confirmCliLogin(loginCode: string): Promise<Result<undefined, StatusError>>
  /** Refuses the login of a terminal. This is final. */
  refuseCliLogin(loginCode: string): Promise<Result<undefined, StatusError>>
  /**
   * Verifies an e-mail address with the code of its mail. Call it on a click, because mail scanners open links.
   *
   * An attacker can sign up with the address of another person. So the account keeps its password and other sign-in
   * methods permanently only if the session that signed up calls this, or if you ask the user and pass the answer.
   *
   * @param options.account `mine` keeps the account with all its sign-in methods. `not_mine` removes the address from
   *   the account, and ends the sessions of an account that was signed up with it. Without an answer, the next sign-in
   *   by code or provider removes the sign-in methods that were added before.
   */
  verifyEmail(code: string, options?: VerifyEmailOptions): Promise<Result<undefined, CodeRefused>>
  /** Checks the code of a team invitation without using it up. Requires no session. */
  verifyTeamInvitationCode(code: string): Promise<Result<undefined, InvitationRefused>>
  /**
   * Checks the code of a team invitation like `verifyTeamInvitationCode`, and returns what a page needs to offer
   * sign-in or sign-up. Requires no session.
   */
  checkTeamInvitation(code: string): Promise<Result<TeamInvitationState, InvitationRefused>>
  /** Describes the invitation of a code to the signed-in user, without using the code up. */
  getTeamInvitationDetails(code: string): Promise<Result<TeamInvitationDetails, InvitationRefused>>
  /** Makes the signed-in user a member of the team. The user may have another address than the invited one. */
  acceptTeamInvitation(code: string): Promise<Result<undefined, InvitationRefused>>
  /** Checks the code of an invitation to sign up without using it up, and returns the invited address. */
  checkUserInvitation(code: string): Promise<Result<UserInvitationState, CodeRefused>>
  /**
   * Signs the invited person up, or in if an account has the invited address. Call it on a click, because mail scanners
   * open links, and show the address first: the sign-in replaces the session of this browser.
   */
  acceptUserInvitation(code: string, options?: AfterSignIn): Promise<Result<undefined, UserInvitationRefused>>
}

type Implementation<Name extends keyof AppMethods> = (
  context: UserContext,
  ...given: Parameters<AppMethods[Name]>
) => ReturnType<AppMethods[Name]>

const password = () => import('../sign-in/password.ts')
const oauth = () => import('../sign-in/oauth.ts')
const magicLink = () => import('../sign-in/magic-link.ts')
// Their functions have other options in the types of an app without a token store.
const loadAuthTokens = (): Promise<{ readonly [Name in keyof AuthTokens]: unknown }> =>
  import('../resources/auth-tokens.ts')
const cliLogin = () => import('../sign-in/cli-login.ts')
const impersonation = () => import('../resources/impersonation.ts')
const invitationCode = () => import('../resources/invitation-code.ts')
const userInvitation = () => import('../sign-in/user-invitation.ts')

/** The SDK chunk with the function of the same name. */
const parts: {
  readonly [Name in Exclude<keyof AppMethods, keyof AuthTokens>]: () => Promise<{
    [Same in Name]: Implementation<Same>
  }>
} = {
  signInWithCredential: password,
  signUpWithCredential: password,
  sendForgotPasswordEmail: password,
  verifyPasswordResetCode: password,
  resetPassword: password,
  sendMagicLinkEmail: magicLink,
  signInWithMagicLink: magicLink,
  verifyMagicLinkCode: magicLink,
  signInWithOAuth: oauth,
  findConnection: oauth,
  signInWithPasskey: () => import('../sign-in/passkey.ts'),
  signInWithMfa: () => import('../sign-in/second-factor.ts'),
  signInWithImpersonationLink: impersonation,
  endImpersonation: impersonation,
  cancelFactorResetByCode: () => import('../resources/factor-reset.ts'),
  disownSession: () => import('../resources/disown-session.ts'),
  getPartialUser: () => import('../resources/partial-user.ts'),
  promptCliLogin: cliLogin,
  checkCliLogin: cliLogin,
  confirmCliLogin: cliLogin,
  refuseCliLogin: cliLogin,
  verifyEmail: () => import('../resources/verify-email.ts'),
  verifyTeamInvitationCode: invitationCode,
  checkTeamInvitation: invitationCode,
  getTeamInvitationDetails: invitationCode,
  acceptTeamInvitation: invitationCode,
  checkUserInvitation: userInvitation,
  acceptUserInvitation: userInvitation,
}

/**
 * Creates the methods of a class.
 *
 * @param contextOf returns the parts of the app that the methods use
 */
export function appMethods<App>(contextOf: (app: App) => UserContext): AppMethods {
  const methods: Record<string, unknown> = {}
  const loads = { ...parts, ...Object.fromEntries(authTokenNames.map((name) => [name, loadAuthTokens])) }
  for (const [name, load] of Object.entries<() => Promise<unknown>>(loads)) {
    methods[name] = async function (this: App, ...given: unknown[]) {
      const context = contextOf(this)
      // Unchecked cast: the type of `parts` gives each name its own function.
      const part = (await loadPart(context.ports, load())) as Record<string, (...given: unknown[]) => unknown>
      return part[name]?.(context, ...given)
    }
  }
  return methods as unknown as AppMethods
}
