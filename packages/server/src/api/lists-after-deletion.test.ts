import { endpoints, variantFor, allowedAccessTypes, type EndpointSpec } from '@portico/contract'
import { createTestPortico, someEmail, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { statement } from '../kernel/statement.ts'

// A record that is deleted between two pages must not end the list: the caller would take a part for the whole.

interface Page {
  readonly items: readonly Record<string, unknown>[]
  readonly pagination?: { readonly next_cursor: string | null }
}

interface List {
  /** The filters and orders of the list. */
  readonly queries: readonly string[]
  /** Makes records that the filters select. */
  readonly fill: (of: TestProject) => Promise<void>
  readonly keyOf: (item: Record<string, unknown>) => string
  readonly remove: (key: string, of: TestProject) => Promise<unknown>
}

/** More than one page after a deletion for each query. */
const RECORDS = 17

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

async function repeat(make: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < RECORDS; index += 1) {
    // Records of the same moment, and of different ones.
    portico.clock.advance(index % 2)
    await make(index)
  }
}

const idOf = ({ id }: Record<string, unknown>): string => String(id)

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
    queries: [''],
    fill: async (of) => {
      const teamId = await of.createTeam()
      await repeat(async () => {
        const { body } = await of.server().post<{ id: string }>('/users', {})
        await of.server().post(`/team-memberships/${teamId}/${body.id}`, {})
      })
    },
    keyOf: ({ team_id: teamId, user_id: userId }) => `${String(teamId)}/${String(userId)}`,
    remove: (key, of) => of.server().delete(`/team-memberships/${key}`),
  },
  listSentEmails: {
    queries: ['', 'query=@', 'type=password_reset'],
    fill: (of) =>
      repeat(async () => {
        const { email } = await of.signUp()
        await of.client().post('/auth/password/send-reset-code', { email, callback_url: 'http://localhost:3000/x' })
      }),
    keyOf: idOf,
    remove: (id) => portico.database.db.run(statement`delete from emails where id = ${id}`),
  },
  listWebhookDeliveries: {
    queries: ['', 'state=skipped', 'event_type=team.created'],
    fill: async (of) => {
      const endpoint = { url: 'https://shop.example/hooks', is_enabled: false }
      await of.admin().post('/internal/webhook-endpoints', endpoint)
      await repeat(() => of.server().post('/teams', { display_name: 'Readers' }))
    },
    keyOf: idOf,
    remove: (id) => portico.database.db.run(statement`delete from webhook_deliveries where id = ${id}`),
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

/** Lists whose cursor does not name a record: always empty, the parts of a stored file, and the numbered findings of an import. */
const withoutRecords = ['listImportFindings', 'listProducts', 'listTeamProducts', 'readJobResult']

function hasCursor(spec: EndpointSpec): boolean {
  return allowedAccessTypes(spec).some((type) => 'cursor' in shapeOf(variantFor(spec, type)?.query))
}

function shapeOf(schema: unknown): object {
  return (schema as { shape?: object } | undefined)?.shape ?? {}
}

const paged = [...endpoints].filter(([, spec]) => hasCursor(spec))

test('every list with a cursor is tested', () => {
  const names = paged.map(([name]) => name)

  expect(names.toSorted()).toEqual([...Object.keys(lists), ...withoutRecords].toSorted())
})

describe.each(paged.filter(([name]) => name in lists))('%s', (name, spec) => {
  // Unchecked cast: `filter` has kept the names of `lists`.
  const list = lists[name] as List
  let project: TestProject

  beforeAll(async () => {
    project = await portico.createProject({ config: { magic_link_enabled: true } })
    await list.fill(project)
    await portico.service.idle()
  })

  async function read(query: string, cursor?: string): Promise<Page> {
    const caller = allowedAccessTypes(spec).includes('server') ? project.server() : project.admin()
    const filters = [`limit=3`, query, cursor === undefined ? '' : `cursor=${cursor}`].filter(Boolean).join('&')
    const { status, body } = await caller.get<Page & Record<string, unknown>>(`${spec.path}?${filters}`)
    expect(status).toBe(200)
    return body
  }

  async function readRest(query: string, first: Page): Promise<string[]> {
    const found: string[] = []
    for (let next = first.pagination?.next_cursor; next;) {
      const page = await read(query, next)
      found.push(...page.items.map(list.keyOf))
      next = page.pagination?.next_cursor
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
