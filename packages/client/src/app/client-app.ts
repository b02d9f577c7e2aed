import { type AppMethods, appMethods } from './app-methods.ts'
import type { GetUserOptions, GetUserOr, OptionsArgument, TokenStoreOption } from './call-options.ts'
import type { CurrentUser, SignOutOptions } from '../resources/current-user.ts'
import { type AppInternals, porticoAppInternalsSymbol } from './internals.ts'
import { type PorticoClientAppOptions, type ResolvedOptions, resolveOptions } from './options.ts'
import type { OAuthOutcome } from '../sign-in/oauth.ts'
import { defaultPorts, type Ports, untilOpened } from '../transport/ports.ts'
import { getProject, type Project } from '../resources/projects.ts'
import { type RedirectMethods, redirectMethods } from '../pages/redirect-methods.ts'
import { Redirects } from '../pages/redirects.ts'
import { createRequest, type SendRequest } from '../transport/request.ts'
import { CLIENT_VERSION } from '../transport/version.ts'
import type { SessionHolder } from '../session/session-holder.ts'
import type { Session } from '../session/session.ts'
import type { LatestSignIn } from '../sign-in/sign-in.ts'
import type { TokenStoreInit } from '../session/tokens.ts'
import type { HandlerUrls } from '../pages/urls.ts'
import { loadPart } from '../transport/connection-error.ts'
import { LAST_USED_PROVIDER_KEY } from '../sign-in/last-used-provider.ts'
import { readStored } from '../transport/page-storage.ts'
import { CachedResource } from '../resources/resource.ts'
import { SessionHolders } from '../session/session-holders.ts'
import { endSession } from '../session/sign-out.ts'
import { endsWithSession, SessionResources } from '../resources/session-resources.ts'
import type { ExtendUser, UserContext } from '../resources/user-context.ts'
import { UserResources } from '../resources/user-resources.ts'

// The static block of the class defines the methods of these types.
const AppWithMethods = class {} as unknown as new <HasTokenStore extends boolean>() => RedirectMethods &
  AppMethods<HasTokenStore>

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
  UserExtras = unknown,
> extends AppWithMethods<HasTokenStore> {
  static {
    Object.assign(
      this.prototype,
      redirectMethods<PorticoClientApp>((app, name, options) => app.#redirects.toPage(name, options)),
      appMethods<PorticoClientApp>((app) => app.#context),
    )
  }

  /** The id of the project, also if it comes from the environment. */
  readonly projectId: ProjectId
  /** The addresses of the pages, with their defaults. */
  readonly urls: Readonly<HandlerUrls>
  /** The package and version of the SDK, such as `js @portico/client@0.1.0`. */
  readonly version = CLIENT_VERSION
  readonly [porticoAppInternalsSymbol]: AppInternals
  readonly #options: ResolvedOptions
  readonly #ports: Ports
  readonly #request: SendRequest
  readonly #redirects: Redirects
  readonly #context: UserContext
  readonly #holders: SessionHolders
  readonly #users: UserResources
  readonly #project: CachedResource<Project>
  #latestSignIn: LatestSignIn = { page: 'afterSignIn' }

  /**
   * @param ports environment of the SDK; only tests pass their own
   * @param extendUser returns further members of a user; only apps of the project "internal" pass it
   */
  constructor(
    options: PorticoClientAppOptions<HasTokenStore, ProjectId>,
    ports: Ports = defaultPorts,
    extendUser?: ExtendUser<UserExtras>,
  ) {
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
    const holder = (): SessionHolder => this.#holder()
    this.#users = new UserResources(resources, () => this.#context)
    this.#context = {
      options: resolved,
      ports,
      request: this.#request,
      redirects: this.#redirects,
      get holder() {
        return holder()
      },
      users: this.#users,
      holderOf: (tokenStore) => this.#holder(tokenStore),
      remember: (signIn) => {
        this.#latestSignIn = signIn
      },
      signOut: (session, signOutOptions) => this.#signOut(session, signOutOptions),
      extendUser,
    }
    this[porticoAppInternalsSymbol] = {
      redirectMethod: resolved.redirectMethod,
      userResource: (tokenStore) => this.#users.ofHolder(this.#holder(tokenStore)),
      userReadResource: (tokenStore, ...read) =>
        resources.ofHolder(this.#holder(tokenStore), this.#users.sourceOf(...read)),
      projectResource: () => this.#project,
      tokenReadResource: (tokenStore, name) =>
        resources.ofHolder(this.#holder(tokenStore), {
          key: name,
          load: async (session, resource) =>
            (await this.#load(import('../resources/tokens-resource.ts'))).loadRead(name, ports, session, resource),
          prepare: endsWithSession,
        }),
      seedUser: (user) => this.#users.seed(this.#holder(), user),
      connectedAccountResource: (account, { scopes = [], tokenStore } = {}) =>
        resources.ofHolder(this.#holder(tokenStore), {
          // The prefix renews it with the list of connected accounts.
          key: `connectedAccounts ${JSON.stringify([account, ...scopes])}`,
          load: async (session) => {
            const accounts = await this.#load(import('../resources/connected-accounts.ts'))
            return accounts.findOwnAccount(this.#request, session, account, scopes)
          },
          prepare: endsWithSession,
        }),
      holder,
      finishOAuth: (address) => this.#finishOAuth(address),
      lastUsedProvider: () => readStored(ports, 'localStorage', LAST_USED_PROVIDER_KEY),
      latestSignIn: () => this.#latestSignIn,
      waitingSignIn: async () => (await this.#load(import('../sign-in/mfa-attempt.ts'))).waitingSignInOf(ports),
      beginTotpEnrolment: async (account) =>
        (await import('../sign-in/totp-enrolment.ts')).beginTotpEnrolment(ports, account),
      signUpAnonymously: async (tokenStore) => this.#signUpAnonymously(this.#holder(tokenStore)),
      getUserOr: (...given) => this.#getUserOr(...given),
      request: this.#request,
    }
  }

  /**
   * Fetches the current user. `GetUserOr` sets what happens if no user is signed in. `redirect` sends a restricted user
   * to the page `onboarding`, like `useUser`.
   */
  getUser(
    options: GetUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' },
  ): Promise<CurrentUser & UserExtras>
  getUser(
    ...options: OptionsArgument<HasTokenStore, GetUserOptions<HasTokenStore>>
  ): Promise<(CurrentUser & UserExtras) | null>
  async getUser({ or = 'return-null', tokenStore }: GetUserOptions = {}): Promise<(CurrentUser & UserExtras) | null> {
    const user = await this.#getUserOr(or, tokenStore, (session) => this.#users.ofSession(session).refresh())
    if (or === 'redirect' && user?.isRestricted) return this.#leaveFor('onboarding')
    // Unchecked cast: `extendUser` has returned the further members.
    return user as (CurrentUser & UserExtras) | null
  }

  /** Fetches the public data of the project. */
  getProject(): Promise<Project> {
    return this.#project.refresh()
  }

  /**
   * Finishes `signInWithOAuth` on its callback page.
   *
   * @returns true if the sign-in succeeded. False if there was no sign-in to finish, or if the page redirects to
   *   `urls.mfa` or `urls.error`. Without a redirect method, the latter two throw instead.
   */
  async callOAuthCallback(): Promise<boolean> {
    return (await this.#finishOAuth()) === 'signed-in'
  }

  /**
   * Ends the current session, anonymous or not, and redirects to `redirectUrl` or `urls.afterSignOut`. If it throws,
   * the session has ended here, but the service may still accept it: call it again. That call ends the current session
   * if there is one again, for example that of a staff member whose impersonation has ended; `signOut` of the same user
   * repeats only its own request.
   */
  async signOut(
    ...[options]: OptionsArgument<HasTokenStore, SignOutOptions & TokenStoreOption<HasTokenStore>>
  ): Promise<void> {
    const session = this.#holder(options?.tokenStore).current()
    if (!session.hasEnded || session.detached) await this.#signOut(session, options)
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
    const read = () => holder.callInCurrent(async (session) => (session.hasEnded ? null : fetch(session)))
    const user = await read()
    if (user && (!user.isAnonymous || or === 'anonymous' || or === 'anonymous-if-exists')) return user
    switch (or) {
      case 'throw':
        throw new Error("User is not signed in but getUser was called with { or: 'throw' }")
      case 'redirect':
        return this.#leaveFor('signIn')
      case 'anonymous':
        await this.#signUpAnonymously(holder)
        return read()
      case 'return-null':
      case 'anonymous-if-exists':
        return null
    }
  }

  async #finishOAuth(address?: string): Promise<OAuthOutcome> {
    return (await this.#load(import('../sign-in/oauth.ts'))).finishOAuth(this.#context, address)
  }

  #load<Part>(part: Promise<Part>): Promise<Part> {
    return loadPart(this.#ports, part)
  }

  /** Leaves for the sign-in page, or for the page that shows a restricted user what to do. */
  async #leaveFor(page: 'signIn' | 'onboarding'): Promise<never> {
    return (await this.#load(import('../pages/navigation.ts'))).leaveFor(this.#redirects, page)
  }

  async #signOut(session: Session, { redirectUrl = this.urls.afterSignOut }: SignOutOptions = {}): Promise<void> {
    // guard: a page that is rendered in advance does not sign out [sign-in/sign-in]
    await untilOpened(this.#ports)
    const release = this.#users.hold(session)
    try {
      this.#ports.onSignOut?.()
      await endSession(this.#request, session, (session.detached ??= this.#holders.detached(session.tokens)))
      const by = await this.#redirects.go(redirectUrl, true)
      // A router has already rendered the next page. A full navigation keeps the user until the page unloads.
      if (by === 'router') release()
      if (by !== 'nowhere') await this.#redirects.settle()
    } finally {
      release()
    }
  }

  async #signUpAnonymously(holder: SessionHolder): Promise<void> {
    await untilOpened(this.#ports)
    return (await this.#load(import('../sign-in/anonymous.ts'))).signUpAnonymously(this.#context, holder)
  }
}
