import {
  porticoAppInternalsSymbol,
  type CurrentUser,
  type EditableTeamMemberProfile,
  type ListPermissionsOptions,
  type PorticoClientApp,
  type ProjectPermission,
  type ReadOptions,
  type ReceivedTeamInvitation,
  type Team,
  type TeamApiKey,
  type TeamInvitation,
  type TeamMemberPermission,
  type TeamPermission,
  type TeamReference,
  type TeamUser,
  type TokenStoreOption,
  type UserApiKey,
  type UserReads,
} from '@portico/client'
import { useResource } from './resource-hooks.ts'

/** A team with a hook for each of its read methods. The hooks suspend until their value is loaded. */
export interface TeamWithHooks extends Team {
  /** Returns the members of the team in the order in which they joined. */
  useUsers(): TeamUser[]
  /** Returns the open invitations to the team. */
  useInvitations(): TeamInvitation[]
  /** Returns the permissions of the members. */
  useMemberPermissions(options?: ListPermissionsOptions): TeamMemberPermission[]
  /** Returns the API keys of the team, newest first, with those that are revoked or expired. */
  useApiKeys(): TeamApiKey[]
}

/**
 * The methods of a user for teams and API keys, with hooks that suspend until their value is loaded. Do not change the
 * arrays of the hooks: every component shows the same ones.
 */
export interface TeamHooks {
  /** The team that the user works in; null without a selection. */
  readonly selectedTeam: TeamWithHooks | null
  /** Creates a team with the user as its first member, and selects it for the user. */
  createTeam(...options: Parameters<CurrentUser['createTeam']>): Promise<TeamWithHooks>
  /** Lists the teams of the user, oldest first. */
  listTeams(): Promise<TeamWithHooks[]>
  /** Returns null if the user is not a member of the team. */
  getTeam(id: string): Promise<TeamWithHooks | null>
  /** Returns the teams of the user, oldest first. */
  useTeams(): TeamWithHooks[]
  /** Returns null if the user is not a member of the team. */
  useTeam(id: string): TeamWithHooks | null
  /** Returns the name and the picture that the user has in a team. */
  useTeamProfile(team: TeamReference): EditableTeamMemberProfile
  /** Returns the invitations that the user has received. */
  useTeamInvitations(): ReceivedTeamInvitation[]
  /** Returns the API keys of the user, newest first, with those that are revoked or expired. */
  useApiKeys(): UserApiKey[]
  /** Returns the permissions of the user in a team, or in the project. */
  usePermissions(team: TeamReference, options?: ListPermissionsOptions): TeamPermission[]
  usePermissions(options?: ListPermissionsOptions): ProjectPermission[]
  /** Returns null if the user does not have the permission. */
  usePermission(team: TeamReference, permissionId: string): TeamPermission | null
  usePermission(permissionId: string): ProjectPermission | null
}

/** Returns the members of a user that have, or lead to, hooks for teams. */
export function teamHooksOf(app: PorticoClientApp, user: CurrentUser, { tokenStore }: TokenStoreOption): TeamHooks {
  const useRead: UseRead = (name, options) =>
    useResource(app[porticoAppInternalsSymbol].userReadResource(tokenStore, name, options))
  const withHooks = (team: Team): TeamWithHooks => stable(teamsWithHooks, team, () => withTeamHooks(team, useRead))
  const useTeams = (): TeamWithHooks[] => {
    const teams = useRead('teams')
    return stable(listsWithHooks, teams, () => teams.map(withHooks))
  }
  const usePermissions = (
    teamOrOptions?: TeamReference | ListPermissionsOptions,
    optionsInTeam?: ListPermissionsOptions,
  ): TeamPermission[] => {
    const isOfTeam = teamOrOptions !== undefined && 'id' in teamOrOptions
    const { recursive: isRecursive = true } = (isOfTeam ? optionsInTeam : teamOrOptions) ?? {}
    const options = { ...(isOfTeam && { teamId: teamOrOptions.id }), isRecursive }
    return useRead(isOfTeam ? 'teamPermissions' : 'projectPermissions', options)
  }
  return {
    selectedTeam: user.selectedTeam && withHooks(user.selectedTeam),
    createTeam: async (options) => withHooks(await user.createTeam(options)),
    listTeams: async () => (await user.listTeams()).map(withHooks),
    getTeam: async (id) => {
      const team = await user.getTeam(id)
      return team && withHooks(team)
    },
    useTeams,
    useTeam: (id) => useTeams().find((team) => team.id === id) ?? null,
    useTeamProfile: ({ id: teamId }) => useRead('teamProfile', { teamId }),
    useTeamInvitations: () => useRead('receivedInvitations'),
    useApiKeys: () => useRead('apiKeys'),
    usePermissions,
    usePermission: (scope: TeamReference | string, permissionId?: string) => {
      const [team, wanted] = typeof scope === 'string' ? [undefined, scope] : [scope, permissionId]
      return usePermissions(team).find(({ id }) => id === wanted) ?? null
    },
  }
}

type UseRead = <Name extends keyof UserReads>(name: Name, options?: ReadOptions) => UserReads[Name]

const teamsWithHooks = new WeakMap<Team, TeamWithHooks>()
const listsWithHooks = new WeakMap<Team[], TeamWithHooks[]>()

function withTeamHooks(team: Team, useRead: UseRead): TeamWithHooks {
  const teamId = team.id
  return {
    ...team,
    useUsers: () => useRead('members', { teamId }),
    useInvitations: () => useRead('invitations', { teamId }),
    useMemberPermissions: ({ recursive: isRecursive = true } = {}) =>
      useRead('memberPermissions', { teamId, isRecursive }),
    useApiKeys: () => useRead('teamApiKeys', { teamId }),
  }
}

/** Returns the same result for the same key, so that React sees a stable value. */
function stable<Key extends object, Value>(known: WeakMap<Key, Value>, key: Key, create: () => Value): Value {
  const value = known.get(key) ?? create()
  known.set(key, value)
  return value
}
