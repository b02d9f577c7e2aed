import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { NODE_MIN_VERSION } from '@portico/contract/node-version'
import { createTestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { findPortPair } from '../../e2e/npm-start.ts'

// The packages as npm publishes them, in a separate folder, on the oldest and on the newest Node.

const TOO_OLD = '20.19.0'

const JEST = '30.5.2'

const OUTSIDE_TYPES = [
  '@arethetypeswrong/core@0.18.5',
  'typescript@5.9.3',
  '@types/node@26.6.6',
  '@types/react@19.3.0',
  '@types/react-dom@19.3.0',
]

const IMPORT_INSTALLED = `
  const [react, testkit] = await Promise.all([import('@portico/react'), import('@portico/testkit')])
  console.log(typeof react.PorticoProvider, typeof testkit.createTestPortico)`

/** One instance per process, however a program loads the packages: React contexts and error classes are compared. */
const LOAD_TWICE = `
  const required = require('@portico/react')
  import('@portico/react').then((imported) => {
    console.log(required.PorticoProvider === imported.PorticoProvider, required.KnownErrors === require('@portico/client').KnownErrors)
  })`

/** Uses each entry that programs import. */
const OUTSIDE_APP = `
  import { KnownErrors, PorticoClientApp } from '@portico/client'
  import { PorticoAdminApp } from '@portico/client/admin'
  import { PorticoServerApp, verifyWebhook } from '@portico/client/server'
  import { StackServerApp } from '@portico/client/stack'
  import { PorticoProvider, SignIn, useUser, type SignInProps } from '@portico/react'
  import { PorticoAdminApp as AdminAppWithHooks } from '@portico/react/admin'
  import { PorticoServerApp as ServerAppWithHooks } from '@portico/react/server'
  import { StackClientApp, StackProvider } from '@portico/react/stack'

  export const app = new PorticoClientApp({ projectId: 'id', publishableClientKey: 'key', tokenStore: 'memory' })
  export const classes = [PorticoAdminApp, PorticoServerApp, StackServerApp, AdminAppWithHooks, ServerAppWithHooks]
  export const others = [PorticoProvider, StackProvider, SignIn, StackClientApp, verifyWebhook, useUser] as const
  export const props: SignInProps = {}

  export async function nameOf(): Promise<string | null> {
    const user = await app.getUser()
    const result = await app.signInWithCredential({ email: 'a@example.com', password: 'p', noRedirect: true })
    if (result.status === 'error' && KnownErrors.EmailPasswordMismatch.isInstance(result.error)) return null
    // @ts-expect-error The name is not a number: the types are not any.
    const wrong: number = user?.displayName
    return user?.displayName ?? String(wrong)
  }`

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-packages-'))
  await run(process.execPath, ['--conditions=@portico/source', 'tools/build-packages.ts'], { cwd: root })
  const packages = globSync('packages/*', { cwd: root }).map((path) => `./${path}`)
  await run('npm', ['pack', '--pack-destination', folder, ...packages], { cwd: root })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const packed = globSync('*.tgz', { cwd: folder }).map((file) => `./${file}`)
  await install(folder, packed)
  for (const file of ['walk.mjs', 'check-types.mjs']) {
    await copyFile(new URL(file, import.meta.url), join(folder, file))
  }
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function install(target: string, packages: readonly string[]): Promise<void> {
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], { cwd: target })
}

/** Installs a version of Node. Returns its program. */
async function installNode(version: string, purpose = 'packages'): Promise<string> {
  const target = join(folder, `node-${version}-${purpose}`)
  await mkdir(target)
  await writeFile(join(target, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }))
  await install(target, [`node@${version}`])
  return join(target, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

describe.each([
  ['oldest', () => installNode(NODE_MIN_VERSION)],
  ['newest', async () => process.execPath],
])('on the %s supported Node, the packages', (_name, findNode) => {
  let node = ''

  beforeAll(async () => {
    node = await findNode()
  })

  test('sign a user up, send the mail, list the user, run the command line and render a page', async () => {
    const { stdout } = await run(node, ['walk.mjs'], { cwd: folder })

    expect(JSON.parse(stdout)).toEqual({
      signUp: 'ok',
      isOwnAddress: true,
      users: 1,
      hasMail: true,
      cli: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      page: expect.stringContaining('a page'),
    })
  })

  test('start the service, which serves its dashboard and the other packages, and stop it', async () => {
    const port = await findPortPair()
    const child = spawn(node, ['node_modules/@portico/server/dist/main.js'], {
      cwd: folder,
      env: { ...process.env, PORTICO_PORT: String(port), PORTICO_DATA_DIR: join(folder, `data-${port}`) },
      stdio: 'ignore',
    })
    const exit = once(child, 'exit')
    const url = `http://127.0.0.1:${port}`
    const answers = async (): Promise<boolean> => (await fetch(`${url}/ready`).catch(() => null))?.ok === true
    while (child.exitCode === null && !(await answers())) await sleep(100)

    const page = await (await fetch(url)).text()
    const app = join(folder, `app-${port}`)
    await mkdir(app)
    await writeFile(join(app, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    await install(
      app,
      ['react', 'testkit'].map((name) => `${url}/packages/${name}.tgz`),
    )
    child.kill('SIGTERM')

    expect(page).toContain('<meta name="portico-dashboard"')
    const { stdout } = await run(node, ['-e', IMPORT_INSTALLED], { cwd: app })
    expect(stdout).toBe('function function\n')
    expect(await exit).toEqual([0, null])
  })
})

describe.each([
  ['oldest', () => installNode(NODE_MIN_VERSION, 'jest')],
  ['newest', async () => process.execPath],
])('CommonJS on the %s supported Node', (_name, findNode) => {
  let node = ''
  let app = ''

  beforeAll(async () => {
    node = await findNode()
    app = await mkdtemp(join(folder, 'common-js-'))
    await writeFile(join(app, 'package.json'), JSON.stringify({ private: true }))
    await install(app, [`jest@${JEST}`])
  })

  test('requires the same modules as an import', async () => {
    const { stdout } = await run(node, ['-e', LOAD_TWICE], { cwd: app })

    expect(stdout).toBe('true true\n')
  })

  test('signs in in Jest with its default settings', async () => {
    await copyFile(new URL('sign-in.jest.cjs', import.meta.url), join(app, 'sign-in.test.js'))
    const portico = await createTestPortico()
    onTestFinished(() => portico.close())
    const { id, keys } = await portico.createProject()
    const project = {
      projectId: id,
      publishableClientKey: keys.publishable_client_key,
      secretServerKey: keys.secret_server_key,
      baseUrl: portico.baseUrl,
      urls: { home: 'http://localhost:3000/' },
    }

    const { stderr } = await run(node, ['node_modules/jest/bin/jest.js'], {
      cwd: app,
      env: { ...process.env, NODE_OPTIONS: '', PORTICO_PROJECT: JSON.stringify(project) },
    })

    expect(stderr).toContain('1 passed, 1 total')
  })
})

describe('the types', () => {
  beforeAll(() => install(folder, OUTSIDE_TYPES))

  test('of each entry resolve as ES modules, as CommonJS and for bundlers', async () => {
    const { stdout } = await run(process.execPath, ['check-types.mjs'], { cwd: folder })

    const problems = JSON.parse(stdout) as Record<string, string[]>
    expect(Object.keys(problems)).toEqual(expect.arrayContaining(['@portico/client', '@portico/react']))
    expect(Object.entries(problems).filter(([, found]) => found.length > 0)).toEqual([])
  })

  test.each([
    ['TypeScript 5.9', () => join(folder, 'node_modules/typescript/bin/tsc'), []],
    ['TypeScript 7', () => join(root, 'node_modules/typescript/bin/tsc'), ['--ignoreConfig']],
  ])('have no error in an app that checks the declarations of its libraries, with %s', async (_name, find, further) => {
    for (const extension of ['mts', 'cts', 'ts']) await writeFile(join(folder, `app.${extension}`), OUTSIDE_APP)
    const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022', '--types', 'node']
    const libraries = ['--lib', 'es2024,dom,dom.iterable']
    for (const [files, module] of [
      [
        ['app.mts', 'app.cts'],
        ['--module', 'node16'],
      ],
      [['app.ts'], ['--module', 'esnext', '--moduleResolution', 'bundler']],
    ] as const) {
      const args = [find(), ...options, ...libraries, ...further, ...module, ...files]
      const result = await run(process.execPath, args, { cwd: folder }).catch((error: unknown) => error)

      expect(result).toMatchObject({ stdout: '' })
    }
  })
})

describe('on a Node that is too old', () => {
  let node = ''

  beforeAll(async () => {
    node = await installNode(TOO_OLD)
  })

  test.each([
    ['the service', ['node_modules/@portico/server/dist/main.js'], 'Portico'],
    ['the command line', ['node_modules/portico/dist/main.js', 'whoami'], 'portico'],
    [
      'the testkit',
      [
        '-e',
        "import('@portico/testkit').then((kit) => kit.createTestPortico()).catch((error) => { console.error(error.message); process.exitCode = 1 })",
      ],
      '@portico/testkit',
    ],
  ])('%s says in one sentence which one it needs', async (_name, args, product) => {
    const refusal = await run(node, args, { cwd: folder }).catch((error: unknown) => error)

    expect(refusal).toMatchObject({
      code: 1,
      stderr: `${product} needs Node ${NODE_MIN_VERSION} or newer. This is Node ${TOO_OLD}.\n`,
    })
  })
})
