import type { AuditEventRead } from '@portico/contract'
import { createTestPortico, type HttpClient, type TestPortico, type TestProject } from '@portico/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { asOwner } from '../../../test/owner.ts'
import { statement } from '../../kernel/statement.ts'

// The audit log over the wire. `delivery/subscribers/audit.test.ts` tests which events it contains.

interface Page {
  readonly items: AuditEventRead[]
  readonly pagination: { readonly next_cursor: string | null }
}

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

async function read(http: HttpClient, query: Record<string, string | number> = {}): Promise<Page> {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  const { body, status } = await http.get<Page & Record<string, unknown>>(`/internal/audit-events?${text}`)
  expect([status, body]).toMatchObject([200, { is_paginated: true }])
  return body
}

/** Reads the list to its end. */
async function readAll(http: HttpClient, query: Record<string, string | number> = {}): Promise<AuditEventRead[]> {
  const first = await read(http, query)
  const events = [...first.items]
  for (let cursor = first.pagination.next_cursor; cursor !== null;) {
    const page = await read(http, { ...query, cursor })
    events.push(...page.items)
    cursor = page.pagination.next_cursor
  }
  return events
}

interface Written {
  readonly n: number
  readonly action: string
  readonly outcome: 'ok' | 'refused'
  /** As stored. */
  readonly actorType: AuditEventRead['actor_type']
  /** As read: earlier versions stored an owner as a client or server with an actor id. */
  readonly readAs: AuditEventRead['actor_type']
  readonly actorId: string | null
  readonly targetId: string | null
}

/** Writes entries with every combination of a few values, several at the same moment. */
async function writeEntries(project: TestProject, count: number): Promise<Written[]> {
  const actorTypes = ['user', 'client', 'server', 'admin', 'system'] as const
  const entries = Array.from({ length: count }, (_, n): Written => {
    const actorType = actorTypes[((n * 7) % 11) % 5] ?? 'user'
    const isOldOwner = (actorType === 'client' || actorType === 'server') && n % 2 === 1
    const hasActor = actorType === 'user' || actorType === 'admin' || isOldOwner
    return {
      n,
      action: ['user.signed_in', 'user.updated', 'session.ended'][n % 3] ?? '',
      outcome: n % 5 === 0 ? 'refused' : 'ok',
      actorType,
      readAs: isOldOwner ? 'admin' : actorType,
      actorId: hasActor ? `actor-${n % 4}` : null,
      targetId: targetOf(n),
    }
  })
  await portico.database.db.run(statement`
    insert into audit_events (project_id, id, at, action, outcome, actor_type, actor_id, target_id, request_id)
    select ${project.id}, gen_random_uuid(), ${new Date(firstMoment)}::timestamptz + n / 3 * interval '1 minute', e.action, e.outcome,
      e."actorType", e."actorId", e."targetId", n::text
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as e (n int, action text, outcome text, "actorType" text, "actorId" text, "targetId" text)`)
  return entries
}

/** The id of a record, the id of an actor, or null. */
function targetOf(n: number): string | null {
  if (n % 2 === 0) return `target-${n % 7}`
  return n % 3 === 0 ? `actor-${n % 4}` : null
}

/** Within the retention. */
const firstMoment = Date.now() - 30 * 24 * 60 * 60_000
const minuteOf = (n: number): number => firstMoment + Math.floor(n / 3) * 60_000

describe('the audit log', () => {
  test('shows what an entry contains, newest first', async () => {
    const project = await portico.createProject()
    const user = await project.signUp()
    portico.clock.advance(1_000)
    const updatedFrom = portico.clock.now().getTime()
    await project.client(user).patch('/users/me', { display_name: 'Ada Lovelace' })

    const { items } = await read(project.admin())

    expect(items[0]).toEqual({
      id: expect.any(String),
      at_millis: expect.closeTo(updatedFrom, -4),
      action: 'user.updated',
      outcome: 'ok',
      actor_type: 'user',
      actor_id: user.id,
      actor_key_set_id: null,
      target_id: user.id,
      team_id: null,
      permission_id: null,
      provider_id: null,
      reason: null,
      changed_fields: ['displayName'],
      request_id: expect.stringMatching(/^\w{16}$/),
      client_address: '127.0.0.1',
    })
    expect(items.map(({ action }) => action)).toContain('user.created')
    expect(items.map(({ at_millis: at }) => at)).toEqual(items.map(({ at_millis: at }) => at).toSorted((a, b) => b - a))
    expect(JSON.stringify(items)).not.toMatch(new RegExp(`Ada|${user.email}`))
  })

  test('answers one event by its id, and an unknown or foreign id with 404', async () => {
    const project = await portico.createProject()
    const { id } = await project.signUp()
    const { items } = await read(project.admin(), { target_id: id })
    const path = `/internal/audit-events/${items[0]?.id}`

    expect((await project.admin().get(path)).body).toEqual({ ...items[0], changes: null })
    expect(await project.admin().get(`${path.slice(0, -12)}000000000000`)).toMatchObject({ status: 404 })
    expect(await (await portico.createProject()).admin().get(path)).toMatchObject({ status: 404 })
  })

  test('names the owner who acted with an admin access token', async () => {
    const project = await portico.createProject()
    const owner = asOwner(portico, project.id, project.ownerAccessToken)
    const ownerId = decodeJwt(project.ownerAccessToken).sub
    await owner.patch('/internal/projects/current', { display_name: 'Renamed' })
    // The dashboard makes server calls too.
    await asOwner(portico, project.id, project.ownerAccessToken, 'server').post('/users', {})

    const items = await readAll(owner, { actor_type: 'admin' })

    const byOwner = { actor_type: 'admin', actor_id: ownerId, actor_key_set_id: null }
    expect(items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['user.created', 'project.updated', 'internal_api_key.created', 'project.created']),
    )
    expect(items).toEqual(items.map(() => expect.objectContaining(byOwner)))
    expect(await readAll(owner, { actor_type: 'server' })).toEqual([])
  })

  test('names the owner in entries from before, which have the access type of the call or a user', async () => {
    const project = await portico.createProject()
    await portico.database.db.run(statement`
      insert into audit_events (project_id, id, at, action, outcome, actor_type, actor_id, reason)
      select ${project.id}, gen_random_uuid(), ${portico.clock.now()}::timestamptz - n * interval '1 day', action, 'ok', type, 'owner', reason
      from (values (1, 'user.updated', 'server', null), (2, 'user.updated', 'client', null), (3, 'project.created', 'user', null),
        (4, 'access.refused', 'user', 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN')) old (n, action, type, reason)`)

    const items = await readAll(project.admin(), { actor_id: 'owner' })
    const byType = await readAll(project.admin(), { actor_type: 'admin' })

    expect(items.map(({ actor_type: type }) => type)).toEqual(['admin', 'admin', 'admin', 'admin'])
    expect(byType.filter(({ actor_id: id }) => id === 'owner')).toEqual(items)
    const { body } = await project.admin().get(`/internal/audit-events/${items[0]?.id}`)
    expect(body).toMatchObject({ actor_type: 'admin', actor_id: 'owner' })
  })

  test('names the set of the key, the team and the permission', async () => {
    const project = await portico.createProject()
    const user = await project.signUp()
    const teamId = await project.createTeam({ creator: user })
    const { items: keySets } = (await project.admin().get<{ items: { id: string }[] }>('/internal/api-keys')).body
    await project.server().post(`/team-permissions/${teamId}/${user.id}/$manage_api_keys`, {})

    const granted = await readAll(project.admin(), { action: 'team_permission.granted' })

    expect(granted).toMatchObject([
      {
        actor_type: 'server',
        actor_id: null,
        actor_key_set_id: keySets[0]?.id,
        target_id: user.id,
        team_id: teamId,
        permission_id: '$manage_api_keys',
        provider_id: null,
      },
    ])
  })

  test('contains nothing of another project', async () => {
    const [own, other] = [await portico.createProject(), await portico.createProject()]
    const user = await other.signUp()
    await own.signUp()
    const foreign = new Set((await readAll(other.admin())).map(({ id }) => id))
    const { pagination } = await read(other.admin(), { limit: 1 })

    expect(await readAll(own.admin(), { actor_id: user.id })).toEqual([])
    expect(await readAll(own.admin(), { target_id: user.id })).toEqual([])
    expect(await readAll(own.admin(), { user_id: user.id })).toEqual([])
    expect((await readAll(own.admin())).filter(({ id }) => foreign.has(id))).toEqual([])
    expect(await own.admin().get(`/internal/audit-events?limit=1&cursor=${pagination.next_cursor}`)).toMatchObject({
      status: 400,
    })
    expect(await asOwner(portico, other.id, own.ownerAccessToken).get('/internal/audit-events')).toMatchObject({
      status: 401,
      body: { code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' },
    })
  })
})

describe('filters and pages', () => {
  const ENTRIES = 1_300
  let project: TestProject
  let entries: Written[]

  beforeAll(async () => {
    project = await portico.createProject()
    entries = await writeEntries(project, ENTRIES)
  })

  const until = { until_millis: minuteOf(ENTRIES + 3) }
  const filters: [Record<string, string | number>, (entry: Written) => boolean][] = [
    [{}, () => true],
    [{ action: 'user.updated' }, ({ action }) => action === 'user.updated'],
    [{ outcome: 'refused' }, ({ outcome }) => outcome === 'refused'],
    [{ outcome: 'ok' }, ({ outcome }) => outcome === 'ok'],
    [{ actor_type: 'system' }, ({ readAs }) => readAs === 'system'],
    [{ actor_type: 'user' }, ({ readAs }) => readAs === 'user'],
    [{ actor_type: 'server' }, ({ readAs }) => readAs === 'server'],
    [{ actor_type: 'admin' }, ({ readAs }) => readAs === 'admin'],
    [{ actor_id: 'actor-1' }, ({ actorId }) => actorId === 'actor-1'],
    [{ target_id: 'target-4' }, ({ targetId }) => targetId === 'target-4'],
    [{ user_id: 'actor-1' }, ({ actorId, targetId }) => actorId === 'actor-1' || targetId === 'actor-1'],
    [
      { user_id: 'actor-3', outcome: 'refused' },
      ({ actorId, targetId, outcome }) => (actorId === 'actor-3' || targetId === 'actor-3') && outcome === 'refused',
    ],
    [
      { user_id: 'actor-3', actor_type: 'system' },
      ({ targetId, actorType }) => targetId === 'actor-3' && actorType === 'system',
    ],
    [
      { action: 'user.updated', outcome: 'refused' },
      ({ action, outcome }) => action === 'user.updated' && outcome === 'refused',
    ],
    [
      { actor_type: 'admin', actor_id: 'actor-3' },
      ({ actorId, readAs }) => actorId === 'actor-3' && readAs === 'admin',
    ],
    [
      { actor_type: 'client', outcome: 'refused' },
      ({ readAs, outcome }) => readAs === 'client' && outcome === 'refused',
    ],
    [
      { actor_id: 'actor-2', target_id: 'target-6', action: 'session.ended', outcome: 'ok' },
      (entry) =>
        entry.actorId === 'actor-2' &&
        entry.targetId === 'target-6' &&
        entry.action === 'session.ended' &&
        entry.outcome === 'ok',
    ],
    [{ from_millis: minuteOf(300), until_millis: minuteOf(600) }, ({ n }) => n >= 300 && n < 600],
    [
      { action: 'user.updated', from_millis: minuteOf(300), until_millis: minuteOf(600) },
      ({ n, action }) => n >= 300 && n < 600 && action === 'user.updated',
    ],
    [{ action: 'no.such_action' }, () => false],
  ]

  test.each(filters)('%j list exactly the matching entries, page by page', async (filter, isWanted) => {
    const query = { ...until, ...filter }
    const listed = await readAll(project.admin(), { ...query, limit: 37 })

    const wanted = entries.filter(isWanted).map(({ n }) => n)
    expect(listed.map(({ request_id: n }) => Number(n)).toSorted((a, b) => a - b)).toEqual(wanted)
    const moments = listed.map(({ at_millis: at }) => at)
    expect(moments).toEqual(moments.toSorted((a, b) => b - a))
  })

  test('end a page early, with a cursor, if few of many entries match', async () => {
    const sparse = await portico.createProject()
    await writeEntries(sparse, 3)
    await portico.database.db.run(statement`
      insert into audit_events (project_id, id, at, action, outcome, actor_type)
      select ${sparse.id}, gen_random_uuid(), ${new Date(minuteOf(ENTRIES))}::timestamptz + n * interval '1 second', 'user.signed_in', 'ok', 'client'
      from generate_series(1, 10100) n`)

    const query = { actor_type: 'user', until_millis: minuteOf(ENTRIES) + 10_100_001 }
    const first = await read(sparse.admin(), query)

    expect(first).toMatchObject({ items: [], pagination: { next_cursor: expect.any(String) } })
    const listed = await readAll(sparse.admin(), query)
    expect(listed).toMatchObject([{ request_id: '0' }])
  })

  test('neither repeat nor miss an entry while new ones are written', async () => {
    const busy = await portico.createProject()
    await writeEntries(busy, 50)
    const before = (await readAll(busy.admin())).map(({ id }) => id)
    const first = await read(busy.admin(), { limit: 20 })
    await busy.signUp()

    const rest = await readAll(busy.admin(), { limit: 20, cursor: first.pagination.next_cursor ?? '' })

    expect([...first.items, ...rest].map(({ id }) => id)).toEqual(before)
  })

  test.each([
    [{ limit: 1_001 }, 'query.limit must be at most 1000'],
    [{ limit: 0 }, 'query.limit must be a positive integer'],
    [{ actor_type: 'robot' }, 'query.actor_type must be one of: user, client, server, admin, system'],
    [{ action: '' }, 'query.action must not be empty'],
    [{ from_millis: 'yesterday' }, 'query.from_millis must be milliseconds since 1970'],
    [{ from_millis: 5, until_millis: 5 }, 'query.until_millis must be after from_millis'],
    [{ actor: 'ada' }, 'query contains unknown properties: actor'],
  ])('%j are refused', async (query, message) => {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
    const { body, status } = await project.admin().get(`/internal/audit-events?${text}`)

    expect([status, body['code'], String(body['error'])]).toEqual([
      400,
      'SCHEMA_ERROR',
      expect.stringContaining(message),
    ])
  })

  test('refuse the cursor of a list with other filters', async () => {
    const { pagination } = await read(project.admin(), { limit: 1, outcome: 'ok' })

    const query = `limit=1&outcome=refused&cursor=${pagination.next_cursor}`
    expect(await project.admin().get(`/internal/audit-events?${query}`)).toMatchObject({ status: 400 })
  })
})
