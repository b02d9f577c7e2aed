import { describe, expect, test } from 'vitest'

import { baseUrl, createSurroundings, knownError, projectId, wireServerUser } from '../../test/surroundings.ts'
import { PorticoServerApp } from './server-app.ts'
import type { RequestScope } from './request-scope.ts'
import type { ServerTeam, ServerUser } from './server-user.ts'

const options = { projectId, publishableClientKey: 'pck_key', secretServerKey: 'ssk_key', baseUrl, tokenStore: null }
const ada = '0f2f2a52-6b0e-4b9e-8a1a-b1b0d3a3f001'
const grace = '0f2f2a52-6b0e-4b9e-8a1a-b1b0d3a3f002'
const readers = '6a3d2f04-57c2-4a55-9d0b-2f8f0e1d0001'
const writers = '6a3d2f04-57c2-4a55-9d0b-2f8f0e1d0002'

const wireTeam = (id: string) => ({
  id,
  display_name: 'Team',
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
  server_metadata: { secret: true },
  created_at_millis: 1_750_000_000_000,
})
const wireInvitation = {
  id: 'i1',
  team_id: readers,
  team_display_name: 'Team',
  recipient_email: 'ada@example.com',
  expires_at_millis: 1_900_000_000_000,
}

/** A service with two users, one of whom (Ada) has selected a team, and two teams. */
function createApp() {
  const users = [
    wireServerUser({ id: ada, selected_team_id: readers, selected_team: wireTeam(readers) }),
    wireServerUser({ id: grace }),
  ]
  const surroundings = createSurroundings(({ method, path }) => {
    const list = (items: object[]) => ({ body: { items, pagination: { next_cursor: null } } })
    if (path.startsWith('/team-invitations?')) return list([wireInvitation])
    if (method !== 'GET') {
      const isOfUser = path.startsWith('/users/')
      return {
        body: isOfUser ? users[path.endsWith(ada) ? 0 : 1] : wireTeam(path.endsWith(readers) ? readers : writers),
      }
    }
    if (path.startsWith('/users?')) return list(users)
    if (path.startsWith('/users/')) return { body: users[path.endsWith(ada) ? 0 : 1] }
    if (path.startsWith('/teams?')) return list([wireTeam(readers), wireTeam(writers)])
    return path === `/teams/${readers}` || path === `/teams/${writers}`
      ? { body: wireTeam(path.slice('/teams/'.length)) }
      : knownError('TEAM_NOT_FOUND', 404)
  })
  return { ...surroundings, app: new PorticoServerApp<false>({ ...options, tokenStore: null }, surroundings.ports) }
}

/** The reads of the tests, with the names in the expectations. */
const reads: readonly [name: string, read: (scope: RequestScope) => Promise<unknown>][] = [
  ['Ada', (scope) => scope.getUser(ada)],
  ['Grace', (scope) => scope.getUser(grace)],
  ['all users', (scope) => scope.listUsers({ limit: 9 })],
  ['the users of a team', (scope) => scope.listUsers({ limit: 9, teamId: readers })],
  ['a team', (scope) => scope.getTeam(readers)],
  ['another team', (scope) => scope.getTeam(writers)],
  ['all teams', (scope) => scope.listTeams({ limit: 9 })],
  ['the teams of Grace', (scope) => scope.listTeams({ limit: 9, userId: grace })],
]

async function createScope() {
  const { app, sent } = createApp()
  const scope = app.forRequest(new Request('https://app.example'))
  for (const [, read] of reads) await read(scope)
  const [user, team] = await Promise.all([scope.getUser(grace), scope.getTeam(readers)])
  if (!user || !team) throw new Error('The service has the user and the team.')
  /** Repeats all reads and returns the requests that this caused. */
  const readAgain = async (): Promise<string[]> => {
    const asked: string[] = []
    for (const [name, read] of reads) {
      const before = sent.length
      await read(scope)
      if (sent.length > before) asked.push(name)
    }
    return asked
  }
  return { scope, user, team, readAgain }
}

type Change = (of: { scope: RequestScope; user: ServerUser; team: ServerTeam }) => Promise<unknown>

const showsMembershipOfGrace = ['Grace', 'all users', 'the users of a team', 'the teams of Grace']

describe('the reads of one request', () => {
  test.each<[string, Change, readonly string[]]>([
    ['nothing', async () => {}, []],
    [
      'the update of a team',
      ({ team }) => team.update({}),
      ['Ada', 'all users', 'the users of a team', 'all teams', 'the teams of Grace'],
    ],
    [
      'the deletion of a team',
      ({ team }) => team.delete(),
      ['Ada', 'all users', 'the users of a team', 'all teams', 'the teams of Grace'],
    ],
    [
      'the creation of a team',
      ({ scope }) => scope.createTeam({ displayName: 'New' }),
      ['all teams', 'the teams of Grace'],
    ],
    ['an added member', ({ team }) => team.addUser(grace), showsMembershipOfGrace],
    ['a removed member', ({ team }) => team.removeUser(grace), showsMembershipOfGrace],
    ['leaveTeam', ({ user, team }) => user.leaveTeam(team), showsMembershipOfGrace],
    [
      'an accepted invitation',
      async ({ user }) => (await user.listTeamInvitations())[0]?.accept(),
      showsMembershipOfGrace,
    ],
    ['a granted permission', ({ user, team }) => user.grantPermission(team, 'editor'), []],
  ])('after %s ask again for what it changes, and nothing else', async (_name, change, expected) => {
    const { readAgain, ...of } = await createScope()

    await change(of)

    expect(await readAgain()).toEqual(expected)
  })

  test('return null for a deleted team without a call', async () => {
    const { scope, team } = await createScope()

    await team.delete()

    expect(await scope.getTeam(readers)).toBeNull()
  })
})

describe('a team', () => {
  test.each(['me', '', '../users', 'unknown'])('with the id %j is null without a call', async (id) => {
    const { app, sent } = createApp()

    expect(await app.getTeam(id)).toBeNull()
    expect(sent).toEqual([])
  })

  test('with an unknown id is null', async () => {
    expect(await createApp().app.getTeam(ada)).toBeNull()
  })

  test('is frozen, and is sent to a browser without the fields of servers', async () => {
    const user = await createApp().app.getUser(ada)

    expect(Object.isFrozen(user?.selectedTeam)).toBe(true)
    expect(user?.selectedTeam).toMatchObject({ serverMetadata: { secret: true } })
    expect(JSON.stringify(user?.toClientJson())).not.toContain('secret')
  })
})

test.each<[string, (user: ServerUser) => Promise<unknown>, string]>([
  [
    'in a team',
    (user) => user.grantPermission({ id: readers }, '$update_team'),
    `POST /team-permissions/${readers}/${grace}/%24update_team`,
  ],
  ['in the project', (user) => user.grantPermission('beta'), `POST /project-permissions/${grace}/beta`],
  [
    'in a team',
    (user) => user.revokePermission({ id: readers }, 'editor'),
    `DELETE /team-permissions/${readers}/${grace}/editor`,
  ],
  ['in the project', (user) => user.revokePermission('beta'), `DELETE /project-permissions/${grace}/beta`],
])('a permission %s is granted and revoked at its own path', async (_name, change, call) => {
  const { app, sent } = createApp()
  const user = await app.getUser(grace)
  sent.length = 0

  if (user) await change(user)

  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([call])
})
