import type { GetUserOptions, GetUserOr, OptionsArgument, TokenStoreOption } from './call-options.ts'
import type { VerifyEmailOptions } from './resources/contact-channels.ts'
import type { CurrentUser, SignOutOptions } from './resources/current-user.ts'
import type { CliLoginRefused, CliLoginRequest, PromptCliLoginOptions } from './sign-in/cli-login.ts'
import { type AppInternals, porticoAppInternalsSymbol } from './internals.ts'
import type { KnownError, StatusError } from './transport/known-error.ts'
import type { MagicLinkRefused } from './sign-in/magic-link.ts'
import { type PorticoClientAppOptions, type ResolvedOptions, resolveOptions } from './options.ts'
import type { OAuthOutcome, OAuthStart } from './sign-in/oauth.ts'
import type { TokenPartialUser } from './resources/partial-user.ts'
import type { PasskeySignInOptions, PasskeySignInRefused } from './sign-in/passkey.ts'
import type { Credential, SignInRefused, SignUpRefused } from './sign-in/password.ts'
import { defaultPorts, type Ports } from './transport/ports.ts'
import { getProject, type Project } from './resources/projects.ts'
import { type RedirectMethods, redirectMethods } from './pages/redirect-methods.ts'
import { Redirects } from './pages/redirects.ts'
import { createRequest, type SendRequest } from './transport/request.ts'
import type { Result } from './transport/result.ts'
import type { SecondFactorRefused } from './sign-in/second-factor.ts'
import { callInCurrentSession, type SessionHolder } from './session/session-holder.ts'
import type { Session } from './session/session.ts'
import type { AfterSignIn, CodeRefused, LatestSignIn, SignInContext } from './sign-in/sign-in.ts'
import type { Tokens, TokenStoreInit } from './session/tokens.ts'
import type { HandlerUrls } from './pages/urls.ts'
import { loadPart } from './transport/connection-error.ts'
import { LAST_USED_PROVIDER_KEY } from './sign-in/last-used-provider.ts'
import { readMfaAttempt, writeMfaAttempt } from './sign-in/mfa-attempt.ts'
import { readStored } from './sign-in/page-storage.ts'
import { CachedResource } from './resources/resource.ts'
import { SessionHolders } from './session/session-holders.ts'
import { endSession } from './session/sign-out.ts'
import { SessionResources } from './resources/session-resources.ts'
import { UserResources } from './resources/user-resources.ts'

// The static block of the class defines the methods of this type.
const AppWithRedirects = class {} as new () => RedirectMethods

/**
 * Sign-in and the current user of one project, for browsers and for servers that act for a visitor.
 *
 * @example
 * const app = new PorticoClientApp({ tokenStore: 'cookie', redirectMethod: 'window' })
 * const user = await app.getUser({ or: 'redirect' })
 */
export class PorticoClientApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends AppWithRedirects {
  static {
    const methods = redirectMethods<PorticoClientApp>((app, name, options) => app.#redirects.toPage(name, options))
    Object.assign(this.prototype, methods)
  }

  readonly projectId: ProjectId
  readonly urls: Readonly<HandlerUrls>
  readonly [porticoAppInternalsSymbol]: AppInternals
  readonly #options: ResolvedOptions
  readonly #ports: Ports
  readonly #request: SendRequest
  readonly #redirects: Redirects
  readonly #holders: SessionHolders
  readonly #users: UserResources
  readonly #project: CachedResource<Project>
  readonly #anonymousSignUps = new WeakMap<SessionHolder, Promise<void>>()
  #latestSignIn: LatestSignIn = { page: 'afterSignIn' }
  #oauthCallback: Promise<OAuthOutcome> | null = null

  /** @param ports environment of the SDK; only tests pass their own */
  constructor(options: PorticoClientAppOptions<HasTokenStore, ProjectId>, ports: Ports = defaultPorts) {
    super()
    const resolved = resolveOptions(options, ports)
    // Unchecked cast: the id may come from the environment, and the caller chooses the type parameter.
    this.projectId = resolved.projectId as ProjectId
    this.urls = resolved.urls
    this.#options = resolved
    this.#ports = ports
    this.#request = createRequest({ ...resolved, ports })
    this.#project = new CachedResource(ports, () => getProject(this.#request))
    this.#redirects = new Redirects({
      urls: resolved.urls,
      method: resolved.redirectMethod,
      ports,
      trustedDomains: async () => (await this.#project.load()).config.domains.map(({ domain }) => domain),
    })
    this.#holders = new SessionHolders({ ...resolved, ports })
    const resources = new SessionResources(ports)
    this.#users = new UserResources(ports, {
      request: this.#request,
      ports,
      startOAuth: (start) => this.#startOAuth(start),
      verificationCallbackUrl: () => this.#redirects.callbackUrl('emailVerification', 'verificationCallbackUrl'),
      signOut: (session, signOutOptions) => this.#signOut(session, signOutOptions),
    })
    this[porticoAppInternalsSymbol] = {
      redirectMethod: resolved.redirectMethod,
      userResource: (tokenStore) => this.#users.ofHolder(this.#holder(tokenStore)),
      projectResource: () => this.#project,
      tokensResource: (tokenStore) =>
        resources.ofHolder(this.#holder(tokenStore), 'tokens', async (session, resource) =>
          (await this.#load(import('./resources/tokens-resource.ts'))).loadTokens(ports, session, resource),
        ),
      seedUser: (user) => this.#users.seed(this.#holder(), user),
      connectedAccountResource: (provider, { scopes = [], tokenStore } = {}) =>
        resources.ofHolder(this.#holder(tokenStore), JSON.stringify([provider, ...scopes]), async (session) => {
          if (session.hasEnded) return null
          const accounts = await this.#load(import('./resources/connected-accounts.ts'))
          return accounts.findOwnAccount(this.#request, session, provider, scopes)
        }),
      finishOAuth: (address) => this.#finishOAuthOnce(address),
      lastUsedProvider: () => readStored(ports, 'localStorage', LAST_USED_PROVIDER_KEY),
      latestSignIn: () => this.#latestSignIn,
      mfaAttemptCode: () => readMfaAttempt(ports),
      forgetMfaAttempt: () => void writeMfaAttempt(ports, null),
      beginTotpEnrolment: async (account) =>
        (await import('./sign-in/totp-enrolment.ts')).beginTotpEnrolment(ports, account),
      signUpAnonymously: async (tokenStore) => this.#signUpAnonymously(this.#holder(tokenStore)),
      getUserOr: (...given) => this.#getUserOr(...given),
      request: async (path, call) => this.#request(path, { session: this.#holder().current(), ...call }),
    }
  }

  /** Fetches the current user. `GetUserOr` sets what happens if no user is signed in. */
  getUser(options: GetUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' }): Promise<CurrentUser>
  getUser(...options: OptionsArgument<HasTokenStore, GetUserOptions<HasTokenStore>>): Promise<CurrentUser | null>
  async getUser({ or = 'return-null', tokenStore }: GetUserOptions = {}): Promise<CurrentUser | null> {
    return this.#getUserOr(or, tokenStore, (session) => this.#users.ofSession(session).refresh())
  }

  /** Fetches the public data of the project. */
  getProject(): Promise<Project> {
    return this.#project.refresh()
  }

  /**
   * Signs in and redirects to the return location or `urls.afterSignIn`. If a second factor is required, the details of
   * the error contain the attempt code for the next step.
   */
  async signInWithCredential(options: Credential & AfterSignIn): Promise<Result<undefined, SignInRefused>> {
    return (await this.#load(import('./sign-in/password.ts'))).signInWithPassword(this.#signInContext(), options)
  }

  /** Signs up, signs in, and redirects to the return location or `urls.afterSignUp`. */
  async signUpWithCredential(
    options: Credential &
      AfterSignIn & {
        /** Target of the link in the verification mail. Default: `urls.emailVerification`. */
        verificationCallbackUrl?: string
      },
  ): Promise<Result<undefined, SignUpRefused>> {
    const callbackUrl =
      options.verificationCallbackUrl ?? this.#redirects.callbackUrl('emailVerification', 'verificationCallbackUrl')
    return (await this.#load(import('./sign-in/password.ts'))).signUpWithPassword(
      this.#signInContext(),
      options,
      callbackUrl,
    )
  }

  /**
   * Mails a link and a six-character code that sign in. Show the same page whether or not the user exists.
   *
   * @returns the nonce to append to the typed code for `signInWithMagicLink`
   */
  async sendMagicLinkEmail(
    email: string,
    options: { callbackUrl?: string } = {},
  ): Promise<Result<{ nonce: string }, KnownError<'REDIRECT_URL_NOT_WHITELISTED'>>> {
    const callbackUrl = options.callbackUrl ?? this.#redirects.callbackUrl('magicLinkCallback', 'callbackUrl')
    return (await this.#load(import('./sign-in/magic-link.ts'))).sendSignInCode(
      this.#request,
      this.#ports,
      email,
      callbackUrl,
    )
  }

  /**
   * Signs in or signs up with a mailed code. If this browser requested the mail, the sign-up upgrades the current
   * anonymous user, who keeps their id.
   *
   * @param code the code of the link, or the six typed characters followed by the nonce
   */
  async signInWithMagicLink(code: string, options: AfterSignIn = {}): Promise<Result<undefined, MagicLinkRefused>> {
    return (await this.#load(import('./sign-in/magic-link.ts'))).signInWithCode(this.#signInContext(), code, options)
  }

  /** Checks the code of a magic link without using it up. */
  async verifyMagicLinkCode(code: string): Promise<Result<undefined, CodeRefused>> {
    return (await this.#load(import('./sign-in/magic-link.ts'))).checkSignInCode(this.#request, code)
  }

  /** Signs in with a passkey of this page's domain. Do not show errors for which `isPasskeyCeremonyAborted` is true. */
  async signInWithPasskey(
    options: PasskeySignInOptions & AfterSignIn = {},
  ): Promise<Result<undefined, PasskeySignInRefused>> {
    return (await this.#load(import('./sign-in/passkey.ts'))).signInWithPasskey(this.#signInContext(), options)
  }

  /**
   * Finishes a sign-in that was refused with `MULTI_FACTOR_AUTHENTICATION_REQUIRED`.
   *
   * @param totp the six-digit code from the authenticator app
   * @param attemptCode the attempt code in the details of that error
   */
  async signInWithMfa(
    totp: string,
    attemptCode: string,
    options: AfterSignIn = {},
  ): Promise<Result<undefined, SecondFactorRefused>> {
    return (await this.#load(import('./sign-in/second-factor.ts'))).signInWithTotp(
      this.#signInContext(),
      totp,
      attemptCode,
      options,
    )
  }

  /**
   * Redirects to the sign-in page of a provider. Never resolves, but can throw. The provider redirects back to
   * `urls.oauthCallback`, where `callOAuthCallback` finishes the sign-in, or to `urls.error`.
   *
   * @param options.returnTo address to go to after the sign-in; default: the return location or `urls.afterSignIn`
   */
  async signInWithOAuth(provider: string, options: { returnTo?: string } = {}): Promise<never> {
    return this.#startOAuth({ provider, scopes: [], current: this.#holder().current(), returnTo: options.returnTo })
  }

  /**
   * Finishes `signInWithOAuth` on its callback page.
   *
   * @returns true if the sign-in succeeded. False if there was no sign-in to finish, or if the page redirects to
   *   `urls.mfa` or `urls.error`. Without a redirect method, the latter two throw instead.
   */
  async callOAuthCallback(): Promise<boolean> {
    return (await this.#finishOAuthOnce()) === 'signed-in'
  }

  /** Signs a user in at a terminal after they confirm it in a browser. Returns the refresh token of a new session. */
  async promptCliLogin(options: PromptCliLoginOptions): Promise<Result<string, CliLoginRefused>> {
    return (await this.#load(import('./sign-in/cli-login.ts'))).promptCliLogin(this.#request, this.#ports, options)
  }

  /** Reads which terminal requests a login. The error means that the code is unknown, answered or expired. */
  async checkCliLogin(loginCode: string): Promise<Result<CliLoginRequest, StatusError>> {
    return (await this.#load(import('./sign-in/cli-login.ts'))).checkCliLogin(this.#request, loginCode)
  }

  /** Signs the current user in at the terminal, with a new session. */
  async confirmCliLogin(loginCode: string): Promise<Result<undefined, StatusError>> {
    const cliLogin = await this.#load(import('./sign-in/cli-login.ts'))
    return cliLogin.answerCliLogin(this.#request, this.#holder().current(), loginCode, 'complete')
  }

  /** Refuses the login of a terminal. This is final. */
  async refuseCliLogin(loginCode: string): Promise<Result<undefined, StatusError>> {
    const cliLogin = await this.#load(import('./sign-in/cli-login.ts'))
    return cliLogin.answerCliLogin(this.#request, this.#holder().current(), loginCode, 'refuse')
  }

  /**
   * Reads the current user from the access token, without a request unless the token needs a refresh. Use it for
   * display only: the data may be minutes old. Returns null if no user is signed in.
   */
  async getPartialUser(
    ...[options]: [options: { from: 'token' } & TokenStoreOption<HasTokenStore>]
  ): Promise<TokenPartialUser | null> {
    const session = this.#holder(options.tokenStore).current()
    const { accessToken } = await session.getTokens()
    return accessToken === null
      ? null
      : (await this.#load(import('./resources/partial-user.ts'))).partialUserOf(accessToken)
  }

  /** Mails a link to set a new password. Show the same page whether or not the user exists. */
  async sendForgotPasswordEmail(
    email: string,
    options: { callbackUrl?: string } = {},
  ): Promise<Result<undefined, KnownError<'USER_NOT_FOUND'>>> {
    const callbackUrl = options.callbackUrl ?? this.#redirects.callbackUrl('passwordReset', 'callbackUrl')
    return (await this.#load(import('./sign-in/password.ts'))).sendResetCode(this.#request, email, callbackUrl)
  }

  /** Checks the code of a reset mail without using it up. */
  async verifyPasswordResetCode(code: string): Promise<Result<undefined, CodeRefused>> {
    return (await this.#load(import('./sign-in/password.ts'))).checkResetCode(this.#request, code)
  }

  /** Sets a new password with the code of a reset mail and ends all sessions. Throws if the password is too weak. */
  async resetPassword({ code, password }: { code: string; password: string }): Promise<Result<undefined, CodeRefused>> {
    return (await this.#load(import('./sign-in/password.ts'))).resetPassword(this.#request, { code, password })
  }

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
  async verifyEmail(code: string, options: VerifyEmailOptions = {}): Promise<Result<undefined, CodeRefused>> {
    const { verifyContactChannel } = await this.#load(import('./resources/contact-channels.ts'))
    const isPage = this.#options.tokenStore !== null && this.#ports.browser()
    const session = isPage ? this.#holder().current() : undefined
    const result = await verifyContactChannel(this.#request, code, options, session)
    if (result.status === 'ok' && session) await this.#users.refresh(session)
    return result
  }

  /** Ends the current session, anonymous or not, and redirects to `redirectUrl` or `urls.afterSignOut`. */
  async signOut(
    ...[options]: OptionsArgument<HasTokenStore, SignOutOptions & TokenStoreOption<HasTokenStore>>
  ): Promise<void> {
    const session = this.#holder(options?.tokenStore).current()
    if (!session.hasEnded) await this.#signOut(session, options)
  }

  /** Returns an access token that is valid for at least 20 s, or null if no user is signed in. */
  async getAccessToken(
    ...options: OptionsArgument<HasTokenStore, TokenStoreOption<HasTokenStore>>
  ): Promise<string | null> {
    return (await this.getAuthJson(...options)).accessToken
  }

  async getRefreshToken(
    ...options: OptionsArgument<HasTokenStore, TokenStoreOption<HasTokenStore>>
  ): Promise<string | null> {
    return (await this.getAuthJson(...options)).refreshToken
  }

  /** Returns headers for a request to your own backend. Pass that request to the app there as `tokenStore`. */
  async getAuthHeaders(
    ...options: OptionsArgument<HasTokenStore, TokenStoreOption<HasTokenStore>>
  ): Promise<{ 'x-stack-auth': string }> {
    return { 'x-stack-auth': JSON.stringify(await this.getAuthJson(...options)) }
  }

  /** Returns the tokens for transports without headers. */
  async getAuthJson(...[options]: OptionsArgument<HasTokenStore, TokenStoreOption<HasTokenStore>>): Promise<Tokens> {
    return callInCurrentSession(this.#holder(options?.tokenStore), (session) => session.getTokens())
  }

  #holder(tokenStore: TokenStoreInit = this.#options.tokenStore): SessionHolder {
    return this.#holders.of(tokenStore)
  }

  /** @param fetch reads the user of an active session */
  async #getUserOr<User extends { readonly isAnonymous: boolean }>(
    or: GetUserOr,
    tokenStore: TokenStoreInit | undefined,
    fetch: (session: Session) => Promise<User | null>,
  ): Promise<User | null> {
    const holder = this.#holder(tokenStore)
    const read = () => callInCurrentSession(holder, async (session) => (session.hasEnded ? null : fetch(session)))
    const user = await read()
    if (user && (!user.isAnonymous || or === 'anonymous' || or === 'anonymous-if-exists')) return user
    switch (or) {
      case 'throw':
        throw new Error("User is not signed in but getUser was called with { or: 'throw' }")
      case 'redirect':
        return this.#redirectToSignInPage()
      case 'anonymous':
        await this.#signUpAnonymously(holder)
        return read()
      case 'return-null':
      case 'anonymous-if-exists':
        return null
    }
  }

  async #startOAuth(start: OAuthStart): Promise<never> {
    return (await this.#load(import('./sign-in/oauth.ts'))).startOAuth(this.#signInContext(), start)
  }

  #finishOAuthOnce(address?: string): Promise<OAuthOutcome> {
    this.#oauthCallback ??= this.#load(import('./sign-in/oauth.ts'))
      .then(({ finishOAuth }) => finishOAuth(this.#signInContext(), address))
      .finally(() => {
        this.#oauthCallback = null
      })
    return this.#oauthCallback
  }

  #load<Part>(part: Promise<Part>): Promise<Part> {
    return loadPart(this.#ports, part)
  }

  #signInContext(): SignInContext {
    return {
      options: this.#options,
      ports: this.#ports,
      request: this.#request,
      redirects: this.#redirects,
      holder: this.#holder(),
      remember: (signIn) => {
        this.#latestSignIn = signIn
      },
    }
  }

  async #redirectToSignInPage(): Promise<never> {
    await this.#redirects.toPage('signIn', { replace: true })
    if (this[porticoAppInternalsSymbol].redirectMethod === 'none') {
      throw new Error(
        "User is not signed in but getUser was called with { or: 'redirect' } and `redirectMethod` is 'none'",
      )
    }
    // The page unloads; callers that wait for the user must not continue without one.
    return new Promise(() => {})
  }

  async #signOut(session: Session, { redirectUrl = this.urls.afterSignOut }: SignOutOptions = {}): Promise<void> {
    const release = this.#users.hold(session)
    try {
      await endSession(this.#request, session, (tokens) => this.#holders.detached(tokens))
      const by = await this.#redirects.go(redirectUrl, true)
      // A router has already rendered the next page. A full navigation keeps the user until the page unloads.
      if (by === 'router') release()
      if (by !== 'nowhere') await this.#redirects.settle()
    } finally {
      release()
    }
  }

  #signUpAnonymously(holder: SessionHolder): Promise<void> {
    const running = this.#anonymousSignUps.get(holder)
    if (running) return running
    const signUp = this.#load(import('./sign-in/anonymous.ts'))
      .then(({ signUpAnonymously }) => signUpAnonymously(this.#request, holder))
      .finally(() => this.#anonymousSignUps.delete(holder))
    this.#anonymousSignUps.set(holder, signUp)
    return signUp
  }
}
