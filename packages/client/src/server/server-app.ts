import type { UserServerRead } from '@portico/contract'

import type {
  CurrentServerUser,
  ServerTeam,
  ServerTeamCreateOptions,
  ServerTeamUpdateOptions,
  ServerUser,
  ServerUserCreateOptions,
  ServerUserUpdateOptions,
} from './server-user.ts'
import { type ApiKeyOption, getTeamByIdOrKey, getUserByIdOrKey, isIdOrKey, type UserApiKeyOption } from './api-keys.ts'
import type { AuthenticatedRequest, AuthenticateRequestOptions } from './authenticate-request.ts'
import type { GetUserOr, OptionsArgument } from '../app/call-options.ts'
import type { HandlerUrls } from '../pages/urls.ts'
import { type IncomingRequest, tokensOfIncoming, toRequestLike } from './incoming-request.ts'
import { type PorticoServerAppOptions, resolveServerAccess, type ServerAccess } from './server-options.ts'
import {
  type EmailDeliveryInfo,
  getEmailDeliveryStats,
  sendEmail,
  type SendEmailOptions,
  type SendEmailResult,
} from './emails.ts'
import type { RecordExtensions, ServerContext } from './server-context.ts'
import { type CachedReadInternals, CachedReads } from '../resources/cached-reads.ts'
import type { FrameworkRequest, Ports } from '../transport/ports.ts'
import type { FrameworkRequests } from './framework-requests.ts'
import type { FrameworkSupport } from './framework-support.ts'
import { serverPorts } from '../transport/server-ports.ts'
import type { Session } from '../session/session.ts'
import type { TokenStoreInit } from '../session/tokens.ts'
import type { VerifyAccessToken } from './verify-access-token.ts'
import { createUser, readUserList, send, type ServerListUsersOptions, type ServerUserList } from './users.ts'
import { createServerUser, updateUser } from './user-actions.ts'
import { createTeam, readTeamList, type ServerListTeamsOptions, type ServerTeamList, updateTeam } from './teams.ts'
import { fetchPermissions, type ListPermissionsOptions } from '../resources/permissions.ts'
import { createRequest } from '../transport/request.ts'
import { CLIENT_VERSION } from '../transport/version.ts'
import { type AppInternals, porticoAppInternalsSymbol } from '../app/internals.ts'
import { PorticoClientApp } from '../app/client-app.ts'
import { readCurrentServerUser } from './current-user.ts'
import { restrictedUserError, sessionRestrictionOf, type RestrictedUserOptions } from './restricted-user.ts'
import { CachedRequestScope, type RequestScope } from './request-scope.ts'
import { getProject, type Project } from '../resources/projects.ts'
import type {
  ListUserInvitationsOptions,
  ServerUserInvitation,
  ServerUserInvitationList,
  UserInvitationOptions,
} from './user-invitations.ts'
import { loadPart } from '../transport/connection-error.ts'

const userInvitations = () => import('./user-invitations.ts')

/** The token store of a call on a server. */
export type ServerTokenStore = TokenStoreInit | IncomingRequest

/** What happens if no user is signed in, which users count, and whose tokens the call uses. */
export type ServerGetUserOptions<HasTokenStore extends boolean = boolean> = {
  /** What to do if no user is signed in. Default: `return-null`. */
  or?: GetUserOr
} & RestrictedUserOptions &
  (HasTokenStore extends false ? { tokenStore: NonNullable<ServerTokenStore> } : { tokenStore?: ServerTokenStore })

/**
 * The members of a server app for `@portico/react`.
 *
 * @internal
 */
export interface ServerAppInternals extends CachedReadInternals, Pick<AppInternals, 'getUserOr'> {
  /** The request that the app was created with as its token store. */
  readonly incomingRequest: IncomingRequest | null
  /**
   * Exchanges the access token of a framework's request if it ends soon.
   *
   * @param request default: the one that the calling code handles
   */
  readonly exchangeToken: (request?: FrameworkRequest) => Promise<void>
  /** Returns whether the answer to the request that the calling code handles sets a cookie so far. */
  readonly setsCookie: () => Promise<boolean>
}

/** Return further members for an app's objects. */
export interface ServerExtensions<UserExtras> extends RecordExtensions {
  /** Only for the user of a session. */
  readonly currentUser?: (session: Session, context: Pick<ServerContext, 'ports' | 'request'>) => UserExtras & object
}

/** The methods of the client app that the server app declares itself. */
const ownMembers = ['constructor', 'getProject', 'getUser'] as const
type OwnMembers = Record<(typeof ownMembers)[number], unknown>

/** The members of the client app that the server app passes on. */
type ClientMembers<HasTokenStore extends boolean, ProjectId extends string> = Omit<
  PorticoClientApp<HasTokenStore, ProjectId>,
  keyof OwnMembers | 'projectId' | 'urls' | 'version' | typeof porticoAppInternalsSymbol
>

// The static block of the class defines this type's methods.
const AppWithClientMembers = class {} as unknown as new <
  HasTokenStore extends boolean,
  ProjectId extends string,
>() => ClientMembers<HasTokenStore, ProjectId>

const ownNames: readonly string[] = ownMembers
const clientMembers = Object.getOwnPropertyNames(PorticoClientApp.prototype).filter((name) => !ownNames.includes(name))

/**
 * Users, sessions and access tokens of one project, for servers that hold its secret key. It has every member of
 * `PorticoClientApp`.
 *
 * Every read asks the service. `forRequest` shares the answers within one incoming request.
 *
 * @example
 * const app = new PorticoServerApp({ tokenStore: null })
 * const user = await app.getUser({ tokenStore: request, or: 'throw' })
 * await user.setServerMetadata({ plan: 'pro' })
 */
export class PorticoServerApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
  UserExtras = unknown,
> extends AppWithClientMembers<HasTokenStore, ProjectId> {
  static {
    for (const name of clientMembers) {
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        writable: true,
        value(this: PorticoServerApp, ...given: unknown[]): unknown {
          // The cast is safe: the names are those of the methods.
          const call = (client: PorticoClientApp): unknown =>
            (client as unknown as Record<string, (...given: unknown[]) => unknown>)[name]?.(
              ...given.map(withRequestLike),
            )
          return this.#framework && !given.some(namesTokenStore) ? this.#framework.call(call) : call(this.#client)
        },
      })
    }
  }

  /** The id of the project, also if it comes from the environment. */
  readonly projectId: ProjectId
  /** The addresses of the pages, with their defaults. */
  readonly urls: Readonly<HandlerUrls>
  /** The package and version of the SDK, such as `js @portico/client@0.1.0`. */
  readonly version = CLIENT_VERSION
  /** Verifies the access token of a request without a call to the service. Returns null if it is not valid. */
  readonly verifyAccessToken: VerifyAccessToken
  readonly [porticoAppInternalsSymbol]: ServerAppInternals
  readonly #client: PorticoClientApp<HasTokenStore, ProjectId>
  /** Undefined: the calls of the application name the request. */
  readonly #framework: FrameworkRequests | undefined
  readonly #context: ServerContext
  readonly #readUnprefixedCookies: boolean
  readonly #ports: Ports
  readonly #scopes = new WeakMap<IncomingRequest, RequestScope>()

  /**
   * @param ports environment of the SDK; only tests pass their own
   * @param access only the admin app passes its own
   */
  constructor(
    options: PorticoServerAppOptions<HasTokenStore, ProjectId>,
    ports: Ports = serverPorts,
    access: ServerAccess = resolveServerAccess(options, ports),
    { currentUser: extendCurrentUser, ...extendRecords }: ServerExtensions<UserExtras> = {},
  ) {
    super()
    const { secretServerKey: _serverOnly, issuerBaseUrl, ...givenForClient } = options
    const { options: resolved, clientPorts, reads = new CachedReads(ports) } = access
    const requestAsServer = reads.renewedBy(access.requestAsServer)
    const { projectId, publishableClientKey, readUnprefixedCookies, extraRequestHeaders } = resolved
    const project = `${resolved.apiUrl()} ${projectId}`
    // Loaded on demand, because the dashboard uses the admin app but is not a server.
    const sharing: Ports = {
      ...clientPorts,
      shareExchange: async (...given) => {
        const { shareExchanges } = await import('../session/shared-exchange.ts')
        return shareExchanges(ports, project)(...given)
      },
    }
    // Unchecked cast: `supportOf` has created it. The environment knows no apps.
    const framework = ports.framework as FrameworkSupport | undefined
    const { redirectMethod: given, tokenStore } = options
    const clientOptions = {
      ...withRequestLike(givenForClient),
      publishableClientKey,
      extraRequestHeaders,
      ...(framework && (given === 'nextjs' || given === 'window') && { redirectMethod: framework.redirectMethod }),
    }
    this.#client = new PorticoClientApp(clientOptions, sharing)
    if (tokenStore === 'cookie' || tokenStore === 'nextjs-cookie') {
      this.#framework = framework?.serve({
        projectId,
        readUnprefixedCookies,
        ports,
        createClient: (store, urls = clientOptions.urls) =>
          new PorticoClientApp({ ...clientOptions, ...(urls && { urls }), tokenStore: store }, sharing),
        readUser: (client, session, renewing) =>
          readCurrentServerUser(
            { ...this.#context, request: renewing(this.#context.request) },
            session,
            (signOutOptions) => client.signOut({ ...signOutOptions }),
          ),
      })
    }
    this.projectId = this.#client.projectId
    this.urls = this.#client.urls
    const forVerifier = {
      projectId,
      readUnprefixedCookies,
      ...(options.baseUrl !== undefined && { baseUrl: options.baseUrl }),
      ...(issuerBaseUrl !== undefined && { issuerBaseUrl }),
    }
    let verifier: Promise<VerifyAccessToken> | undefined
    this.verifyAccessToken = async (...given) => {
      // Loaded on demand, because the dashboard verifies no token.
      verifier ??= import('./access-token-verifier.ts').then((part) =>
        part.createAccessTokenVerifier(forVerifier, ports),
      )
      // The next call tries a failed download again.
      verifier.catch(() => (verifier = undefined))
      return (await verifier)(...given)
    }
    this.#ports = ports
    this.#readUnprefixedCookies = readUnprefixedCookies
    const requestAsUser = createRequest({ ...resolved, ports: clientPorts })
    this.#context = {
      request: requestAsServer,
      requestSessions: access.requestSessions ?? requestAsServer,
      requestAsUser,
      reads,
      extendRecords,
      extendUser: (session) => extendCurrentUser?.(session, { ports: clientPorts, request: requestAsUser }) ?? {},
      ports,
      pageUrl: (page) => requireAbsolute(page, resolved.urls[page]),
      createUser: createServerUser,
      cache: null,
    }
    this[porticoAppInternalsSymbol] = {
      readResource: (key, read) => reads.of(key, read),
      incomingRequest: incomingRequestOf(tokenStore),
      exchangeToken: async (request) => this.#framework?.exchangeToken(request),
      setsCookie: async () => (await this.#framework?.setsCookie()) ?? false,
      getUserOr: (...given) => this.#client[porticoAppInternalsSymbol].getUserOr(...given),
    }
  }

  /** Reads any user by id. Returns null for an unknown id. */
  getUser(id: string): Promise<ServerUser | null>
  /**
   * Checks an API key and reads its user. Returns null if the key is revoked, expired, unknown or that of a team, and
   * if the user is suspended, is on the waiting list or lacks the verified address that the project requires. Also
   * returns null, unless the call passes `includeRestricted`, for a user who must set up a second factor.
   */
  getUser(options: UserApiKeyOption): Promise<ServerUser | null>
  /**
   * Reads the current user. `or` sets what happens if no user is signed in. A restricted user, such as one on the
   * waiting list, counts as signed out unless the call passes `includeRestricted`; `redirect` sends this user to the
   * page `onboarding`.
   */
  getUser(
    options: ServerGetUserOptions<HasTokenStore> & { or: 'redirect' | 'throw' | 'anonymous' },
  ): Promise<CurrentServerUser & UserExtras>
  getUser(
    ...options: OptionsArgument<HasTokenStore, ServerGetUserOptions<HasTokenStore>>
  ): Promise<(CurrentServerUser & UserExtras) | null>
  async getUser(
    idOrOptions: string | UserApiKeyOption | ServerGetUserOptions = {},
  ): Promise<ServerUser | CurrentServerUser | null> {
    if (isIdOrKey(idOrOptions)) return getUserByIdOrKey(this.#context, idOrOptions)
    const { or = 'return-null', includeRestricted = false, tokenStore } = withRequestLike(idOrOptions)
    const user = await (tokenStore === undefined && this.#framework
      ? this.#framework.getUserOr(or)
      : this.#readCurrentUser(this.#context, or, tokenStore))
    const restriction = user && !includeRestricted ? sessionRestrictionOf(user) : null
    if (!restriction) return user
    if (or === 'return-null' || or === 'anonymous-if-exists') return null
    if (or === 'redirect') {
      const requests = tokenStore === undefined ? this.#framework : undefined
      await (requests?.redirectToOnboarding() ?? this.#client.redirectToOnboarding({ replace: true }))
    }
    // Also for `anonymous`, because the sign-up would replace the session, and if the app has no redirect method.
    throw restrictedUserError(restriction, 'getUser', or)
  }

  /** Fetches the public data of the project. */
  getProject(): Promise<Project> {
    // A framework may end the read of one render, which another would wait for.
    return this.#framework ? getProject(this.#context.requestAsUser) : this.#client.getProject()
  }

  /** @deprecated Use `getUser`. */
  getServerUser(
    ...options: OptionsArgument<HasTokenStore, ServerGetUserOptions<HasTokenStore>>
  ): Promise<CurrentServerUser | null> {
    this.#ports.warn('`getServerUser` is deprecated. Use `getUser`, which returns the same user.')
    return this.getUser(...options)
  }

  /** @deprecated Use `getUser`. */
  getServerUserById(id: string): Promise<ServerUser | null> {
    return this.getUser(id)
  }

  /**
   * Lists users by the time of their sign-up or last activity. Without `limit`, reads all users of the project, page by
   * page.
   *
   * @returns the users, with the cursor of the next page as `nextCursor`
   */
  listUsers(options?: ServerListUsersOptions): Promise<ServerUserList> {
    return send(this.#context, readUserList(this.#context, options))
  }

  /** Creates a user, whether or not the project allows sign-up. */
  createUser(options: ServerUserCreateOptions): Promise<ServerUser> {
    return createUser(this.#context, options)
  }

  /**
   * Mails an invitation to sign up. Closed sign-up and rules for sign-up do not apply to the invited address once it is
   * proved. A new invitation replaces the open one to the same address.
   *
   * @throws `USER_EMAIL_ALREADY_EXISTS`, `REDIRECT_URL_NOT_WHITELISTED`
   */
  async inviteUser({
    email,
    callbackUrl = this.#context.pageUrl('userInvitation'),
  }: UserInvitationOptions): Promise<ServerUserInvitation> {
    const { inviteUser } = await loadPart(this.#ports, userInvitations())
    return inviteUser(this.#context.request, { email, callbackUrl })
  }

  /**
   * Lists the open invitations to sign up, newest first. Without `limit`, reads all of them, page by page.
   *
   * @returns the invitations, with the cursor of the next page as `nextCursor`
   */
  async listUserInvitations(options?: ListUserInvitationsOptions): Promise<ServerUserInvitationList> {
    return (await loadPart(this.#ports, userInvitations())).listUserInvitations(this.#context.request, options)
  }

  /** Reads any team by id. Returns null for an unknown id. */
  getTeam(id: string): Promise<ServerTeam | null>
  /** Checks an API key and reads its team. Returns null if the key is revoked, expired, unknown, or one of a user. */
  getTeam(options: ApiKeyOption): Promise<ServerTeam | null>
  getTeam(idOrKey: string | ApiKeyOption): Promise<ServerTeam | null> {
    return getTeamByIdOrKey(this.#context, idOrKey)
  }

  /**
   * Identifies the sender of a request: by an API key in `Authorization: Bearer` or `x-api-key`, or by a session, whose
   * tokens are where `getUser` reads them. The result says which.
   *
   * Asks the service each time, so that a revoked key, an ended session and a suspended user are refused at once. An
   * API key is not a session: the methods that read the current user ignore it.
   *
   * @returns null if the request has no proof, or an invalid one
   * @throws ConnectionError if the service cannot be reached
   */
  authenticateRequest(
    request: IncomingRequest,
    options?: AuthenticateRequestOptions,
  ): Promise<AuthenticatedRequest | null> {
    const readCurrentUser = () => this.#readUserOfRequest(this.#context, request)
    return this.#authenticate(request, this.#context, readCurrentUser, options)
  }

  /**
   * Lists teams by the time of their creation. Without `limit`, reads all teams of the project, page by page.
   *
   * @returns the teams, with the cursor of the next page as `nextCursor`
   */
  listTeams(options?: ServerListTeamsOptions): Promise<ServerTeamList> {
    return send(this.#context, readTeamList(this.#context, options))
  }

  /**
   * Lists the permissions of all members of a team in one call.
   *
   * @param options.recursive also lists the permissions that the granted ones contain. Default: false.
   */
  async listTeamMemberPermissions(
    teamId: string,
    { recursive: isRecursive = false }: ListPermissionsOptions = {},
  ): Promise<{ userId: string; permissionId: string }[]> {
    const permissions = await fetchPermissions(this.#context.request, { teamId, isRecursive })
    return permissions.map(({ user_id, id }) => ({ userId: user_id, permissionId: id }))
  }

  /** Creates a team, whether or not the project lets users create teams. */
  createTeam(options: ServerTeamCreateOptions): Promise<ServerTeam> {
    return createTeam(this.#context, options)
  }

  /**
   * Mails users: HTML, a template of the project, or blocks. The project needs a mail server of its own. A call above
   * the limits sends none of its mails and throws `RATE_LIMITED`.
   *
   * @returns one result for each user. The mails are queued; `listSentEmails` of the admin app shows what became of
   *   them
   * @throws `REQUIRES_CUSTOM_EMAIL_SERVER`, `USER_ID_DOES_NOT_EXIST`
   */
  sendEmail(options: SendEmailOptions): Promise<SendEmailResult[]> {
    return sendEmail(this.#context.request, options)
  }

  /** Reads how many mails of the project were sent and refused, and the limits of `sendEmail`. */
  getEmailDeliveryStats(): Promise<EmailDeliveryInfo> {
    return getEmailDeliveryStats(this.#context.request)
  }

  /**
   * Returns the reads of one incoming request. Equal reads share one answer until a change through the same object, so
   * that layers of an application need not pass the user on. The same request returns the same object.
   */
  forRequest(request: IncomingRequest): RequestScope {
    const known = this.#scopes.get(request)
    if (known) return known
    const scope = new CachedRequestScope({
      context: this.#context,
      readCurrentUser: (context) => this.#readUserOfRequest(context, request),
      verifyAccessToken: (options) => this.verifyAccessToken(request, options),
      authenticate: (...given) => this.#authenticate(request, ...given),
    })
    this.#scopes.set(request, scope)
    return scope
  }

  /** Returns the object of a user that the service has sent to another call. */
  protected presentUser(read: UserServerRead): ServerUser {
    return createServerUser(read, this.#context)
  }

  /** Changes a user and returns the user as the service has answered. */
  protected updateUser(id: string, options: ServerUserUpdateOptions): Promise<ServerUser> {
    return updateUser(this.#context, id, options)
  }

  /** Changes a team and returns it as the service has answered. */
  protected updateTeam(id: string, options: ServerTeamUpdateOptions): Promise<ServerTeam> {
    return updateTeam(this.#context, id, options)
  }

  async #authenticate(
    request: IncomingRequest,
    context: ServerContext,
    readCurrentUser: () => Promise<CurrentServerUser | null>,
    options?: AuthenticateRequestOptions,
  ): Promise<AuthenticatedRequest | null> {
    const { authenticateRequest } = await import('./authenticate-request.ts')
    const readTokens = () => tokensOfIncoming(request, this.projectId, this.#readUnprefixedCookies)
    return authenticateRequest(request, { context, readTokens, readCurrentUser }, options)
  }

  /** Reads the user of a request's session, anonymous or not. */
  #readUserOfRequest(context: ServerContext, request: IncomingRequest): Promise<CurrentServerUser | null> {
    return this.#readCurrentUser(context, 'anonymous-if-exists', toRequestLike(request))
  }

  #readCurrentUser(
    context: ServerContext,
    or: GetUserOr,
    tokenStore: TokenStoreInit | undefined,
  ): Promise<CurrentServerUser | null> {
    const client: PorticoClientApp = this.#client
    return client[porticoAppInternalsSymbol].getUserOr(or, tokenStore, (session) =>
      readCurrentServerUser(context, session, async (options) => {
        // Unchecked cast: an app without a token store was given one with the call.
        const given = { ...options, ...(tokenStore !== undefined && { tokenStore }) } as { tokenStore: TokenStoreInit }
        await client.signOut(given)
      }),
    )
  }
}

function namesTokenStore(given: unknown): boolean {
  return typeof given === 'object' && given !== null && 'tokenStore' in given && given.tokenStore !== undefined
}

/** @throws Error for a relative address, which only a browser can resolve */
export function requireAbsolute(page: string, url: string): string {
  if (/^https?:/i.test(url)) return url
  throw new Error(
    `Outside a browser the address of the ${page} page is unknown. Pass it as \`callbackUrl\`, or make \`urls.${page}\` absolute.`,
  )
}

/** Replaces an incoming request in the option `tokenStore` by one that the client can read. */
function withRequestLike<Given>(
  given: Given,
): Given extends { tokenStore?: unknown } ? Given & { tokenStore?: TokenStoreInit } : Given
function withRequestLike(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || !('tokenStore' in given)) return given
  const request = incomingRequestOf(given.tokenStore)
  return request ? { ...given, tokenStore: toRequestLike(request) } : given
}

function incomingRequestOf(tokenStore: unknown): IncomingRequest | null {
  const isRequest = typeof tokenStore === 'object' && tokenStore !== null && 'headers' in tokenStore
  return isRequest ? (tokenStore as IncomingRequest) : null
}
