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
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findPortPair } from '../../e2e/npm-start.ts'

// The packages as npm publishes them, in a folder of their own, on the oldest and on the newest Node.

const TOO_OLD = '20.19.0'

const IMPORT_INSTALLED = `
  const [react, testkit] = await Promise.all([import('@portico/react'), import('@portico/testkit')])
  console.log(typeof react.PorticoProvider, typeof testkit.createTestPortico)`

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
  await copyFile(new URL('walk.mjs', import.meta.url), join(folder, 'walk.mjs'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function install(target: string, packages: readonly string[]): Promise<void> {
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], { cwd: target })
}

/** Installs a version of Node and returns its program. */
async function installNode(version: string): Promise<string> {
  const target = join(folder, `node-${version}`)
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
