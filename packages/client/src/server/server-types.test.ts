import { expect, expectTypeOf, test } from 'vitest'

import type { IncomingMessage } from 'node:http'

import type { PorticoClientApp } from '../app/client-app.ts'
import type { OAuthConnection } from '../resources/connected-accounts.ts'
import type { CurrentUser } from '../resources/current-user.ts'
import type { PermissionActions } from '../resources/permissions.ts'
import type { TeamUser } from '../resources/team-members.ts'
import type { Team } from '../resources/teams.ts'
import type { PorticoServerApp } from './server-app.ts'
import type { CurrentServerUser, ServerTeam, ServerTeamUser, ServerUser } from './server-user.ts'
import type { VerifiedAccessToken } from './verify-access-token.ts'
import type { StackServerApp } from '../stack.ts'

// The compiler checks the types in this file. The test only makes Vitest accept it.

type WithStore = PorticoServerApp<true>
type WithoutStore = PorticoServerApp<false>

async function checkTypes(
  withStore: WithStore,
  withoutStore: WithoutStore,
  tokenStore: Request,
  ofNode: IncomingMessage,
  user: ServerUser,
  client: CurrentUser,
): Promise<void> {
  expectTypeOf(withStore.getUser('id')).resolves.toEqualTypeOf<ServerUser | null>()
  expectTypeOf(withStore.getUser()).resolves.toEqualTypeOf<CurrentServerUser | null>()
  expectTypeOf(withStore.getUser({ or: 'throw' })).resolves.toEqualTypeOf<CurrentServerUser>()
  expectTypeOf(withoutStore.getUser({ tokenStore })).resolves.toEqualTypeOf<CurrentServerUser | null>()
  expectTypeOf(withoutStore.getUser({ tokenStore: ofNode, or: 'throw' })).resolves.toEqualTypeOf<CurrentServerUser>()
  // @ts-expect-error an app without a token store requires one with each call
  void withoutStore.getUser()

  expectTypeOf(withStore.verifyAccessToken(ofNode)).resolves.toEqualTypeOf<VerifiedAccessToken | null>()
  // @ts-expect-error the result may be null, so a caller must check it
  void (await withStore.verifyAccessToken(tokenStore)).userId

  expectTypeOf((await withStore.listUsers()).nextCursor).toEqualTypeOf<string | null>()
  expectTypeOf(user.getConnectedAccount('github')).resolves.toEqualTypeOf<OAuthConnection | null>()
  expectTypeOf(user.getConnectedAccount('github', { or: 'throw' })).resolves.toEqualTypeOf<OAuthConnection>()
  // @ts-expect-error a server cannot redirect the user to a provider
  void user.getConnectedAccount('github', { or: 'redirect' })
  await user.createContactChannel({ type: 'email', value: 'ada@example.com', usedForAuth: true, isVerified: true })
  // @ts-expect-error only the server marks an address as verified
  await client.createContactChannel({ type: 'email', value: 'ada@example.com', usedForAuth: true, isVerified: true })
  expectTypeOf(withStore.getTeam('id')).resolves.toEqualTypeOf<ServerTeam | null>()
  expectTypeOf(withStore.getUser({ apiKey: 'key' })).resolves.toEqualTypeOf<ServerUser | null>()
  expectTypeOf(withoutStore.getTeam({ apiKey: 'key' })).resolves.toEqualTypeOf<ServerTeam | null>()
  // @ts-expect-error a key and the user of a session are different questions
  void withStore.getUser({ apiKey: 'key', or: 'throw' })
  const caller = await withoutStore.authenticateRequest(ofNode)
  if (caller?.type === 'team-api-key') expectTypeOf(caller.team).toEqualTypeOf<ServerTeam>()
  // @ts-expect-error a key has no session
  if (caller?.type === 'user-api-key') void caller.user.currentSession
  expectTypeOf((await withStore.listTeams()).nextCursor).toEqualTypeOf<string | null>()
  expectTypeOf(user.createTeam({ displayName: 'Staff' })).resolves.toEqualTypeOf<ServerTeam>()
  await user.grantPermission({ id: 'team' }, '$update_team')
  await user.grantPermission('beta')
  // @ts-expect-error only servers grant permissions to any user
  await client.grantPermission('beta')
  // @ts-expect-error an anonymous user can become a normal one, but not the other way round
  void user.update({ isAnonymous: true })
}

test('the server app has the members of the client, and its users the fields of the client', () => {
  type Members = Omit<PorticoClientApp<true>, 'getUser' | symbol>
  expectTypeOf<WithStore>().toExtend<Members>()
  expectTypeOf<ServerUser>().toExtend<Pick<CurrentUser, 'id' | 'displayName' | 'toClientJson' | 'setDisplayName'>>()
  // Code that accepts the objects of a client also accepts those of a server.
  expectTypeOf<ServerTeam>().toExtend<Team>()
  expectTypeOf<ServerTeamUser>().toExtend<TeamUser>()
  expectTypeOf<ServerUser>().toExtend<PermissionActions>()
  expectTypeOf<StackServerApp>().toExtend<PorticoServerApp>()
  expect(checkTypes).toBeTypeOf('function')
})
