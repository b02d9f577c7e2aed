import { randomUUID } from 'node:crypto'

import type { JobRead, JobResultPart } from '@portico/contract'
import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  totpCode,
  type Answer,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { asOwner } from '../../../test/owner.ts'
import { isDefective, Jobs, pauseAfter, type Piece } from '../../delivery/jobs.ts'
import type { EventCall } from '../../kernel/emit.ts'
import { statement } from '../../kernel/statement.ts'
import { emittingDatabase } from '../../platform/db/emitting-database.ts'
import { forProject } from '../../platform/db/project-scope.ts'
import { createLog } from '../../platform/log/log.ts'
import type { Job } from '../../records/jobs/job.ts'
import { findJob, insertJob } from '../../records/jobs/store.ts'
import { markProjectDeleted } from '../../records/projects/store.ts'
import { userJobs } from './user-jobs.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

type Body = Record<string, unknown>

function create(body: Body, of = project): Promise<Answer<JobRead>> {
  return of.admin().post<JobRead>('/internal/jobs', body)
}

async function read({ id }: Pick<JobRead, 'id'>, of = project): Promise<JobRead> {
  return (await of.admin().get<JobRead>(`/internal/jobs/${id}`)).body
}

/** Creates a job and waits for its end. */
async function run(body: Body, of = project): Promise<JobRead> {
  const created = await create(body, of)
  expect(created).toMatchObject({ status: 201, body: { state: 'queued', done: 0 } })
  await portico.service.idle()
  return read(created.body, of)
}

async function resultOf({ id }: JobRead, of = project): Promise<string> {
  let text = ''
  for (let cursor: string | null = '0'; cursor !== null;) {
    const { body }: Answer<JobResultPart> = await of.admin().get(`/internal/jobs/${id}/result?cursor=${cursor}`)
    text += body.content
    cursor = body.pagination.next_cursor
  }
  return text
}

/** Inserts users without a sign-in method, in the order of their numbers. */
async function insertUsers(of: TestProject, count: number): Promise<void> {
  await portico.database.db.run(statement`
    insert into users (project_id, id, display_name, signed_up_at, last_active_at)
    select ${of.id}, gen_random_uuid(), 'User ' || n, moment, moment
    from generate_series(1, ${count}::integer) n, lateral (
      select ${new Date(portico.clock.now().getTime() - 3_600_000)}::timestamptz + n * interval '1 millisecond' as moment
    ) at`)
}

/** Queues the deletion of users while no service runs. */
async function queueJob(of: TestProject, userIds: readonly string[]): Promise<Job> {
  const db = forProject(emittingDatabase(portico.database.db, []), of.id)
  const id = randomUUID()
  const parameters = { userIds, filter: null }
  const job = { id, targetProjectId: of.id, type: 'delete_users' as const, parameters, total: userIds.length }
  await db.run(insertJob(adminCall(of), job, 1))
  const stored = await db.run(findJob(of.id, id))
  return stored ?? expect.fail('The job is not stored.')
}

function adminCall({ id: projectId }: TestProject): EventCall {
  const origin = { projectId, requestId: null, clientAddress: null }
  return { projectId, actor: { type: 'admin' }, origin, now: () => portico.clock.now() }
}

async function usersOf(of: TestProject): Promise<string[]> {
  const { body } = await of.server().get<{ items: { id: string }[] }>('/users?include_anonymous=true')
  return body.items.map(({ id }) => id)
}

async function actionsAbout(targetId: string): Promise<Body[]> {
  const { body } = await project.admin().get<{ items: Body[] }>(`/internal/audit-events?target_id=${targetId}`)
  return body.items
}

/**
 * Waits until the service has received the notifications of all earlier changes. They arrive in the order of the
 * commits.
 */
async function receiveNotifications(): Promise<void> {
  const { db } = portico.database
  const { promise, resolve } = Promise.withResolvers<void>()
  await db.listen('jobs_test', () => resolve())
  await db.run(statement`select pg_notify('jobs_test', '')`)
  await promise
}

describe('a job with users', () => {
  test('suspends the selected users like a call for each, and counts the others', async () => {
    const [ada, ben] = [await project.signUp(), await project.signUp()]
    // A user of another project.
    const unknownId = (await (await portico.createProject()).signUp()).id
    const until = portico.clock.now().getTime() + 3_600_000

    const job = await run({
      type: 'suspend_users',
      user_ids: [ada.id, unknownId, ada.id],
      restricted_by_admin_reason: 'Spam',
      restricted_by_admin_private_details: 'Ticket 1',
      restricted_by_admin_until_millis: until,
    })

    expect(job).toMatchObject({
      state: 'done',
      done: 1,
      failed: 1,
      total: 2,
      failures: [{ user_id: unknownId, reason: 'USER_NOT_FOUND' }],
      error: null,
      created_by_user_id: null,
      result_expires_at_millis: null,
    })
    expect((await project.server().get(`/users/${ada.id}`)).body).toMatchObject({
      restricted_by_admin: true,
      restricted_by_admin_reason: 'Spam',
      restricted_by_admin_private_details: 'Ticket 1',
      restricted_by_admin_until_millis: until,
    })
    expect(await project.client(ada).get('/users/me')).toMatchObject({ status: 401 })
    expect(await project.client(ben).get('/users/me')).toMatchObject({ status: 200 })
    expect(JSON.stringify(job)).not.toContain('Ticket')

    await run({ type: 'lift_suspensions', user_ids: [ada.id] })

    expect((await project.server().get(`/users/${ada.id}`)).body).toMatchObject({ restricted_by_admin: false })
    expect((await actionsAbout(ada.id)).map(({ action, actor_type: actor }) => [actor, action])).toEqual(
      expect.arrayContaining([
        ['admin', 'user.suspended'],
        ['admin', 'user.suspension_lifted'],
        ['admin', 'user.updated'],
      ]),
    )
  })

  test('ends the sessions of the selected users only', async () => {
    const [ada, ben] = [await project.signUp(), await project.signUp()]

    await run({ type: 'end_sessions', user_ids: [ada.id] })

    expect(await project.client(ada).get('/users/me')).toMatchObject({ status: 401 })
    expect(await project.client(ben).get('/users/me')).toMatchObject({ status: 200 })
    expect(await actionsAbout(ada.id)).toContainEqual(expect.objectContaining({ action: 'user.sessions_ended' }))
  })

  test('ends begun sign-ins and mailed codes with the sessions, but no invitation', async () => {
    const mailing = await portico.createProject({ config: { magic_link_enabled: true } })
    const user = await mailing.signUp()
    const { email, id, password } = user
    await mailing.server().patch(`/users/${id}`, { primary_email_verified: true })
    await mailing.admin().post('/internal/send-sign-in-invitation', { email, callback_url: 'http://localhost/invited' })
    const invitation = await portico.mailbox.latestCode(email)
    const callback_url = 'http://localhost/code'
    await mailing.client().post('/auth/otp/send-sign-in-code', { email, callback_url })
    const signInCode = await portico.mailbox.latestCode(email)
    await mailing.client().post('/auth/password/send-reset-code', { email, callback_url })
    const resetCode = await portico.mailbox.latestCode(email)
    const totpSecret = await mailing.enrolTotp(user)
    const { body: first } = await mailing
      .client()
      .post<{ details: { attempt_code: string } }>('/auth/password/sign-in', { email, password })

    await run({ type: 'end_sessions', user_ids: [id] }, mailing)

    const expired = { status: 400, body: { code: 'VERIFICATION_CODE_EXPIRED' } }
    const totp = await totpCode(totpSecret, portico.clock)
    const second = { type: 'totp', code: first.details.attempt_code, totp }
    const reset = { code: resetCode, password: 'a new passphrase' }
    expect(await mailing.client().post('/auth/mfa/sign-in', second)).toMatchObject(expired)
    expect(await mailing.client().post('/auth/otp/sign-in', { code: signInCode })).toMatchObject(expired)
    expect(await mailing.client().post('/auth/password/reset', reset)).toMatchObject(expired)
    expect(await mailing.client().post('/user-invitations/accept', { code: invitation })).toMatchObject({
      body: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' },
    })
  })

  test('deletes users with their memberships, with the owner who created it as the actor of each event', async () => {
    const [ada, ben] = [await project.signUp(), await project.signUp()]
    const teamId = await project.createTeam({ creator: ada })
    await project.addMember(teamId, ben)
    const owner = asOwner(portico, project.id, project.ownerAccessToken)

    const created = await owner.post<JobRead>('/internal/jobs', { type: 'delete_users', user_ids: [ada.id, ben.id] })
    await portico.service.idle()

    const ownerId = created.body.created_by_user_id
    expect(ownerId).toEqual(expect.any(String))
    expect(await read(created.body)).toMatchObject({ state: 'done', done: 2 })
    expect(await project.server().get(`/users/${ada.id}`)).toMatchObject({ status: 404 })
    expect((await project.server().get(`/team-member-profiles?team_id=${teamId}`)).body.items).toEqual([])
    expect(await actionsAbout(ada.id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'user.deleted', actor_type: 'admin', actor_id: ownerId }),
        expect.objectContaining({ action: 'team_membership.deleted', actor_id: ownerId }),
      ]),
    )
    expect((await actionsAbout(created.body.id)).map(({ action, reason }) => [action, reason])).toEqual([
      ['job.ended', 'done'],
      ['job.created', 'delete_users'],
    ])
  })

  test('reaches exactly the users who match its filter and signed up before it, in many pieces', async () => {
    const many = await portico.createProject()
    await insertUsers(many, 120)
    const anonymous = await many.signUpAnonymously()
    const named = await many.signUp()
    await many.server().patch(`/users/${named.id}`, { display_name: 'Keep me' })

    const created = await create({ type: 'delete_users', filter: { query: 'User' } }, many)
    portico.clock.advance(1)
    const later = await many.signUp()
    await many.server().patch(`/users/${later.id}`, { display_name: 'User of later' })
    await portico.service.idle()

    expect(await read(created.body, many)).toMatchObject({ state: 'done', done: 120, failed: 0, total: 120 })
    expect((await usersOf(many)).toSorted()).toEqual([anonymous.id, later.id, named.id].toSorted())
  })

  test('goes on after users who cannot be handled', async () => {
    const broken = await portico.createProject()
    const users = [await broken.signUp(), await broken.signUp(), await broken.signUp()]
    const bad = users[1]?.id
    await portico.database.db.transaction((tx) =>
      tx.script(`
        create function refuse_deletion() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
        create trigger refuse_deletion before delete on users for each row
          when (old.id = '${bad}') execute function refuse_deletion();`),
    )

    const { body } = await create({ type: 'delete_users', user_ids: users.map(({ id }) => id) }, broken)
    await expect
      .poll(async () => {
        // The delays between the attempts.
        portico.clock.advance(120_000)
        await portico.service.idle()
        return read(body, broken)
      })
      .toMatchObject({
        state: 'done',
        done: 2,
        failed: 1,
        failures: [{ user_id: bad, reason: 'The service could not handle this user.' }],
      })

    expect(await usersOf(broken)).toEqual([bad])
  })

  test('fails with what to do after an hour without a success, leaves no user out, and continues as a new job', async () => {
    const locked = await portico.createProject()
    const { id } = await locked.signUp()
    await portico.service.close()
    const job = await queueJob(locked, [id])
    await portico.database.db.run(statement`update jobs set attempts = 60 where id = ${job.id}`)

    await portico.restart()
    await portico.service.idle()
    const failed = await read(job, locked)

    expect(failed).toMatchObject({
      state: 'failed',
      done: 0,
      failed: 0,
      error: expect.stringMatching(/about 60 times .* Create the same job again/),
    })
    expect(await run({ type: 'delete_users', user_ids: [id] }, locked)).toMatchObject({ state: 'done', done: 1 })
  })

  test('leaves out a user at whom the process ends each time, after the tries of any defect, and handles the others', async () => {
    const deadly = await portico.createProject()
    await insertUsers(deadly, 8)
    const users = await usersOf(deadly)
    const bad = users[5]
    await portico.service.close()
    const job = await queueJob(deadly, users)
    const { clock } = portico
    const db = emittingDatabase(portico.database.db, [])
    const works = userJobs({ db, clock, settings: { baseUrl: portico.baseUrl } })
    let ends = 0
    /** Starts a process and waits until the job is done or the process has ended, which leaves its lease behind. */
    const live = async (): Promise<void> => {
      const ended = Promise.withResolvers<void>()
      const endsAt = async (claimed: Job, size: number): Promise<Piece> => {
        const from = (claimed.position as number | null) ?? 0
        if (isDefective(claimed) || !users.slice(from, from + size).includes(bad ?? '')) {
          return works.delete_users(claimed, size)
        }
        ends += 1
        ended.resolve()
        return new Promise(() => {})
      }
      const unexpected = (): never => expect.fail('a job of another type')
      const worker = new Jobs(
        { clock, db, log: createLog('error'), metrics: portico.service.metrics },
        { ...works, delete_users: endsAt, delete_project: unexpected, import_users: unexpected },
      )
      worker.start()
      await Promise.race([ended.promise, worker.idle().then(() => worker.stop())])
    }

    while ((await forProject(db, deadly.id).run(findJob(deadly.id, job.id)))?.endedAt === null) {
      await live()
      clock.advance(20_000)
    }
    await portico.restart()

    // The first piece contains all users; five further pieces contain only this one.
    expect(ends).toBe(6)
    expect(await read(job, deadly)).toMatchObject({
      state: 'done',
      done: 7,
      failures: [{ user_id: bad, reason: 'The service could not handle this user.' }],
    })
    expect(await usersOf(deadly)).toEqual([bad])
  })

  test('spares a user who stops matching between the selection and the act', async () => {
    const spared = await portico.createProject()
    const job = await run(
      { type: 'delete_users', filter: { only_anonymous: 'true', include_anonymous: 'true' } },
      spared,
    )
    const [kept, deleted] = [await spared.signUpAnonymously(), await spared.signUpAnonymously()]
    const db = emittingDatabase(portico.database.db, [])
    const stored = await forProject(db, spared.id).run(findJob(spared.id, job.id))
    if (!stored) throw new Error('The job is not stored.')
    const works = userJobs({ db, clock: portico.clock, settings: { baseUrl: portico.baseUrl } })
    const piece = await works.delete_users({ ...stored, position: null, createdAt: portico.clock.now() }, 10)
    await spared.client(kept).post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD })

    const progress = await db.transaction((tx) => piece.perform(tx, adminCall(spared)))

    expect(progress).toMatchObject({ position: null, done: 1, failures: [] })
    expect(await spared.server().get(`/users/${kept.id}`)).toMatchObject({ status: 200 })
    expect(await spared.server().get(`/users/${deleted.id}`)).toMatchObject({ status: 404 })
  })

  test('is done once by two nodes that race for its pieces', async () => {
    const shared = await portico.createProject()
    await insertUsers(shared, 150)
    const first = portico.service
    await portico.start()

    const { body } = await create({ type: 'delete_users', filter: {} }, shared)
    await Promise.all([first.idle(), portico.service.idle()])
    await expect.poll(() => read(body, shared)).toMatchObject({ state: 'done' })

    expect(await read(body, shared)).toMatchObject({ done: 150, failed: 0 })
    expect(await usersOf(shared)).toEqual([])
    const { body: log } = await shared
      .admin()
      .get<{ items: Body[] }>('/internal/audit-events?action=user.deleted&limit=1000')
    expect(new Set(log.items.map(({ target_id: id }) => id)).size).toBe(150)
    expect(log.items).toHaveLength(150)
    await portico.restart()
  })

  test('stops when it is cancelled, and a second cancellation changes nothing', async () => {
    const large = await portico.createProject()
    await insertUsers(large, 3_000)
    const { body: job } = await create({ type: 'end_sessions', filter: {} }, large)
    await expect.poll(async () => (await read(job, large)).done).toBeGreaterThan(0)

    const cancelled = await large.admin().post<JobRead>(`/internal/jobs/${job.id}/cancel`)
    await portico.service.idle()

    expect(cancelled.body).toMatchObject({ state: 'cancelled', error: null })
    expect(cancelled.body.done).toBeLessThan(3_000)
    expect(await read(job, large)).toEqual(cancelled.body)
    expect((await large.admin().post(`/internal/jobs/${job.id}/cancel`)).body).toEqual(cancelled.body)
  })
})

describe('an export', () => {
  test('cannot run formulas as CSV, keeps hostile names in their cells, and has the wanted columns', async () => {
    const exported = await portico.createProject()
    const names = ['=1+1', '+A1', '-2', '@SUM(A1)', '\tx', '\rx', 'a "b", c\nd', 'Ünï <script>']
    for (const name of names) await exported.server().post('/users', { display_name: name })
    const { id } = await exported.signUp()
    const { body: active } = await exported.server().get<{ last_active_at_millis: number }>(`/users/${id}`)

    const job = await run(
      {
        type: 'export_users',
        filter: {},
        format: 'csv',
        columns: ['is_anonymous', 'last_active_at', 'display_name'],
      },
      exported,
    )

    expect(job).toMatchObject({ done: names.length + 1, result_expires_at_millis: expect.any(Number) })
    const safe = (name: string): string => (/^[=+\-@\t\r]/.test(name) ? `'${name}` : name)
    const [header, ...lines] = (await resultOf(job, exported)).split('\r\n')
    expect(header).toBe('"display_name","last_active_at","is_anonymous"')
    // Only the last user has ever been active.
    const rows = [
      ...names.map((name) => `"${safe(name).replaceAll('"', '""')}","","false"`),
      `"","${new Date(active.last_active_at_millis).toISOString()}","false"`,
    ]
    expect(lines.pop()).toBe('')
    expect(lines.toSorted()).toEqual(rows.toSorted())
  })

  test('has all fields and no secret as JSON, in several parts', async () => {
    const exported = await portico.createProject()
    const ada = await exported.signUp()
    await exported.enrolTotp(ada)
    await insertUsers(exported, 120)

    const job = await run({ type: 'export_users', filter: {}, format: 'json' }, exported)

    const text = await resultOf(job, exported)
    const users = JSON.parse(text) as Body[]
    expect(users).toHaveLength(121)
    expect(users).toContainEqual((await exported.server().get(`/users/${ada.id}`)).body)
    expect(text).not.toMatch(/hash|secret|token/)
    const empty = await run({ type: 'export_users', filter: { query: 'no such user' }, format: 'json' }, exported)
    expect(JSON.parse(await resultOf(empty, exported))).toEqual([])
  })

  test('is readable for 24 hours and only by its project, and the job for 30 days', async () => {
    const exported = await portico.createProject()
    const ada = await exported.signUp()
    const job = await run({ type: 'export_users', user_ids: [ada.id], format: 'csv' }, exported)
    const path = `/internal/jobs/${job.id}/result`
    expect(await project.admin().get(path)).toMatchObject({ status: 404 })
    expect(await project.admin().get(`/internal/jobs/${job.id}`)).toMatchObject({ status: 404 })
    expect(await project.admin().post(`/internal/jobs/${job.id}/cancel`)).toMatchObject({ status: 404 })
    expect((await project.admin().get(`/internal/jobs`)).text).not.toContain(job.id)
    expect(await exported.admin().get(`${path}?cursor=1`)).toMatchObject({ status: 404 })

    portico.clock.advance(24 * 3_600_000)

    expect(await exported.admin().get(path)).toMatchObject({ status: 404 })
    expect(await read(job, exported)).toMatchObject({ state: 'done', result_expires_at_millis: null })
  })
})

describe('the jobs of a project', () => {
  test('are listed newest first, and at most five are open', async () => {
    const busy = await portico.createProject()
    await insertUsers(busy, 2_000)
    const answers: Answer<JobRead>[] = []
    for (let n = 0; n < 6; n += 1) answers.push(await create({ type: 'end_sessions', filter: {} }, busy))

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 409])
    const { body } = await busy.admin().get<{ items: JobRead[] }>('/internal/jobs')
    const created = answers.slice(0, 5).map((answer) => answer.body.id)
    expect(body.items.map(({ id }) => id)).toEqual(created.toReversed())
    for (const id of created) await busy.admin().post(`/internal/jobs/${id}/cancel`)
  })

  test('are refused by a call that began before the deletion of the project', async () => {
    const deleted = await portico.createProject()
    await receiveNotifications()
    await deleted.admin().get('/internal/jobs')
    await portico.database.db.run(markProjectDeleted(deleted.id, portico.clock.now()))

    const answer = await create({ type: 'export_users', filter: {}, format: 'json' }, deleted)

    expect(answer).toMatchObject({ body: { code: 'PROJECT_NOT_FOUND' } })
    const { count } = await portico.database.db.run(statement`select 1 from jobs where project_id = ${deleted.id}`)
    expect(count).toBe(0)
  })

  test.each<[string, Body, string]>([
    ['two selections', { type: 'delete_users', user_ids: [randomUUID()], filter: {} }, 'not both'],
    ['no selection', { type: 'delete_users' }, 'must be defined'],
    ['no users', { type: 'delete_users', user_ids: [] }, 'must not be empty'],
    ['too many users', { type: 'delete_users', user_ids: Array.from({ length: 1_001 }, () => randomUUID()) }, '1000'],
    ['an unknown filter', { type: 'delete_users', filter: { role: 'x' } }, 'unknown properties'],
    ['a filter that needs another', { type: 'delete_users', filter: { only_anonymous: 'true' } }, 'needs include'],
    ['a suspension of another act', { type: 'end_sessions', filter: {}, restricted_by_admin_reason: 'x' }, 'belongs'],
    ['an export without a format', { type: 'export_users', filter: {} }, 'format'],
    ['columns of JSON', { type: 'export_users', filter: {}, format: 'json', columns: ['id'] }, 'belongs'],
    ['an unknown column', { type: 'export_users', filter: {}, format: 'csv', columns: ['password_hash'] }, 'one of'],
    [
      'a suspension that has ended',
      { type: 'suspend_users', filter: {}, restricted_by_admin_until_millis: 1 },
      'must be in the future',
    ],
  ])('are refused with %s', async (_case, body, sentence) => {
    const answer = await create(body)

    expect(answer.status).toBe(400)
    expect(answer.text).toContain(sentence)
  })
})

test.each([
  ['the embedded engine is left alone for as long as a piece used it', 'embedded', 160, 60, 100],
  ['the next preparation is a part of the pause on PostgreSQL', 'postgres', 160, 60, 40],
  ['a preparation that takes longer than the statements leaves the shortest pause', 'postgres', 160, 100, 5],
] as const)('%s', (_name, engine, pieceMillis, preparedMillis, pause) => {
  expect(pauseAfter(pieceMillis, preparedMillis, engine)).toBe(pause)
})
