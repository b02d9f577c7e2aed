import { StackServerApp as ServerApp, stackAppInternalsSymbol, type OptionsOrInherited } from '@portico/client/stack'
import type {
  IncomingRequest,
  PorticoServerAppOptions,
  ServerListTeamsOptions,
  ServerListUsersOptions,
  ServerTeam,
  ServerTeamList,
  ServerUser,
  ServerUserList,
} from '@portico/client/server'
import { withHooks, type RequestScopeWithHooks } from './app/RequestScopeWithHooks.ts'
import { createServerHookReads, type ServerHookReads } from './app/server-hooks.ts'

/**
 * The `StackServerApp` of `@portico/client/stack` with hooks, for components that only the server renders. They suspend until their
 * value is loaded. All requests share the values: for five seconds, or until a change through this object. The user of a
 * request is on `forRequest`. It is a module of its own, so that bundlers leave it out of pages.
 */
export class StackServerApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends ServerApp<HasTokenStore, ProjectId> {
  readonly #reads: ServerHookReads

  constructor(options: OptionsOrInherited<PorticoServerAppOptions<HasTokenStore, ProjectId>>) {
    super(options)
    this.#reads = createServerHookReads(this, this[stackAppInternalsSymbol])
  }

  /** Returns the reads of one incoming request, with a hook for each. The same request returns the same object. */
  override forRequest(request: IncomingRequest): RequestScopeWithHooks {
    return withHooks(super.forRequest(request))
  }

  /** Returns any user by id, or null for an unknown id. */
  useUser(id: string): ServerUser | null {
    return this.#reads.user(id)
  }

  /** @deprecated Use `useUser`. */
  useUserById(id: string): ServerUser | null {
    return this.#reads.user(id)
  }

  /** Lists users like `listUsers`. Do not change the array: every component shows the same one. */
  useUsers(options?: ServerListUsersOptions): ServerUserList {
    return this.#reads.users(options)
  }

  /** Returns any team by id, or null for an unknown id. */
  useTeam(id: string): ServerTeam | null {
    return this.#reads.team(id)
  }

  /** Lists teams like `listTeams`. Do not change the array: every component shows the same one. */
  useTeams(options?: ServerListTeamsOptions): ServerTeamList {
    return this.#reads.teams(options)
  }
}
