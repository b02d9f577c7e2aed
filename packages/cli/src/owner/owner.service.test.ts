import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createTestPortico, internalKeys, type TestPortico } from '@portico/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { runCommand, type CommandRun, useHomeOfCommands } from '../../test/run-command.ts'

useHomeOfCommands()

// e2e/owner-login.test.ts has the login itself, which needs the dashboard.

let portico: TestPortico
let apiUrl: string
let refreshToken: string
let home: string

beforeAll(async () => {
  portico = await createTestPortico()
  apiUrl = (await portico.listen()).url
  const { body } = await portico.internal().post<{ refresh_token: string }>('/auth/password/sign-up', {
    email: 'owner@example.com',
    password: 'a quiet place to read',
    verification_callback_url: 'http://localhost/verify',
  })
  refreshToken = body.refresh_token
})

afterAll(() => portico.close())

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'portico-owner-'))
  await mkdir(join(home, 'portico'), { recursive: true })
  const session = {
    apiUrl,
    projectId: 'internal',
    publishableClientKey: internalKeys.publishable_client_key,
    refreshToken,
  }
  const file = join(home, 'portico/credentials.json')
  await writeFile(file, JSON.stringify({ version: 1, sessions: [session] }))
})

afterEach(() => rm(home, { recursive: true }))

/** The variables of an app do not choose the project of an owner. */
const variablesOfApp = { PORTICO_PROJECT_ID: 'another', PORTICO_PUBLISHABLE_CLIENT_KEY: 'pck_another' }
const run = (...args: string[]): CommandRun['ended'] =>
  runCommand(args, { ...variablesOfApp, XDG_CONFIG_HOME: home }).ended

async function runJson<Result>(...args: string[]): Promise<Result> {
  const { code, stdout, stderr } = await run(...args, '--json')
  expect({ code, stderr }).toMatchObject({ code: 0 })
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
      message: 'You own no project with',
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
