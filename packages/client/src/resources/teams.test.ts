import { describe, expect, test } from 'vitest'

import type { UserReads } from './user-reads.ts'
import { knownError, type SentRequest, wireUser } from '../../test/surroundings.ts'
import { createSignedIn, type TestApp } from '../../test/test-app.ts'
import { porticoAppInternalsSymbol } from '../app/internals.ts'
import type { CurrentUser } from './current-user.ts'
import type { Team } from './teams.ts'

const userId = String(wireUser()['id'])
const otherId = '0f2f2a52-6b0e-4b9e-8a1a-b1b0d3a3f002'
const teamId = '6a3d2f04-57c2-4a55-9d0b-2f8f0e1d0001'
const otherTeamId = '6a3d2f04-57c2-4a55-9d0b-2f8f0e1d0002'

const wireTeam = (changes: object = {}) => ({
  id: teamId,
  display_name: 'Readers',
  profile_image_url: null,
  client_metadata: { theme: 'dark' },
  client_read_only_metadata: null,
  second_factor_required: false,
  ...changes,
})
const invitation = {
  id: 'i1',
  team_id: teamId,
  team_display_name: 'Readers',
  recipient_email: 'grace@example.com',
  expires_at_millis: 1_900_000_000_000,
}
const profileOf = (id: string) => ({
  team_id: teamId,
  user_id: id,
  display_name: id === userId ? 'Ada' : 'Grace',
  profile_image_url: null,
})
const apiKey = {
  id: 'k1',
  description: 'CI',
  is_public: false,
  created_at_millis: 1_750_000_000_000,
  user_id: userId,
  team_id: teamId,
  value: { last_four: '1234' },
}
const channel = { user_id: userId, id: 'c1', type: 'email', value: 'ada@example.com', is_verified: true }
const newApiKey = { description: 'CI', expiresAt: null }
const list = (...items: object[]) => ({ body: { items, is_paginated: false } })

/** The reads of the tests, with the call that each one makes. */
const reads: readonly [name: keyof UserReads, call: string, ofTeam: boolean][] = [
  ['teams', 'GET /teams?limit=1000&user_id=me', false],
  ['receivedInvitations', 'GET /team-invitations?user_id=me', false],
  ['projectPermissions', 'GET /project-permissions?user_id=me&recursive=true', false],
  ['teamProfile', `GET /team-member-profiles/${teamId}/me`, true],
  ['members', `GET /team-member-profiles?limit=1000&team_id=${teamId}`, true],
  ['invitations', `GET /team-invitations?team_id=${teamId}`, true],
  ['memberPermissions', `GET /team-permissions?team_id=${teamId}&recursive=true`, true],
  ['teamPermissions', `GET /team-permissions?team_id=${teamId}&user_id=me&recursive=true`, true],
  ['apiKeys', 'GET /user-api-keys?user_id=me', false],
  ['teamApiKeys', `GET /team-api-keys?team_id=${teamId}`, true],
  ['contactChannels', 'GET /contact-channels?user_id=me', false],
  ['connectedAccounts', 'GET /connected-accounts/me', false],
  ['oauthProviders', 'GET /oauth-providers?user_id=me', false],
]
const callOf = Object.fromEntries(reads) as Record<keyof UserReads, string>
const currentUser = 'GET /users/me'
const callsFor = (names: readonly (keyof UserReads | 'user')[]): string[] =>
  names.map((name) => (name === 'user' ? currentUser : callOf[name]))

interface Options {
  selectedTeam?: object | null
  routes?: Parameters<typeof createSignedIn>[0]
}

async function createMember({ selectedTeam = wireTeam(), routes = {} }: Options = {}) {
  const read = wireUser({ selected_team: selectedTeam })
  const done = () => ({ body: { success: true } })
  const app = await createSignedIn({
    'GET /users/me': () => ({ body: read }),
    'PATCH /users/me': ({ body }) => ({ body: { ...read, ...(body as object) } }),
    [callOf.teams]: () => list(wireTeam(), wireTeam({ id: otherTeamId, display_name: 'Writers' })),
    [callOf.receivedInvitations]: () => list(invitation),
    [callOf.projectPermissions]: () => list({ id: 'beta', user_id: userId }),
    [callOf.teamProfile]: () => ({ body: profileOf(userId) }),
    [callOf.members]: () => list(profileOf(userId), profileOf(otherId)),
    [callOf.invitations]: () => list(invitation),
    [callOf.memberPermissions]: () => list({ id: '$update_team', user_id: otherId, team_id: teamId }),
    [callOf.teamPermissions]: () => list({ id: '$update_team', user_id: userId, team_id: teamId }),
    [callOf.apiKeys]: () => list(apiKey),
    [callOf.teamApiKeys]: () => list(apiKey),
    [callOf.contactChannels]: () => list(channel),
    [callOf.connectedAccounts]: () => list({ user_id: userId, provider: 'github', provider_account_id: '42' }),
    [callOf.oauthProviders]: () => list({ user_id: userId, id: 'github', type: 'github', account_id: '42' }),
    'POST /contact-channels': () => ({ body: channel }),
    'PATCH /contact-channels/me/c1': () => ({ body: channel }),
    'POST /contact-channels/verify': done,
    'POST /auth/mfa/factor-reset/cancel': done,
    'DELETE /oauth-providers/me/github': done,
    'POST /auth/password/set': done,
    'POST /user-api-keys': () => ({ body: apiKey }),
    'POST /team-api-keys': () => ({ body: apiKey }),
    'PATCH /user-api-keys/k1': () => ({ body: apiKey }),
    [`PATCH /team-api-keys/k1?team_id=${teamId}`]: () => ({ body: apiKey }),
    'POST /teams': ({ body }) => ({ body: wireTeam({ ...(body as object), id: otherTeamId }) }),
    [`PATCH /teams/${teamId}`]: done,
    [`DELETE /teams/${teamId}`]: done,
    [`DELETE /team-memberships/${teamId}/me`]: done,
    [`DELETE /team-memberships/${teamId}/${userId}`]: done,
    [`DELETE /team-memberships/${teamId}/${otherId}`]: done,
    [`PATCH /team-member-profiles/${teamId}/me`]: done,
    'POST /team-invitations/send-code': done,
    [`DELETE /team-invitations/i1?team_id=${teamId}`]: done,
    'POST /team-invitations/i1/accept?user_id=me': done,
    'POST /team-invitations/accept': done,
    [`POST /team-permissions/${teamId}/${otherId}/editor`]: done,
    [`DELETE /team-permissions/${teamId}/${userId}/editor`]: done,
    ...routes,
  })
  const user = await app.app.getUser({ or: 'throw' })
  const team = await user.getTeam(teamId)
  if (!team) throw new Error('The user is a member of the team.')
  return { ...app, user, team }
}

const callsOf = (sent: readonly SentRequest[]): string[] => sent.map(({ method, path }) => `${method} ${path}`)

/** Shows every read on a page. Returns a function that lists the later calls. */
async function showEverything({ app, sent }: Pick<TestApp, 'app' | 'sent'>): Promise<() => string[]> {
  const internals = app[porticoAppInternalsSymbol]
  const resources = [
    internals.userResource(),
    ...reads.map(([name, , ofTeam]) => internals.userReadResource(undefined, name, ofTeam ? { teamId } : {})),
  ]
  for (const resource of resources) resource.subscribe(() => {})
  await Promise.all(resources.map((resource) => resource.load()))
  sent.length = 0
  return () => callsOf(sent)
}

type Change = (of: { user: CurrentUser; team: Team; app: TestApp['app'] }) => Promise<unknown>

async function memberOf(team: Team, id: string) {
  const member = (await team.listUsers()).find((other) => other.id === id)
  if (!member) throw new Error(`The user ${id} is not a member.`)
  return member
}

const leaving = ['teams', 'user', 'teamPermissions'] as const

/** Each change, and exactly the reads that are fetched again after it. */
const changes: readonly [name: string, change: Change, refreshed: readonly (keyof UserReads | 'user')[]][] = [
  ['createTeam', ({ user }) => user.createTeam({ displayName: 'New' }), ['teams']],
  ['setSelectedTeam', ({ user }) => user.setSelectedTeam(null), []],
  ['leaveTeam', ({ user, team }) => user.leaveTeam(team), leaving],
  ['a change of the own name', ({ user }) => user.setDisplayName('Ada L.'), ['teamProfile', 'members']],
  ['a change of the own metadata', ({ user }) => user.setClientMetadata({}), []],
  [
    'acceptTeamInvitation',
    ({ app }) => app.acceptTeamInvitation('code'),
    ['teams', 'receivedInvitations', 'teamPermissions', 'user'],
  ],
  ['the update of a team', ({ team }) => team.update({ displayName: 'New' }), ['teams', 'user']],
  ['the deletion of a team', ({ team }) => team.delete(), leaving],
  ['inviteUser', ({ team }) => team.inviteUser({ email: 'grace@example.com' }), ['invitations']],
  ['the removal of a member', ({ team }) => team.removeUser(otherId), ['members', 'memberPermissions']],
  ['the removal of the own user', ({ team }) => team.removeUser(userId), leaving],
  ['a new API key of the user', ({ user }) => user.createApiKey(newApiKey), ['apiKeys']],
  ['a change of the primary address', ({ user }) => user.update({ primaryEmail: null }), ['contactChannels']],
  [
    'createContactChannel',
    ({ user }) => user.createContactChannel({ type: 'email', value: channel.value, usedForAuth: false }),
    ['contactChannels', 'user'],
  ],
  ['verifyEmail', ({ app }) => app.verifyEmail('code'), ['contactChannels', 'user']],
  ['cancelFactorResetByCode', ({ app }) => app.cancelFactorResetByCode('code'), ['user']],
  ['a new password', ({ user }) => user.setPassword({ password: 'correct horse' }), ['user']],
  ['a new API key of the team', ({ team }) => team.createApiKey(newApiKey), ['teamApiKeys']],
]

describe('a value that a component shows', () => {
  test.each(changes)('is fetched again after %s, and nothing else', async (_name, change, refreshed) => {
    const member = await createMember()
    const calls = await showEverything(member)

    await change(member)

    expect(
      calls()
        .filter((call) => call.startsWith('GET'))
        .toSorted(),
    ).toEqual(callsFor(refreshed).toSorted())
  })

  test.each<[string, Change, readonly (keyof UserReads | 'user')[]]>([
    [
      'the update of the own profile',
      async ({ user, team }) => (await user.getTeamProfile(team)).update({ displayName: 'A.' }),
      ['teamProfile', 'members'],
    ],
    [
      'the revocation of an invitation',
      async ({ team }) => (await team.listInvitations())[0]?.revoke(),
      ['invitations'],
    ],
    [
      'the acceptance of a listed invitation',
      async ({ user }) => (await user.listTeamInvitations())[0]?.accept(),
      ['teams', 'receivedInvitations', 'teamPermissions', 'user'],
    ],
    [
      'a grant to another member',
      async ({ team }) => (await memberOf(team, otherId)).grantTeamPermission('editor'),
      ['memberPermissions'],
    ],
    [
      'a revocation from the own user',
      async ({ team }) => (await memberOf(team, userId)).revokeTeamPermission('editor'),
      ['memberPermissions', 'teamPermissions'],
    ],
    [
      'the update of an API key of the user',
      async ({ user }) => (await user.listApiKeys())[0]?.update({ description: 'New' }),
      ['apiKeys'],
    ],
    [
      'the update of an address',
      async ({ user }) => (await user.listContactChannels())[0]?.update({ usedForAuth: true }),
      ['contactChannels', 'user'],
    ],
    [
      'the disconnection of an account',
      async ({ user }) => (await user.getOAuthProvider('github'))?.delete(),
      ['connectedAccounts', 'oauthProviders', 'user'],
    ],
    [
      'the revocation of an API key of the team',
      async ({ team }) => (await team.listApiKeys())[0]?.revoke(),
      ['teamApiKeys'],
    ],
  ])('is fetched again after %s', async (_name, change, refreshed) => {
    const member = await createMember()
    const calls = await showEverything(member)

    await change(member)

    const all = calls()
    const changeAt = all.findIndex((call) => !call.startsWith('GET'))
    expect(all.slice(changeAt + 1).toSorted()).toEqual(callsFor(refreshed).toSorted())
  })

  test('is the same for a reader that states a default', async () => {
    const { app } = await createMember()
    const internals = app[porticoAppInternalsSymbol]

    const stated = internals.userReadResource(undefined, 'teamPermissions', { teamId, isRecursive: true })
    expect(internals.userReadResource(undefined, 'teamPermissions', { teamId })).toBe(stated)
  })

  test('does not include the user after the update of a team that is not selected', async () => {
    const member = await createMember({ selectedTeam: wireTeam({ id: otherTeamId }) })
    const calls = await showEverything(member)

    await member.team.update({ displayName: 'New' })

    expect(calls()).toEqual([`PATCH /teams/${teamId}`, callOf.teams])
  })

  test.each<[string, Change]>([
    ['another requirement', ({ team }) => team.update({ secondFactorRequired: true })],
    ['the loss', ({ user, team }) => user.leaveTeam(team)],
  ])('includes the user after %s of any team, because a second factor can become due', async (_name, change) => {
    const member = await createMember({ selectedTeam: wireTeam({ id: otherTeamId }) })
    const calls = await showEverything(member)

    await change(member)

    expect(calls()).toEqual(expect.arrayContaining(callsFor(['teams', 'user'])))
  })

  test('does not change with the array that a method returned', async () => {
    const member = await createMember()
    await showEverything(member)

    const returned = await member.user.listTeams()
    returned.reverse()

    const shown = member.app[porticoAppInternalsSymbol].userReadResource(undefined, 'teams').read()
    expect(shown.map(({ displayName }) => displayName)).toEqual(['Readers', 'Writers'])
  })

  test('stays after a failed change', async () => {
    const refused = () => knownError('TEAM_PERMISSION_REQUIRED', 401)
    const member = await createMember({ routes: { [`PATCH /teams/${teamId}`]: refused } })
    const calls = await showEverything(member)

    await expect(member.team.update({ displayName: 'New' })).rejects.toMatchObject({
      errorCode: 'TEAM_PERMISSION_REQUIRED',
    })

    expect(calls()).toEqual([`PATCH /teams/${teamId}`])
  })

  test('stays during a sign-out, so that the page does not change before the redirect', async () => {
    const member = await createMember({
      routes: { 'DELETE /auth/sessions/current': () => ({ body: { success: true } }) },
    })
    const calls = await showEverything(member)
    const teams = member.app[porticoAppInternalsSymbol].userReadResource(undefined, 'teams')

    await member.user.signOut()

    expect(teams.read().map(({ displayName }) => displayName)).toEqual(['Readers', 'Writers'])
    expect(calls()).toEqual(['DELETE /auth/sessions/current'])
  })
})

describe('a value that no component shows', () => {
  test('is not fetched after a change, but at the next read', async () => {
    const member = await createMember()
    await member.team.listInvitations()
    member.sent.length = 0

    await member.team.inviteUser({ email: 'grace@example.com' })
    const afterChange = callsOf(member.sent)
    await member.app[porticoAppInternalsSymbol].userReadResource(undefined, 'invitations', { teamId }).load()

    expect(afterChange).toEqual(['POST /team-invitations/send-code'])
    expect(callsOf(member.sent).slice(1)).toEqual([callOf.invitations])
  })
})

describe('a user', () => {
  test('has the selected team, which can be changed', async () => {
    const { user, sent } = await createMember()
    sent.length = 0

    expect(user.selectedTeam).toMatchObject({
      id: teamId,
      displayName: 'Readers',
      profileImageUrl: null,
      clientMetadata: { theme: 'dark' },
      clientReadOnlyMetadata: null,
      secondFactorRequired: false,
    })
    const update = { displayName: 'New', profileImageUrl: null, clientMetadata: { a: 1 }, secondFactorRequired: true }
    await user.selectedTeam?.update(update)
    expect(sent[0]).toMatchObject({
      body: { display_name: 'New', profile_image_url: null, client_metadata: { a: 1 }, second_factor_required: true },
    })
  })

  test.each([
    ['a team', { id: otherTeamId }, otherTeamId],
    ['an id', otherTeamId, otherTeamId],
    ['null', null, null],
  ])('selects %s', async (_name, team, expected) => {
    const { user, sent } = await createMember()
    sent.length = 0

    await user.setSelectedTeam(team)

    expect(sent.map(({ body }) => body)).toEqual([{ selected_team_id: expected }])
  })

  test('selects a team that they create', async () => {
    const { user, sent } = await createMember({ selectedTeam: null })
    sent.length = 0

    const team = await user.createTeam({ displayName: 'New', profileImageUrl: 'https://images.example/new.png' })

    expect(team).toMatchObject({ id: otherTeamId, displayName: 'New' })
    expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
      [
        'POST',
        '/teams',
        { display_name: 'New', creator_user_id: 'me', profile_image_url: 'https://images.example/new.png' },
      ],
      ['PATCH', '/users/me', { selected_team_id: otherTeamId }],
    ])
  })

  test('returns a team that they create even if its selection fails', async () => {
    const { user } = await createMember({
      selectedTeam: null,
      routes: { 'PATCH /users/me': () => knownError('TEAM_MEMBERSHIP_NOT_FOUND', 404) },
    })

    expect(await user.createTeam({ displayName: 'New' })).toMatchObject({ id: otherTeamId })
    expect(user.selectedTeam).toBeNull()
  })

  test('finds a team and a permission in the lists', async () => {
    const { user, team } = await createMember()

    expect((await user.getTeam(otherTeamId))?.displayName).toBe('Writers')
    expect(await user.getTeam('missing')).toBeNull()
    expect(await user.getPermission(team, '$update_team')).toEqual({ id: '$update_team' })
    expect(await user.getPermission(team, 'missing')).toBeNull()
    expect(await user.getPermission('beta')).toEqual({ id: 'beta' })
    expect(await user.hasPermission(team, '$update_team')).toBe(true)
    expect(await user.hasPermission('$update_team')).toBe(false)
  })

  test.each<[string, (user: CurrentUser) => Promise<unknown>, string]>([
    [
      'in a team',
      (user) => user.listPermissions({ id: 'a/b' }),
      '/team-permissions?team_id=a%2Fb&user_id=me&recursive=true',
    ],
    [
      'in a team, without contained ones',
      (user) => user.listPermissions({ id: 't' }, { recursive: false }),
      '/team-permissions?team_id=t&user_id=me&recursive=false',
    ],
    ['in the project', (user) => user.listPermissions(), '/project-permissions?user_id=me&recursive=true'],
    [
      'in the project, without contained ones',
      (user) => user.listPermissions({ recursive: false }),
      '/project-permissions?user_id=me&recursive=false',
    ],
  ])('lists permissions %s and always sends whether contained ones count', async (_name, read, path) => {
    const { user, sent } = await createMember({ routes: { [`GET ${path}`]: () => list() } })
    sent.length = 0

    await read(user)

    expect(callsOf(sent)).toEqual([`GET ${path}`])
  })

  test('reads all teams page by page', async () => {
    const { user, sent } = await createMember({
      routes: {
        [callOf.teams]: () => ({
          body: { items: [wireTeam()], is_paginated: true, pagination: { next_cursor: 'a+b' } },
        }),
        'GET /teams?cursor=a%2Bb&limit=1000&user_id=me': () => list(wireTeam({ id: otherTeamId })),
      },
    })
    sent.length = 0

    expect((await user.listTeams()).map(({ id }) => id)).toEqual([teamId, otherTeamId])
    expect(sent).toHaveLength(2)
  })
})

describe('an invitation', () => {
  test.each(['verifyTeamInvitationCode', 'checkTeamInvitation'] as const)(
    'is checked by %s without the session',
    async (method) => {
      const { app, sent } = await createSignedIn({
        'POST /team-invitations/accept/check-code': () => ({
          body: {
            is_code_valid: true,
            team_display_name: 'Readers',
            recipient_email: 'grace@example.com',
            has_account: false,
            may_sign_up: true,
            inviter_name: 'Grace Hopper',
            verifies_address: true,
          },
        }),
      })

      const state = {
        teamDisplayName: 'Readers',
        recipientEmail: 'grace@example.com',
        hasAccount: false,
        maySignUp: true,
        inviterName: 'Grace Hopper',
        verifiesAddress: true,
      }
      expect(await app[method]('code')).toEqual({
        status: 'ok',
        data: method === 'checkTeamInvitation' ? state : undefined,
      })
      expect(sent.at(-1)?.body).toEqual({ code: 'code' })
      expect(sent.at(-1)?.headers.has('x-stack-access-token')).toBe(false)
    },
  )

  test.each([
    ['VERIFICATION_CODE_EXPIRED', 'verifyTeamInvitationCode', '/accept/check-code'],
    ['TEAM_NOT_FOUND', 'getTeamInvitationDetails', '/accept/details'],
    ['TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED', 'acceptTeamInvitation', '/accept'],
  ] as const)('is refused with %s in the result of %s', async (errorCode, method, path) => {
    const { app } = await createSignedIn({ [`POST /team-invitations${path}`]: () => knownError(errorCode) })

    expect(await app[method]('code')).toMatchObject({ status: 'error', error: { errorCode } })
  })

  test('is mailed with the address of the page for invitations, or with another one', async () => {
    const { team, sent } = await createMember()
    sent.length = 0

    await team.inviteUser({ email: 'grace@example.com' })
    await team.inviteUser({ email: 'grace@example.com', callbackUrl: 'https://app.example/join' })

    expect(sent.map(({ body }) => body)).toMatchObject([
      { team_id: teamId, callback_url: 'https://app.example/handler/team-invitation' },
      { team_id: teamId, callback_url: 'https://app.example/join' },
    ])
  })
})
