import { randomBytes, randomUUID } from 'node:crypto'

import { IMPORT_REPORT_KEPT_DAYS, type ImportedLine, type ImportFinding, type ImportRead } from '@portico/contract'
import {
  createTestPortico,
  lookAlikeProviders,
  someEmail,
  totpCode,
  type Answer,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readStoredFigures, recountFigures } from '../../../test/figures.ts'
import { readPlan } from '../../../test/query-plan.ts'
import { Housekeeping } from '../../delivery/housekeeping.ts'
import { statement } from '../../kernel/statement.ts'
import { createLog } from '../../platform/log/log.ts'
import { findMarks } from '../../records/queries/users/import-batch.ts'

const DAY_MILLIS = 86_400_000

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({
    config: {
      oauth_providers: lookAlikeProviders.map((provider) => ({ ...provider, enabled: provider.id === 'github' })),
      domains: [{ domain: 'https://app.example.com', handler_path: '/handler' }],
    },
  })
})

afterAll(() => portico.close())

/** bcrypt of 'U*U' (the test vectors of John the Ripper). */
const oldPassword = 'U*U'
const oldHash = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'

type Body = Record<string, unknown>
type BatchAnswer = Answer<{ outcomes: ImportedLine[]; run: ImportRead }>

async function start(isDryRun = false, of = project): Promise<string> {
  const { body, status } = await of
    .admin()
    .post<ImportRead>('/internal/imports', { source: 'auth0', is_dry_run: isDryRun })
  expect(status).toBe(201)
  return body.id
}

/** Sends records with line numbers from 1. */
function send(run: string, records: readonly Body[], of = project): Promise<BatchAnswer> {
  const lines = records.map((record, index) => ({ line: index + 1, record }))
  return of.admin().post(`/internal/imports/${run}/records`, { lines })
}

const outcomesOf = ({ body }: BatchAnswer): string[] => body.outcomes.map(({ outcome }) => outcome)

async function findingsOf(run: string): Promise<ImportFinding[]> {
  return (await project.admin().get<{ items: ImportFinding[] }>(`/internal/imports/${run}/findings`)).body.items
}

function user(fields: Body = {}): Body {
  return { kind: 'user', source_id: `auth0|${randomUUID()}`, ...fields }
}

function passkey(credentialId = randomBytes(16).toString('base64url'), fields: Body = {}): Body {
  return {
    credential_id: credentialId,
    public_key: randomBytes(40).toString('base64url'),
    sign_count: 1,
    rp_id: 'app.example.com',
    transports: ['internal'],
    is_backup_eligible: true,
    is_backed_up: true,
    name: null,
    ...fields,
  }
}

function address(value: string, fields: Body = {}): Body {
  return { value, is_primary: true, is_verified: true, used_for_auth: true, ...fields }
}

async function readHash(id: string): Promise<string> {
  const { rows } = await portico.database.db.run(
    statement<{
      hash: string
    }>`select password_hash as hash from users where project_id = ${project.id} and id = ${id}`,
  )
  return rows[0]?.hash ?? ''
}

describe('an import', () => {
  test('keeps every field, and sends no mail and no event of a user', async () => {
    const id = randomUUID()
    const [email, second] = [someEmail(), someEmail()]
    const record = user({
      id,
      display_name: 'Kim',
      addresses: [address(email), address(second, { is_primary: false, is_verified: false, used_for_auth: false })],
      password_hash: oldHash,
      provider_accounts: [{ provider: 'github', account_id: randomUUID(), email }],
      passkeys: ['Phone', null].map((name) => passkey(undefined, { name })),
      client_metadata: { a: 1 },
      client_read_only_metadata: ['b'],
      server_metadata: { c: null },
      signed_up_at_millis: 86_400_000,
      last_active_at_millis: 172_800_000,
      suspension: { reason: 'Spam', private_details: 'Ticket 1', until_millis: null },
      locale: 'de',
      lost_second_factor: true,
    })
    const run = await start()

    const answer = await send(run, [record])
    await portico.service.idle()

    expect(answer).toMatchObject({
      status: 200,
      body: {
        outcomes: [{ file: '', line: 1, outcome: 'created', user_id: id }],
        run: {
          state: 'open',
          counts: { created: 1 },
          users: 1,
          affected: { lost_second_factor: 1, lost_password: 0 },
          hash_formats: { bcrypt: 1 },
        },
      },
    })
    expect((await project.server().get(`/users/${id}`)).body).toMatchObject({
      display_name: 'Kim',
      primary_email: email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      has_password: true,
      passkey_auth_enabled: true,
      oauth_providers: [{ id: 'github', email }],
      client_metadata: { a: 1 },
      client_read_only_metadata: ['b'],
      server_metadata: { c: null },
      signed_up_at_millis: 86_400_000,
      last_active_at_millis: 172_800_000,
      has_been_active: true,
      restricted_by_admin: true,
      restricted_by_admin_reason: 'Spam',
      restricted_by_admin_private_details: 'Ticket 1',
      restricted_by_admin_until_millis: null,
      locale: 'de',
    })
    expect(await portico.mailbox.to(email)).toEqual([])
    const { body } = await project.admin().get<{ items: Body[] }>(`/internal/audit-events?target_id=${run}`)
    expect(body.items).toEqual([expect.objectContaining({ action: 'import.created', reason: 'auth0' })])
  })

  test('lets users sign in with their old password, which is hashed again, and with the authenticator app', async () => {
    const [email, withApp] = [someEmail(), someEmail()]
    const secret = randomBytes(20)
    const answer = await send(await start(), [
      user({ addresses: [address(email)], password_hash: oldHash }),
      user({ addresses: [address(withApp)], password_hash: oldHash, totp_secret_base64: secret.toString('base64') }),
    ])

    const signedIn = await project.client().post('/auth/password/sign-in', { email, password: oldPassword })
    const asked = await project.client().post<Body>('/auth/password/sign-in', { email: withApp, password: oldPassword })
    const { attempt_code: code } = asked.body['details'] as { attempt_code: string }
    const totp = await totpCode(secret.toString('base64'), portico.clock)
    const withCode = await project.client().post('/auth/mfa/sign-in', { type: 'totp', totp, code })

    expect(signedIn.status).toBe(200)
    expect(await readHash(answer.body.outcomes[0]?.user_id ?? '')).toMatch(/^\$argon2id\$/)
    expect(asked.body).toMatchObject({ code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' })
    expect(withCode.status).toBe(200)
  })

  test('imports nothing twice: in the same run, in a later run, and after the deletion of a user again', async () => {
    const records = [user({ addresses: [address(someEmail())] }), user({ source_id: '' })]
    const run = await start()
    const first = await send(run, records)

    const repeated = await send(run, records)
    const later = await send(await start(), records)
    await project.server().delete(`/users/${first.body.outcomes[0]?.user_id}`)
    const again = await send(await start(), records)

    expect(outcomesOf(first)).toEqual(['created', 'refused'])
    expect(outcomesOf(repeated)).toEqual(['already_imported', 'refused'])
    expect(repeated.body.run.counts).toEqual({
      created: 1,
      already_imported: 0,
      refused: 1,
      duplicate: 0,
      unreadable: 0,
    })
    expect(later.body.run.counts).toMatchObject({ created: 0, already_imported: 1 })
    expect(later.body.outcomes[0]?.user_id).toBe(first.body.outcomes[0]?.user_id)
    expect(outcomesOf(again)).toEqual(['created', 'refused'])
  })

  test('a concurrent repetition creates no user twice, and a sign-up takes an address once', async () => {
    const records = Array.from({ length: 20 }, () => user({ addresses: [address(someEmail())] }))
    const run = await start()

    const answers = await Promise.all([send(run, records), send(await start(), records)])

    const created = answers.flatMap(outcomesOf).filter((outcome) => outcome === 'created')
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(created).toHaveLength(20)
  })

  test('counts its users exactly, beside sign-ups and another run with the same users', async () => {
    const of = await portico.createProject({ config: { magic_link_enabled: true } })
    const runs = [await start(false, of), await start(false, of)]
    const anonymousId = randomUUID()
    const records = [
      ...Array.from({ length: 20 }, () => user({ addresses: [address(someEmail())], password_hash: oldHash })),
      user({ addresses: [address(someEmail())], otp_auth_enabled: true, signed_up_at_millis: DAY_MILLIS }),
      user({ id: anonymousId, is_anonymous: true }),
    ]

    const [first, second] = await Promise.all([
      ...runs.map((run) => send(run, records, of)),
      ...Array.from({ length: 4 }, () => of.signUp()),
    ])
    const withDeltas = await readStoredFigures(portico, of.id)
    await portico.service.idle()

    const recounted = await recountFigures(portico, of.id)
    expect([first, second]).toMatchObject([{ status: 200 }, { status: 200 }])
    expect(recounted).toEqual(
      expect.arrayContaining([
        { figure: 'users', key: '', amount: 26 },
        { figure: 'anonymous_users', key: '', amount: 1 },
        { figure: 'methods', key: 'password', amount: 24 },
        { figure: 'methods', key: 'otp', amount: 1 },
        { figure: 'sign_ups', key: '1970-01-02', amount: 1 },
      ]),
    )
    expect(withDeltas).toEqual(recounted)
    expect(await readStoredFigures(portico, of.id)).toEqual(recounted)
    expect((await of.admin().get('/internal/metrics')).body).toMatchObject({ total_users: 26 })
    await of.server().delete(`/users/${anonymousId}`)
    expect(await readStoredFigures(portico, of.id)).toEqual(await recountFigures(portico, of.id))
  })
})

describe.each([
  ['a dry run', true],
  ['an import', false],
])('%s', (_name, isDryRun) => {
  test('names duplicates with its lines and with existing users, also in later batches', async () => {
    const present = await project.signUp()
    const [email, id, account] = [
      someEmail(),
      randomUUID(),
      { provider: 'github', account_id: randomUUID(), email: null },
    ]
    const run = await start(isDryRun)
    const own = user({ id, addresses: [address(email)], provider_accounts: [account] })

    const first = await send(run, [
      own,
      user({ addresses: [address(present.email)] }),
      user({ addresses: [address(email)] }),
    ])
    const lines = [
      { line: 10, record: own },
      { line: 11, record: user({ addresses: [address(email.toUpperCase())] }) },
      { line: 12, record: user({ id }) },
      { line: 13, record: user({ provider_accounts: [account] }) },
      { line: 14, record: user({ id: present.id }) },
    ]
    const second: BatchAnswer = await project.admin().post(`/internal/imports/${run}/records`, { lines })

    expect(outcomesOf(first)).toEqual(['created', 'duplicate', 'duplicate'])
    expect(outcomesOf(second)).toEqual(['already_imported', 'duplicate', 'duplicate', 'duplicate', 'duplicate'])
    expect(second.body.run.counts).toMatchObject({ created: 1, already_imported: 1, duplicate: 6, refused: 0 })
    const findings = await findingsOf(run)
    expect(findings.map(({ line }) => line)).toEqual([2, 3, 10, 11, 12, 13, 14])
    expect(findings[0]).toMatchObject({
      outcome: 'duplicate',
      kind: 'user',
      message: `Another user signs in with ${present.email}. The user of this line was left out.`,
      reasons: [{ code: 'address_taken', value: present.email, line: null }],
    })
    expect(findings[1]?.message).toContain(`The user of line 1 signs in with ${email}.`)
    expect(findings[1]?.reasons).toEqual([{ code: 'address_taken', value: email, line: { number: 1, file: null } }])
    expect(findings[2]).toMatchObject({
      outcome: 'already_imported',
      message: 'Line 1 has the same user.',
      reasons: [{ code: 'same_user', value: null, line: { number: 1, file: null } }],
    })
    expect(await project.server().get(`/users/${id}`)).toMatchObject({ status: isDryRun ? 404 : 200 })
  })

  test('names the file of a line if it is another one, also with the same number and in later batches', async () => {
    const run = await start(isDryRun)
    const path = `/internal/imports/${run}/records`
    const [email, team] = [someEmail(), { kind: 'team', source_id: randomUUID(), display_name: 'Sales' }]
    const own = user({ addresses: [address(email)] })
    const member = { kind: 'team_member', team_source_id: team.source_id, user_source_id: own['source_id'] }
    const lines = [
      { file: 'a.csv', line: 1, record: team },
      { file: 'a.csv', line: 2, record: own },
      { file: 'a.csv', line: 3, record: member },
      { file: 'a.csv', line: 4, record: own },
    ]
    const others = [
      { file: 'b.csv', line: 1, record: team },
      { file: 'b.csv', line: 2, record: own },
      { file: 'b.csv', line: 3, record: member },
      { file: 'b.csv', line: 4, record: user({ addresses: [address(email)] }) },
    ]

    // An import finds the addresses of earlier batches among users, which have no line numbers.
    const owner = isDryRun ? 'The user of line 2 of a.csv' : 'Another user'

    await project.admin().post(path, { lines })
    const { body }: BatchAnswer = await project.admin().post(path, { lines: others })
    const repeated: BatchAnswer = await project.admin().post(path, { lines: [...lines, ...others] })

    expect(body.run.counts).toMatchObject({ created: 3, already_imported: 4, duplicate: 1 })
    expect(repeated.body.run.counts).toEqual(body.run.counts)
    expect((await findingsOf(run)).map(({ file, line, message }) => [file, line, message])).toEqual([
      ['a.csv', 4, 'Line 2 has the same user.'],
      ['b.csv', 1, 'Line 1 of a.csv has the same team.'],
      ['b.csv', 2, 'Line 2 of a.csv has the same user.'],
      ...(isDryRun ? [['b.csv', 3, 'Line 3 of a.csv has the same membership.']] : []),
      ['b.csv', 4, `${owner} signs in with ${email}. The user of this line was left out.`],
    ])
  })

  test('moves teams, members and permissions', async () => {
    const of = await portico.createProject()
    const run = await start(isDryRun, of)
    const [teamId, userId] = [randomUUID(), randomUUID()]
    const records = [
      { kind: 'permission_definition', id: 'edit', scope: 'team', contained_permission_ids: ['$read_members'] },
      { kind: 'permission_definition', id: 'admin', scope: 'project' },
      { kind: 'permission_definition', id: 'broken', scope: 'project', contained_permission_ids: ['none'] },
      {
        kind: 'team',
        source_id: 't1',
        id: teamId,
        display_name: 'Readers',
        created_at_millis: 86_400_000,
        second_factor_required: true,
      },
      user({ source_id: 'u1', id: userId, selected_team_source_id: 't1' }),
      { kind: 'team_member', team_source_id: 't1', user_source_id: 'u1', permission_ids: ['edit', '$read_members'] },
      { kind: 'team_member', team_source_id: 't2', user_source_id: 'u1' },
      { kind: 'project_permission', user_source_id: 'u1', permission_id: 'admin' },
      { kind: 'project_permission', user_source_id: 'u1', permission_id: 'edit' },
    ]

    const answer = await send(run, records, of)
    const repeated = await send(run, records, of)

    const created = ['created', 'created', 'refused', 'created', 'created', 'created', 'refused', 'created', 'refused']
    expect(outcomesOf(answer)).toEqual(created)
    expect(outcomesOf(repeated)).toEqual(
      created.map((outcome) => (outcome === 'created' ? 'already_imported' : outcome)),
    )
    expect(repeated.body.run.counts).toMatchObject({ created: 6, refused: 3, already_imported: 0 })
    const other = await start(isDryRun, of)
    await send(other, records, of)
    const { counts } = (await send(other, records, of)).body.run
    expect(counts).toMatchObject(
      isDryRun ? { created: 6, refused: 3 } : { created: 0, refused: 3, already_imported: 6 },
    )
    const teams = await of.server().get<{ items: Body[] }>(`/teams?user_id=${userId}`)
    const granted = await of.server().get<{ items: Body[] }>(`/project-permissions?user_id=${userId}`)
    const defined = await of.admin().get<{ items: Body[] }>('/team-permission-definitions')
    expect(defined.body.items.some(({ id }) => id === 'edit')).toBe(!isDryRun)
    if (isDryRun) return
    expect(teams.body.items).toMatchObject([{ id: teamId, created_at_millis: 86_400_000 }])
    expect(granted.body.items).toMatchObject([{ id: 'admin' }])
    expect((await of.server().get(`/users/${userId}`)).body).toMatchObject({
      selected_team_id: teamId,
      selected_team: { second_factor_required: true },
      second_factor_due_at_millis: expect.any(Number),
    })
  })
})

test('a permission that the project has with other contents stays, and the report says so', async () => {
  const of = await portico.createProject()
  const run = await start(false, of)
  const definition = { kind: 'permission_definition', id: 'edit', scope: 'team', description: 'Edits texts' }
  const asPresent = { ...definition, contained_permission_ids: ['$read_members'] }
  const { kind: _kind, scope: _scope, ...present } = asPresent
  await of.admin().post('/team-permission-definitions', present)

  const answer = await send(run, [asPresent, definition], of)

  expect(outcomesOf(answer)).toEqual(['already_imported', 'already_imported'])
  const messages = answer.body.outcomes.map(({ message }) => message)
  expect(messages).toEqual([undefined, expect.stringContaining('"edit"')])
  const { body } = await of.admin().get<{ items: Body[] }>('/team-permission-definitions')
  expect(body.items).toContainEqual(present)
})

describe('a record', () => {
  test.each<[string, Body, string]>([
    ['that is none', { kind: 'person' }, 'record.kind'],
    ['with an unknown field', user({ shoe_size: 1 }), 'record contains unknown properties: shoe_size'],
    ['with an unknown hash', user({ password_hash: 'md5' }), 'password_hash has an unknown format'],
    ['with an expensive hash', user({ password_hash: oldHash.replace('$05$', '$15$') }), 'cost'],
    ['with a short secret', user({ totp_secret_base64: 'AAAA' }), 'authenticator app'],
    ['with a date in the future', user({ signed_up_at_millis: 4e12 }), 'signed_up_at_millis must not be in the future'],
    ['with two primary addresses', user({ addresses: [address('a@b.example'), address('c@d.example')] }), 'primary'],
    ['with an address twice', user({ addresses: [address('a@b.example'), address('A@B.example')] }), 'twice'],
    ['with a long credential id', user({ passkeys: [passkey(randomBytes(1_024).toString('base64url'))] }), '1023'],
    ['with a long source id of emoji', user({ source_id: `${'x'.repeat(255)}😀😀` }), 'source_id must be at most 256'],
    [
      'of a member with an image that is none',
      {
        kind: 'team_member',
        team_source_id: 't',
        user_source_id: 'u',
        profile_image_url: 'data:image/svg+xml,<svg/>',
      },
      'The image must be',
    ],
    ['of an anonymous user with a password', user({ is_anonymous: true, password_hash: oldHash }), 'anonymous'],
    [
      'whose only sign-in method is a provider that is not enabled',
      user({ provider_accounts: [{ provider: 'google', account_id: '1', email: null }] }),
      'The user would have no way to sign in.',
    ],
  ])('%s is refused alone', async (_what, record, sentence) => {
    const run = await start(true)

    const answer = await send(run, [record, user()])

    expect(outcomesOf(answer)).toEqual(['refused', 'created'])
    expect(answer.body.outcomes[0]?.message).toContain(sentence)
  })

  test('with a passkey twice is imported with the passkey once', async () => {
    const run = await start()
    const id = randomUUID()
    // Both texts have the same bytes.
    const passkeys = [passkey('-_8'), passkey('-_9'), passkey()]

    const answer = await send(run, [user({ id, passkeys })])

    expect(answer).toMatchObject({ status: 200, body: { outcomes: [{ outcome: 'created', user_id: id }] } })
    const { body } = await project.server().get<{ items: Body[] }>(`/auth/passkeys?user_id=${id}`)
    expect(body.items).toHaveLength(2)
  })

  test('is imported without the sign-in methods that the project has not enabled', async () => {
    const run = await start()
    const provider_accounts = [{ provider: 'google', account_id: '1', email: null }]

    const answer = await send(run, [
      user({ addresses: [address(someEmail())], provider_accounts, otp_auth_enabled: true }),
    ])

    expect(outcomesOf(answer)).toEqual(['created'])
    expect(await findingsOf(run)).toMatchObject([
      { line: 1, outcome: 'created', message: expect.stringContaining('google') },
    ])
  })
})

describe('a run', () => {
  test('has lines that could not be read in its report, page by page, and takes nothing after its end', async () => {
    const run = await start()
    const path = `/internal/imports/${run}`
    const lines = [1, 2, 3].map((line) => ({ line, problem: 'The line is not JSON.' }))
    await project.admin().post(`${path}/problems`, { lines })
    const repeated = await project.admin().post(`${path}/problems`, { lines })

    const ended = await project.admin().post(`${path}/finish`)
    const late = await send(run, [user()])
    const page = await project.admin().get<{ pagination: { next_cursor: string } }>(`${path}/findings?limit=2`)
    const { next_cursor: cursor } = page.body.pagination
    const rest = await project.admin().get(`${path}/findings?limit=2&cursor=${cursor}`)
    const foreign = await project.admin().get(`${path}/findings?cursor=2`)

    expect(repeated.body).toMatchObject({ counts: { unreadable: 3 } })
    expect(ended.body).toMatchObject({ state: 'done', ended_at_millis: expect.any(Number) })
    expect(late).toMatchObject({ status: 409, text: 'The import has ended. Start a new one.' })
    expect(page.body).toMatchObject({ items: [{ line: 1 }, { line: 2 }] })
    expect(rest.body).toMatchObject({ items: [{ line: 3 }], pagination: { next_cursor: null } })
    expect(foreign.headers.get('x-stack-known-error')).toBe('SCHEMA_ERROR')
    expect((await project.admin().get<{ items: Body[] }>('/internal/imports')).body.items[0]).toEqual(ended.body)
  })

  test('keeps a finding for each record: two files and the records of one line do not hide each other', async () => {
    const run = await start()
    const path = `/internal/imports/${run}`
    const lines = [
      { file: 'b.csv', line: 7, record: { kind: 'user', source_id: 'b1', addresses: [address('no address')] } },
      { file: 'a.csv', line: 7, record: { kind: 'user', source_id: 'a1', addresses: [address('no address')] } },
      { file: 'a.csv', line: 7, record: { kind: 'user', source_id: 'a2', addresses: [address('no address')] } },
    ]
    const problems = ['b.csv', 'c.csv'].map((file) => ({ file, line: 7, problem: 'The line is not JSON.' }))
    for (let round = 0; round < 2; round += 1) {
      await project.admin().post(`${path}/records`, { lines })
      await project.admin().post(`${path}/problems`, { lines: problems })
    }

    const { body } = await project.admin().get<ImportRead>(path)
    const findings = await findingsOf(run)

    expect(body.counts).toEqual({ created: 0, already_imported: 0, refused: 3, duplicate: 0, unreadable: 2 })
    expect(findings.map(({ file, line }) => [file, line])).toEqual([
      ['a.csv', 7],
      ['a.csv', 7],
      ['b.csv', 7],
      ['b.csv', 7],
      ['c.csv', 7],
    ])
    expect(new Set(findings.slice(0, 2).map(({ source_id: sourceId }) => sourceId))).toEqual(new Set(['a1', 'a2']))
  })

  test('is unknown in another project', async () => {
    const other = await portico.createProject()
    const path = `/internal/imports/${await start(false, other)}`
    const lines = [{ line: 1, record: user() }]

    const answers = [
      await project.admin().get(path),
      await project.admin().get(`${path}/findings`),
      await project.admin().post(`${path}/finish`),
      await project.admin().post(`${path}/undo`),
      await project.admin().post(`${path}/records`, { lines }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  })

  test('is undone: users who have not signed in since are deleted, with their teams', async () => {
    const of = await portico.createProject()
    const run = await start(false, of)
    const email = someEmail()
    const now = portico.clock.now().getTime()
    const { body } = await send(
      run,
      [
        user({ source_id: 'u1', addresses: [address(email)], password_hash: oldHash, last_active_at_millis: now }),
        ...Array.from({ length: 60 }, () => user()),
        user({ source_id: 'u2', last_active_at_millis: now }),
        ...['t1', 't2'].map((source_id) => ({ kind: 'team', source_id, display_name: source_id })),
        { kind: 'team_member', team_source_id: 't1', user_source_id: 'u1' },
        { kind: 'team_member', team_source_id: 't2', user_source_id: 'u2' },
      ],
      of,
    )
    await of.client().post('/auth/password/sign-in', { email, password: oldPassword })

    const undo = (): Promise<Answer<ImportRead>> => of.admin().post(`/internal/imports/${run}/undo`)
    const states = [(await undo()).body.state]
    while (states.at(-1) !== 'undone' && states.length < 5) states.push((await undo()).body.state)

    expect(states).toEqual(['running', 'undone'])
    expect((await of.admin().get(`/internal/imports/${run}`)).body).toMatchObject({ undo: { removed: 61, kept: 1 } })
    const users = await of.server().get<{ items: Body[] }>('/users?include_anonymous=true')
    expect(users.body.items).toMatchObject([{ id: body.outcomes[0]?.user_id }])
    expect((await of.server().get<{ items: Body[] }>('/teams')).body.items).toMatchObject([{ display_name: 't1' }])
    expect(await readStoredFigures(portico, of.id)).toEqual(await recountFigures(portico, of.id))
    const dry = await of.admin().post(`/internal/imports/${await start(true, of)}/undo`)
    expect(dry).toMatchObject({ status: 409, text: expect.stringContaining('dry run') })
  })
})

test('a dry run finds what it has seen by its digest, also while PostgreSQL has no statistics of the table', async () => {
  const marks = ['00', '01']

  const plan = await readPlan(portico.database.db, findMarks(project.id, randomUUID(), marks), {
    isGeneric: true,
  })

  // Through the index of runs, each record of a batch would read all earlier records.
  expect(plan.join('\n')).toContain('import_marks_pkey')
  expect(plan.join('\n')).not.toContain('import_marks_by_run')
})

test.each([false, true])(
  'the report is kept for some months, also if the import is not finished (dry run: %s)',
  async (isDryRun) => {
    const of = await portico.createProject()
    const run = await start(isDryRun, of)
    await send(run, [user(), { kind: 'person' }], of)
    const housekeeping = new Housekeeping({
      clock: portico.clock,
      db: portico.database.db,
      log: createLog('error'),
      settings: { auditRetentionDays: 0, mailRetentionDays: 0, webhookRetentionDays: 0 },
    })
    const kept = async (): Promise<[state: string, findings: number, marks: number]> => {
      const { body } = await of.admin().get<ImportRead>(`/internal/imports/${run}`)
      const findings = await of.admin().get<{ items: ImportFinding[] }>(`/internal/imports/${run}/findings`)
      const { rows } = await portico.database.db.run(statement<{ marks: number }>`
      select count(*)::integer as marks from import_marks where project_id = ${of.id}`)
      return [body.state, findings.body.items.length, rows[0]?.marks ?? 0]
    }

    portico.clock.advance((IMPORT_REPORT_KEPT_DAYS - 1) * DAY_MILLIS)
    await housekeeping.sweep()
    const before = await kept()
    portico.clock.advance(DAY_MILLIS)
    await housekeeping.sweep()

    expect(before).toEqual(['open', 1, isDryRun ? 2 : 0])
    expect(await kept()).toEqual(['done', 0, 0])
  },
)
