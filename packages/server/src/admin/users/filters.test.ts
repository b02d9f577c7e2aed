import type { UserServerRead } from '@portico/contract'
import {
  createTestPortico,
  lookAlikeProviders,
  VirtualAuthenticator,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { statement } from '../../kernel/statement.ts'

// Each filter of the lists of users and teams, on both engines. `filtered-users.postgres.test.ts` combines them.

const MINUTE = 60_000

let portico: TestPortico
let project: TestProject
let teamId: string
let startedAt: number
/** Names by id. */
const names = new Map<string, string>()

interface Page {
  readonly items: UserServerRead[]
  readonly pagination: { readonly next_cursor: string | null; readonly total?: number | null }
}

interface Started {
  readonly code: string
  readonly options_json: { challenge: string; user: { id: string } }
}

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { passkey_enabled: true, oauth_providers: lookAlikeProviders } })
  teamId = await project.createTeam({ displayName: 'Readers' })
  startedAt = portico.clock.now().getTime()
  await add('ada', { primary_email: 'ada@example.com', primary_email_verified: true, password: 'a long password' })
  await add('grace', { oauth_providers: [{ id: 'google', account_id: 'g', email: 'grace@example.com' }] })
  const suspended = await add('emmy', {})
  await project.server().patch(`/users/${suspended}`, { restricted_by_admin: true })
  await add('mary', { totp_secret_base64: Buffer.alloc(20, 7).toString('base64') })
  await add('visitor', { is_anonymous: true })
  portico.clock.advance(MINUTE)
  const user = await project.signUp('rosa@example.com')
  names.set(user.id, 'rosa')
  const { body } = await project.client(user).post<Started>('/auth/passkey/initiate-passkey-registration', {})
  const credential = new VirtualAuthenticator().register(body.options_json)
  await project.client(user).post('/auth/passkey/register', { credential, code: body.code })
  for (const [id, name] of names) if (name !== 'mary') await project.addMember(teamId, { id })
})

afterAll(() => portico.close())

async function add(name: string, fields: object): Promise<string> {
  portico.clock.advance(MINUTE)
  const { body, status, text } = await project
    .server()
    .post<UserServerRead>('/users', { display_name: name, ...fields })
  expect([status, text.slice(0, status === 201 ? 0 : 300)]).toEqual([201, ''])
  names.set(body.id, name)
  return body.id
}

/** Reads the list in pages of one user. */
async function namesIn(filter: string): Promise<string> {
  const found: (string | undefined)[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body, status }: { body: Page; status: number } = await project
      .server()
      .get<Page>(`/users?limit=1&${filter}${cursor && `&cursor=${cursor}`}`)
    expect(status).toBe(200)
    found.push(...body.items.map(({ id }) => names.get(id)))
    cursor = body.pagination.next_cursor
  }
  return found.join(' ')
}

describe('a list of users', () => {
  test.each([
    ['', 'ada grace mary rosa'],
    ['verified=true', 'ada'],
    ['verified=false', 'grace mary rosa'],
    ['suspended=true', 'emmy'],
    ['suspended=false&include_anonymous=true', 'ada grace mary visitor rosa'],
    ['include_anonymous=true&only_anonymous=true', 'visitor'],
    ['has_second_factor=true', 'mary rosa'],
    ['has_second_factor=false', 'ada grace'],
    ['sign_in_methods=password', 'ada rosa'],
    ['sign_in_methods=passkey', 'rosa'],
    ['sign_in_methods=google,spotify', 'grace'],
    ['sign_in_methods=password,google', 'ada grace rosa'],
    ['team=', 'ada grace rosa'],
    ['team=&include_anonymous=true&query=a', 'ada grace rosa'],
    ['team=&has_second_factor=true', 'rosa'],
    ['team=&has_second_factor=false', 'ada grace'],
    ['team=&suspended=true', 'emmy'],
    ['team=&signed_up=1,3', 'ada grace'],
    ['query=ada', 'ada'],
    ['query=grace&verified=false', 'grace'],
    ['query=a&verified=true', 'ada'],
    ['signed_up=2,5', 'grace mary'],
    // Users created by a server have no last activity before they are active.
    ['last_active=2,5', ''],
    ['last_active=2,9', 'rosa'],
  ])('contains the users that match %s, in both orders', async (given, expected) => {
    const millis = (minutes: string): number => startedAt + Number(minutes) * MINUTE
    const filter = given
      .replace('team=', `team_id=${teamId}`)
      .replace(
        /(\w+)=(\d),(\d)/,
        (_all, name: string, from: string, until: string) =>
          `${name}_from_millis=${millis(from)}&${name}_until_millis=${millis(until)}`,
      )

    expect(await namesIn(filter)).toBe(expected)
    // The other users have never been active and come last.
    const isActive = (name: string | undefined): boolean => name === 'rosa'
    const latest = [...names]
      .filter(([, name]) => expected.split(' ').includes(name))
      .toSorted(([a, first], [b, second]) => Number(isActive(second)) - Number(isActive(first)) || (a < b ? 1 : -1))
    expect(await namesIn(`${filter}&order_by=last_active_at&desc=true`)).toBe(latest.map(([, name]) => name).join(' '))
  })

  test('counts no passkey as a second factor while the project allows no passkeys, nor one that does not verify its user', async () => {
    const setPasskeys = (passkey_enabled: boolean) =>
      project.admin().patch('/internal/projects/current', { config: { passkey_enabled } })
    await setPasskeys(false)
    const without = await namesIn('has_second_factor=true')
    await setPasskeys(true)
    const unverified = statement`update user_passkeys set has_verified = not has_verified where project_id = ${project.id}`
    await portico.database.db.run(unverified)
    const withUnverified = await namesIn('has_second_factor=true')
    await portico.database.db.run(unverified)

    expect([without, withUnverified]).toEqual(['mary', 'mary'])
    const { body } = await project.server().get<{ items: UserServerRead[] }>('/users?limit=5&has_second_factor=true')
    expect(body.items.map(({ second_factors: factors }) => factors)).toEqual([['totp'], ['passkey']])
  })

  test('is reversed by desc for a team', async () => {
    expect(await namesIn(`team_id=${teamId}&desc=true`)).toBe('rosa grace ada')
  })

  test('starts at the user whose id is the cursor', async () => {
    const [, grace] = [...names.keys()]

    const { body } = await project.server().get<Page>(`/users?limit=1&cursor=${grace}`)

    expect(body.items.map(({ id }) => id)).toEqual([grace])
  })
})

test('a list of teams counts those whose name contains the text and that were created in a range', async () => {
  await project.createTeam({ displayName: 'Writers' })
  const read = async (filter: string): Promise<unknown[]> => {
    const { body } = await project.server().get<Page>(`/teams?limit=1&include_total=true&${filter}`)
    return [body.items[0]?.id, body.pagination.total]
  }

  expect(await read('query=read')).toEqual([teamId, 1])
  expect(await read('query=er')).toEqual([teamId, 2])
  expect(await read(`query=er&created_until_millis=${startedAt + MINUTE}`)).toEqual([teamId, 1])
})
