import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { removeFolders, replaceNpm, viteScaffold, writeScaffold } from '../../../../tools/app-scaffold.ts'
import { signUpOwner } from '../../test/owner-session.ts'
import { runCommand, runHere, useHomeOfCommands } from '../../test/run-command.ts'

useHomeOfCommands()

let portico: TestPortico
let apiUrl: string
let home: string
let app: string
let environment: Record<string, string>
let storeSession: Awaited<ReturnType<typeof signUpOwner>>

beforeAll(async () => {
  // A test lets a call fail.
  portico = await createTestPortico({ onLog: () => {} })
  apiUrl = (await portico.listen()).url
  storeSession = await signUpOwner(portico, apiUrl)
})

afterAll(() => portico.close())

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'portico-init-'))
  app = await writeScaffold(home, viteScaffold)
  environment = {
    ...(await replaceNpm(home, join(home, 'installed'))),
    PORTICO_API_URL: apiUrl,
    PORTICO_PROJECT_ID: 'p-1',
    PORTICO_PUBLISHABLE_CLIENT_KEY: 'pck_1',
    PORTICO_SECRET_SERVER_KEY: 'ssk_1',
  }
})

afterEach(() => removeFolders([home]))

const installed = (): Promise<string> => readFile(join(home, 'installed'), 'utf8')
const read = (file: string): Promise<string> => readFile(join(app, file), 'utf8')

test('init installs the package of the service and writes the files; a second run changes nothing', async () => {
  const first = await runCommand(['init', app, '--npm', '--yes'], environment).ended
  const [main, keys] = [await read('src/main.tsx'), await read('.env.local')]
  const second = await runCommand(['init', app, '--npm'], environment).ended

  expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('create  src/PorticoRoot.tsx') })
  expect(first.stderr).toContain('added 1 package')
  expect(await installed()).toBe(`install ${apiUrl}/packages/react.tgz\n`)
  expect(keys).toContain('VITE_PORTICO_PROJECT_ID=p-1\n')
  expect((await stat(join(app, '.env.local'))).mode & 0o777).toBe(0o600)
  expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing to change') })
  expect([await read('src/main.tsx'), await read('.env.local')]).toEqual([main, keys])
})

test('init --dry-run --json describes the plan without a secret and changes nothing', async () => {
  const { code, stdout } = await runCommand(
    ['init', app, '--js', '--client', '--server', '--npm', '--neon', '--dry-run', '--json'],
    environment,
  ).ended

  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    folder: app,
    framework: 'js',
    package_manager: 'npm',
    api_url: apiUrl,
    project_id: 'p-1',
    creates_project: null,
    creates_keys: false,
    install_command: `npm install ${apiUrl}/packages/client.tgz @neondatabase/serverless`,
    files: [
      { path: 'src/portico/client.ts', change: 'create' },
      { path: 'src/portico/server.ts', change: 'create' },
      { path: '.gitignore', change: 'keep' },
      { path: '.env.local', change: 'create' },
    ],
    obstacles: [],
    is_written: false,
  })
  expect(stdout).not.toContain('ssk_1')
  await expect(installed()).rejects.toThrow('ENOENT')
  await expect(read('.env.local')).rejects.toThrow('ENOENT')
})

test('init --json prints only the result', async () => {
  const { stdout } = await runCommand(['init', app, '--npm', '--yes', '--json'], environment).ended

  expect(JSON.parse(stdout)).toMatchObject({ framework: 'react', is_written: true })
})

test('init does not touch an app with a foreign file, and says what to do', async () => {
  await writeFile(join(app, 'src/portico.ts'), 'export const porch = 1\n')

  const run = await runHere(['init', app, '--npm', '--yes'], environment)
  const dryRun = await runHere(['init', app, '--npm', '--dry-run'], environment)

  expect(run).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('src/portico.ts exists and is not a file of Portico'),
  })
  expect(dryRun.code).toBe(3)
  expect(await read('src/main.tsx')).toBe(viteScaffold['src/main.tsx'])
  await expect(installed()).rejects.toThrow('ENOENT')
})

test('init writes nothing if the packages cannot be installed', async () => {
  const run = await runHere(['init', app, '--npm', '--yes'], { ...environment, NPM_EXIT_CODE: '1' })

  expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('has failed. No file of Portico was written.') })
  await expect(read('src/portico.ts')).rejects.toThrow('ENOENT')
})

test.each([
  { name: 'a confirmation', args: ['--npm'], env: {}, code: 2, message: '--yes' },
  { name: 'the package manager', args: ['--yes'], env: {}, code: 2, message: '--npm, --pnpm, --yarn or --bun' },
  { name: 'the side', args: ['--js', '--npm', '--yes'], env: {}, code: 2, message: '--client, --server' },
  { name: 'one framework', args: ['--js', '--next'], env: {}, code: 2, message: 'only one of --next, --js' },
  {
    name: 'a service',
    args: ['--npm', '--yes'],
    env: { PORTICO_API_URL: 'http://127.0.0.1:9' },
    code: 1,
    message: 'does not answer',
  },
  {
    name: 'a plain key',
    args: ['--npm', '--yes'],
    env: { PORTICO_PUBLISHABLE_CLIENT_KEY: "pck_'$(id)" },
    code: 2,
    message: '--publishable-client-key may have',
  },
])('init needs $name, and asks nothing without a terminal', async ({ args, env, code, message }) => {
  const run = await runHere(['init', app, ...args], { npm_config_user_agent: '', ...environment, ...env })

  expect(run).toMatchObject({ code, stderr: expect.stringContaining(message) })
  expect(run.stderr).not.toMatch(/^\s+at /m)
  await expect(read('.env.local')).rejects.toThrow('ENOENT')
})

test('init names a folder without package.json', async () => {
  const { code, stderr } = await runHere(['init', join(app, 'src')], environment)

  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('has no package.json') })
})

describe('init with the session of an owner', () => {
  // Names are unique in this file, because its tests share an owner.
  const projects = async (): Promise<{ id: string; display_name: string }[]> =>
    JSON.parse((await runHere(['project', 'list', '--json'], signedIn())).stdout) as Awaited<
      ReturnType<typeof projects>
    >
  const idOf = async (name: string): Promise<string | undefined> =>
    (await projects()).find(({ display_name: other }) => other === name)?.id
  const keysOf = async (id = ''): Promise<{ id: string; kinds: string[]; state: string }[]> =>
    JSON.parse((await runHere(['keys', 'list', '--project-id', id, '--json'], signedIn())).stdout) as never
  const init = (args: readonly string[], answers?: readonly string[]): ReturnType<typeof runHere> =>
    runHere(['init', app, '--js', '--server', '--npm', ...args], signedIn(), answers)

  /** The variables of a shell without a project. */
  function signedIn(): Record<string, string> {
    const { PATH = '', INSTALLED = '' } = environment
    return { PATH, INSTALLED, PORTICO_API_URL: apiUrl, XDG_CONFIG_HOME: home }
  }

  beforeEach(() => storeSession(home))

  test('creates a project and its keys once, and prints no secret', async () => {
    const first = await init(['--create-project', 'Notes', '--yes'])
    const variables = await read('.env.local')
    const second = await init(['--create-project', 'Notes', '--yes'])

    const id = await idOf('Notes')
    const secret = /PORTICO_SECRET_SERVER_KEY=(ssk_\w+)\n/.exec(variables)?.[1] ?? expect.unreachable()
    const headers = {
      'x-stack-access-type': 'server',
      'x-stack-project-id': id ?? '',
      'x-stack-secret-server-key': secret,
    }
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('create  the project "Notes" and its keys'),
    })
    expect(variables).toContain(`PORTICO_PROJECT_ID=${id}\n`)
    expect((await fetch(`${apiUrl}/api/v1/users`, { headers })).status).toBe(200)
    expect(JSON.stringify([first, second])).not.toContain(secret)
    expect(second).toMatchObject({ code: 0, stderr: expect.stringContaining('No others are created') })
    expect((await projects()).filter((project) => project.display_name === 'Notes')).toHaveLength(1)
    expect(await keysOf(id)).toMatchObject([{ kinds: ['client', 'server'], state: 'valid' }])
    expect(await read('.env.local')).toBe(variables)
  })

  test('creates only the keys that the app lacks', async () => {
    await runHere(['project', 'create', 'Half'], signedIn())
    const id = await idOf('Half')
    const known = `PORTICO_PROJECT_ID=${id}\nPORTICO_PUBLISHABLE_CLIENT_KEY=pck_mine\n`
    await writeFile(join(app, '.env.local'), known)

    const refused = await init(['--create-project', 'Another', '--yes'])
    const run = await init(['--create-keys', '--yes', '--json'])

    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(`uses the project ${id} already`) })
    expect(JSON.parse(run.stdout)).toMatchObject({ project_id: id, creates_project: null, creates_keys: true })
    expect(await read('.env.local')).toMatch(
      new RegExp(`^${known}\n# Portico\n.*\nPORTICO_SECRET_SERVER_KEY=ssk_\\w+\n$`),
    )
    expect(await keysOf(id)).toMatchObject([{ kinds: ['server'] }])
  })

  test('asks at a terminal which project the app uses', async () => {
    const created = await init([], ['1', '', 'y'])
    const id = await idOf(basename(app))
    await rm(join(app, '.env.local'))
    const position = (await projects()).findIndex((project) => project.id === id) + 1
    const chosen = await init([], ['2', String(position), 'y'])
    const asked = await read('.env.local')
    await rm(join(app, '.env.local'))
    const none = await init([], ['3', 'y'])
    const stopped = await init([], [])

    expect([created.code, chosen.code, none.code]).toEqual([0, 0, 0])
    expect(asked).toContain(`PORTICO_PROJECT_ID=${id}\n`)
    expect(await keysOf(id)).toHaveLength(2)
    expect(await read('.env.local')).toContain('PORTICO_PROJECT_ID=\n')
    expect(stopped).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was changed.') })
  })

  test('shows with --dry-run what it would create', async () => {
    const before = await projects()

    const { code, stdout } = await init(['--create-project', 'Planned', '--dry-run', '--json'])

    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ creates_project: 'Planned', creates_keys: true, is_written: false })
    expect(await projects()).toEqual(before)
  })

  test('revokes the keys if the files cannot be written', async () => {
    await rm(join(app, 'src'), { recursive: true })
    await symlink(join(app, 'missing'), join(app, 'portico'))

    const run = await init(['--create-project', 'Unwritten', '--yes'])

    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('The new keys are revoked.') })
    expect(run.stderr).toContain('No file of Portico was written.')
    expect(await keysOf(await idOf('Unwritten'))).toMatchObject([{ state: 'manually-revoked' }])
    await expect(read('.env.local')).rejects.toThrow('ENOENT')
  })

  test('names the files that cannot be written also if the keys cannot be revoked, and how to revoke them', async () => {
    await rm(join(app, 'src'), { recursive: true })
    await symlink(join(app, 'missing'), join(app, 'portico'))
    const { db } = portico.database
    await db.transaction((tx) =>
      tx.script(`
        create function refuse_revocation() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
        create trigger refuse_revocation before update of revoked_at on internal_api_keys for each row
          execute function refuse_revocation();`),
    )

    const run = await init(['--create-project', 'Unrevoked', '--yes'])
    await db.transaction((tx) => tx.script('drop function refuse_revocation cascade'))

    const id = await idOf('Unrevoked')
    const [keys] = await keysOf(id)
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('No file of Portico was written.') })
    expect(keys?.state).toBe('valid')
    expect(run.stderr).toContain(`portico keys revoke ${keys?.id} --project-id ${id}`)
  })

  test.each([
    { name: 'both options', args: ['--create-project', 'A', '--create-keys'], message: 'Pass only one of' },
    { name: 'an empty name', args: ['--create-project', ' '], message: 'needs a name of' },
    { name: 'a long name', args: ['--create-project', 'n'.repeat(300)], message: 'needs a name of' },
    {
      name: 'a key without its project',
      args: ['--create-keys', '--publishable-client-key', 'pck_1'],
      message: 'not the id of its project',
    },
  ])('refuses $name', async ({ args, message }) => {
    expect(await init([...args, '--yes'])).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
    await expect(installed()).rejects.toThrow('ENOENT')
  })

  test('says how to sign in without a session, and changes nothing', async () => {
    await rm(join(home, 'portico'), { recursive: true })

    const run = await init(['--create-project', 'Notes', '--yes'])

    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining(`portico login --api-url ${apiUrl}\n`) })
    await expect(installed()).rejects.toThrow('ENOENT')
    await expect(read('.env.local')).rejects.toThrow('ENOENT')
  })
})
