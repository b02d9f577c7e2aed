import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { signUpOwner } from '../../test/owner-session.ts'
import { runHere } from '../../test/run-command.ts'

// e2e/owner-login.test.ts tests the login itself, which needs the dashboard.

let portico: TestPortico
let apiUrl: string
let storeSession: Awaited<ReturnType<typeof signUpOwner>>
let home: string

beforeAll(async () => {
  portico = await createTestPortico()
  apiUrl = (await portico.listen()).url
  storeSession = await signUpOwner(portico, apiUrl)
})

afterAll(() => portico.close())

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'portico-owner-'))
  await storeSession(home)
})

afterEach(() => rm(home, { recursive: true }))

/** The variables of an app do not choose the owner's project. */
const variablesOfApp = { PORTICO_PROJECT_ID: 'another', PORTICO_PUBLISHABLE_CLIENT_KEY: 'pck_another' }
const run = (...args: string[]): ReturnType<typeof runHere> =>
  runHere(args, { ...variablesOfApp, XDG_CONFIG_HOME: home })

async function runJson<Result>(...args: string[]): Promise<Result> {
  const { code, stdout, stderr } = await run(...args, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as Result
}

async function createProject(name: string): Promise<string> {
  const { id } = await runJson<{ id: string }>('project', 'create', name)
  return id
}

describe('project', () => {
  test('creates projects, lists them, and uses the latest or the chosen one', async () => {
    const first = await createProject('First')
    const second = await createProject('Second \u001B[31m')

    const shown = await runJson('project', 'show')
    await runJson('project', 'use', first)
    const { stdout } = await run('project', 'list')

    expect(shown).toMatchObject({ id: second, mode: 'development', user_count: 0 })
    expect(stdout).toContain(`*  ${first}  First`)
    expect(stdout).toContain(`   ${second}  Second [31m`)
    expect(await runJson('project', 'show')).toMatchObject({ id: first })
    expect(await runJson('project', 'show', '--project-id', second)).toMatchObject({ id: second })
  })

  test.each([
    {
      name: 'a foreign project',
      args: ['project', 'use', '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063'],
      message: 'You have no project with',
    },
    {
      name: 'an owner of another service',
      args: ['project', 'list', '--api-url', 'http://127.0.0.1:9'],
      message: 'portico login',
    },
    {
      name: 'a file that is not JSON',
      args: ['project', 'config', 'push', import.meta.filename],
      message: 'is not JSON',
    },
    { name: 'a missing file', args: ['project', 'config', 'push', '/nowhere.json'], message: 'ENOENT' },
  ])('reports $name in one sentence', async ({ args, message }) => {
    const { code, stderr } = await run(...args)

    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(message) })
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  test('pulls the configuration, shows the difference of a changed one, and pushes it', async () => {
    await createProject('Notes')
    const file = join(home, 'portico.json')
    await run('project', 'config', 'pull', '--out', file)
    const document = JSON.parse(await readFile(file, 'utf8')) as { config: Record<string, unknown> }
    document.config['sign_up_enabled'] = false
    await writeFile(file, JSON.stringify(document))
    const isSignUpEnabled = async (): Promise<unknown> =>
      (JSON.parse((await run('project', 'config', 'pull')).stdout) as typeof document).config['sign_up_enabled']

    const dryRun = await run('project', 'config', 'push', file, '--dry-run')
    const unconfirmed = await run('project', 'config', 'push', file)
    const before = await isSignUpEnabled()
    const pushed = await run('project', 'config', 'push', file, '--yes')
    const again = await runJson('project', 'config', 'push', file)

    expect(dryRun).toMatchObject({ code: 0, stdout: 'config.sign_up_enabled\n  - true\n  + false\n' })
    expect(unconfirmed).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
    expect(before).toBe(true)
    expect(pushed).toMatchObject({ code: 0, stderr: 'The project is changed.\n' })
    expect(await isSignUpEnabled()).toBe(false)
    expect(again).toMatchObject({ settings: [], is_applied: false })
  })
})

describe('whoami', () => {
  test('names the session of the owner beside the variables of an app', async () => {
    const projectId = await createProject('Used')

    const ofApp = await run('whoami')
    const owner = await runJson('whoami', '--owner')

    expect(ofApp).toMatchObject({
      code: 1,
      stderr:
        'You are not signed in to the project another. The session of the owner needs --owner. Run portico login.\n',
    })
    expect(owner).toMatchObject({
      primary_email: 'owner@example.com',
      project_id: 'internal',
      used_project_id: projectId,
    })
  })
})

describe('keys', () => {
  test('are created for an app, listed without their secrets, and revoked', async () => {
    const projectId = await createProject('Keys')

    const created = await run('keys', 'create', 'my app')
    const [listed] = await runJson<{ id: string }[]>('keys', 'list')
    const unconfirmed = await run('keys', 'revoke', listed?.id ?? '')
    await runJson('keys', 'revoke', listed?.id ?? '', '--yes')

    expect(created.stdout).toMatch(
      new RegExp(
        `^PORTICO_PROJECT_ID=${projectId}\nPORTICO_PUBLISHABLE_CLIENT_KEY=pck_\\w+\nPORTICO_SECRET_SERVER_KEY=ssk_\\w+\n$`,
      ),
    )
    expect(listed).toMatchObject({ description: 'my app', kinds: ['client', 'server'], state: 'valid' })
    expect(unconfirmed.code).toBe(2)
    expect(await runJson('keys', 'list')).toMatchObject([{ state: 'manually-revoked' }])
  })
})

describe('users', () => {
  const address = 'ada@example.com'
  let refusing: string | undefined
  const users = (...args: string[]): ReturnType<typeof run> => run('users', ...args)
  const usersJson = <Result = Record<string, unknown>>(...args: string[]): Promise<Result> =>
    runJson<Result>('users', ...args)
  const addresses = async (...args: string[]): Promise<unknown[]> => {
    const { items } = await usersJson<{ items: { primary_email: string }[] }>('list', ...args)
    return items.map(({ primary_email: email }) => email)
  }

  /** Returns a function that calls the service with a secret key and returns the status. */
  async function serverOf(projectId: string): Promise<(path: string, body: object) => Promise<number>> {
    const { stdout } = await run('keys', 'create', 'app', '--server')
    const headers = {
      'content-type': 'application/json',
      'x-stack-access-type': 'server',
      'x-stack-project-id': projectId,
      'x-stack-secret-server-key': /PORTICO_SECRET_SERVER_KEY=(\S+)/.exec(stdout)?.[1] ?? '',
    }
    return async (path, body) =>
      (await fetch(`${apiUrl}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status
  }

  test('are created, found by id or address, changed and deleted', async () => {
    await createProject('Users')
    const metadata = join(home, 'plan.json')
    await writeFile(metadata, '{"plan":"pro"}')

    const created = await usersJson('create', ' ADA@example.com', '--name', 'Ada \u001B[31m')
    const shown = await usersJson('show', String(created['id']))
    const updated = await usersJson('update', address, '--verified', '--no-name', '--server-metadata', metadata)
    const moved = await usersJson('update', address, '--email', 'ada@example.org')
    const unconfirmed = await users('delete', 'ada@example.org')
    const deleted = await usersJson('delete', 'ada@example.org', '--yes')

    expect(created).toMatchObject({
      primary_email: address,
      primary_email_verified: false,
      display_name: 'Ada \u001B[31m',
    })
    expect(shown).toEqual({ ...created, last_active_at: null })
    expect(updated).toMatchObject({
      display_name: null,
      primary_email_verified: true,
      server_metadata: { plan: 'pro' },
    })
    expect(moved).toMatchObject({ primary_email: 'ada@example.org', primary_email_verified: false })
    expect(unconfirmed).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
    expect(deleted).toEqual({ id: created['id'], is_deleted: true })
    expect(await addresses()).toEqual([])
  })

  test('are listed page by page, newest first, searched and filtered', async () => {
    await createProject('Lists')
    for (const name of ['one', 'two', 'three']) await usersJson('create', `${name}@example.com`)
    await usersJson('suspend', 'two@example.com')

    const page = await users('list', '--limit', '2')
    const cursor = /--cursor (\S+)/.exec(page.stderr)?.[1] ?? ''

    expect(page.stdout).toMatch(/^Id .*\n.* three@example\.com .* unverified\n.* two@example\.com .* suspended\n$/)
    expect(await addresses('--limit', '2', '--cursor', cursor)).toEqual(['one@example.com'])
    expect(await addresses('--oldest-first', '--sort', 'last-active', '--limit', '1')).toHaveLength(1)
    expect(await addresses('THREE')).toEqual(['three@example.com'])
    expect(await addresses('--suspended')).toEqual(['two@example.com'])
  })

  test('are suspended with a reason until a day, let in again, and signed out everywhere', async () => {
    const projectId = await createProject('Access')
    const { id } = await usersJson<{ id: string }>('create', address)
    const server = await serverOf(projectId)
    const signIn = (): Promise<number> => server('/auth/sessions', { user_id: id })

    const signedIn = [await signIn(), await signIn()]
    const signedOut = await users('sign-out', address)
    const again = await usersJson('sign-out', address)
    const suspended = await usersJson(
      'suspend',
      address,
      '--reason',
      'Unpaid',
      '--details',
      'Invoice 7',
      '--days',
      '30',
    )
    const refused = await signIn()
    const unsuspended = await usersJson('unsuspend', address)

    expect(signedIn).toEqual([200, 200])
    expect(signedOut.stdout).toBe(`<${address}> (${id}) is signed out everywhere. Ended sessions: 2.\n`)
    expect(again).toEqual({ id, ended_sessions: 0 })
    expect(suspended['suspension']).toMatchObject({ reason: 'Unpaid', private_details: 'Invoice 7' })
    expect(refused).toBeGreaterThanOrEqual(400)
    expect(unsuspended['suspension']).toBeNull()
  })

  test('with the same address are told apart by their ids', async () => {
    const server = await serverOf(await createProject('Same address'))
    for (const _user of ['one', 'other']) await server('/users', { primary_email: address })
    const { items } = await usersJson<{ items: { id: string }[] }>('list')

    const { code, stderr } = await users('show', address)

    expect({ code, users: items.length }).toEqual({ code: 1, users: 2 })
    expect(stderr).toContain('2 users have the email address')
    for (const { id } of items) expect(stderr).toContain(id)
  })

  test('are found by an address that is verified or for sign-in, and not by another one', async () => {
    const server = await serverOf(await createProject('Addresses'))
    const { id } = await usersJson('create', address)
    for (const [value, fields] of [
      ['verified@example.com', { is_verified: true, used_for_auth: false }],
      ['sign-in@example.com', { used_for_auth: true }],
      ['claimed@example.com', { used_for_auth: false }],
    ] as const) {
      expect(await server('/contact-channels', { user_id: id, type: 'email', value, ...fields })).toBe(201)
    }

    const shown = [await usersJson('show', 'Verified@example.com'), await usersJson('show', 'sign-in@example.com')]
    const claimed = await users('show', 'claimed@example.com')

    expect(shown.map((user) => user['id'])).toEqual([id, id])
    expect(claimed).toMatchObject({ code: 1, stderr: expect.stringContaining('No user has the email address') })
  })

  test.each([
    {
      name: 'an unknown address',
      args: ['show', 'nobody@example.com'],
      code: 1,
      message: 'No user has the email address',
    },
    {
      name: 'an unknown id',
      args: ['show', '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063'],
      code: 1,
      message: 'no user with the',
    },
    { name: 'neither id nor address', args: ['delete', 'ada'], code: 2, message: 'neither the id nor the email' },
    { name: 'no change', args: ['update', 'nobody@example.com'], code: 2, message: 'Pass what to change' },
    { name: 'a page without users', args: ['list', '--limit', '0'], code: 2, message: '--limit must be' },
    { name: 'an unknown order', args: ['list', '--sort', 'name'], code: 2, message: '--sort must be' },
    { name: 'an unknown cursor', args: ['list', '--cursor', 'x'], code: 1, message: 'ursor' },
    {
      name: 'an end that is no number',
      args: ['suspend', 'nobody@example.com', '--days', '1e9'],
      code: 2,
      message: '--days',
    },
    {
      name: 'metadata that is not JSON',
      args: ['update', 'nobody@example.com', '--client-metadata', import.meta.filename],
      code: 1,
      message: 'is not JSON',
    },
    { name: 'an invalid address', args: ['create', 'ada@'], code: 1, message: 'email' },
    {
      name: 'codes without a project that sends them',
      args: ['create', address, '--email-codes'],
      code: 1,
      message: 'code is not enabled',
    },
  ])('reports $name in one sentence', async ({ args, code, message }) => {
    refusing ??= await createProject('Refusals')

    const run = await users(...args, '--project-id', refusing)

    expect(run).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) })
    expect(run.stderr).not.toMatch(/^\s+at /m)
  })
})
