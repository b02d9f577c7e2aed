/** A team of the signed-in user. */
export interface FakeTeamOptions {
  readonly name: string
  readonly image?: string
  /** The ids of the permissions that the user has, contained ones included. Default: those of an administrator. */
  readonly permissions?: readonly string[]
  /** The names of the other members, each with the ids of its roles after a colon. */
  readonly others?: readonly string[]
  /** The invited addresses. */
  readonly invited?: readonly string[]
}

const OWN_ID = '5f4dcc3b-5aa7-4d61-8327-deb882cf99aa'
const DAY_MILLIS = 86_400_000

/** The permissions of an administrator who may change roles too. */
const everything = [
  'team_admin',
  '$update_team',
  '$delete_team',
  '$read_members',
  '$remove_members',
  '$invite_members',
  '$manage_api_keys',
  '$manage_roles',
]

interface FakeMember {
  readonly id: string
  readonly name: string
  roles: readonly string[]
}

interface FakeInvitation {
  readonly id: string
  readonly team_id: string
  readonly team_display_name: string
  readonly recipient_email: string
  readonly expires_at_millis: number
}

interface FakeTeam {
  readonly id: string
  fields: Readonly<Record<string, unknown>>
  readonly permissions: readonly string[]
  profile: Readonly<Record<string, unknown>>
  members: readonly FakeMember[]
  invitations: readonly FakeInvitation[]
}

export interface FakeTeamsOptions {
  readonly ownName: string
  readonly ownEmail: string
  /** The names of the teams that invite the user. */
  readonly received?: readonly string[] | undefined
}

export interface FakeTeams {
  /** Returns the response, or undefined if the call is not about teams. */
  readonly answer: (url: URL, method: string, body: Readonly<Record<string, string>>) => unknown
  /** The team in the form of the user's `selected_team`. */
  readonly read: (id: unknown) => unknown
}

/** Responds to the calls about teams, members, invitations and permissions. */
export function createFakeTeams(
  given: readonly FakeTeamOptions[],
  { ownName, ownEmail, received = [] }: FakeTeamsOptions,
): FakeTeams {
  let open = received.map((name, position) => ({
    ...createInvitation(teamId(50 + position), ownEmail, position),
    team_display_name: name,
  }))
  let teams = given.map((team, index) => createTeam(team, index, ownName))
  const find = (id: unknown): FakeTeam | undefined => teams.find((team) => team.id === id)

  function answer(url: URL, method: string, body: Readonly<Record<string, string>>): unknown {
    const [, collection, first = '', second = ''] = url.pathname.replace(/^.*\/api\/v1/, '').split('/')
    const team = find(url.searchParams.get('team_id') ?? body['team_id'] ?? first)
    switch (`${method} ${collection}`) {
      case 'GET teams':
        return listOf(teams.map(({ fields }) => fields))
      case 'POST teams': {
        const created = createTeam({ name: String(body['display_name']) }, teams.length, ownName)
        teams = [...teams, created]
        return created.fields
      }
      case 'PATCH teams':
        if (team) team.fields = { ...team.fields, ...body }
        return team?.fields
      case 'DELETE teams':
        teams = teams.filter((other) => other !== team)
        return { success: true }
      case 'DELETE team-memberships':
        if (second === 'me') teams = teams.filter((other) => other !== team)
        else if (team) team.members = team.members.filter(({ id }) => id !== second)
        return { success: true }
      case 'GET team-member-profiles':
        return second === 'me' ? team?.profile : listOf(team ? profilesOf(team) : [])
      case 'PATCH team-member-profiles':
        if (team) team.profile = { ...team.profile, ...body }
        return team?.profile
      case 'GET team-permissions':
        if (url.searchParams.get('user_id') === 'me') return listOf((team?.permissions ?? []).map((id) => ({ id })))
        return listOf(team ? grantsOf(team, url.searchParams.get('recursive') === 'true') : [])
      case 'POST team-permissions':
      case 'DELETE team-permissions': {
        const permission = decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
        const member = team?.members.find(({ id }) => id === second)
        if (member) {
          const others = member.roles.filter((id) => id !== permission)
          member.roles = method === 'POST' ? [...others, permission] : others
        }
        return { id: permission, user_id: second, team_id: first }
      }
      case 'GET team-invitations':
        return listOf(team?.invitations ?? open)
      case 'POST team-invitations':
        if (second === 'accept') {
          const accepted = open.find(({ id }) => id === first)
          open = open.filter((invitation) => invitation !== accepted)
          teams = [...teams, createTeam({ name: accepted?.team_display_name ?? '', permissions: [] }, 50, ownName)]
        }
        if (first === 'send-code' && team) {
          const others = team.invitations.filter(({ recipient_email }) => recipient_email !== body['email'])
          team.invitations = [...others, createInvitation(team.id, String(body['email']), team.invitations.length)]
        }
        return { success: true, id: OWN_ID }
      case 'DELETE team-invitations':
        if (team) team.invitations = team.invitations.filter(({ id }) => id !== first)
        return { success: true }
      default:
        return undefined
    }
  }

  return { answer, read: (id) => find(id)?.fields ?? null }
}

function createTeam(
  { name, image, permissions, others = [], invited = [] }: FakeTeamOptions,
  index: number,
  ownName: string,
): FakeTeam {
  const id = teamId(index)
  return {
    id,
    fields: {
      id,
      display_name: name,
      profile_image_url: image ?? null,
      client_metadata: null,
      client_read_only_metadata: null,
    },
    permissions: permissions ?? everything,
    profile: { team_id: id, user_id: OWN_ID, display_name: ownName, profile_image_url: null },
    members: others.map((text, position) => {
      const [member = '', ...roles] = text.split(':')
      return { id: `00000000-0000-4000-8000-${digits(position + 10)}`, name: member, roles }
    }),
    invitations: invited.map((email, position) => createInvitation(id, email, position)),
  }
}

/** The id of a team at this position. */
export function teamId(index: number): string {
  return `00000000-0000-4000-9000-${digits(index)}`
}

function digits(position: number): string {
  return String(position).padStart(12, '0')
}

function createInvitation(team: string, email: string, position: number): FakeInvitation {
  return {
    id: `00000000-0000-4000-a000-${digits(position + 10)}`,
    team_id: team,
    team_display_name: 'Analytical Engine',
    recipient_email: email,
    expires_at_millis: Math.floor(Date.now() / DAY_MILLIS) * DAY_MILLIS + (7 - position) * DAY_MILLIS,
  }
}

function profilesOf({ profile, members }: FakeTeam): unknown[] {
  const others = members.map(({ id, name }) => ({ user_id: id, display_name: name || null, profile_image_url: null }))
  return [profile, ...others]
}

function grantsOf({ id: team_id, members }: FakeTeam, isRecursive: boolean): unknown[] {
  const contained = (role: string): readonly string[] => (role === 'team_admin' ? everything : [role])
  const own = (isRecursive ? everything : ['team_admin']).map((id) => ({ id, user_id: OWN_ID, team_id }))
  const others = members.flatMap(({ id: user_id, roles }) =>
    (isRecursive ? roles.flatMap(contained) : roles).map((id) => ({ id, user_id, team_id })),
  )
  return [...own, ...others]
}

function listOf(items: readonly unknown[]): object {
  return { items, is_paginated: true, pagination: { next_cursor: null } }
}
