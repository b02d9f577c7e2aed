import { randomBytes, randomUUID } from 'node:crypto'

import { exportLine, type ExportLine, type ImportedLine, type ImportRead, type MovedUser } from '@portico/contract'
import {
  createTestPortico,
  lookAlikeProviders,
  someEmail,
  TEST_PASSWORD,
  totpCode,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { accept, countMemberships, createTeam, sendInvitation } from '../../../test/invitations.ts'
import { statement } from '../../kernel/statement.ts'

type Body = Record<string, unknown>

/** bcrypt of 'U*U' (the test vectors of John the Ripper). */
const password = 'U*U'
const hash = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'
const totpSecret = randomBytes(20).toString('base64')
const pixel = 'data:image/gif;base64,R0lGODlhAQABAIABABtvYwAAACwAAAAAAQABAAACAkQBADs='
const email = someEmail()
const [userId, otherId, teamId] = [randomUUID(), randomUUID(), randomUUID()]

const definitions = [
  // The names make the alphabetical order differ from the order of containment.
  { kind: 'permission_definition', id: 'z_read', scope: 'team', description: 'Reads.' },
  {
    kind: 'permission_definition',
    id: 'a_write',
    scope: 'team',
    contained_permission_ids: ['$read_members', 'z_read'],
  },
  { kind: 'permission_definition', id: 'support', scope: 'project' },
]
const team = {
  kind: 'team',
  source_id: teamId,
  id: teamId,
  display_name: 'Team',
  profile_image_url: pixel,
  client_metadata: { a: [1] },
  created_at_millis: 86_400_000,
  second_factor_required: true,
}
const user = {
  kind: 'user',
  source_id: userId,
  id: userId,
  display_name: 'Kim',
  profile_image_url: pixel,
  addresses: [
    { value: email, is_primary: true, is_verified: true, used_for_auth: true },
    { value: someEmail(), is_primary: false, is_verified: false, used_for_auth: false },
  ],
  password_hash: hash,
  totp_secret_base64: totpSecret,
  passkeys: [
    {
      credential_id: randomBytes(16).toString('base64url'),
      public_key: randomBytes(40).toString('base64url'),
      sign_count: 3,
      rp_id: 'app.example.com',
      transports: ['internal'],
      is_backup_eligible: true,
      is_backed_up: false,
      name: 'Phone',
      created_at_millis: 172_800_000,
    },
  ],
  provider_accounts: [{ provider: 'github', account_id: randomUUID(), email }],
  otp_auth_enabled: true,
  client_metadata: { a: 1 },
  client_read_only_metadata: ['b'],
  server_metadata: { c: null },
  signed_up_at_millis: 86_400_000,
  last_active_at_millis: 172_800_000,
  locale: 'de',
  selected_team_source_id: teamId,
}
const otherUser = {
  kind: 'user',
  source_id: otherId,
  id: otherId,
  lost_password: 'no_hash',
  otp_off_by_server: true,
  addresses: [{ value: someEmail(), is_primary: true, is_verified: false, used_for_auth: true }],
  signed_up_at_millis: 86_400_000,
  suspension: { reason: 'Spam', private_details: 'Ticket 1', until_millis: null },
}
const everything: readonly Body[] = [
  ...definitions,
  team,
  user,
  otherUser,
  {
    kind: 'team_member',
    team_source_id: teamId,
    user_source_id: userId,
    display_name: 'Kim of the team',
    profile_image_url: pixel,
    permission_ids: ['$read_members', 'a_write'],
  },
  { kind: 'team_member', team_source_id: teamId, user_source_id: otherId },
  { kind: 'project_permission', user_source_id: userId, permission_id: 'support' },
]

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await createProject()
  await importRecords(project, everything)
})

afterAll(() => portico.close())

function createProject(): Promise<TestProject> {
  return portico.createProject({
    config: {
      magic_link_enabled: true,
      client_team_creation_enabled: true,
      oauth_providers: lookAlikeProviders.map((provider) => ({ ...provider, enabled: provider.id === 'github' })),
      domains: [{ domain: 'https://app.example.com', handler_path: '/handler' }],
    },
  })
}

async function importRecords(into: TestProject, records: readonly object[]): Promise<ImportedLine[]> {
  const admin = into.admin()
  const { body: run } = await admin.post<ImportRead>('/internal/imports', { source: 'portico', is_dry_run: false })
  const outcomes: ImportedLine[] = []
  for (let from = 0; from < records.length; from += 500) {
    const lines = records.slice(from, from + 500).map((record, index) => ({ line: from + index + 1, record }))
    const { body } = await admin.post<{ outcomes: ImportedLine[] }>(`/internal/imports/${run.id}/records`, { lines })
    outcomes.push(...body.outcomes)
  }
  return outcomes
}

/** Returns the lines of an answer in their order. */
function linesOf({ text }: Answer): ExportLine[] {
  expect(text.endsWith('\n')).toBe(true)
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ExportLine)
}

async function exportFrom(of: TestProject, query = ''): Promise<ExportLine[]> {
  const answer = await of.admin().get(`/internal/export${query}`)
  expect(answer.status).toBe(200)
  return linesOf(answer)
}

/** Users and memberships with the same time have no order. */
function sorted(lines: readonly object[]): string[] {
  return lines.map((line) => JSON.stringify(line)).toSorted()
}

describe('an export', () => {
  test('is the same after an import into an empty project, and users sign in as before', async () => {
    const exported = await exportFrom(project, '?include_hashes=true')
    const target = await createProject()
    const records = exported.filter(({ kind }) => kind !== 'end')

    const outcomes = await importRecords(target, records)
    const again = await exportFrom(target, '?include_hashes=true')

    expect(records).toEqual(expect.arrayContaining([...everything]))
    expect(outcomes.filter(({ message }) => message !== undefined)).toEqual([])
    expect(sorted(again)).toEqual(sorted(exported))
    const { body: profile } = await target.server().get<Body>(`/team-member-profiles/${teamId}/${userId}`)
    expect(profile['profile_image_url']).toContain(`/images/${target.id}/`)
    const asked = await target.client().post<Body>('/auth/password/sign-in', { email, password })
    expect(asked.body).toMatchObject({ code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' })
    const { attempt_code: code } = asked.body['details'] as { attempt_code: string }
    const totp = await totpCode(totpSecret, portico.clock)
    expect((await target.client().post('/auth/mfa/sign-in', { type: 'totp', totp, code })).status).toBe(200)
  })

  test('names only records before each record, and ends with their numbers', async () => {
    const lines = await exportFrom(project)

    const kinds = lines.map(({ kind }) => kind)
    expect([...new Set(kinds)]).toEqual([
      'permission_definition',
      'team',
      'user',
      'team_member',
      'project_permission',
      'end',
    ])
    const ids = lines.flatMap((line) => (line.kind === 'permission_definition' ? [line.id] : []))
    expect(ids.indexOf('z_read')).toBeLessThan(ids.indexOf('a_write'))
    const count = (kind: string): number => kinds.filter((one) => one === kind).length
    expect(lines.at(-1)).toEqual({
      kind: 'end',
      includes_hashes: false,
      records: {
        permission_definition: count('permission_definition'),
        team: 1,
        user: 2,
        team_member: 2,
        project_permission: 1,
      },
    })
  })

  test('says without hashes what each user loses, and contains no secret', async () => {
    const answer = await project.admin().get('/internal/export')

    const users = linesOf(answer).filter((line): line is MovedUser => line.kind === 'user')
    expect(users.find(({ id }) => id === userId)).toMatchObject({ lost_password: 'no_hash', lost_second_factor: true })
    expect(answer.text).not.toContain(hash)
    expect(answer.text).not.toContain(totpSecret)
    expect(answer.headers.get('cache-control')).toMatch(/^no-store/)
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
  })

  test('says that an authenticator app is lost whose secret PORTICO_SECRET no longer contains', async () => {
    const of = await createProject()
    await importRecords(of, [user])
    await portico.database.db.run(statement`
      update users set totp_secret_sealed = overlay(totp_secret_sealed placing 'unknown!' from 4 for 8)
      where project_id = ${of.id}`)

    const exported = (await exportFrom(of, '?include_hashes=true')).find(({ kind }) => kind === 'user')

    expect(exported).toMatchObject({ password_hash: hash, lost_second_factor: true })
    expect(exported).not.toHaveProperty('totp_secret_base64')
  })

  test('has an audit entry that says whether secrets were exported', async () => {
    const of = await portico.createProject()
    await exportFrom(of)
    await exportFrom(of, '?include_hashes=true')

    const { body } = await of.admin().get<{ items: Body[] }>('/internal/audit-events')

    const actions = body.items.map(({ action }) => action).filter((action) => String(action).startsWith('records.'))
    expect(actions).toEqual(['records.secrets_exported', 'records.exported'])
  })

  test('has every user, membership and permission once, in pages', async () => {
    const of = await portico.createProject()
    const userIds = Array.from({ length: 250 }, () => randomUUID())
    await importRecords(of, [
      { kind: 'permission_definition', id: 'support', scope: 'project' },
      { kind: 'team', source_id: 't', display_name: 'Team' },
      ...userIds.map((id) => ({ kind: 'user', source_id: id, id })),
    ])
    await importRecords(
      of,
      userIds.flatMap((id) => [
        { kind: 'team_member', team_source_id: 't', user_source_id: id },
        { kind: 'project_permission', user_source_id: id, permission_id: 'support' },
      ]),
    )

    const lines = await exportFrom(of)

    expect(lines.at(-1)).toMatchObject({ records: { user: 250, team_member: 250, project_permission: 250 } })
    for (const kind of ['team_member', 'project_permission'] as const) {
      const named = lines.flatMap((line) => (line.kind === kind ? [line.user_source_id] : []))
      expect(named.toSorted()).toEqual(userIds.toSorted())
    }
  })

  test('every line matches the published schema', async () => {
    const { body } = await portico.anonymous().get('/schemas/moved-record.json')
    const published = z.fromJSONSchema(body as Parameters<typeof z.fromJSONSchema>[0])

    const lines = await exportFrom(project, '?include_hashes=true')

    expect(body).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: expect.stringMatching(/\/api\/v1\/schemas\/moved-record\.json$/),
    })
    for (const line of lines) {
      expect(published.safeParse(line).error).toBeUndefined()
      expect(exportLine.safeParse(line).error).toBeUndefined()
    }
    expect(published.safeParse({ kind: 'user' }).success).toBe(false)
    expect(published.safeParse({ kind: 'other' }).success).toBe(false)
  })
})

describe('an account that the owner of its mailbox has not claimed', () => {
  /** Exports the project into an empty one. */
  async function move(of: TestProject): Promise<TestProject> {
    const target = await createProject()
    await importRecords(target, (await exportFrom(of, '?include_hashes=true')).slice(0, -1))
    return target
  }

  async function signInByMail(of: TestProject, address: string): Promise<Answer> {
    const callback_url = 'https://app.example.com/handler/magic-link-callback'
    await of.client().post('/auth/otp/send-sign-in-code', { email: address, callback_url })
    return of.client().post('/auth/otp/sign-in', { code: await portico.mailbox.latestCode(address) })
  }

  test('loses the password at the first sign-in by mail after an import too, if a link has verified its address', async () => {
    const of = await createProject()
    const planted = await of.signUp()
    await of.client().post('/contact-channels/verify', { code: await portico.mailbox.latestCode(planted.email) })
    const target = await move(of)
    const signInByPassword = async (): Promise<number> => {
      const credentials = { email: planted.email, password: TEST_PASSWORD }
      return (await target.client().post('/auth/password/sign-in', credentials)).status
    }
    expect(await signInByPassword()).toBe(200)

    const owner = await signInByMail(target, planted.email)

    expect(owner).toMatchObject({ status: 200, body: { user_id: planted.id } })
    expect(await signInByPassword()).toBe(400)
  })

  test('loses what its sessions set up after an import too, and keeps what a server gave', async () => {
    const of = await createProject()
    const [planted, attacker, guest] = [await of.signUp(), await of.signUp(), await of.signUp()]
    const client = of.client(planted)
    const invite = async (to: string, invited: TestUser): Promise<void> => {
      await sendInvitation(client, to, invited.email)
      await portico.service.idle()
      expect((await accept(of.client(invited), await portico.mailbox.latestCode(invited.email))).status).toBe(200)
    }
    const { body: trap } = await client.post<{ id: string }>('/teams?add_current_user=true', { display_name: 'Trap' })
    await invite(trap.id, attacker)
    const { body: own } = await client.post<{ id: string }>('/teams?add_current_user=true', { display_name: 'Trap' })
    const given = await createTeam(of)
    await of.server().post(`/team-memberships/${given.id}/${planted.id}`, {})
    await of.server().post(`/team-permissions/${given.id}/${planted.id}/$invite_members`, {})
    await invite(given.id, guest)
    await client.patch('/users/me', { display_name: 'Mallory' })
    await of.server().patch(`/users/${planted.id}`, { client_metadata: { plan: 'pro' } })
    const address = { user_id: 'me', type: 'email', value: someEmail(), used_for_auth: false }
    expect((await client.post('/contact-channels', address)).status).toBe(201)
    const target = await move(of)

    const { body: session } = await signInByMail(target, planted.email)

    const owner = target.client({ accessToken: String(session['access_token']), refreshToken: '' })
    const membersOf = async (id: string): Promise<string[]> => Object.keys(await countMemberships(portico, target, id))
    expect(await membersOf(trap.id)).toEqual([attacker.id])
    expect(await membersOf(own.id)).toEqual([planted.id])
    expect((await membersOf(given.id)).toSorted()).toEqual([given.creator.id, planted.id].toSorted())
    expect((await owner.get(`/teams/${own.id}`)).body).toMatchObject({ display_name: `${planted.email}'s Team` })
    expect((await owner.get('/users/me')).body).toMatchObject({ display_name: null, client_metadata: { plan: 'pro' } })
    const { body: channels } = await owner.get<{ items: Body[] }>('/contact-channels?user_id=me')
    expect(channels.items.map(({ value }) => value)).toEqual([planted.email])
  })
})

describe('an export that cannot be finished', () => {
  /** A project whose export has several chunks. */
  async function createLargeProject(): Promise<TestProject> {
    const of = await portico.createProject()
    const text = 'x'.repeat(60_000)
    await importRecords(
      of,
      Array.from({ length: 40 }, (_, index) => {
        return { kind: 'user', source_id: String(index), server_metadata: { text } }
      }),
    )
    return of
  }

  async function read(of: TestProject): Promise<ReadableStreamDefaultReader<Uint8Array>> {
    const response = await portico.service.fetch(
      new Request('http://127.0.0.1:4100/api/v1/internal/export', {
        headers: {
          'x-stack-access-type': 'admin',
          'x-stack-project-id': of.id,
          'x-stack-super-secret-admin-key': of.keys.superSecretAdminKey,
        },
      }),
    )
    expect(response.status).toBe(200)
    if (!response.body) throw new Error('The answer has no body.')
    return response.body.getReader()
  }

  test('fails in the middle, without a last line', async () => {
    const of = await createLargeProject()
    const reader = await read(of)
    let text = ''
    const readOn = async (): Promise<void> => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        text += new TextDecoder().decode(next.value)
      }
    }

    await reader.read()
    expect((await of.admin().delete('/internal/projects/current')).status).toBe(200)

    await expect(readOn()).rejects.toThrow('The answer ended before it was complete.')
    expect(text).toContain('"kind":"user"')
    expect(text).not.toContain('"kind":"end"')
  })
})
