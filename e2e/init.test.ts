import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import type { Page } from 'playwright-core'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { build, preview } from 'vite'

import { removeFolders, replaceNpm, viteScaffold, writeScaffold } from '../tools/app-scaffold.ts'
import { shareChromium, type BrowserShare } from '../tools/chromium.ts'
import { compileCache, useSharedService } from './service.ts'
import { createPerson, heading, sendSignIn, sendSignUp } from './steps.ts'

// `portico init` in an app of Vite, below a folder with the packages, so that none must be installed.

const run = promisify(execFile)
const parent = fileURLToPath(new URL('../examples/react-vite/.portico', import.meta.url))
const portico = fileURLToPath(new URL('../packages/cli/src/main.ts', import.meta.url))
const folders: string[] = []

afterAll(() => removeFolders(folders))

test('an app that init has set up builds, signs a user up and in', async () => {
  const { portico: service } = await useSharedService()
  const project = await service.createProject({ config: { allow_localhost: true } })
  const app = await writeScaffold(parent, viteScaffold)
  folders.push(app)

  await run(process.execPath, ['--conditions=@portico/source', portico, 'init', app, '--npm', '--yes'], {
    env: {
      ...(await replaceNpm(app, join(app, 'installed'))),
      NODE_COMPILE_CACHE: compileCache,
      PORTICO_API_URL: service.baseUrl,
      PORTICO_PROJECT_ID: project.id,
      PORTICO_PUBLISHABLE_CLIENT_KEY: project.keys.publishableClientKey,
    },
  })
  const url = await serve(app)
  const browser = await shareChromium()
  const person = createPerson()

  const signUp = await openPage(browser)
  await signUp.goto(`${url}/handler/sign-up`)
  await sendSignUp(signUp, person)
  await heading(signUp, `Hello ${person.email}`).waitFor()
  const signIn = await openPage(browser)
  await signIn.goto(`${url}/handler/sign-in`)
  await sendSignIn(signIn, person)
  await heading(signIn, `Hello ${person.email}`).waitFor()

  expect(new URL(signIn.url()).pathname).toBe('/')
})

async function openPage(browser: BrowserShare): Promise<Page> {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  return context.newPage()
}

/** Builds the app without minification and serves it. */
async function serve(app: string): Promise<string> {
  const shared = { root: app, configFile: false, logLevel: 'error' } as const
  await build({
    ...shared,
    oxc: { jsx: { runtime: 'automatic' } },
    resolve: { conditions: ['@portico/source', 'module', 'browser', 'development|production'] },
    build: { minify: false },
  })
  const server = await preview({ ...shared, preview: { host: '127.0.0.1', port: 0 } })
  onTestFinished(() => server.close())
  return new URL(server.resolvedUrls?.local[0] ?? '').origin
}
