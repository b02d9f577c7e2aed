import { describe, expect, test } from 'vitest'

import { memorySideTable } from './input/memory-side-table.ts'
import type { HttpAccess, HttpAnswer, FoundLine } from './input/source.ts'
import { stackAuth } from './stack-auth.ts'

// Answers that our service does not give. `packages/cli` reads a whole project of the real service.

const key = 'sak_secret'

interface Answered {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly items?: readonly object[]
  readonly next?: string | null
}

function answerOf({ status = 200, headers = {}, items = [], next = null }: Answered): HttpAnswer {
  const text = status === 200 ? JSON.stringify({ items, pagination: { next_cursor: next } }) : 'No.'
  return {
    status,
    headers: new Headers(headers),
    body: (async function* () {
      yield await Promise.resolve(Buffer.from(text))
    })(),
  }
}

interface Service {
  readonly http: HttpAccess
  /** Paths with their queries. */
  readonly calls: string[]
  readonly pauses: number[]
}

/** `answer` returns undefined for an empty list, and throws if no answer arrives. */
function service(answer: (path: string, attempt: number) => Answered | undefined): Service {
  const calls: string[] = []
  const pauses: number[] = []
  return {
    calls,
    pauses,
    http: {
      get: (url) => {
        const path = url.replace('https://stack.example/api/v1', '')
        const attempt = calls.filter((call) => call === path).length
        calls.push(path)
        try {
          return Promise.resolve(answerOf(answer(path, attempt) ?? {}))
        } catch (error) {
          return Promise.reject(error as Error)
        }
      },
      wait: (millis) => {
        pauses.push(millis)
        return Promise.resolve()
      },
    },
  }
}

async function read(of: Service, options: Record<string, string> = {}): Promise<FoundLine[]> {
  const lines: FoundLine[] = []
  const input = {
    files: {},
    options: { project_id: 'p1', base_url: 'https://stack.example/', super_secret_admin_key: key, ...options },
    createSideTable: memorySideTable,
    http: of.http,
  }
  for await (const line of stackAuth.read(input)) lines.push(line)
  return lines
}

const refusedQuery = { status: 400, headers: { 'x-stack-known-error': 'SCHEMA_ERROR' } }

describe('Stack Auth, API', () => {
  test('reads a service of 2025, which knows neither pages of teams nor filters of users', async () => {
    const of = service((path) => {
      if (/limit=200/.test(path) && !path.startsWith('/users?limit=200')) return refusedQuery
      if (path.includes('include_anonymous')) return refusedQuery
      if (path === '/users?limit=200') return { items: [{ id: 'u1', primary_email: 'kim@mail.example' }], next: 'u2' }
      if (path === '/users?limit=200&cursor=u2')
        return { items: [{ id: 'u2', last_active_at_millis: 5, signed_up_at_millis: 5 }] }
      if (path === '/teams') return { items: [{ id: 't1', display_name: 'Team', client_metadata: null }] }
      if (path === '/team-member-profiles')
        return {
          items: [{ team_id: 't1', user_id: 'u1', display_name: 'Kim', user: { display_name: 'Kim' } }],
        }
      return undefined
    })

    expect(await read(of)).toEqual([
      { file: 'teams', line: 0, record: { kind: 'team', source_id: 't1', id: 't1', display_name: 'Team' } },
      {
        file: 'users',
        line: 0,
        record: {
          kind: 'user',
          source_id: 'u1',
          id: 'u1',
          addresses: [{ value: 'kim@mail.example', is_primary: true, is_verified: false, used_for_auth: false }],
        },
      },
      { file: 'users', line: 0, record: { kind: 'user', source_id: 'u2', id: 'u2', signed_up_at_millis: 5 } },
      {
        file: 'team-member-profiles',
        line: 0,
        record: { kind: 'team_member', team_source_id: 't1', user_source_id: 'u1', permission_ids: [] },
      },
    ])
  })

  test('moves accounts that sign in, and loses those that are connected for their tokens', async () => {
    const google = { id: 'google', account_id: '1', email: 'kim@mail.example' }
    const github = { id: 'config', type: 'github', account_id: '2', email: null }
    const answer = (providers: Answered) =>
      service((path) => {
        if (path === '/oauth-providers') return providers
        return path.startsWith('/users') ? { items: [{ id: 'u1', oauth_providers: [google, github] }] } : undefined
      })
    const signIn = { user_id: 'u1', id: 'a', type: 'google', account_id: '1', allow_sign_in: true }
    const connected = { ...signIn, id: 'b', type: 'github', account_id: '2', allow_sign_in: false }
    const moved = { provider: 'google', account_id: '1', email: 'kim@mail.example' }

    const [withList, withoutList] = await Promise.all([
      read(answer({ items: [signIn, connected] })),
      read(answer({ status: 404 })),
    ])

    expect(withList).toMatchObject([{ record: { provider_accounts: [moved], lost_provider_accounts: ['github'] } }])
    expect(withoutList).toMatchObject([
      { record: { provider_accounts: [moved, { provider: 'github', account_id: '2', email: null }] } },
    ])
  })

  test('orders permissions so that each contains only earlier ones, and says what a circle costs', async () => {
    const of = service((path) =>
      path === '/team-permission-definitions'
        ? {
            items: [
              { id: '$read_members', contained_permission_ids: [] },
              { id: 'a', contained_permission_ids: ['b', '$read_members'] },
              { id: 'b', description: 'Second', contained_permission_ids: ['a', 'gone'] },
            ],
          }
        : undefined,
    )

    expect(await read(of)).toEqual([
      {
        file: 'permission-definitions',
        line: 0,
        problem: 'The permission b moves without a, which contains it in turn.',
      },
      {
        file: 'permission-definitions',
        line: 0,
        problem: 'The permission b moves without gone, which does not exist.',
      },
      {
        file: 'permission-definitions',
        line: 0,
        record: {
          kind: 'permission_definition',
          scope: 'team',
          id: 'b',
          description: 'Second',
          contained_permission_ids: [],
        },
      },
      {
        file: 'permission-definitions',
        line: 0,
        record: {
          kind: 'permission_definition',
          scope: 'team',
          id: 'a',
          contained_permission_ids: ['b', '$read_members'],
        },
      },
    ])
  })

  test('repeats a call after the pause that the service asks for, and gives up in the end', async () => {
    const busy = service((path, attempt) => {
      if (!path.startsWith('/users')) return undefined
      if (attempt === 0) return { status: 429, headers: { 'retry-after': '7' } }
      if (attempt === 1) return { status: 503 }
      if (attempt === 2) throw new TypeError('fetch failed')
      return { items: [{ id: 'u1' }] }
    })
    const down = service(() => ({ status: 502, headers: { 'retry-after': '999999' } }))

    expect(await read(busy)).toHaveLength(1)
    expect(busy.pauses).toEqual([7000, 2000, 4000])
    await expect(read(down)).rejects.toThrow(
      'GET https://stack.example/api/v1/team-permission-definitions answers 502, after 6 attempts.',
    )
    expect(down.pauses).toEqual([120_000, 120_000, 120_000, 120_000, 120_000])
  })

  test.each([
    [401, 'INVALID_SUPER_SECRET_ADMIN_KEY', 'The super secret admin key does not belong to the project p1'],
    [404, 'PROJECT_NOT_FOUND', 'The service has no project p1.'],
    [404, '', 'The service answers 404. Check the options "base_url" and "project_id".'],
    [403, 'SOME_ERROR', 'The service answers 403 (SOME_ERROR).'],
    [302, 'evil text', 'The service answers 302. Check'],
  ])('says in one sentence what the answer %d %s means', async (status, code, sentence) => {
    const failure: unknown = await read(service(() => ({ status, headers: { 'x-stack-known-error': code } }))).catch(
      (error: unknown) => error,
    )

    expect(String(failure)).toContain(sentence)
    expect(String(failure)).not.toContain(key)
  })

  test('sends the key to HTTPS or to this machine only', async () => {
    const of = service(() => undefined)

    await expect(read(of, { base_url: 'http://stack.example' })).rejects.toThrow('must start with https://')
    await expect(read(of, { base_url: 'stack.example' })).rejects.toThrow('is not an HTTP address')
    await expect(read(of, { super_secret_admin_key: '' })).rejects.toThrow('"super_secret_admin_key" is missing')
    expect(of.calls).toEqual([])
    expect(await read(of, { base_url: 'http://127.0.0.1:4100/' })).toEqual([])
  })

  test.each([
    ['another service', { items: [{ name: 'Ada' }] }, 'does not answer like Stack Auth'],
    ['pages without an end', { items: [], next: 'u1' }, 'repeats its cursor'],
  ])('refuses %s', async (_, answer, sentence) => {
    const of = service((path) => (path.startsWith('/users') ? answer : undefined))

    await expect(read(of)).rejects.toThrow(sentence)
  })
})
