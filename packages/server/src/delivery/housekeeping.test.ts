import { authorizationRequest, createTestPortico, ProviderVisitor, someEmail, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { holdLongIntervals } from '../../test/long-intervals.ts'
import { createLog } from '../platform/log/log.ts'
import { Housekeeping } from './housekeeping.ts'
import type { Database } from '../kernel/database.ts'
import { statement } from '../kernel/statement.ts'

const DAY_MILLIS = 24 * 60 * 60_000

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico({ settings: { PORTICO_RATE_LIMITS: 'on' } })
})

afterAll(() => portico.close())

async function countRows(): Promise<Record<string, number>> {
  const { rows } = await portico.database.db.run(statement<Record<string, number>>`
    select (select count(*) from verification_codes)::int as codes, (select count(*) from rate_limits)::int as limits,
      (select count(*) from sessions)::int as sessions, (select count(*) from cli_logins)::int as logins,
      (select count(*) from oauth_transactions)::int as transactions,
      (select count(*) from oauth_codes)::int as authorizations`)
  return rows[0] ?? {}
}

describe('housekeeping', () => {
  test('deletes codes, counters, logins, sign-ins at providers and sessions long after they expire and not before', async () => {
    const housekeeping = new Housekeeping({
      clock: portico.clock,
      db: portico.serviceDatabase,
      log: createLog('silent'),
      settings: { auditRetentionDays: 365, mailRetentionDays: 365, webhookRetentionDays: 90 },
    })
    await portico.internal().post('/auth/password/sign-up', {
      email: someEmail(),
      password: 'correct horse battery staple',
      verification_callback_url: 'http://localhost:3000/handler/email-verification',
    })
    await portico.internal().post('/auth/cli', {})
    await portico
      .internal({ accessType: 'admin' })
      .patch('/internal/projects/current', { config: { oauth_providers: [{ id: 'google', type: 'shared' }] } })
    const keys = { publishable_client_key: '__stack_public_client__' }
    const { url } = authorizationRequest(portico.baseUrl, { id: 'internal', keys }, 'google')
    await new ProviderVisitor(portico.service, portico.baseUrl).follow(url)
    await portico.service.idle()

    await housekeeping.sweep()
    const fresh = await countRows()
    portico.clock.advance(2 * DAY_MILLIS)
    await housekeeping.sweep()
    const expired = await countRows()
    portico.clock.advance(2 * 366 * DAY_MILLIS)
    await housekeeping.sweep()
    const longGone = await countRows()

    expect(fresh).toMatchObject({ codes: 1, sessions: 1, logins: 1, transactions: 1, authorizations: 1 })
    expect(fresh.limits).toBeGreaterThan(0)
    expect(expired).toEqual({ codes: 1, limits: 0, sessions: 1, logins: 0, transactions: 0, authorizations: 0 })
    expect(longGone).toEqual({ codes: 0, limits: 0, sessions: 0, logins: 0, transactions: 0, authorizations: 0 })
  })

  test('deletes the facts of a sign-up after 30 days', async () => {
    const housekeeping = new Housekeeping({
      clock: portico.clock,
      db: portico.serviceDatabase,
      log: createLog('silent'),
      settings: { auditRetentionDays: 365, mailRetentionDays: 365, webhookRetentionDays: 90 },
    })
    const project = await portico.createProject()
    await project.signUp()
    const count = async (): Promise<number> => {
      await housekeeping.sweep()
      const { rows } = await portico.database.db.run(
        statement<{ id: string }>`select id from sign_ups where project_id = ${project.id}`,
      )
      return rows.length
    }

    portico.clock.advance(29 * DAY_MILLIS)
    const kept = await count()
    portico.clock.advance(2 * DAY_MILLIS)

    expect([kept, await count()]).toEqual([1, 0])
  })

  test('deletes an invitation a week after it has expired', async () => {
    const { db } = portico.database
    const project = await portico.createProject()
    const { body: team } = await project.server().post('/teams', { display_name: 'Reading circle' })
    const callback_url = 'http://localhost:3000/handler/team-invitation'
    const invited = { team_id: team['id'], email: someEmail(), callback_url }
    await project.server().post('/team-invitations/send-code', invited)
    // The code is created when the mail is sent.
    await portico.service.idle()
    const housekeeping = new Housekeeping({
      clock: portico.clock,
      db,
      log: createLog('silent'),
      settings: { auditRetentionDays: 365, mailRetentionDays: 365, webhookRetentionDays: 90 },
    })
    const countInvitations = async (): Promise<number> =>
      (await db.run(statement`select 1 from team_invitations where project_id = ${project.id}`)).count

    portico.clock.advance(13 * DAY_MILLIS)
    await housekeeping.sweep()
    const kept = await countInvitations()
    portico.clock.advance(2 * DAY_MILLIS)
    await housekeeping.sweep()

    expect([kept, await countInvitations()]).toEqual([1, 0])
  })

  test('deletes in several rounds if there are more rows than one round deletes', async () => {
    const { db } = portico.database
    await db.run(statement`
      insert into verification_codes (project_id, kind, code_hash, nonce_hash, target, created_at, expires_at)
      select 'internal', 'passkey_authentication', decode(md5(i::text), 'hex'), decode(md5(i::text), 'hex'), '{}',
        to_timestamp(0), to_timestamp(0)
      from generate_series(1, 2500) i`)

    await new Housekeeping({
      clock: portico.clock,
      db,
      log: createLog('silent'),
      settings: { auditRetentionDays: 365, mailRetentionDays: 365, webhookRetentionDays: 90 },
    }).sweep()

    expect((await countRows()).codes).toBe(0)
  })

  test('deletes sent mails after their retention, unless they are kept forever, and no queued mail', async () => {
    const { db } = portico.database
    const project = await portico.createProject()
    await db.run(statement`
      insert into emails (project_id, id, template, recipient, payload, state, attempts, next_attempt_at, created_at)
      select ${project.id}, gen_random_uuid(), 'test', 'ada@example.com', '{}', state, 1, '2100-01-01', ${portico.clock.now()}
      from unnest(array['sent', 'failed', 'queued']) state`)
    const sweep = (mailRetentionDays: number): Promise<void> =>
      new Housekeeping({
        clock: portico.clock,
        db,
        log: createLog('silent'),
        settings: { auditRetentionDays: 365, mailRetentionDays, webhookRetentionDays: 90 },
      }).sweep()
    const listStates = async (): Promise<string[]> => {
      const { rows } = await db.run(statement<{ state: string }>`
        select state from emails where project_id = ${project.id} order by state`)
      return rows.map(({ state }) => state)
    }

    portico.clock.advance(30 * DAY_MILLIS - 60_000)
    await sweep(30)
    const kept = await listStates()
    portico.clock.advance(120_000)
    await sweep(0)
    const keptForever = await listStates()
    await sweep(30)

    expect([kept, keptForever]).toEqual(Array.from({ length: 2 }, () => ['failed', 'queued', 'sent']))
    expect(await listStates()).toEqual(['queued'])
  })

  test('deletes audit entries after their retention, unless they are kept forever', async () => {
    const { db } = portico.database
    const project = await portico.createProject()
    await project.signUp()
    const sweep = (auditRetentionDays: number): Promise<void> =>
      new Housekeeping({
        clock: portico.clock,
        db,
        log: createLog('silent'),
        settings: { auditRetentionDays, mailRetentionDays: 365, webhookRetentionDays: 90 },
      }).sweep()
    const countEntries = async (): Promise<number> =>
      (await db.run(statement`select 1 from audit_events where project_id = ${project.id}`)).count
    const written = await countEntries()

    portico.clock.advance(30 * DAY_MILLIS - 60_000)
    await sweep(30)
    const kept = await countEntries()
    portico.clock.advance(120_000)
    await sweep(0)
    const keptForever = await countEntries()
    await sweep(30)

    expect(written).toBeGreaterThan(0)
    expect([kept, keptForever, await countEntries()]).toEqual([written, written, 0])
  })

  test('begins no sweep during another one, and a stop ends the one in progress', async () => {
    const { db } = portico.database
    const gate = Promise.withResolvers<void>()
    const steps = { begun: 0, ended: 0 }
    const slow: Database = {
      ...db,
      batch: async (batch) => {
        steps.begun += 1
        await gate.promise
        const results = await db.batch(batch)
        steps.ended += 1
        return results
      },
    }
    const housekeeping = new Housekeeping({
      clock: portico.clock,
      db: slow,
      log: createLog('silent'),
      settings: { auditRetentionDays: 365, mailRetentionDays: 365, webhookRetentionDays: 90 },
    })
    const { fire, release } = holdLongIntervals()
    housekeeping.start()
    release()

    for (let minute = 1; minute <= 3; minute += 1) fire()
    const { begun } = steps
    const stopped = housekeeping.stop()
    gate.resolve()
    await stopped

    expect(begun).toBe(1)
    expect(steps).toEqual({ begun: 1, ended: 1 })
  })

  test('is all that can delete audit entries', async () => {
    const { db } = portico.database
    const project = await portico.createProject()
    await project.signUp()

    const deletion = db.run(statement`delete from audit_events where project_id = ${project.id}`)

    await expect(deletion).rejects.toThrow('audit_events is append-only')
  })
})
