import type { ProjectAdminRead, ProjectCreate } from '@portico/contract'

import { type AdminProject, type AdminProjectCreateOptions, updateBodyOf } from './admin/projects.ts'
import type { CurrentUser } from './resources/current-user.ts'
import type { PorticoAdminApp } from './admin-app.ts'
import type { PorticoAdminAppOwnerOptions } from './admin-options.ts'
import type { PorticoClientApp } from './client-app.ts'
import type { PorticoClientAppOptions } from './options.ts'
import type { Tokens, TokenStoreInit } from './session/tokens.ts'
import { CachedResource, type Resource, type Snapshot } from './resources/resource.ts'
import { defaultPorts, type Ports } from './transport/ports.ts'
import { porticoAppInternalsSymbol } from './internals.ts'
import type { ProjectOwnerSession } from './admin/owner-session.ts'
import type { RequestSession, SendRequest } from './transport/request.ts'

/** A project of the signed-in owner. */
export interface AdminOwnedProject<App extends PorticoAdminApp<false> = PorticoAdminApp<false>> extends AdminProject {
  /** The administration of the project with the rights of the owner. The same project has the same app. */
  readonly app: App
}

/** The methods of a user of the project "internal" for the projects that they own. */
export interface OwnerActions<App extends PorticoAdminApp<false> = PorticoAdminApp<false>> {
  /** Lists the projects that the user owns, oldest ownership first. */
  listOwnedProjects(): Promise<AdminOwnedProject<App>[]>
  /** Creates a project that the user owns. It has no keys: create them with `project.app.createInternalApiKey`. */
  createProject(options: AdminProjectCreateOptions): Promise<AdminOwnedProject<App>>
}

/** A signed-in user of the project "internal". */
export interface CurrentInternalUser<App extends PorticoAdminApp<false> = PorticoAdminApp<false>>
  extends CurrentUser, OwnerActions<App> {}

/** An app of the project "internal", whose users own projects. */
type InternalApp = PorticoClientApp<boolean, 'internal'>

type OwnerSession = CurrentUser['currentSession']
type AdminAppOptions = PorticoAdminAppOwnerOptions<false>

/** Adds the methods for owned projects to the users of an app. For the apps of this package and of `@portico/react`. */
export class OwnedProjects<App extends PorticoAdminApp<false> = PorticoAdminApp<false>> {
  readonly #userResource: (tokenStore?: TokenStoreInit) => Resource<CurrentUser | null>
  readonly #createOwner: (user: CurrentUser, tokenStore: TokenStoreInit | undefined) => ProjectOwner<App>
  /** By the resource of a token store: the latest user there. */
  readonly #owners = new WeakMap<Resource<CurrentUser | null>, ProjectOwner<App>>()
  readonly #extended = new WeakMap<CurrentUser, CurrentInternalUser<App>>()
  readonly #extendedResources = new WeakMap<Resource<CurrentUser | null>, Resource<CurrentInternalUser<App> | null>>()

  /**
   * @param app its `userResource` afterwards returns the users with the methods
   * @param options the options of the app; the apps of the projects use the same service
   */
  constructor(
    app: InternalApp,
    { baseUrl, extraRequestHeaders }: Pick<PorticoClientAppOptions, 'baseUrl' | 'extraRequestHeaders'>,
    createAdminApp: (options: AdminAppOptions, ports: Ports) => App,
    ports: Ports = defaultPorts,
  ) {
    const internals = app[porticoAppInternalsSymbol]
    this.#userResource = internals.userResource.bind(internals)
    const createProjectApp = (projectId: string, projectOwnerSession: ProjectOwnerSession): App =>
      createAdminApp(
        {
          projectId,
          projectOwnerSession,
          tokenStore: null,
          ...(baseUrl !== undefined && { baseUrl }),
          ...(extraRequestHeaders && { extraRequestHeaders }),
        },
        ports,
      )
    this.#createOwner = (user, tokenStore) =>
      new ProjectOwner(user, {
        request: internals.request,
        refuse: async (accessToken) => {
          await internals.getUserOr('anonymous-if-exists', tokenStore, async (session) => {
            session.refuseAccessToken(accessToken)
            return null
          })
        },
        createProjectApp,
        ports,
      })
    Object.assign(internals, { userResource: (tokenStore?: TokenStoreInit) => this.#resourceOf(tokenStore) })
  }

  /** Returns the user with the methods for owned projects; the same object for the same user object. */
  extend(user: CurrentUser, tokenStore: TokenStoreInit | undefined): CurrentInternalUser<App> {
    const owner = this.#ownerOf(user, tokenStore)
    const known = this.#extended.get(user)
    if (known) return known
    const extended = Object.freeze({
      ...user,
      listOwnedProjects: () => owner.list(user.currentSession),
      createProject: (options: AdminProjectCreateOptions) => owner.create(options, user.currentSession),
    })
    this.#extended.set(user, extended)
    return extended
  }

  /** Returns the projects of a user of a token store, for hooks. Each change through these objects fetches them again. */
  resourceOf(user: CurrentUser, tokenStore: TokenStoreInit | undefined): Resource<AdminOwnedProject<App>[]> {
    return this.#ownerOf(user, tokenStore).resource
  }

  #ownerOf(user: CurrentUser, tokenStore: TokenStoreInit | undefined): ProjectOwner<App> {
    const key = this.#userResource(tokenStore)
    const known = this.#owners.get(key)
    const owner = known?.userId === user.id ? known : this.#createOwner(user, tokenStore)
    owner.session = user.currentSession
    this.#owners.set(key, owner)
    return owner
  }

  #resourceOf(tokenStore: TokenStoreInit | undefined): Resource<CurrentInternalUser<App> | null> {
    const resource = this.#userResource(tokenStore)
    const known = this.#extendedResources.get(resource)
    if (known) return known
    const extended = mapResource(resource, (user) => user && this.extend(user, tokenStore))
    this.#extendedResources.set(resource, extended)
    return extended
  }
}

interface OwnerContext<App> {
  readonly request: SendRequest
  /** Makes the session of the user get another access token than this one. */
  readonly refuse: (accessToken: string) => Promise<void>
  readonly createProjectApp: (projectId: string, session: ProjectOwnerSession) => App
  readonly ports: Ports
}

/** The projects of one user. */
class ProjectOwner<App extends PorticoAdminApp<false>> {
  readonly userId: string
  readonly resource: CachedResource<AdminOwnedProject<App>[]>
  /** The latest session of the user. The apps of the projects use it, also after a new sign-in of the same user. */
  session: OwnerSession
  readonly #context: OwnerContext<App>
  readonly #apps = new Map<string, App>()

  constructor(user: CurrentUser, context: OwnerContext<App>) {
    this.userId = user.id
    this.session = user.currentSession
    this.resource = new CachedResource(context.ports, () => this.list(this.session))
    this.#context = context
  }

  async list(by: OwnerSession): Promise<AdminOwnedProject<App>[]> {
    const session = this.#requestSession(by)
    const { items } = await this.#context.request<{ items: ProjectAdminRead[] }>('/internal/projects', { session })
    return items.map((read) => this.#present(read))
  }

  async create(options: AdminProjectCreateOptions, by: OwnerSession): Promise<AdminOwnedProject<App>> {
    const body: ProjectCreate = { ...updateBodyOf(options), display_name: options.displayName }
    const created = await this.#context.request<ProjectAdminRead>('/internal/projects', {
      method: 'POST',
      body,
      session: this.#requestSession(by),
    })
    await this.resource.renew()
    return this.#present(created)
  }

  #present(read: ProjectAdminRead): AdminOwnedProject<App> {
    const app = this.#appOf(read.id)
    const project = app[porticoAppInternalsSymbol].presentProject(read)
    return {
      ...project,
      app,
      update: async (options) => {
        await project.update(options)
        await this.resource.renew()
      },
      delete: async () => {
        await project.delete()
        this.#apps.delete(read.id)
        await this.resource.renew()
      },
    }
  }

  #appOf(projectId: string): App {
    const readToken = async (refused: string | null): Promise<string | null> =>
      (await this.#readTokens(this.session, refused)).accessToken
    const app = this.#apps.get(projectId) ?? this.#context.createProjectApp(projectId, readToken)
    this.#apps.set(projectId, app)
    return app
  }

  async #readTokens(by: OwnerSession, refused: string | null): Promise<Tokens> {
    if (refused !== null) await this.#context.refuse(refused)
    return by.getTokens()
  }

  #requestSession(by: OwnerSession): RequestSession {
    let refused: string | null = null
    return {
      getTokens: async () => {
        const tokens = await this.#readTokens(by, refused)
        // A refused token counts as none, so that the request is not repeated with it.
        return tokens.accessToken === refused ? { ...tokens, accessToken: null } : tokens
      },
      refuseAccessToken: (accessToken) => {
        refused = accessToken
      },
    }
  }
}

/** @param convert returns the same object for the same value */
function mapResource<From, To extends From>(resource: Resource<From>, convert: (value: From) => To): Resource<To> {
  const snapshots = new WeakMap<Snapshot<From>, Snapshot<To>>()
  const convertSnapshot = (snapshot: Snapshot<From>): Snapshot<To> => {
    if (snapshot.status !== 'ok') return snapshot
    const converted = snapshots.get(snapshot) ?? { status: 'ok', data: convert(snapshot.data) }
    snapshots.set(snapshot, converted)
    return converted
  }
  return {
    subscribe: resource.subscribe,
    getSnapshot: () => convertSnapshot(resource.getSnapshot()),
    getServerSnapshot: () => convertSnapshot(resource.getServerSnapshot()),
    read: () => convert(resource.read()),
    load: async () => convert(await resource.load()),
    refresh: async () => convert(await resource.refresh()),
    invalidate: () => resource.invalidate(),
    seed: (value) => resource.seed(value),
  }
}
