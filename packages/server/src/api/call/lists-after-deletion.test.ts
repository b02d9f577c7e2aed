import { endpoints, variantFor, allowedAccessTypes, type EndpointSpec } from '@portico/contract'
import { createTestPortico, someEmail, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { statement, type Statement } from '../../kernel/statement.ts'

// If a record is deleted between two pages, the list must continue. If it ended, the caller would take a part for the
// whole.

interface Page {
  readonly items: readonly Record<string, unknown>[]
  readonly next: string | null
}

/** A page of a list, in the form of the service or of Svix. */
interface Answered {
  readonly items?: Page['items']
  readonly pagination?: { readonly next_cursor: string | null }
  readonly data?: Page['items']
  readonly iterator?: string | null
}

interface List {
  /** The filters and orders of the list, in which `{name}` is a parameter. */
  readonly queries: readonly string[]
  /** Creates records that the filters select. Returns the parameters of the path and the queries. */
  readonly fill: (of: TestProject) => Promise<Readonly<Record<string, string>> | void>
  readonly keyOf: (item: Record<string, unknown>) => string
  readonly remove: (key: string, of: TestProject) => Promise<unknown>
}

/** Enough for more than one page after a deletion, for each query. */
const RECORDS = 17

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

async function repeat(make: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < RECORDS; index += 1) {
    // Some records have the same time.
    portico.clock.advance(index % 2)
    await make(index)
  }
}

const idOf = ({ id }: Record<string, unknown>): string => String(id)
const run = (wanted: Statement<unknown>): Promise<unknown> => portico.database.db.run(wanted)

/** Creates messages for a disabled endpoint, each with a delivery. */
async function makeWebhooks(of: TestProject): Promise<string> {
  const endpoint = { url: 'https://shop.example/hooks', is_enabled: false }
  const { body } = await of.admin().post<{ id: string }>('/internal/webhook-endpoints', endpoint)
  await repeat(() => of.server().post('/teams', { display_name: 'Readers' }))
  return body.id
}

const messagesOfSvix = {
  queries: ['', 'event_types=team.created,team.deleted'],
  fill: async (of: TestProject) => ({ app_id: of.id, endpoint_id: await makeWebhooks(of) }),
  keyOf: idOf,
  remove: (id: string) => run(statement`delete from webhook_deliveries where message_id = ${id}`),
}

const attemptsOfSvix = {
  queries: ['', 'status=2'],
  keyOf: idOf,
  remove: (id: string) => {
    const [delivery, number] = id.split('_')
    return run(statement`delete from webhook_attempts where delivery_id = ${delivery} and number = ${Number(number)}`)
  },
}

const lists: Readonly<Record<string, List>> = {
  listUsers: {
    queries: [
      '',
      'desc=true',
      'query=list.example',
      'query=li',
      'query=list.example&desc=true',
      'verified=true',
      'verified=true&desc=true',
      'sign_in_methods=otp',
      'query=list.example&verified=true',
      'order_by=last_active_at',
      'order_by=last_active_at&desc=true',
    ],
    fill: (of) =>
      repeat(() =>
        of.server().post('/users', {
          primary_email: someEmail().replace(/@.*/, '@list.example'),
          primary_email_verified: true,
          primary_email_auth_enabled: true,
          otp_auth_enabled: true,
        }),
      ),
    keyOf: idOf,
    remove: (id, of) => of.server().delete(`/users/${id}`),
  },
  listTeams: {
    queries: ['', 'desc=true', 'query=Readers', 'query=Re&desc=true'],
    fill: (of) => repeat(() => of.server().post('/teams', { display_name: 'Readers' })),
    keyOf: idOf,
    remove: (id, of) => of.server().delete(`/teams/${id}`),
  },
  listTeamMemberProfiles: {
    queries: ['', 'team_id={team_id}'],
    fill: async (of) => {
      const teamId = await of.createTeam()
      await repeat(async () => {
        const { body } = await of.server().post<{ id: string }>('/users', {})
        await of.server().post(`/team-memberships/${teamId}/${body.id}`, {})
      })
      return { team_id: teamId }
    },
    keyOf: ({ team_id: teamId, user_id: userId }) => `${String(teamId)}/${String(userId)}`,
    remove: (key, of) => of.server().delete(`/team-memberships/${key}`),
  },
  listUserInvitations: {
    queries: ['', 'query=example'],
    fill: (of) =>
      repeat(() =>
        of.server().post('/user-invitations', { email: someEmail(), callback_url: 'http://localhost:3000/x' }),
      ),
    keyOf: idOf,
    remove: (id, of) => of.server().delete(`/user-invitations/${id}`),
  },
  listSentEmails: {
    queries: ['', 'query=@', 'type=password_reset', 'state=sent'],
    fill: (of) =>
      repeat(async () => {
        const { email } = await of.signUp()
        await of.client().post('/auth/password/send-reset-code', { email, callback_url: 'http://localhost:3000/x' })
      }),
    keyOf: idOf,
    remove: (id) => run(statement`delete from emails where id = ${id}`),
  },
  listWebhookDeliveries: {
    queries: ['', 'state=skipped', 'event_type=team.created'],
    fill: async (of) => {
      await makeWebhooks(of)
    },
    keyOf: idOf,
    remove: (id) => run(statement`delete from webhook_deliveries where id = ${id}`),
  },
  listSvixMessages: messagesOfSvix,
  listSvixMessagesOfEndpoint: messagesOfSvix,
  listSvixAttemptsOfEndpoint: {
    ...attemptsOfSvix,
    fill: async (of) => {
      const endpointId = await makeWebhooks(of)
      await run(statement`
        insert into webhook_attempts (project_id, delivery_id, number, endpoint_id, started_at, duration_millis, error)
        select project_id, id, 1, endpoint_id, created_at, 1, 'The receiver answered 500.' from webhook_deliveries where project_id = ${of.id}`)
      return { app_id: of.id, endpoint_id: endpointId }
    },
  },
  listSvixAttemptsOfMessage: {
    ...attemptsOfSvix,
    fill: async (of) => {
      await makeWebhooks(of)
      const { rows } = await portico.database.db.run(statement<{ messageId: string }>`
        with one as (select * from webhook_deliveries where project_id = ${of.id} limit 1), made as (
          insert into webhook_attempts (project_id, delivery_id, number, endpoint_id, started_at, duration_millis, error)
          select project_id, id, number, endpoint_id, created_at, 1, 'The receiver answered 500.'
          from one, generate_series(1, ${RECORDS}::int) number
        ) select message_id as "messageId" from one`)
      return { app_id: of.id, msg_id: rows[0]?.messageId ?? '' }
    },
  },
  listImportFindings: {
    queries: [''],
    fill: async (of) => {
      const { body } = await of
        .admin()
        .post<{ id: string }>('/internal/imports', { source: 'portico', is_dry_run: false })
      const lines = Array.from({ length: RECORDS }, (_, index) => ({
        file: `part.${index % 3}`,
        line: index + 1,
        problem: 'The line is not JSON.',
      }))
      await of.admin().post(`/internal/imports/${body.id}/problems`, { lines })
      return { id: body.id }
    },
    keyOf: ({ line }) => String(line),
    remove: (line, of) =>
      run(statement`delete from import_findings where project_id = ${of.id} and line = ${Number(line)}`),
  },
  listAuditEvents: {
    queries: ['', 'actor_type=server', 'outcome=ok&action=user.created'],
    fill: (of) => repeat(() => of.server().post('/users', {})),
    keyOf: idOf,
    remove: (id) =>
      portico.database.db.transaction((tx) =>
        tx.batch({
          // As housekeeping does.
          retention: statement`select set_config('portico.audit_events_kept_from', 'infinity', true)`,
          removed: statement`delete from audit_events where id = ${id}`,
        }),
      ),
  },
}

/** Lists whose cursor is not the id of a record: always empty, the parts of a stored file, and a constant. */
const withoutRecords = ['listProducts', 'listSvixEventTypes', 'listTeamProducts', 'readJobResult']

/**
 * Short lists of Svix clients whose iterator is the last item of a page. An unknown iterator is refused, so the caller
 * does not take a part for the whole.
 */
const ofKeys = ['listSvixEndpoints', 'listSvixEndpointsOfMessage']

/** The parameter of the query that continues a list; undefined for other endpoints. */
function cursorOf(spec: EndpointSpec): string | undefined {
  const queries = allowedAccessTypes(spec).map((type) => shapeOf(variantFor(spec, type)?.query))
  return ['cursor', 'iterator'].find((name) => queries.some((query) => name in query))
}

function shapeOf(schema: unknown): object {
  return (schema as { shape?: object } | undefined)?.shape ?? {}
}

const paged = [...endpoints].filter(([, spec]) => cursorOf(spec) !== undefined)

test('every list with a cursor is tested', () => {
  const names = paged.map(([name]) => name)

  expect(names.toSorted()).toEqual([...Object.keys(lists), ...withoutRecords, ...ofKeys].toSorted())
})

describe.each(paged.filter(([name]) => name in lists))('%s', (name, spec) => {
  // Unchecked cast: `filter` has kept the names of `lists`.
  const list = lists[name] as List
  let project: TestProject
  let params: Readonly<Record<string, string>>

  beforeAll(async () => {
    project = await portico.createProject({ config: { magic_link_enabled: true } })
    params = (await list.fill(project)) ?? {}
    await portico.service.idle()
  })

  async function read(query: string, cursor?: string): Promise<Page> {
    const caller = allowedAccessTypes(spec).includes('server') ? project.server() : project.admin()
    const filters = [`limit=3`, query, cursor === undefined ? '' : `${cursorOf(spec)}=${cursor}`]
      .filter(Boolean)
      .join('&')
    const { status, body } = await caller.get<Answered & Record<string, unknown>>(
      `${spec.path}?${filters}`.replaceAll(/\{(\w+)\}/g, (_, param: string) => params[param] ?? ''),
    )
    expect(status).toBe(200)
    return { items: body.items ?? body.data ?? [], next: body.pagination?.next_cursor ?? body.iterator ?? null }
  }

  async function readRest(query: string, first: Page): Promise<string[]> {
    const found: string[] = []
    for (let { next } = first; next !== null;) {
      const page = await read(query, next)
      found.push(...page.items.map(list.keyOf))
      next = page.next
    }
    return found
  }

  test.each(list.queries)(
    'continues after the deletion of the record at which the next page begins (%s)',
    async (query) => {
      const first = await read(query)
      const [boundary = '', ...others] = await readRest(query, first)
      expect(others.length).toBeGreaterThan(0)

      await list.remove(boundary, project)

      expect(await readRest(query, first)).toEqual(others)
    },
  )
})
