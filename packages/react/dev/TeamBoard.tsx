import { useUser, type TeamWithHooks } from '@portico/react'
import { Suspense, type ReactNode } from 'react'

/** A host component that shows everything that the hooks for teams and API keys return. */
export function TeamBoard({ team }: { readonly team: string }): ReactNode {
  return (
    <div className="greeting">
      <Suspense fallback={<p>Wait</p>}>
        <Board id={team} />
      </Suspense>
    </div>
  )
}

function Board({ id }: { readonly id: string }): ReactNode {
  const user = useUser({ or: 'throw' })
  const team = user.useTeam(id)
  const missing = user.useTeam('missing')
  return (
    <>
      <p className="teams">{namesOf(user.useTeams())}</p>
      <p className="received">
        {user
          .useTeamInvitations()
          .map(({ teamDisplayName }) => teamDisplayName)
          .join()}
      </p>
      <p className="in-project">
        {idsOf(user.usePermissions())} {String(user.usePermission('beta') !== null)}
      </p>
      <p className="selected">{user.selectedTeam && <Members team={user.selectedTeam} />}</p>
      <p className="missing">{missing === null ? 'null' : missing.id}</p>
      {team && <Details team={team} />}
    </>
  )
}

function Members({ team }: { readonly team: TeamWithHooks }): ReactNode {
  return team
    .useUsers()
    .map(({ teamProfile }) => teamProfile.displayName)
    .join()
}

function Details({ team }: { readonly team: TeamWithHooks }): ReactNode {
  const user = useUser({ or: 'throw' })
  const direct = user.usePermissions(team, { recursive: false })
  const mayUpdate = user.usePermission(team, '$update_team') !== null
  const invited = team.useInvitations().map(({ recipientEmail }) => recipientEmail)
  const roles = team.useMemberPermissions().map(({ id }) => id)
  const keys = [...user.useApiKeys(), ...team.useApiKeys()].map(({ description }) => description)
  return (
    <>
      <p className="in-team">
        {idsOf(direct)} {String(mayUpdate)}
      </p>
      <p className="own-name">{user.useTeamProfile(team).displayName}</p>
      <p className="invited">{invited.join()}</p>
      <p className="roles">{roles.join()}</p>
      <p className="keys">{keys.join()}</p>
      <button type="button" onClick={() => void team.update({ displayName: 'Writers' })}>
        Rename
      </button>
      <button type="button" onClick={() => void team.inviteUser({ email: 'grace@example.com' })}>
        Invite
      </button>
      <button type="button" onClick={() => void team.createApiKey({ description: 'New', expiresAt: null })}>
        Create key
      </button>
      <button type="button" onClick={() => void user.leaveTeam(team)}>
        Leave
      </button>
    </>
  )
}

function namesOf(teams: readonly TeamWithHooks[]): string {
  return teams.map(({ displayName }) => displayName).join()
}

function idsOf(permissions: readonly { readonly id: string }[]): string {
  return permissions.map(({ id }) => id).join()
}
