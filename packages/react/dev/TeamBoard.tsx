import { useUser, type TeamWithHooks } from '@portico/react'
import { Suspense, useState, type ReactNode } from 'react'

export const boardTeam = {
  id: '6a3d2f04-57c2-4a55-9d0b-2f8f0e1d0001',
  display_name: 'Readers',
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
}

/** A host component that shows everything that the hooks for teams and API keys return. */
export function TeamBoard(): ReactNode {
  useState(answerTeamCalls)
  return (
    <div className="greeting">
      <Suspense fallback={<p>Wait</p>}>
        <Board />
      </Suspense>
    </div>
  )
}

function Board(): ReactNode {
  const user = useUser({ or: 'throw' })
  const team = user.useTeam(boardTeam.id)
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

/** Answers the calls about one team from memory. All other calls go on to the fake service. */
function answerTeamCalls(): null {
  const next = window.fetch
  let teams = [boardTeam]
  let invitations = [invitationOf('ada@example.com')]
  let teamKeys = [keyOf('Of the team')]
  window.fetch = (input, init = {}) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input)
    const list = (...items: object[]) => Promise.resolve(Response.json({ items, is_paginated: false }))
    const profile = { team_id: boardTeam.id, user_id: 'u', display_name: 'Ada', profile_image_url: null }
    const isRecursive = searchParams.get('recursive') === 'true'
    switch (`${init.method ?? 'GET'} ${pathname.replace('/api/v1', '').replace(boardTeam.id, '*')}`) {
      case 'GET /teams':
        return list(...teams)
      case 'PATCH /teams/*':
        teams = teams.map((team) => ({ ...team, display_name: 'Writers' }))
        return list()
      case 'DELETE /team-memberships/*/me':
        teams = []
        return list()
      case 'GET /team-member-profiles':
        return list(profile, { ...profile, user_id: 'v', display_name: 'Grace' })
      case 'GET /team-member-profiles/*/me':
        return Promise.resolve(Response.json(profile))
      case 'GET /team-invitations':
        return searchParams.has('team_id') ? list(...invitations) : list(invitationOf('ada@example.com'))
      case 'POST /team-invitations/send-code':
        invitations = [...invitations, invitationOf('grace@example.com')]
        return list()
      case 'GET /team-permissions':
        return list(...(isRecursive ? [{ id: 'editor' }, { id: '$update_team' }] : [{ id: 'editor' }]))
      case 'GET /user-api-keys':
        return list(keyOf('Own'))
      case 'GET /team-api-keys':
        return list(...teamKeys)
      case 'POST /team-api-keys':
        teamKeys = [...teamKeys, keyOf('New')]
        return Promise.resolve(Response.json({ ...keyOf('New'), value: 'sk_new' }))
      case 'GET /project-permissions':
        return list({ id: 'beta' })
      default:
        return next(input, init)
    }
  }
  return null
}

function invitationOf(recipient_email: string) {
  return {
    id: recipient_email,
    team_id: boardTeam.id,
    team_display_name: 'Staff',
    expires_at_millis: 1,
    recipient_email,
  }
}

function keyOf(description: string) {
  return { id: description, description, is_public: false, created_at_millis: 1, value: { last_four: '1234' } }
}
