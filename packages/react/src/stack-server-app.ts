import {
  inheritOptions,
  projectOwnerOf,
  StackServerApp as ServerApp,
  type CreateOwnedApp,
  type OptionsOrInherited,
} from '@portico/client/stack'
import {
  porticoAppInternalsSymbol,
  type IncomingRequest,
  type PorticoServerAppOptions,
  type Ports,
  type Project,
} from '@portico/client/server'
import type { OwnerActionsWithHooks } from './app/owner-hooks.ts'
import { recordHooks } from './app/record-hooks.ts'
import { withHooks, type RequestScopeWithHooks } from './app/RequestScopeWithHooks.ts'
import { addServerHooks, type ServerAppWithHooks } from './app/server-hooks.ts'
import { useShared } from './app/shared-resource.ts'
import type { StackAdminApp } from './stack-admin-app.ts'

// An alias without the `use` prefix: lint rules report hooks that are called inside a class.
const show = useShared

/** The users of the project "internal" own projects. */
type UserExtras<ProjectId extends string> = ProjectId extends 'internal'
  ? OwnerActionsWithHooks<StackAdminApp<false>>
  : unknown

// The static block of the class adds this type's hooks.
const ServerAppBase = ServerApp as unknown as new <HasTokenStore extends boolean, ProjectId extends string>(
  ...given: ConstructorParameters<typeof ServerApp<HasTokenStore, ProjectId>>
) => ServerAppWithHooks<HasTokenStore, UserExtras<ProjectId>> & ServerApp<HasTokenStore, ProjectId>

/**
 * The `StackServerApp` of `@portico/client/stack` with hooks, as `ServerAppHooks` describes them, for components that
 * only the server renders. It is a separate module, so that bundlers leave it out of pages.
 */
export class StackServerApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends ServerAppBase<HasTokenStore, ProjectId> {
  static {
    addServerHooks(this.prototype)
  }

  /** @param ports environment of the SDK; only frameworks pass their own */
  constructor(given: OptionsOrInherited<PorticoServerAppOptions<HasTokenStore, ProjectId>>, ports?: Ports) {
    const options = inheritOptions<PorticoServerAppOptions<HasTokenStore, ProjectId>>(given)
    super(options, ports, {
      ...recordHooks,
      currentUser: (session, context) => {
        const owner = this.projectId === 'internal' ? projectOwnerOf(session, context, options, loadCreateApp) : null
        const extras = owner && { ...owner.actions, useOwnedProjects: () => show(owner.projects) }
        // Unchecked cast: the type depends on the id of the project.
        return (extras ?? {}) as UserExtras<ProjectId> & object
      },
    })
  }

  /** Returns the reads of one incoming request, with a hook for each. The same request returns the same object. */
  override forRequest(request: IncomingRequest): RequestScopeWithHooks {
    return withHooks(super.forRequest(request))
  }

  /** Returns the public data of the project. */
  useProject(): Project {
    return show(this[porticoAppInternalsSymbol].readResource(['getProject'], () => this.getProject()))
  }
}

async function loadCreateApp(): Promise<CreateOwnedApp<StackAdminApp<false>>> {
  const module = await import('./stack-admin-app.ts')
  return (owned) => new module.StackAdminApp(owned)
}
