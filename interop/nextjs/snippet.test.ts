import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { someEmail, TEST_PASSWORD } from '@portico/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { snippetsOf } from '../../apps/dashboard/src/rooms/start/snippets.ts'
import { openContext, useService } from '../browser/steps.ts'
import { serveNext, type NextHost } from './host.ts'

// The code that Get started shows for Next.js, in an app without other code, with our packages as they are published.

/** What `create-next-app` creates in addition to the pages. */
const newApp = {
  'next.config.mjs': 'export default {}',
  'app/globals.css': '',
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2017',
      lib: ['dom', 'dom.iterable', 'esnext'],
      allowJs: true,
      skipLibCheck: true,
      strict: true,
      noEmit: true,
      esModuleInterop: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      resolveJsonModule: true,
      isolatedModules: true,
      jsx: 'preserve',
      incremental: true,
      plugins: [{ name: 'next' }],
    },
    include: ['next-env.d.ts', '**/*.ts', '**/*.tsx', '.next/types/**/*.ts'],
    exclude: ['node_modules'],
  }),
}

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const service = useService()
let folder = ''
let host: NextHost | undefined

beforeAll(async () => {
  const project = await service.portico.createProject({ config: { allow_localhost: true } })
  // Below the packages of Next.js, so that they resolve in the folder.
  await mkdir(new URL('.portico/', import.meta.url), { recursive: true })
  folder = await mkdtemp(fileURLToPath(new URL('.portico/snippet-', import.meta.url)))
  const values = {
    apiUrl: service.portico.baseUrl,
    packagesUrl: null,
    projectId: project.id,
    publishableClientKey: project.keys.publishable_client_key,
    secretServerKey: project.keys.secret_server_key,
  }
  await mkdir(join(folder, 'app'))
  for (const [file, code] of Object.entries(newApp)) await writeFile(join(folder, file), code)
  // Browsers request this icon.
  await cp(join(root, 'examples/nextjs/app/favicon.ico'), join(folder, 'app/favicon.ico'))
  await run(process.execPath, ['--conditions=@portico/source', 'tools/build-packages.ts', 'nextjs'], { cwd: root })
  for (const name of ['client', 'react', 'nextjs']) await installPackage(name)
  await cp(join(root, 'node_modules/uqr'), join(folder, 'node_modules/uqr'), { recursive: true })
  for (const { file, code } of snippetsOf('next', values).flatMap(({ blocks }) => blocks)) {
    if (file === null) continue
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), code)
  }
  host = await serveNext(folder)
})

afterAll(async () => {
  await host?.close()
  await rm(folder, { recursive: true, force: true })
})

test('the code of Get started compiles in a Next.js app, signs a user up, and in again', async () => {
  const context = await openContext(service.browser, host?.url ?? '')
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  const email = someEmail()
  const send = async (): Promise<void> => {
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD)
  }

  await page.goto('/')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByLabel('Repeat password').waitFor()
  await send()
  await page.getByLabel('Repeat password').fill(TEST_PASSWORD)
  await page.locator('form button[type=submit]').click()
  await page.getByText(`Hello ${email}`).waitFor()
  await page.goto('/handler/sign-out')
  await page.waitForURL(/\/handler\/sign-in/)
  await send()
  await page.locator('form button[type=submit]').click()
  await page.getByText(`Hello ${email}`).waitFor()
  await page.goto('/handler/account-settings')
  await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor()

  expect(problems).toEqual([])
  expect([...(host?.refusedHosts ?? [])]).toEqual([])
})

/** Copies the files that `npm pack` would pack. */
async function installPackage(name: string): Promise<void> {
  const source = join(root, 'packages', name)
  const target = join(folder, 'node_modules/@portico', name)
  await mkdir(target, { recursive: true })
  await cp(join(source, 'package.json'), join(target, 'package.json'))
  await cp(join(source, 'dist'), join(target, 'dist'), { recursive: true })
}
