import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { createTestPortico, someEmail, TEST_PASSWORD, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { shareChromium, type BrowserShare } from '../../tools/chromium.ts'
import { collectProblems } from '../nextjs/example-walk.ts'
import { startCountingProxy, type CountingProxy } from '../render-test/counting-proxy.ts'
import { signUpLongAgo } from '../render-test/expired-cookies.ts'
import { runRenderTest } from '../render-test/render-test.ts'

// The app of this folder, built for production with our packages as `npm run build` creates them. The documentation of
// the framework shows its code.

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const app = fileURLToPath(new URL('.', import.meta.url))

let portico: TestPortico
let project: TestProject
let proxy: CountingProxy
let browser: BrowserShare
let folder = ''
let host: StartHost

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { allow_localhost: true } })
  proxy = await startCountingProxy(portico.baseUrl)
  browser = await shareChromium()
  // Below the packages of the app, so that they resolve in the folder.
  await mkdir(join(app, '.portico'), { recursive: true })
  folder = await mkdtemp(join(app, '.portico/app-'))
  for (const name of ['package.json', 'tsconfig.json', 'vite.config.ts', 'src']) {
    await cp(join(app, name), join(folder, name), { recursive: true })
  }
  // Browsers request this icon.
  await mkdir(join(folder, 'public'))
  await writeFile(join(folder, 'public/favicon.ico'), '')
  await installPackages()
  await runProgram('vite/bin/vite.js', 'build')
  host = await serve()
})

afterAll(async () => {
  await host?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
  await browser.close()
  proxy.close()
  await portico.close()
})

test('the app compiles with the types of the packages', async () => {
  await expect(runProgram('typescript/bin/tsc')).resolves.toBeDefined()
})

test('a visitor signs up, reloads, changes the name with a server function, and signs out', async () => {
  const context = await browser.newContext({ baseURL: host.url })
  onTestFinished(() => context.close())
  const problems = collectProblems(context)
  const page = await context.newPage()
  const email = someEmail()
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })

  await page.goto('/account')
  await page.waitForURL(/sign-in/)
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.waitForURL(/sign-up/)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD)
  await page.getByLabel('Repeat password').fill(TEST_PASSWORD)
  await page.locator('form button[type=submit]').click()
  await page.getByText(`Signed in as ${email}`).waitFor()
  await page.reload()
  await heading('No name').waitFor()
  await page.waitForLoadState('networkidle')
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByRole('button', { name: 'Save' }).click()
  await heading('Ada Lovelace').waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
  await heading('Hello Ada Lovelace').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await heading('Hello visitor').waitFor()
  await page.goto('/account')
  await page.waitForURL(/sign-in/)

  expect(problems).toEqual([])
})

test('the HTML has the user of its request and the sign-in form', async () => {
  const { email, cookies } = await signUpLongAgo(portico, project)

  const [signedIn, signedOut, signIn] = await Promise.all([get('/', cookies), get('/'), get('/handler/sign-in')])

  expect(textOf(await signedIn.text())).toContain(`Hello ${email}`)
  expect(textOf(await signedOut.text())).toContain('Hello visitor')
  expect(textOf(await signIn.text())).toMatch(/Email.*Password.*Forgot password/)
  expect(signedIn.headers.get('cache-control')).toBe('private, no-store')
})

test('a server route names the caller of a session and refuses others', async () => {
  const { cookies } = await signUpLongAgo(portico, project)

  const [signedIn, signedOut] = await Promise.all([get('/api/me', cookies), get('/api/me')])

  expect([signedIn.status, await signedIn.json()]).toEqual([200, { caller: 'session' }])
  expect(signedOut.status).toBe(401)
})

test('100 renders with an expired access token sign no one out and write no cookie', async () => {
  const { email, cookies } = await signUpLongAgo(portico, project)

  const report = await runRenderTest({
    app: host.url,
    paths: ['/account', '/'],
    cookies,
    signedInText: email,
    renders: 100,
    browser,
    exchanges: proxy.exchanges,
  })

  expect(report).toMatchObject({ faults: [] })
})

/** Installs our packages in the app, with their types. */
async function installPackages(): Promise<void> {
  await run(process.execPath, ['--conditions=@portico/source', 'tools/build-packages.ts', 'react'], { cwd: root })
  for (const name of ['client', 'react']) {
    const target = join(folder, 'node_modules/@portico', name)
    for (const part of ['package.json', 'dist']) {
      await cp(join(root, 'packages', name, part), join(target, part), { recursive: true })
    }
  }
  await cp(join(root, 'node_modules/uqr'), join(folder, 'node_modules/uqr'), { recursive: true })
}

/** Runs a program from the app's packages in the app's folder. */
function runProgram(program: string, ...args: string[]): Promise<unknown> {
  return run(process.execPath, [join(app, 'node_modules', program), ...args], { cwd: folder, env: environment() })
}

interface StartHost {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Serves the built app. */
async function serve(): Promise<StartHost> {
  const program = join(app, 'node_modules/vite/bin/vite.js')
  const args = [program, 'preview', '--host', 'localhost', '--port', '0']
  const server = spawn(process.execPath, args, { cwd: folder, env: environment() })
  const ended = once(server, 'close')
  let output = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  for (;;) {
    const url = /http:\/\/localhost:[1-9]\d*/.exec(output)?.[0]
    if (url !== undefined) return { url, close: async () => void (server.kill() && (await ended)) }
    if (server.exitCode !== null) throw new Error(`Vite ended before it served the app:\n${output}`)
    await Promise.race([once(server.stdout, 'data'), ended])
  }
}

function environment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    NO_COLOR: '1',
    NODE_ENV: 'production',
    PORTICO_API_URL: proxy.url,
    PORTICO_PROJECT_ID: project.id,
    PORTICO_PUBLISHABLE_CLIENT_KEY: project.keys.publishableClientKey,
    PORTICO_SECRET_SERVER_KEY: project.keys.secretServerKey,
  }
}

function get(path: string, cookie = ''): Promise<Response> {
  return fetch(host.url + path, { headers: { cookie }, redirect: 'manual' })
}

/** Returns the text of the elements except scripts. */
function textOf(html: string): string {
  return html.replace(/<script.*?<\/script>|<!--.*?-->/gs, '').replace(/<[^>]*>/g, ' ')
}
