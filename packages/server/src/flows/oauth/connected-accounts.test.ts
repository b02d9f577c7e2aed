import type { OAuthProviderId } from '@portico/contract'
import {
  createTestPortico,
  someEmail,
  type Answer,
  type HttpClient,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { statement } from '../../kernel/statement.ts'
import { readMigrations } from '../../platform/db/migrate.ts'

let portico: TestPortico
let project: TestProject

const own = (
  id: OAuthProviderId,
): { id: OAuthProviderId; type: 'standard'; client_id: string; client_secret: string } => ({
  id,
  type: 'standard',
  client_id: 'look-alike',
  client_secret: 'look-alike',
})

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({
    config: {
      oauth_providers: [
        own('spotify'),
        own('github'),
        own('gitlab'),
        own('microsoft'),
        { id: 'google', type: 'shared' },
      ],
    },
  })
})

afterAll(() => portico.close())

interface Connected {
  readonly id: string
  readonly http: HttpClient
  refresh(): Promise<HttpClient>
}

async function connectAccount(provider: OAuthProviderId, parameters?: Record<string, string>): Promise<Connected> {
  const signIn = await project.signInAt(provider, { email: someEmail() }, parameters)
  const { body } = await signIn.exchange<{ access_token: string; refresh_token: string }>()
  const http = project.client({ accessToken: body.access_token, refreshToken: body.refresh_token })
  const me = await http.get<{ id: string }>('/users/me')
  return {
    id: me.body.id,
    http,
    refresh: async () => {
      const caller = project.client().with({ refreshToken: body.refresh_token })
      const fresh = await caller.post<{ access_token: string }>('/auth/sessions/current/refresh', {})
      return project.client({ accessToken: fresh.body.access_token, refreshToken: body.refresh_token })
    },
  }
}

function readToken(
  http: HttpClient,
  provider: string,
  body: object = {},
): Promise<Answer<{ access_token: string; code: string }>> {
  return http.post(`/connected-accounts/me/${provider}/access-token`, body)
}

interface Watch {
  readonly afterRead?: () => void
  readonly beforeClaim?: () => Promise<void>
  readonly afterClaim?: () => Promise<void>
}

/** Runs code around the statements that read a connected account or claim its refresh, until the test ends. */
function watchStatements({ afterRead, beforeClaim, afterClaim }: Watch): void {
  const { db } = portico.projectDatabase
  const { run } = db
  onTestFinished(() => {
    db.run = run
  })
  db.run = async (wanted) => {
    const isOf = (start: string): boolean => wanted.queries.some(({ text }) => text.includes(start))
    const isClaim = isOf('update oauth_accounts set refreshing_until')
    if (isClaim) await beforeClaim?.()
    const result = await run(wanted)
    if (isClaim) await afterClaim?.()
    if (isOf('from oauth_accounts')) afterRead?.()
    return result
  }
}

describe('access token of a connected account', () => {
  test('is the stored token while it is valid, on either endpoint and for a server', async () => {
    const { id, http } = await connectAccount('spotify')

    const first = await readToken(http, 'spotify')
    const second = await readToken(http, 'spotify', { scope: 'user-read-email user-read-private' })
    const older = await http.post('/auth/oauth/connected-accounts/spotify/access-token', {})
    const byServer = await project.server().post(`/connected-accounts/${id}/spotify/access-token`, {})

    expect(first.status).toBe(201)
    for (const again of [second, older, byServer]) {
      expect(again).toMatchObject({ status: 201, body: { access_token: first.body.access_token } })
    }
    const info = await fetch(`${portico.baseUrl}/dev/providers/spotify/userinfo`, {
      headers: { authorization: `Bearer ${first.body.access_token}` },
    })
    expect(info.status).toBe(200)
  })

  test('is refreshed at the provider with less than five minutes left', async () => {
    const person = await connectAccount('spotify')
    const before = await readToken(person.http, 'spotify')
    portico.clock.advance(56 * 60_000)
    const http = await person.refresh()

    const after = await readToken(http, 'spotify')
    const again = await readToken(http, 'spotify')

    expect(after.status).toBe(201)
    expect(after.body.access_token).not.toBe(before.body.access_token)
    expect(again.body.access_token).toBe(after.body.access_token)
  })

  test('is refreshed once for six concurrent callers if the provider rotates refresh tokens', async () => {
    const person = await connectAccount('microsoft', { provider_scope: 'offline_access' })
    portico.clock.advance(2 * 60 * 60_000)
    const http = await person.refresh()

    const answers = await Promise.all(Array.from({ length: 6 }, () => readToken(http, 'microsoft')))

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(1)
    portico.clock.advance(2 * 60 * 60_000)
    expect((await readToken(await person.refresh(), 'microsoft')).status).toBe(201)
  })

  test('is refreshed by one of several concurrent calls, and the others send no statements while they wait', async () => {
    const person = await connectAccount('spotify')
    portico.clock.advance(56 * 60_000)
    const http = await person.refresh()
    const calls = 4
    let [reads, claims] = [0, 0]
    const haveAllRead = Promise.withResolvers<void>()
    watchStatements({
      beforeClaim: () => {
        claims += 1
        return haveAllRead.promise
      },
      afterRead: () => {
        reads += 1
        if (reads === calls) haveAllRead.resolve()
      },
    })

    const answers = await Promise.all(Array.from({ length: calls }, () => readToken(http, 'spotify')))

    expect(answers[0]?.status).toBe(201)
    expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(1)
    expect(claims).toBe(1)
  })

  test('is the token that another node stores while the call waits for its refresh', async () => {
    type Tokens = { access: string; expires: Date; refresh: string }
    const person = await connectAccount('microsoft', { provider_scope: 'offline_access' })
    const { db } = portico.projectDatabase
    const store = async ({ access, expires, refresh }: Tokens, refreshingUntil: Date | null): Promise<void> => {
      await db.run(statement`
        update oauth_accounts set access_token_sealed = ${access}, access_token_expires_at = ${expires},
          refresh_token_sealed = ${refresh}, refreshing_until = ${refreshingUntil}
        where project_id = ${project.id} and user_id = ${person.id}`)
    }
    const stored = async (): Promise<Tokens> => {
      const { rows } = await db.run(statement<Tokens>`
        select access_token_sealed as access, access_token_expires_at as expires, refresh_token_sealed as refresh
        from oauth_accounts where project_id = ${project.id} and user_id = ${person.id}`)
      return rows[0] as Tokens
    }
    portico.clock.advance(2 * 60 * 60_000)
    const http = await person.refresh()
    const before = await stored()
    const refreshed = await readToken(http, 'microsoft')
    const after = await stored()
    await store(before, new Date(portico.clock.now().getTime() + 15_000))
    let claims = 0
    watchStatements({
      afterClaim: () => {
        claims += 1
        return store(after, null)
      },
    })

    const answer = await readToken(http, 'microsoft')

    expect(answer.body).toEqual(refreshed.body)
    expect(claims).toBe(1)
  })

  test('is refused for scopes that were not granted', async () => {
    const { http } = await connectAccount('spotify')

    const answer = await readToken(http, 'spotify', { scope: 'playlist-read-private' })

    expect(answer).toMatchObject({ status: 400, body: { code: 'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE' } })
  })

  test('keeps granted scopes after a sign-in without them', async () => {
    const email = someEmail()
    await project.signInAt('spotify', { email }, { provider_scope: 'playlist-read-private' })
    const again = await project.signInAt('spotify', { email })
    const { body } = await again.exchange<{ access_token: string; refresh_token: string }>()
    const http = project.client({ accessToken: body.access_token, refreshToken: body.refresh_token })

    expect((await readToken(http, 'spotify', { scope: 'playlist-read-private' })).status).toBe(201)
  })

  test('is refused after its expiry if there is no refresh token', async () => {
    const person = await connectAccount('microsoft')
    portico.clock.advance(2 * 60 * 60_000)

    const answer = await readToken(await person.refresh(), 'microsoft')

    expect(answer).toMatchObject({ status: 400, body: { code: 'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE' } })
  })

  test('is answered once with PROVIDER_REJECTED after the provider revokes the refresh token', async () => {
    const person = await connectAccount('gitlab')
    portico.clock.advance(3 * 60 * 60_000)
    // A restart makes the look-alike forget its tokens.
    await portico.restart()
    const http = await person.refresh()

    const rejected = await readToken(http, 'gitlab')
    const later = await readToken(http, 'gitlab')

    expect(rejected).toMatchObject({ status: 401, body: { code: 'PROVIDER_REJECTED' } })
    expect(later).toMatchObject({ status: 400, body: { code: 'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE' } })
  })

  test.each([
    ['a provider that is not enabled', 'x', 400, 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED'],
    ['an unknown provider', 'nonsense', 400, 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED'],
    ['shared keys', 'google', 400, 'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS'],
    ['a provider without an account', 'github', 400, 'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER'],
  ])('is refused for %s', async (_case, provider, status, code) => {
    const { http } = await connectAccount('spotify')

    expect(await readToken(http, provider)).toMatchObject({ status, body: { code } })
  })

  test('is never one of the shared keys, also after the project has changed to its own', async () => {
    const changing = await portico.createProject()
    const configure = (provider: object): Promise<Answer> =>
      changing.admin().patch('/internal/projects/current', { config: { oauth_providers: [provider] } })
    const email = someEmail()
    const readAfterSignInWith = async (provider: object): Promise<Answer> => {
      await configure(provider)
      const signIn = await changing.signInAt('spotify', { email })
      const { body } = await signIn.exchange<{ access_token: string }>()
      await configure(own('spotify'))
      return readToken(changing.client({ accessToken: body.access_token, refreshToken: '' }), 'spotify')
    }
    const shared = { id: 'spotify', type: 'shared' }

    const withShared = await readAfterSignInWith(shared)
    const withOwn = await readAfterSignInWith(own('spotify'))
    const withSharedAgain = await readAfterSignInWith(shared)

    expect(withOwn.status).toBe(201)
    for (const refused of [withShared, withSharedAgain]) {
      expect(refused).toMatchObject({ status: 400, body: { code: 'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE' } })
    }
  })

  test('of shared keys that an older version stored is cleared by a migration', async () => {
    const changing = await portico.createProject()
    for (const id of ['spotify', 'github'] as const) {
      await changing.admin().patch('/internal/projects/current', { config: { oauth_providers: [own(id)] } })
      await changing.signInAt(id, { email: someEmail() })
    }
    await changing.admin().patch('/internal/projects/current', {
      config: { oauth_providers: [{ id: 'spotify', type: 'shared' }, own('github')] },
    })
    const { text } = readMigrations().find(({ name }) => name === 'no_tokens_of_shared_keys') ?? {}

    await portico.database.db.transaction((tx) => tx.script(text ?? ''))

    const { rows } = await portico.database.db.run(statement<{ providerId: string; tokens: number }>`
      select provider_id as "providerId", num_nonnulls(access_token_sealed, refresh_token_sealed) as tokens
      from oauth_accounts where project_id = ${changing.id} order by provider_id`)
    expect(rows).toEqual([
      { providerId: 'github', tokens: 1 },
      { providerId: 'spotify', tokens: 0 },
    ])
  })

  test('is refused for another user', async () => {
    const [one, other] = await Promise.all([connectAccount('spotify'), connectAccount('spotify')])

    const token = await one.http.post(`/connected-accounts/${other.id}/spotify/access-token`, {})
    const list = await one.http.get(`/connected-accounts/${other.id}`)

    expect(token.status).toBe(403)
    expect(list.status).toBe(403)
  })

  test('is answered with USER_NOT_FOUND for an unknown user', async () => {
    const id = '00000000-0000-4000-8000-000000000000'

    const token = await project.server().post(`/connected-accounts/${id}/spotify/access-token`, {})

    expect(token).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
  })

  test('is not stored in plain text', async () => {
    const { http } = await connectAccount('spotify')
    const { body } = await readToken(http, 'spotify')

    const { rows } = await portico.database.db.run(
      statement<{
        text: string
      }>`select oauth_accounts::text as text from oauth_accounts`,
    )

    expect(rows.some(({ text }) => text.includes(body.access_token))).toBe(false)
  })
})

describe('list of connected accounts', () => {
  test('contains user, provider and account id, which identify an account for a token', async () => {
    const { id, http } = await connectAccount('spotify')

    const list = await http.get<{ items: { user_id: string; provider: string; provider_account_id: string }[] }>(
      '/connected-accounts/me',
    )

    expect(list.body).toMatchObject({ is_paginated: false, items: [{ user_id: id, provider: 'spotify' }] })
    const accountId = list.body.items[0]?.provider_account_id ?? ''
    const right = await http.post(`/connected-accounts/me/spotify/${accountId}/access-token`, {})
    const wrong = await http.post('/connected-accounts/me/spotify/unknown/access-token', {})
    expect(right.status).toBe(201)
    expect(wrong).toMatchObject({ status: 400, body: { code: 'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER' } })
  })
})
