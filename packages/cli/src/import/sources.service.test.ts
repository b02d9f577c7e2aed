import { fileURLToPath } from 'node:url'

import type { ImportedLine, ImportRead, UserServerRead } from '@portico/contract'
import { networkAccess, openFile, temporarySideTable } from '@portico/moving/open-input'
import { findSource, type ReadLine } from '@portico/moving/sources'
import { createTestPortico, lookAlikeProviders, someEmail, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// Imports what the readers return into the real service.

const samples = new URL('../../../moving/samples/', import.meta.url)
const config = {
  magic_link_enabled: true,
  passkey_enabled: true,
  oauth_providers: lookAlikeProviders.map((provider) => ({ ...provider, enabled: true })),
  domains: [{ domain: 'https://app.example', handler_path: '/handler' }],
}

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

async function read(
  id: string,
  { files = {}, options = {} }: { files?: Record<string, string>; options?: Record<string, string> },
): Promise<ReadLine[]> {
  const opened = Object.entries(files).map(([name, path]) => [name, openFile(fileURLToPath(new URL(path, samples)))])
  const lines: ReadLine[] = []
  const input = {
    files: Object.fromEntries(opened),
    options,
    createSideTable: temporarySideTable,
    http: networkAccess,
  }
  for await (const line of (findSource(id) ?? expect.unreachable()).read(input)) lines.push(line)
  return lines
}

async function importInto(
  project: TestProject,
  source: string,
  lines: readonly ReadLine[],
  isDryRun = false,
): Promise<ImportedLine[]> {
  const records = lines.filter((line) => 'record' in line)
  const run = await project.admin().post<{ id: string }>('/internal/imports', { source, is_dry_run: isDryRun })
  const answer = await project
    .admin()
    .post<{ outcomes: ImportedLine[] }>(`/internal/imports/${run.body.id}/records`, { lines: records })
  expect(answer.status).toBe(200)
  return answer.body.outcomes
}

async function listUsers(project: TestProject): Promise<UserServerRead[]> {
  const query = 'limit=1000&include_anonymous=true&include_restricted=true'
  return (await project.server().get<{ items: UserServerRead[] }>(`/users?${query}`)).body.items
}

describe('Stack Auth, API', () => {
  /** A project with everything that the API returns. */
  async function createSourceProject(): Promise<TestProject> {
    const project = await portico.createProject({ config })
    const [admin, server] = [project.admin(), project.server()]
    const inner = { id: 'edit_pages', description: 'Change pages' }
    await admin.post('/team-permission-definitions', inner)
    await admin.post('/team-permission-definitions', { id: 'a_publisher', contained_permission_ids: ['edit_pages'] })
    await admin.post('/project-permission-definitions', { id: 'beta_tester' })
    const first = await project.signUp()
    const second = await project.signUp()
    await project.signUpAnonymously()
    await project.enrolTotp(second)
    const team = await project.createTeam({ displayName: 'Engineering', creator: first })
    await project.createTeam({ displayName: 'Nobody' })
    await project.addMember(team, second)
    await server.patch(`/team-member-profiles/${team}/${second.id}`, { display_name: 'In the team' })
    await server.post(`/team-permissions/${team}/${second.id}/a_publisher`, {})
    await server.post(`/project-permissions/${second.id}/beta_tester`, {})
    await server.patch(`/users/${first.id}`, {
      display_name: 'Kim',
      client_metadata: ['a'],
      client_read_only_metadata: { plan: 'pro' },
      server_metadata: { crm: 7 },
      selected_team_id: team,
      otp_auth_enabled: true,
      primary_email_verified: true,
    })
    const channel = { type: 'email', used_for_auth: false, is_verified: true }
    await server.post('/contact-channels', { user_id: first.id, value: someEmail(), ...channel })
    await server.patch(`/users/${second.id}`, { restricted_by_admin: true, restricted_by_admin_reason: 'Spam' })
    const account = { id: 'github', account_id: `account ${first.id}`, email: 'kim@github.example' }
    // More users than a page contains.
    await Promise.all(
      Array.from({ length: 205 }, (_, index) =>
        server.post('/users', { display_name: `User ${index}`, ...(index === 0 && { oauth_providers: [account] }) }),
      ),
    )
    return project
  }

  test('moves a whole project, with ids and dates, into another', async () => {
    const from = await createSourceProject()
    const to = await portico.createProject({ config })
    const options = {
      project_id: from.id,
      base_url: portico.baseUrl,
      super_secret_admin_key: from.keys.superSecretAdminKey,
    }

    const lines = await read('stack-auth', { options })
    const outcomes = await importInto(to, 'stack-auth', lines)

    expect(lines.filter((line) => 'problem' in line)).toEqual([])
    expect(outcomes.filter(({ outcome }) => outcome === 'refused' || outcome === 'duplicate')).toEqual([])
    const moved = await listUsers(from)
    expect(moved).toHaveLength(208)
    expect(await listUsers(to)).toEqual(
      moved.map((user) => ({
        ...user,
        // The API returns no hashes and no second factors.
        has_password: false,
        auth_with_email: user.otp_auth_enabled,
        requires_totp_mfa: false,
        second_factors: [],
      })),
    )
    for (const path of [
      '/teams',
      '/team-permissions',
      '/project-permissions',
      '/team-permission-definitions',
      '/project-permission-definitions',
    ]) {
      expect((await to.admin().get(path)).body).toEqual((await from.admin().get(path)).body)
    }
    const lost = lines.flatMap((line) => ('record' in line && 'lost_password' in line.record ? [line.record] : []))
    expect(lost).toMatchObject([{ lost_password: 'no_hash' }, { lost_password: 'no_hash', lost_second_factor: true }])
  })

  test('is continued after the source has gained and lost users, and counts each record once', async () => {
    const from = await portico.createProject({ config })
    const to = await portico.createProject({ config })
    const [lost, kept] = [await from.signUp(), await from.signUp()]
    const team = await from.createTeam({ displayName: 'Engineering', creator: kept })
    const options = {
      project_id: from.id,
      base_url: portico.baseUrl,
      super_secret_admin_key: from.keys.superSecretAdminKey,
    }
    const source = await to
      .admin()
      .post<{ id: string }>('/internal/imports', { source: 'stack-auth', is_dry_run: false })
    const send = (lines: readonly ReadLine[]): Promise<{ body: { run: ImportRead } }> =>
      to.admin().post(`/internal/imports/${source.body.id}/records`, { lines })

    const before = await read('stack-auth', { options })
    const { counts } = (await send(before)).body.run
    await from.server().delete(`/users/${lost.id}`)
    const gained = await from.signUp()
    await from.addMember(team, gained)
    const { body } = await send(await read('stack-auth', { options }))

    const countOf = (kind: string): number =>
      before.filter((line) => 'record' in line && line.record.kind === kind).length
    // Every new project has two of the definitions.
    expect(counts).toMatchObject({ created: before.length - 2, already_imported: 2, refused: 0, duplicate: 0 })
    expect([countOf('user'), countOf('team_member')]).toEqual([2, 1])
    expect(body.run).toMatchObject({
      users: 3,
      counts: { ...counts, created: counts.created + 2 },
    })
    expect((await listUsers(to)).map(({ id }) => id).toSorted()).toEqual([gained.id, kept.id, lost.id].toSorted())
  })

  test('says in one sentence that the key is wrong', async () => {
    const { id } = await portico.createProject()
    const options = { project_id: id, base_url: portico.baseUrl, super_secret_admin_key: 'sak_wrong' }

    await expect(read('stack-auth', { options })).rejects.toThrow(
      `The super secret admin key does not belong to the project ${id}, or is no longer valid.`,
    )
  })
})

interface Sample {
  readonly source: string
  readonly files: Record<string, string>
  readonly options?: Record<string, string>
}

const sampleImports: Sample[] = [
  { source: 'clerk', files: { users: 'clerk/users.csv', details: 'clerk/users.json' } },
  { source: 'supabase', files: { users: 'supabase/copy.sql' } },
  { source: 'portico', files: { users: 'portico/users.ndjson' } },
  { source: 'keycloak', files: { users: 'keycloak/users.json' } },
  { source: 'better-auth', files: { users: 'better-auth/dump.sql' } },
  {
    source: 'stack-auth',
    files: { users: 'stack-auth/dump.sql' },
    options: { project_id: '72000000-0000-4000-8000-000000000001', rp_id: 'app.example' },
  },
]

describe('a sample', () => {
  test.each(sampleImports)('of $source is imported, and its users sign in with their old password', async (sample) => {
    const project = await portico.createProject({ config })
    const lines = await read(sample.source, sample)

    const dry = await importInto(project, sample.source, lines, true)
    const outcomes = await importInto(project, sample.source, lines)

    const isLeftOut = ({ outcome }: ImportedLine): boolean => outcome === 'refused' || outcome === 'duplicate'
    expect(outcomes.filter(isLeftOut)).toEqual([])
    expect(dry.map(({ outcome }) => outcome)).toEqual(outcomes.map(({ outcome }) => outcome))
    const signedIn = await project
      .client()
      .post('/auth/password/sign-in', { email: 'oscar@mail.example', password: 'correct horse 38' })
    expect(signedIn.status).toBe(200)
    const wrong = await project
      .client()
      .post('/auth/password/sign-in', { email: 'oscar@mail.example', password: 'correct horse 39' })
    expect(wrong.headers.get('x-stack-known-error')).toBe('EMAIL_PASSWORD_MISMATCH')
  })
})
