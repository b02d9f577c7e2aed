import type { AfterSignIn, GetUserOptions, OptionsArgument, TokenStoreOption } from './call-options.ts'
import type { CurrentUser, SignOutOptions } from './current-user.ts'
import type { AppInternals } from './internals.ts'
import type { KnownError } from './known-error.ts'
import type { PorticoClientAppOptions } from './options.ts'
import type { CodeRefused, Credential, SignInRefused, SignUpRefused } from './password.ts'
import type { Ports } from './ports.ts'
import type { Project } from './projects.ts'
import type { RedirectToOptions } from './redirects.ts'
import type { SendRequest } from './request.ts'
import type { Result } from './result.ts'
import type { SessionHolder } from './session-holder.ts'
import type { Session } from './session.ts'
import type { Tokens, TokenStoreInit } from './tokens.ts'
import type { HandlerUrls } from './urls.ts'

import { verifyContactChannel } from './contact-channels.ts'
import { porticoAppInternalsSymbol } from './internals.ts'
import { resolveOptions } from './options.ts'
import * as password from './password.ts'
import { defaultPorts } from './ports.ts'
import { getProject } from './projects.ts'
import { Redirects } from './redirects.ts'
import { createRequest } from './request.ts'
import { CachedResource } from './resource.ts'
import { inCurrentSession } from './session-holder.ts'
import { SessionHolders } from './session-holders.ts'
import { endSession } from './sessions.ts'
import { UserResources } from './user-resources.ts'

/**
 * Sign-in and the current user of one project, for browsers and for servers that act for a visitor.
 *
 * @example
 * const app = new PorticoClientApp({ tokenStore: 'cookie', redirectMethod: 'window' })
 * const user = await app.getUser({ or: 'redirect' })
 */
export class PorticoClientApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string> {
  readonly projectId: ProjectId
  readonly urls: Readonly<HandlerUrls>
  readonly [porticoAppInternalsSymbol]: AppInternals
  readonly #tokenStore: TokenStoreInit
  readonly #ports: Ports
  readonly #request: SendRequest
  readonly #redirects: Redirects
  readonly #holders: SessionHolders
  readonly #users: UserResources
  readonly #project: CachedResource<Project>
  readonly #anonymousSignUps = new WeakMap<SessionHolder, Promise<void>>()

  /** @param ports surroundings of the SDK; only tests pass their own */
  constructor(options: PorticoClientAppOptions<HasTokenStore, ProjectId>, ports: Ports = defaultPorts) {
    const resolved = resolveOptions(options, ports)
    // What the options or the environment give; the type parameter is a promise of the caller.
    this.projectId = resolved.projectId as ProjectId
    this.urls = resolved.urls
    this.#tokenStore = resolved.tokenStore
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
    this.#users = new UserResources(ports, {
      request: this.#request,
      verificationCallbackUrl: () => this.#redirects.callbackUrl('emailVerification', 'verificationCallbackUrl'),
      signOut: (session, signOutOptions) => this.#signOut(session, signOutOptions),
    })
    this[porticoAppInternalsSymbol] = {
      redirectMethod: resolved.redirectMethod,
      userResource: (tokenStore) => this.#users.ofHolder(this.#holder(tokenStore)),
      projectResource: () => this.#project,
      seedUser: (user) => this.#users.seed(this.#holder(), user),
      signUpAnonymously: async (tokenStore) => this.#signUpAnonymously(this.#holder(tokenStore)),
      request: async (path, { tokenStore, ...call } = {}) =>
        this.#request(path, { ...call, session: this.#holder(tokenStore).current() }),
    }
  }

  /** Asks the service for the current user. See `GetUserOr` for what happens without one. */
  getUser(options: GetUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' }): Promise<CurrentUser>
  getUser(...options: OptionsArgument<HasTokenStore, GetUserOptions<HasTokenStore>>): Promise<CurrentUser | null>
  async getUser({ or = 'return-null', tokenStore }: GetUserOptions = {}): Promise<CurrentUser | null> {
    const holder = this.#holder(tokenStore)
    const user = await this.#readUser(holder)
    if (user && (!user.isAnonymous || or === 'anonymous' || or === 'anonymous-if-exists')) return user
    switch (or) {
      case 'throw':
        throw new Error("User is not signed in but getUser was called with { or: 'throw' }")
      case 'redirect':
        return this.#leaveForSignIn()
      case 'anonymous':
        await this.#signUpAnonymously(holder)
        return this.#readUser(holder)
      case 'return-null':
      case 'anonymous-if-exists':
        return null
    }
  }

  /** Asks the service what everyone may know about the project. */
  getProject(): Promise<Project> {
    return this.#project.refresh()
  }

  /**
   * Signs in and goes to `urls.afterSignIn` or the return location. With a second factor the error's details carry the
   * attempt code for the next step.
   */
  async signInWithCredential(options: Credential & AfterSignIn): Promise<Result<undefined, SignInRefused>> {
    const holder = this.#holder()
    const result = await password.signInWithPassword(this.#request, holder.current(), options)
    return this.#afterSignIn(holder, result, 'afterSignIn', options)
  }

  /** Signs up, signs in and goes to `urls.afterSignUp` or the return location. */
  async signUpWithCredential(
    options: Credential &
      AfterSignIn & {
        /** Page that the link in the verification mail opens. Default: `urls.emailVerification`. */
        verificationCallbackUrl?: string
      },
  ): Promise<Result<undefined, SignUpRefused>> {
    const holder = this.#holder()
    const callbackUrl =
      options.verificationCallbackUrl ?? this.#redirects.callbackUrl('emailVerification', 'verificationCallbackUrl')
    const result = await password.signUpWithPassword(this.#request, holder.current(), options, callbackUrl)
    return this.#afterSignIn(holder, result, 'afterSignUp', options)
  }

  /** Mails a link to choose a new password. A page must look the same whether or not there is such a user. */
  async sendForgotPasswordEmail(
    email: string,
    options: { callbackUrl?: string } = {},
  ): Promise<Result<undefined, KnownError<'USER_NOT_FOUND'>>> {
    const callbackUrl = options.callbackUrl ?? this.#redirects.callbackUrl('passwordReset', 'callbackUrl')
    return password.sendResetCode(this.#request, email, callbackUrl)
  }

  /** Tells whether the code of a reset mail is good, without using it up. */
  verifyPasswordResetCode(code: string): Promise<Result<undefined, CodeRefused>> {
    return password.checkResetCode(this.#request, code)
  }

  /** Sets a new password by the code of a reset mail and ends all sessions. Throws if the password is too weak. */
  resetPassword(options: { code: string; password: string }): Promise<Result<undefined, CodeRefused>> {
    return password.resetPassword(this.#request, { code: options.code, password: options.password })
  }

  /** Marks an address as verified by the code of its mail. Call it from a click: mail scanners open links too. */
  async verifyEmail(code: string): Promise<Result<undefined, CodeRefused>> {
    const result = await verifyContactChannel(this.#request, code)
    if (result.status === 'ok' && this.#tokenStore !== null && this.#ports.browser()) {
      await this.#users.refresh(this.#holder().current())
    }
    return result
  }

  /** Ends the current session, anonymous or not, and goes to `redirectUrl` or `urls.afterSignOut`. */
  async signOut(
    ...[options]: OptionsArgument<HasTokenStore, SignOutOptions & TokenStoreOption<HasTokenStore>>
  ): Promise<void> {
    const session = this.#holder(options?.tokenStore).current()
    if (!session.hasEnded) await this.#signOut(session, options)
  }

  /** An access token that is good for at least 20 s, or null if nobody is signed in. */
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

  /** Headers for a request to your own backend, which passes that request to its app as `tokenStore`. */
  async getAuthHeaders(
    ...options: OptionsArgument<HasTokenStore, TokenStoreOption<HasTokenStore>>
  ): Promise<{ 'x-stack-auth': string }> {
    return { 'x-stack-auth': JSON.stringify(await this.getAuthJson(...options)) }
  }

  /** The same for transports without headers. */
  async getAuthJson(...[options]: OptionsArgument<HasTokenStore, TokenStoreOption<HasTokenStore>>): Promise<Tokens> {
    return inCurrentSession(this.#holder(options?.tokenStore), (session) => session.getTokens())
  }

  redirectToSignIn(options?: RedirectToOptions): Promise<void> {
    return this.#redirects.toPage('signIn', options)
  }

  redirectToSignUp(options?: RedirectToOptions): Promise<void> {
    return this.#redirects.toPage('signUp', options)
  }

  redirectToSignOut(options?: RedirectToOptions): Promise<void> {
    return this.#redirects.toPage('signOut', options)
  }

  redirectToEmailVerification(options?: RedirectToOptions): Promise<void> {
    return this.#redirects.toPage('emailVerification', options)
  }

  redirectToPasswordReset(options?: RedirectToOptions): Promise<void> {
    return this.#redirects.toPage('passwordReset', options)
  }

  redirectToForgotPassword(options?: RedirectToOptions): Promise<void> {
    return this.#redirects.toPage('forgotPassword', options)
  }

  redirectToHome(options?: RedirectToOptions): Promise<void> {
    return this.#redirects.toPage('home', options)
  }

  redirectToOAuthCallback(): Promise<void> {
    return this.#redirects.toPage('oauthCallback')
  }

  redirectToMagicLinkCallback(options?: RedirectToOptions): Promise<void> {
    return this.#redirects.toPage('magicLinkCallback', options)
  }

  redirectToAfterSignIn(options?: RedirectToOptions): Promise<void> {
    return this.#redirects.toPage('afterSignIn', options)
  }

  redirectToAfterSignUp(options?: RedirectToOptions): Promise<void> {
    return this.#redirects.toPage('afterSignUp', options)
  }

  redirectToAfterSignOut(options?: RedirectToOptions): Promise<void> {
    return this.#redirects.toPage('afterSignOut', options)
  }

  redirectToAccountSettings(options?: RedirectToOptions): Promise<void> {
    return this.#redirects.toPage('accountSettings', options)
  }

  redirectToError(options?: RedirectToOptions): Promise<void> {
    return this.#redirects.toPage('error', options)
  }

  redirectToTeamInvitation(options?: RedirectToOptions): Promise<void> {
    return this.#redirects.toPage('teamInvitation', options)
  }

  #holder(tokenStore: TokenStoreInit = this.#tokenStore): SessionHolder {
    return this.#holders.of(tokenStore)
  }

  #readUser(holder: SessionHolder): Promise<CurrentUser | null> {
    return inCurrentSession(holder, async (session) =>
      session.hasEnded ? null : this.#users.ofSession(session).refresh(),
    )
  }

  async #afterSignIn<Failure>(
    holder: SessionHolder,
    result: Result<Tokens, Failure>,
    page: 'afterSignIn' | 'afterSignUp',
    { noRedirect = false }: AfterSignIn,
  ): Promise<Result<undefined, Failure>> {
    if (result.status === 'error') return result
    holder.receive(result.data)
    if (!noRedirect) await this.#redirects.toPage(page, { replace: true })
    return { status: 'ok', data: undefined }
  }

  async #leaveForSignIn(): Promise<never> {
    await this.#redirects.toPage('signIn', { replace: true })
    if (this[porticoAppInternalsSymbol].redirectMethod === 'none') {
      throw new Error(
        "User is not signed in and getUser was called with { or: 'redirect' }, but `redirectMethod` is 'none'.",
      )
    }
    // The page is being left; whatever waits for the user must not go on without one.
    return new Promise(() => {})
  }

  async #signOut(session: Session, { redirectUrl = this.urls.afterSignOut }: SignOutOptions = {}): Promise<void> {
    const release = this.#users.hold(session)
    try {
      await endSession(this.#request, session, (tokens) => this.#holders.detached(tokens))
      const by = await this.#redirects.go(redirectUrl, true)
      // A router has shown its next page by now; an old page stays as it is until it is gone.
      if (by === 'router') release()
      if (by !== 'nowhere') await this.#redirects.settle()
    } finally {
      release()
    }
  }

  #signUpAnonymously(holder: SessionHolder): Promise<void> {
    const running = this.#anonymousSignUps.get(holder)
    if (running) return running
    const signUp = password
      .signUpAnonymously(this.#request, holder.current())
      .then((tokens) => holder.receive(tokens))
      .finally(() => this.#anonymousSignUps.delete(holder))
    this.#anonymousSignUps.set(holder, signUp)
    return signUp
  }
}
