import { createTestPortico, HttpClient, someEmail, type TestPortico, type TestProject } from '@portico/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { startMailServer, type MailServer } from '../../test/mail-server.ts'
import { databaseUrlOf } from '../../test/second-node.ts'
import { startWithoutPolls } from '../../test/long-intervals.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../test/webhook-receiver.ts'
import { createPortico, type Portico } from '../create-portico.ts'
import type { Database } from '../kernel/database.ts'
import type { Role } from '../kernel/role.ts'
import { statement } from '../kernel/statement.ts'
import { createLog } from '../platform/log/log.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { readSettings } from '../settings.ts'

// The service of the testkit is a node with the role api. The tests start other nodes on the same database, each with
// its own connections.

let portico: TestPortico
let project: TestProject
let mailServer: MailServer
let receiver: WebhookReceiver
const others: { readonly node: Portico; readonly db: Database }[] = []

beforeEach(async () => {
  mailServer = await startMailServer()
  receiver = await startWebhookReceiver()
  portico = await createTestPortico({ engine: 'postgres', settings: settingsOf('api') })
  project = await portico.createProject()
  await project.admin().post('/internal/webhook-endpoints', { url: receiver.url })
})

afterEach(async () => {
  for (const { db, node } of others.splice(0)) {
    await node.close()
    await db.close()
  }
  await portico.close()
  await receiver.close()
  await mailServer.close()
})

function settingsOf(role: Role): Record<string, string> {
  return {
    PORTICO_ROLE: role,
    DATABASE_URL: process.env.PORTICO_TEST_DATABASE_URL ?? '',
    PORTICO_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}?tls=off`,
  }
}

async function startNode(role: Role): Promise<Portico> {
  const db = await openPostgres(await databaseUrlOf(portico), 5)
  const node = await createPortico({
    settings: readSettings({ PORTICO_SECRET: portico.secret, ...settingsOf(role) }),
    db,
    clock: portico.clock,
    log: createLog('error'),
    dashboardFolder: null,
    packageFolders: null,
  })
  others.push({ node, db })
  return node
}

/**
 * Queues this number of mails, and a job that deletes as many other users. Each created or deleted user causes a
 * webhook.
 */
async function queueWork(count: number): Promise<{ jobId: string; recipients: string[] }> {
  const recipients = Array.from({ length: count }, () => someEmail())
  for (const recipient of recipients) await project.signUp(recipient)
  const ids: string[] = []
  while (ids.length < count) ids.push((await project.server().post<{ id: string }>('/users', {})).body.id)
  const { body: job } = await project
    .admin()
    .post<{ id: string }>('/internal/jobs', { type: 'delete_users', user_ids: ids })
  return { jobId: job.id, recipients }
}

async function stateOf(jobId: string): Promise<unknown> {
  return (await project.admin().get<{ state: string }>(`/internal/jobs/${jobId}`)).body.state
}

/** Counts the claims of all nodes. */
async function countClaims(): Promise<number> {
  const { rows } = await portico.database.db.run(statement<{ claims: number }>`
    select ((select coalesce(sum(attempts), 0) from emails) + (select coalesce(sum(attempts), 0) from webhook_deliveries)
      + (select coalesce(sum(attempts), 0) from jobs))::integer as claims`)
  return rows[0]?.claims ?? Number.NaN
}

const received = (): string[] => mailServer.received.flatMap(({ to }) => (to ?? []).map(({ address = '' }) => address))
/** The owner of the project gets a mail too. */
const receivedBy = (recipients: string[]): string[] => received().filter((address) => recipients.includes(address))
const arrived = (): string[] => receiver.received.map(({ headers }) => String(headers['webhook-id']))
const countEvents = (wanted: string): number => receiver.events().filter(({ type }) => type === wanted).length

describe('roles of nodes', () => {
  test('nodes with the role api claim nothing, and a worker that starts later does all their work', async () => {
    const second = await startNode('api')
    const { jobId, recipients } = await queueWork(2)

    await portico.service.idle()
    await second.idle()
    const claimsOfApiNodes = await countClaims()
    const worker = await startNode('worker')
    await worker.idle()

    expect(claimsOfApiNodes).toBe(0)
    expect(await stateOf(jobId)).toBe('done')
    expect(receivedBy(recipients).toSorted()).toStrictEqual(recipients.toSorted())
    // The payloads about deleted users are erased.
    expect(countEvents('user.created')).toBe(2)
    expect(countEvents('user.deleted')).toBe(2)
  })

  test('a worker starts with mails, webhooks and jobs of another node when they are announced, before it polls', async () => {
    await startWithoutPolls(() => startNode('worker'))

    // After the start, the first look of each queue does one round at most.
    for (let round = 1; round <= 3; round += 1) {
      const { jobId, recipients } = await queueWork(1)
      await expect.poll(received).toContain(recipients[0])
      await expect.poll(() => stateOf(jobId)).toBe('done')
      await expect.poll(() => countEvents('user.deleted')).toBe(round)
    }
  })

  test('two workers do each piece of work once', async () => {
    const workers = await Promise.all([startNode('worker'), startNode('worker')])
    const { jobId, recipients } = await queueWork(20)

    await expect.poll(() => stateOf(jobId)).toBe('done')
    await Promise.all(workers.map((worker) => worker.idle()))

    expect(receivedBy(recipients).toSorted()).toStrictEqual(recipients.toSorted())
    expect(new Set(arrived()).size).toBe(arrived().length)
    expect(countEvents('user.deleted')).toBe(recipients.length)
  })

  test('a worker answers health and readiness, and refers calls and pages to other nodes', async () => {
    const worker = await startNode('worker')
    const answerOf = (path: string): Promise<Response> => worker.fetch(new Request(`http://127.0.0.1:4100${path}`))

    expect((await answerOf('/health?db')).status).toBe(200)
    expect((await answerOf('/ready')).status).toBe(200)
    for (const path of ['/api/v1/projects/current', '/', '/first-admin', '/dev', '/api-reference']) {
      const answer = await answerOf(path)
      expect([answer.status, await answer.text()]).toStrictEqual([
        421,
        'This node is a worker. Send calls to a node with the role api or all.',
      ])
    }
    worker.drain()
    expect((await answerOf('/ready')).status).toBe(503)
  })

  test('what a node with the role api has noted is written without a worker', async () => {
    const user = await project.signUp()
    const other = await startNode('api')
    const client = new HttpClient(other, {
      projectId: project.id,
      accessType: 'server',
      key: project.keys.secret_server_key,
    })

    expect((await client.get(`/users/${user.id}`)).status).toBe(200)
    await other.idle()

    const { rows } = await portico.database.db.run(statement`
      select from internal_api_keys where project_id = ${project.id} and last_used_at is not null`)
    expect(rows.length).toBeGreaterThan(0)
  })
})
