import type { Resource } from '@portico/client'
import type {
  ServerListTeamsOptions,
  ServerListUsersOptions,
  ServerTeam,
  ServerTeamList,
  ServerUser,
  ServerUserList,
} from '@portico/client/server'
import { useShared } from './shared-resource.ts'

// An alias without the `use` prefix: lint rules report hooks that are called inside other functions.
const show = useShared

/** The reads of a server or admin app. */
interface ServerReads {
  getUser(id: string): Promise<ServerUser | null>
  listUsers(options?: ServerListUsersOptions): Promise<ServerUserList>
  getTeam(id: string): Promise<ServerTeam | null>
  listTeams(options?: ServerListTeamsOptions): Promise<ServerTeamList>
}

/** The shared resources of an app, see `CachedReadInternals` of `@portico/client`. */
interface SharedReads {
  readResource<Value>(key: readonly unknown[], read: () => Promise<Value>): Resource<Value>
}

/** What the hooks of an app return. All requests share the values, so no read depends on a session. */
export interface ServerHookReads {
  user(id: string): ServerUser | null
  users(options?: ServerListUsersOptions): ServerUserList
  team(id: string): ServerTeam | null
  teams(options?: ServerListTeamsOptions): ServerTeamList
}

/** Creates the reads behind the hooks of a server or admin app. */
export function createServerHookReads(app: ServerReads, shared: SharedReads): ServerHookReads {
  return {
    user: (id) => show(shared.readResource(['getUser', requireId(id, 'useUser')], () => app.getUser(id))),
    users: (options) => show(shared.readResource(['listUsers', options], () => app.listUsers(options))),
    team: (id) => show(shared.readResource(['getTeam', requireId(id, 'useTeam')], () => app.getTeam(id))),
    teams: (options) => show(shared.readResource(['listTeams', options], () => app.listTeams(options))),
  }
}

/** All requests share the values, so without types too, the user of a session or of an API key must not get here. */
function requireId(id: unknown, hook: string): string {
  if (typeof id === 'string') return id
  throw new Error(
    `\`${hook}\` of the app needs an id, because all requests share its value. Use \`app.forRequest(request).${hook}\` for the user of a request and for API keys.`,
  )
}
