import { createTestPortico, HttpClient, type Answer, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { json, statement } from '../../kernel/statement.ts'
import { DailyDigests } from '../../delivery/failed-mails-digests.ts'
import { emittingDatabase } from '../../platform/db/emitting-database.ts'
import { createLog } from '../../platform/log/log.ts'

const HOUR_MILLIS = 60 * 60_000
const DAY_MILLIS = 24 * HOUR_MILLIS
const secret = 'cron-kZ0pW8vqTn3yB6sE1hUjR5xLc9aFgMdO2iX7'
const SUBJECT = 'Emails of a project at Portico could not be delivered'

interface Digests {
  readonly success: boolean
  readonly failed_emails_by_tenancy: readonly {
    readonly emails: readonly { readonly subject: string; readonly to: readonly string[] }[]
    readonly tenant_owner_email: string
    readonly project_id: string
  }[]
}

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico({ settings: { PORTICO_CRON_SECRET: secret } })
})

afterAll(() => portico.close())

function callCron(query = '', authorization = `Bearer ${secret}`): Promise<Answer<Digests & Record<string, unknown>>> {
  const client = new HttpClient(portico.service, null)
  return client.post(`/internal/failed-emails-digest${query}`, undefined, { headers: { authorization } })
}

/** Verifies the address of the project's owner, and returns it. */
async function verifiedOwner({ ownerAccessToken: accessToken }: TestProject): Promise<string> {
  const { body } = await portico.internal({ accessToken }).get<{ id: string; primary_email: string }>('/users/me')
  await portico.internal({ accessType: 'server' }).patch(`/users/${body.id}`, { primary_email_verified: true })
  return body.primary_email
}

/** Stores failed mails, the first one first. */
async function failMails(
  { id }: TestProject,
  mails: readonly (readonly [subject: string | null, recipient: string])[],
  before = HOUR_MILLIS,
): Promise<void> {
  const error = { errorType: 'REJECTED', canRetry: false, message: '', rawError: null }
  for (const [index, [subject, recipient]] of mails.entries()) {
    const at = new Date(portico.clock.now().getTime() - before + index * 1_000)
    await portico.database.db.run(statement`
      insert into emails (project_id, id, template, recipient, payload, state, next_attempt_at, created_at, subject, error)
      values (${id}, gen_random_uuid(), 'password_reset', ${recipient}, '{}', 'failed', ${at}, ${at}, ${subject}, ${json(error)}::jsonb)`)
  }
}

async function digestsTo(owner: string): Promise<{ readonly text: string; readonly html: string }[]> {
  return (await portico.mailbox.to(owner)).filter(({ subject }) => subject === SUBJECT)
}

function entriesOf({ body }: Answer<Digests>, project: TestProject): Digests['failed_emails_by_tenancy'] {
  return body.failed_emails_by_tenancy.filter(({ project_id: id }) => id === project.id)
}

describe('the digest of failed mails', () => {
  test('goes to the owner with the last ten mails of the last 24 hours, and is only described on a dry run', async () => {
    const project = await portico.createProject({ displayName: 'Acme' })
    const owner = await verifiedOwner(project)
    await failMails(project, [['Too old', 'old@acme.example']], DAY_MILLIS + HOUR_MILLIS)
    const mails = Array.from({ length: 12 }, (_, index) => [`Mail ${index}`, `u${index}@acme.example`] as const)
    await failMails(project, mails)

    const dry = await callCron('?dry_run=true')
    const before = await digestsTo(owner)
    const sent = await callCron('?dry_run=false')

    const emails = mails
      .toReversed()
      .slice(0, 10)
      .map(([subject, recipient]) => ({ subject, to: [recipient] }))
    const entry = { emails, tenant_owner_email: owner, project_id: project.id, tenancy_id: project.id }
    expect(dry).toMatchObject({ status: 200, body: { success: true } })
    expect([entriesOf(dry, project), entriesOf(sent, project)]).toEqual([[entry], [entry]])
    expect(before).toEqual([])
    const [digest, ...others] = await digestsTo(owner)
    expect(others).toEqual([])
    expect(digest?.text).toContain('12 emails of the project “Acme” could not be delivered between')
    expect(digest?.text).toContain(
      'The last 10 are:\n1. “Mail 11” to u11@acme.example\n2. “Mail 10” to u10@acme.example',
    )
    expect(digest?.text).not.toContain('“Mail 1”')
  })

  test('contains names and addresses as text', async () => {
    const project = await portico.createProject({ displayName: '[Acme](https://evil.example) “x”' })
    const owner = await verifiedOwner(project)
    const subject = '**Verify** [now](https://evil.example)\r\nBcc: x {{ serviceHost }} <img src=//evil.example> ”to'
    await failMails(project, [
      [subject, '"[click](https://evil.example)"@acme.example'],
      [null, 'ada@acme.example'],
    ])

    await callCron()

    const [digest] = await digestsTo(owner)
    expect(digest?.html).not.toMatch(/href|<img|evil\.example/)
    expect(digest?.text).not.toMatch(/evil\.example|“x|”to|Bcc:\S/)
    expect(digest?.text).toContain('{{ serviceHost }}')
    expect(digest?.text).toContain('(no subject) to ada@acme.example')
  })

  test('is left out for owners without a verified address, and goes to the others', async () => {
    const [without, other] = [await portico.createProject(), await portico.createProject()]
    const owner = await verifiedOwner(other)
    for (const project of [without, other]) await failMails(project, [['Lost', 'ada@acme.example']])

    const answer = await callCron()

    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    expect(entriesOf(answer, without)).toMatchObject([{ tenant_owner_email: '' }])
    expect(await digestsTo(owner)).toHaveLength(1)
  })

  test('names every project when there are more than one page of them', async () => {
    const { db } = portico.database
    await db.run(statement`
      insert into projects (id, display_name, config, created_at)
      select 'digest-' || lpad(n::text, 3, '0'), 'Many', '{}', ${portico.clock.now()} from generate_series(1, 250) n`)
    await db.run(statement`
      insert into emails (project_id, id, template, recipient, payload, state, next_attempt_at, created_at)
      select id, gen_random_uuid(), 'test', 'a@acme.example', '{}', 'failed', ${portico.clock.now()}, ${portico.clock.now()}
      from projects where id like 'digest-%'`)
    portico.clock.advance(1_000)

    const { body } = await callCron('?dry_run=true')
    await db.run(statement`delete from projects where id like 'digest-%'`)

    const ids = body.failed_emails_by_tenancy.flatMap(({ project_id: id }) => (id.startsWith('digest-') ? id : []))
    expect(new Set(ids).size).toBe(250)
    expect(ids).toHaveLength(250)
  })

  test('is refused without the secret of the scheduler', async () => {
    const client = new HttpClient(portico.service, null)
    const missing = await client.post('/internal/failed-emails-digest')
    const wrong = await Promise.all(
      ['Bearer wrong', secret, `bearer ${secret}`, `Bearer ${secret}x`, 'Bearer '].map((given) => callCron('', given)),
    )
    const unknown = await callCron('?dry_run=yes')

    expect(missing).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(wrong.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
    expect(wrong[0]?.headers.get('content-type')).toMatch(/^text\/plain/)
    const { body } = await portico.internal({ accessType: 'admin' }).get<{ items: object[] }>('/internal/audit-events')
    expect(body.items).toContainEqual(expect.objectContaining({ action: 'access.refused', outcome: 'refused' }))
    expect(unknown).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  })

  test('is refused if the operator has set no secret', async () => {
    await using other = await createTestPortico()
    const client = new HttpClient(other.service, null)
    const calls = ['Bearer ', 'Bearer null', 'Bearer'].map((authorization) =>
      client.post('/internal/failed-emails-digest', undefined, { headers: { authorization } }),
    )

    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([401, 401, 401])
  })
})

describe('the daily digest', () => {
  test('is sent once for each day that has ended, by one of several nodes', async () => {
    const project = await portico.createProject()
    const owner = await verifiedOwner(project)
    const newNode = (): DailyDigests =>
      new DailyDigests({ clock: portico.clock, db: emittingDatabase(portico.database.db, []), log: createLog('warn') })
    const nodes = [newNode(), newNode()]
    const sendAll = (): Promise<unknown> => Promise.all([...nodes, newNode()].map((node) => node.send()))
    const advanceTo = (millisOfDay: number): void => {
      const now = portico.clock.now().getTime()
      portico.clock.advance(DAY_MILLIS + millisOfDay - (now % DAY_MILLIS))
    }

    advanceTo(12 * HOUR_MILLIS)
    await sendAll()
    await failMails(project, [['Lost', 'ada@acme.example']], 0)
    await sendAll()
    const sameDay = await digestsTo(owner)
    advanceTo(30 * 60_000)
    await sendAll()
    const tooEarly = await digestsTo(owner)
    advanceTo(0)
    portico.clock.advance(-DAY_MILLIS + 2 * HOUR_MILLIS)
    await sendAll()
    await sendAll()
    const nextDay = await digestsTo(owner)
    advanceTo(12 * HOUR_MILLIS)
    await sendAll()

    expect([sameDay, tooEarly, nextDay, await digestsTo(owner)].map(({ length }) => length)).toEqual([0, 0, 1, 1])
    expect(nextDay[0]?.text).toContain('One email of the project')
  })
})
