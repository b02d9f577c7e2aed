import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { preview } from 'vite'

import { createPerson, sendSignIn, sendSignUp } from '../../e2e/steps.ts'
import { shareChromium, type BrowserShare } from '../../tools/chromium.ts'
import { serveNext } from '../nextjs/host.ts'

// `portico init` in new apps of the published generators. The service provides our packages, and the registry all
// others.

const CREATE_NEXT_APP = 'create-next-app@16.4.3'
const CREATE_VITE = 'create-vite@9.3.0'
/** The limit for downloads, packages and builds, on a machine that runs other programs. */
const SCAFFOLD_MILLIS = 300_000

/** Uses the file that init has written for a server. */
const SIGN_IN = `
  import { porticoServer } from './portico/server.mjs'
  const email = 'ada@example.com'
  const password = 'a quiet place to read'
  await porticoServer.createUser({ primaryEmail: email, primaryEmailAuthEnabled: true, password })
  const result = await porticoServer.signInWithCredential({ email, password, noRedirect: true })
  console.log(result.status, (await porticoServer.getUser())?.primaryEmail)`

const run = promisify(execFile)
const main = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))
let portico: TestPortico
let project: TestProject
let browser: BrowserShare
let folder: string

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { allow_localhost: true } })
  browser = await shareChromium()
  folder = await mkdtemp(join(tmpdir(), 'portico-scaffolds-'))
})

afterAll(async () => {
  await browser.close()
  await portico.close()
  await rm(folder, { recursive: true, force: true })
})

test(
  'a new app of Next.js builds, signs a user up and in, and a second init changes nothing',
  async () => {
    const app = join(folder, 'next')
    const options = [
      '--ts',
      '--app',
      '--no-eslint',
      '--no-tailwind',
      '--no-src-dir',
      '--import-alias',
      '@/*',
      '--use-npm',
    ]
    await run('npx', ['-y', CREATE_NEXT_APP, app, ...options, '--yes', '--disable-git'], { cwd: folder })
    // A build would load the fonts of the template from Google.
    const layout = join(app, 'app/layout.tsx')
    const source = await readFile(layout, 'utf8')
    const withoutFonts = source
      .replace(/^import .*next\/font.*\n/m, '')
      .replaceAll(/^const \w+ = Geist[\s\S]*?^\}\);\n/gm, '')
      .replace(/ className=\{`.*?`\}/, '')
    await writeFile(layout, withoutFonts)

    await init(app)
    const host = await serveNext(app, { ...process.env, NODE_ENV: 'production' })
    try {
      await walk(host.url)
    } finally {
      await host.close()
    }

    expect(await init(app)).toContain('nothing to change')
  },
  SCAFFOLD_MILLIS,
)

test(
  'a new React app of Vite builds, signs a user up and in, and a second init changes nothing',
  async () => {
    await run('npx', ['-y', CREATE_VITE, 'vite', '--template', 'react-ts', '--no-interactive'], { cwd: folder })
    const app = join(folder, 'vite')
    await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: app })

    await init(app)
    await run('npm', ['run', 'build'], { cwd: app })
    const server = await preview({
      root: app,
      configFile: false,
      logLevel: 'error',
      preview: { host: '127.0.0.1', port: 0 },
    })
    try {
      await walk(new URL(server.resolvedUrls?.local[0] ?? '').origin)
    } finally {
      await server.close()
    }

    expect(await init(app)).toContain('nothing to change')
  },
  SCAFFOLD_MILLIS,
)

test(
  'a new package of npm signs a user in on a server',
  async () => {
    const app = await mkdtemp(join(folder, 'plain-'))
    await run('npm', ['init', '-y'], { cwd: app })

    await init(app, '--js', '--client', '--server')
    await writeFile(join(app, 'sign-in.mjs'), SIGN_IN)
    const { stdout } = await run(process.execPath, ['--env-file=.env.local', 'sign-in.mjs'], { cwd: app })

    expect(stdout).toBe('ok ada@example.com\n')
  },
  SCAFFOLD_MILLIS,
)

async function init(app: string, ...options: string[]): Promise<string> {
  const args = ['--conditions=@portico/source', main, 'init', app, '--npm', '--yes', ...options]
  const { stdout } = await run(process.execPath, args, {
    env: {
      ...process.env,
      PORTICO_API_URL: portico.baseUrl,
      PORTICO_PROJECT_ID: project.id,
      PORTICO_PUBLISHABLE_CLIENT_KEY: project.keys.publishableClientKey,
      PORTICO_SECRET_SERVER_KEY: project.keys.secretServerKey,
    },
  })
  return stdout
}

/** Signs up a new user, who then signs in with another browser profile. */
async function walk(url: string): Promise<void> {
  const person = createPerson()
  for (const [path, send] of [
    ['sign-up', sendSignUp],
    ['sign-in', sendSignIn],
  ] as const) {
    const context = await browser.newContext({ baseURL: url })
    const page = await context.newPage()
    await page.goto(`/handler/${path}`)
    await send(page, person)
    await page.waitForURL('/')
    await page.goto('/handler/account-settings')
    await page.getByText(person.email).first().waitFor({ state: 'attached' })
    await context.close()
  }
}
