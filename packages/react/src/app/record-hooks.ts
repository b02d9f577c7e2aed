import type {
  AccountName,
  ListPermissionsOptions,
  ReadOfRecord,
  RecordExtensions,
  ServerConnectedAccountOptions,
  ServerTeam,
  ServerUser,
  TeamPermission,
  TeamReference,
} from '@portico/client/server'
import type { OAuthConnectionWithHooks } from './app-with-hooks.ts'
import type { ServerTeamUserWithHooks, ServerTeamWithHooks, ServerUserHooks } from './server-records.ts'
import { useShared } from './shared-resource.ts'
import { withTokenHook, withTokenHooks, type UseTokenOf } from './token-hook.ts'

// An alias without the `use` prefix: lint rules report hooks that are called inside other functions.
const show = useShared

/** The hooks that an app adds to the objects of users and teams. */
export const recordHooks: RecordExtensions = { user: userHooksOf, team: teamHooksOf }

type UserHooks = Omit<ServerUserHooks, 'selectedTeam' | 'createTeam' | 'listTeams' | 'getTeam'>
type TeamHooks = Pick<ServerTeamWithHooks, 'useUsers' | 'useInvitations' | 'useMemberPermissions' | 'useApiKeys'>

function userHooksOf(user: ServerUser, read: ReadOfRecord): UserHooks {
  const useRead = hookOf(read)
  // The methods below replace these ones in the object.
  const getConnectedAccount = user.getConnectedAccount.bind(user)
  const listConnectedAccounts = user.listConnectedAccounts.bind(user)
  const tokenHookOf =
    (scopes: readonly string[] = []): UseTokenOf =>
    (connection) => {
      const { provider, providerAccountId } = connection
      return useRead(['getAccessToken', provider, providerAccountId, scopes], () => connection.getAccessToken())
    }
  const getAccount = async (
    account: AccountName,
    options?: ServerConnectedAccountOptions,
  ): Promise<OAuthConnectionWithHooks | null> => {
    const connection = await getConnectedAccount(account, options)
    return connection && withTokenHook(connection, tokenHookOf(options?.scopes))
  }
  const listAccounts = async (): Promise<OAuthConnectionWithHooks[]> =>
    withTokenHooks(await listConnectedAccounts(), tokenHookOf())
  const useAccount = (account: AccountName, options?: ServerConnectedAccountOptions): OAuthConnectionWithHooks | null =>
    useRead(['getConnectedAccount', account, options], () => getAccount(account, options))
  // Unchecked cast: the teams of this user have hooks too.
  const listTeams = () => user.listTeams() as Promise<ServerTeamWithHooks[]>
  const useTeams = (): ServerTeamWithHooks[] => useRead(['listTeams'], listTeams)
  const usePermissions = (
    teamOrOptions?: TeamReference | ListPermissionsOptions,
    optionsInTeam?: ListPermissionsOptions,
  ): TeamPermission[] => {
    const isOfTeam = teamOrOptions !== undefined && 'id' in teamOrOptions
    const { recursive = true } = (isOfTeam ? optionsInTeam : teamOrOptions) ?? {}
    const team = isOfTeam && { id: teamOrOptions.id }
    return useRead(['listPermissions', recursive, team], () =>
      team ? user.listPermissions(team, { recursive }) : user.listPermissions({ recursive }),
    )
  }
  const useOAuthProviders = () => useRead(['listOAuthProviders'], () => user.listOAuthProviders())
  return {
    useTeams,
    useTeam: (id) => useTeams().find((team) => team.id === id) ?? null,
    useTeamProfile: ({ id }) => useRead(['getTeamProfile', id], () => user.getTeamProfile({ id })),
    useTeamInvitations: () => useRead(['listTeamInvitations'], () => user.listTeamInvitations()),
    usePermissions,
    usePermission: (scope: TeamReference | string, permissionId?: string) => {
      const [team, wanted] = typeof scope === 'string' ? [undefined, scope] : [scope, permissionId]
      return usePermissions(team).find(({ id }) => id === wanted) ?? null
    },
    useContactChannels: () => useRead(['listContactChannels'], () => user.listContactChannels()),
    useApiKeys: () => useRead(['listApiKeys'], () => user.listApiKeys()),
    // Unchecked casts: the overloads declare which options guarantee an account.
    getConnectedAccount: getAccount as ServerUserHooks['getConnectedAccount'],
    useConnectedAccount: useAccount as ServerUserHooks['useConnectedAccount'],
    listConnectedAccounts: listAccounts,
    useConnectedAccounts: () => useRead(['listConnectedAccounts'], listAccounts),
    useOAuthProviders,
    useOAuthProvider: (id) => useOAuthProviders().find((provider) => provider.id === id) ?? null,
  }
}

function teamHooksOf(team: ServerTeam, read: ReadOfRecord): TeamHooks {
  const useRead = hookOf(read)
  // Unchecked cast: the members of this team have hooks too.
  const listUsers = () => team.listUsers() as Promise<ServerTeamUserWithHooks[]>
  return {
    useUsers: () => useRead(['listUsers'], listUsers),
    useInvitations: () => useRead(['listInvitations'], () => team.listInvitations()),
    useMemberPermissions: ({ recursive = true } = {}) =>
      useRead(['listMemberPermissions', recursive], () => team.listMemberPermissions({ recursive })),
    useApiKeys: () => useRead(['listApiKeys'], () => team.listApiKeys()),
  }
}

/** Returns the hook for the reads of one record. It suspends until the value is loaded. */
function hookOf(read: ReadOfRecord): <Value>(key: readonly unknown[], load: () => Promise<Value>) => Value {
  return (key, load) => show(read(key, load))
}
