import {
  IMPORT_FILES_KEPT_HOURS,
  IMPORT_PIECE_BYTES,
  IMPORTS_WITH_FILES_MAX,
  type ImportFinding,
  type ImportRead,
  type ImportSourceRead,
} from '@portico/contract'
import { createTestPortico, type Answer, type TestPortico, type TestProject } from '@portico/testkit'
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { statement } from '../../kernel/statement.ts'
import { Housekeeping } from '../../delivery/housekeeping.ts'
import { createLog } from '../../platform/log/log.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

const path = '/internal/imports'
const hash = `$2b$04$${'a'.repeat(53)}`

/** An export of Auth0 with one user per line. */
function exportOf(users: number, domain: string): string {
  const lines = Array.from({ length: users }, (_, index) =>
    JSON.stringify({
      user_id: `auth0|${domain}-${index}`,
      email: `user${index}@${domain}.example`,
      email_verified: true,
      identities: [{ provider: 'auth0', user_id: `${domain}-${index}` }],
    }),
  )
  return `${lines.join('\n')}\n`
}

function hashesOf(users: number, domain: string): string {
  const lines = Array.from({ length: users }, (_, index) =>
    JSON.stringify({ _id: { $oid: `${domain}-${index}` }, passwordHash: hash }),
  )
  return `${lines.join('\n')}\n`
}

async function create(of = project, fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { body, status } = await of.admin().post<ImportRead>(path, { source: 'auth0', is_dry_run: false, ...fields })
  expect(status).toBe(201)
  return body.id
}

function uploadPiece(run: string, name: string, index: number, content: Buffer, of = project): Promise<Answer> {
  return of.admin().send('PUT', `${path}/${run}/files/${name}/pieces/${index}`, undefined, {
    rawBody: new Uint8Array(content),
    headers: { 'content-type': 'application/octet-stream' },
  })
}

async function upload(run: string, name: string, text: string | Buffer, of = project): Promise<void> {
  const content = Buffer.from(text)
  for (let index = 0; index * IMPORT_PIECE_BYTES < content.length; index += 1) {
    const piece = content.subarray(index * IMPORT_PIECE_BYTES, (index + 1) * IMPORT_PIECE_BYTES)
    expect(await uploadPiece(run, name, index, piece, of)).toMatchObject({ status: 200 })
  }
}

function start(run: string, body: object = {}, of = project): Promise<Answer<ImportRead>> {
  return of.admin().post<ImportRead>(`${path}/${run}/start`, body)
}

async function read(run: string, of = project): Promise<ImportRead> {
  return (await of.admin().get<ImportRead>(`${path}/${run}`)).body
}

async function findingsOf(run: string, of = project): Promise<ImportFinding[]> {
  return (await of.admin().get<{ items: ImportFinding[] }>(`${path}/${run}/findings`)).body.items
}

async function piecesOf(of: TestProject): Promise<number> {
  const { rows } = await portico.database.db.run(statement<{ pieces: number }>`
    select count(*)::integer as pieces from import_pieces where project_id = ${of.id}`)
  return rows[0]?.pieces ?? -1
}

async function actionsOf(of: TestProject): Promise<unknown[]> {
  const { body } = await of.admin().get<{ items: { action: string }[] }>('/internal/audit-events?limit=1000')
  return body.items.map(({ action }) => action).filter((action) => action.startsWith('import.'))
}

describe('the job of an import', () => {
  /** A process starts with small pieces, so that the tests have time before this import ends. */
  const USERS = 800
  const isUnderWay = { interval: 5 }

  test('is continued by another process, and imports each user once', async () => {
    const of = await portico.createProject()
    const run = await create(of)
    await upload(run, 'users', exportOf(USERS, 'continued'), of)
    await upload(run, 'hashes', hashesOf(USERS, 'continued'), of)

    await start(run, {}, of)
    await expect.poll(async () => (await read(run, of)).users, isUnderWay).toBeGreaterThan(0)
    await portico.restart()
    const interrupted = await read(run, of)
    await portico.service.idle()
    await expect.poll(async () => (await read(run, of)).state).toBe('done')

    expect(interrupted.users).toBeLessThan(USERS)
    expect(await read(run, of)).toMatchObject({
      users: USERS,
      counts: { created: USERS, already_imported: 0, duplicate: 0, refused: 0, unreadable: 0 },
      hash_formats: { bcrypt: USERS },
      affected: { lost_password: 0 },
    })
  })

  test('stops when the import is cancelled, whose users the undo removes', async () => {
    await portico.restart()
    const of = await portico.createProject()
    const run = await create(of)
    await upload(run, 'users', exportOf(USERS, 'cancelled'), of)
    await start(run, {}, of)
    await expect.poll(async () => (await read(run, of)).users, isUnderWay).toBeGreaterThan(0)

    const busy = await uploadPiece(run, 'hashes', 0, Buffer.from('x'), of)
    const cancelled = await of.admin().post<ImportRead>(`${path}/${run}/cancel`)
    await portico.service.idle()
    const after = await read(run, of)
    const undone = await of.admin().post<ImportRead>(`${path}/${run}/undo`)

    expect(busy.status).toBe(409)
    expect(cancelled.body).toMatchObject({ state: 'done', job: { state: 'cancelled' } })
    expect(after).toEqual(cancelled.body)
    expect(after.users).toBeLessThan(USERS)
    expect(await piecesOf(of)).toBe(0)
    expect(undone.body).toMatchObject({ undo: { kept: 0 } })
    const jobs = await of.admin().get<{ items: unknown[] }>('/internal/jobs')
    expect(jobs.body.items).toEqual([])
  })
})

describe('uploaded files', () => {
  test('are imported like the records of a caller, with their lines, and deleted', async () => {
    const of = await portico.createProject()
    const dry = await create(of, { is_dry_run: true })
    await upload(dry, 'users', `\uFEFF${exportOf(120, 'plain')}not json\n${exportOf(1, 'plain')}`, of)
    await upload(dry, 'hashes', gzipSync(hashesOf(119, 'plain')), of)

    await start(dry, {}, of)
    await portico.service.idle()
    const tried = await read(dry, of)
    const usersAfterDryRun = await of.server().get<{ items: unknown[] }>('/users')
    const run = await create(of)
    const started = await start(run, { files_from: dry }, of)
    await portico.service.idle()
    const done = await read(run, of)

    expect(tried).toMatchObject({
      state: 'done',
      counts: { created: 120, already_imported: 1, unreadable: 1 },
      affected: { lost_password: 1 },
      hash_formats: { bcrypt: 119 },
      job: { state: 'done', error: null },
      files_expire_at_millis: expect.any(Number),
    })
    expect(tried.job?.bytes_read).toBe(tried.job?.bytes_total)
    expect(usersAfterDryRun.body.items).toEqual([])
    expect(started).toMatchObject({ status: 200, body: { state: 'open', job: { bytes_read: 0, error: null } } })
    expect(done).toMatchObject({ state: 'done', counts: tried.counts, users: 120, files_expire_at_millis: null })
    expect(await findingsOf(run, of)).toMatchObject([
      { line: 121, outcome: 'unreadable' },
      { line: 122, outcome: 'already_imported', message: 'Line 1 has the same user.' },
    ])
    expect((await read(dry, of)).files_expire_at_millis).toBeNull()
    expect(await piecesOf(of)).toBe(0)
    expect(await actionsOf(of)).toEqual(['import.started', 'import.created', 'import.started', 'import.created'])
  })

  test('continue after an interruption: a piece is the same or refused', async () => {
    const run = await create()
    const [first, second] = [Buffer.alloc(IMPORT_PIECE_BYTES, 'a'), Buffer.from('b')]

    const answers = [
      await uploadPiece(run, 'users', 0, first),
      await uploadPiece(run, 'users', 0, first),
      await uploadPiece(run, 'users', 0, second),
      await uploadPiece(run, 'users', 2, second),
      await uploadPiece(run, 'photos', 0, second),
    ]
    const listed = await project.admin().get(`${path}/${run}/files`)
    const tooShort = await start(run, { files: { users: IMPORT_PIECE_BYTES } })
    const gap = await start(run)
    const { rows: stored } = await portico.database.db.run(statement<{ sealed: Uint8Array }>`
      select content_sealed as sealed from import_pieces where project_id = ${project.id} and run_id = ${run} and piece = 0`)
    await uploadPiece(run, 'users', 1, second)
    const started = await start(run, { files: { users: IMPORT_PIECE_BYTES + 2 } })
    await portico.service.idle()

    const digest = createHash('sha256').update(first).digest('hex')
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 409, 200, 404])
    expect(Buffer.from(stored[0]?.sealed ?? 'aaaa').includes('aaaa')).toBe(false)
    expect(answers[1]?.body).toEqual({ index: 0, bytes: IMPORT_PIECE_BYTES, sha256: digest })
    expect(listed.body).toMatchObject({
      items: [{ name: 'users', bytes: IMPORT_PIECE_BYTES + 1, pieces: [{ index: 0, sha256: digest }, { index: 2 }] }],
    })
    expect(tooShort).toMatchObject({ status: 409, text: expect.stringContaining('of 1048576 bytes') })
    expect(gap).toMatchObject({ status: 409, text: 'The file "users" is incomplete: piece 1 is missing.' })
    expect(started.status).toBe(200)
    await project.admin().post(`${path}/${run}/cancel`)
  })

  test('fail with a sentence if they are of another source, and the import can be started again', async () => {
    const of = await portico.createProject()
    const run = await create(of, { source: 'firebase' })
    await upload(run, 'users', '{"name":"a package","version":"1"}', of)

    await start(run, { options: { signer_key: 'c2VjcmV0' } }, of)
    await portico.service.idle()
    const failed = await read(run, of)
    const { rows } = await portico.database.db.run(statement<{ sealed: string }>`
      select options_sealed as sealed from import_runs where project_id = ${of.id}`)
    await of.admin().delete(`${path}/${run}/files/users`)
    const user = { localId: 'u1', email: 'ada@firebase.example', emailVerified: true }
    await upload(run, 'users', JSON.stringify({ users: [user] }), of)
    await start(run, {}, of)
    await portico.service.idle()

    expect(failed).toMatchObject({
      state: 'open',
      job: { state: 'failed', error: expect.stringContaining('salt_separator'), error_code: 'missing_option' },
    })
    expect(rows[0]?.sealed).not.toContain('c2VjcmV0')
    expect(await read(run, of)).toMatchObject({ state: 'done', users: 1, job: { state: 'done' } })
  })

  test('end the job with what to do if they cannot be opened: at once without their secret, after some attempts if they are damaged', async () => {
    const of = await portico.createProject()
    const [locked, damaged] = [await create(of), await create(of)]
    for (const run of [locked, damaged]) await upload(run, 'users', exportOf(1, 'opened'), of)
    await portico.database.db.run(statement`
      update import_pieces set content_sealed = case run_id
        when ${locked}::uuid then overlay(content_sealed placing 'unknown!'::bytea from 3 for 8)
        else substring(content_sealed for length(content_sealed) - 1) end
      where project_id = ${of.id}`)

    await start(locked, {}, of)
    await portico.service.idle()
    await start(damaged, {}, of)
    for (let attempts = 0; attempts <= 5; attempts += 1) {
      await portico.service.idle()
      portico.clock.advance(120_000)
    }
    const failed = [await read(locked, of), await read(damaged, of)]
    await of.admin().delete(`${path}/${locked}/files/users`)
    await upload(locked, 'users', exportOf(1, 'opened'), of)
    await start(locked, {}, of)
    await portico.service.idle()

    expect(failed).toMatchObject([
      { state: 'open', job: { state: 'failed', error_code: 'secret_unreadable' } },
      {
        state: 'open',
        job: {
          state: 'failed',
          error: expect.stringContaining('Delete the files, upload them again'),
          error_code: 'service_failed',
        },
      },
    ])
    expect(await read(locked, of)).toMatchObject({ state: 'done', users: 1 })
  })

  test.each([
    ['an unknown option', 'auth0', { options: { signer_key: 'x' } }, 'Auth0 has no option "signer_key".'],
    ['an unknown file', 'auth0', { files: { photos: 1 } }, 'Auth0 has no file "photos".'],
    ['no file', 'clerk', {}, 'The import has no files. Upload them first.'],
  ])('are not read with %s', async (_, source, body, sentence) => {
    expect(await start(await create(project, { source }), body)).toMatchObject({ status: 400, text: sentence })
  })

  test('have limits: bytes of a piece, of an import, and imports with files', async () => {
    const of = await portico.createProject()
    const runs = [await create(of), await create(of), await create(of), await create(of)]
    const [full = '', , , last = ''] = runs
    for (const run of runs.slice(0, 3)) await upload(run, 'users', 'x', of)
    await portico.database.db.run(statement`
      update import_runs set files_size = 209715200 where project_id = ${of.id} and id = ${full}`)

    const answers = [
      await uploadPiece(full, 'users', 0, Buffer.alloc(IMPORT_PIECE_BYTES + 1), of),
      await uploadPiece(full, 'users', 1, Buffer.from('x'), of),
      await uploadPiece(last, 'users', 0, Buffer.from('x'), of),
      await uploadPiece(last, 'users', 0, Buffer.alloc(0), of),
      await of.admin().send('PUT', `${path}/${last}/files/users/pieces/0`, { a: 1 }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([413, 413, 409, 400, 400])
    expect(answers[1]?.text).toContain('Import larger ones with the command line')
    expect(answers[4]?.body).toMatchObject({ code: 'BODY_PARSING_ERROR' })
  })

  test('are out of reach for another project', async () => {
    const other = await portico.createProject()
    const foreign = await create(other)
    await upload(foreign, 'users', 'x', other)
    const own = await create()

    const answers = [
      await uploadPiece(foreign, 'users', 0, Buffer.from('x')),
      await project.admin().get(`${path}/${foreign}/files`),
      await project.admin().delete(`${path}/${foreign}/files/users`),
      await start(foreign),
      await start(own, { files_from: foreign }),
      await project.admin().post(`${path}/${foreign}/cancel`),
    ]

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect(await piecesOf(other)).toBe(1)
  })

  test('are deleted when the import is cancelled, and a day after their upload', async () => {
    const of = await portico.createProject()
    const [cancelled, old] = [await create(of), await create(of)]
    for (const run of [cancelled, old]) await upload(run, 'users', 'x', of)
    const housekeeping = new Housekeeping({
      clock: portico.clock,
      db: portico.database.db,
      log: createLog('error'),
      settings: { auditRetentionDays: 0, mailRetentionDays: 0, webhookRetentionDays: 0 },
    })

    const answer = await of.admin().post<ImportRead>(`${path}/${cancelled}/cancel`)
    const afterCancellation = await piecesOf(of)
    portico.clock.advance((IMPORT_FILES_KEPT_HOURS - 1) * 3_600_000)
    await housekeeping.sweep()
    const afterSomeHours = await piecesOf(of)
    portico.clock.advance(3_600_001)
    // Expired files are hidden even before a sweep deletes them.
    const expired = {
      files: await of.admin().get(`${path}/${old}/files`),
      start: await start(old, {}, of),
      pieces: await piecesOf(of),
    }
    await housekeeping.sweep()

    expect(expired).toMatchObject({
      files: { body: { items: [] } },
      start: { status: 400, text: 'The import has no files. Upload them first.' },
      pieces: 1,
    })
    expect(answer.body).toMatchObject({ state: 'done', job: null, files_expire_at_millis: null })
    expect([afterCancellation, afterSomeHours, await piecesOf(of)]).toEqual([1, 1, 0])
    expect(await read(old, of)).toMatchObject({ state: 'open', files_expire_at_millis: null })
    expect(await actionsOf(of)).toContain('import.cancelled')
  })
})

test('the service calls no API of a source, and asks for no option of it', async () => {
  const run = await create(project, { source: 'stack-auth' })
  const options = { project_id: 'x', base_url: 'http://127.0.0.1:9', super_secret_admin_key: 'key' }
  const { body } = await project.admin().get<{ items: ImportSourceRead[] }>('/internal/import-sources')

  const answers = [await start(run, { options }), await start(run, { options: { project_id: 'x' } })]

  expect(answers.map(({ status, text }) => [status, text])).toEqual([
    [400, 'Stack Auth has no option "base_url".'],
    [400, 'The import has no files. Upload them first.'],
  ])
  const source = body.items.find(({ id }) => id === 'stack-auth')
  expect(source?.options.map(({ name }) => name)).toEqual(['project_id', 'rp_id'])
  expect(source?.files.map(({ is_required: isRequired }) => isRequired)).toEqual([true])
})

test('parallel first pieces respect the number of imports with files', async () => {
  const of = await portico.createProject()
  const runs = await Promise.all(Array.from({ length: IMPORTS_WITH_FILES_MAX + 3 }, () => create(of)))

  const answers = await Promise.all(runs.map((run) => uploadPiece(run, 'users', 0, Buffer.from('x'), of)))

  const accepted = answers.filter(({ status }) => status === 200)
  expect(accepted).toHaveLength(IMPORTS_WITH_FILES_MAX)
  expect(await piecesOf(of)).toBe(IMPORTS_WITH_FILES_MAX)
})
