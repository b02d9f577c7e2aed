import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { removeFolders, replaceNpm, viteScaffold, writeScaffold } from '../../../../tools/app-scaffold.ts'
import { runCommand, useHomeOfCommands } from '../../test/run-command.ts'

useHomeOfCommands()

let portico: TestPortico
let apiUrl: string
let home: string
let app: string
let environment: Record<string, string>

beforeAll(async () => {
  portico = await createTestPortico()
  apiUrl = (await portico.listen()).url
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

  const run = await runCommand(['init', app, '--npm', '--yes'], environment).ended
  const dryRun = await runCommand(['init', app, '--npm', '--dry-run'], environment).ended

  expect(run).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('src/portico.ts exists and is not a file of Portico'),
  })
  expect(dryRun.code).toBe(3)
  expect(await read('src/main.tsx')).toBe(viteScaffold['src/main.tsx'])
  await expect(installed()).rejects.toThrow('ENOENT')
})

test('init writes nothing if the packages cannot be installed', async () => {
  const run = await runCommand(['init', app, '--npm', '--yes'], { ...environment, NPM_EXIT_CODE: '1' }).ended

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
  const run = await runCommand(['init', app, ...args], { ...environment, ...env }).ended

  expect(run).toMatchObject({ code, stderr: expect.stringContaining(message) })
  expect(run.stderr).not.toMatch(/^\s+at /m)
  await expect(read('.env.local')).rejects.toThrow('ENOENT')
})

test('init names a folder without package.json', async () => {
  const { code, stderr } = await runCommand(['init', join(app, 'src')], environment).ended

  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('has no package.json') })
})
