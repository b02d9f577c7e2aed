import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { PorticoClientApp } from '@portico/client'
import type { Page } from 'playwright-core'
import { build, preview, type InlineConfig } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startDashboard } from './dashboard.ts'
import { compileCache } from './service.ts'
import { createPerson, expectVisible, goodPassword, sendSignUp } from './steps.ts'

// The code of Get started as an owner copies it, in an app without other code. `npm run interop` tests the code for
// Next.js.

const dashboard = startDashboard()
const run = promisify(execFile)

describe('the code of Get started', () => {
  test('signs a user up in a React app of Vite', async () => {
    const { folder, page } = await copyCode('react')
    await writeFile(
      join(folder, 'index.html'),
      // Without an icon, a browser may request one that does not exist.
      '<link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/src/main.jsx"></script>',
    )
    await writeFile(
      join(folder, 'src/main.jsx'),
      `import { createRoot } from 'react-dom/client'
       import App from './App.tsx'
       createRoot(document.getElementById('root')).render(<App />)`,
    )
    const url = await serveWithVite(folder)
    const visitor = await dashboard.openVisitor({ baseURL: url }, [url])
    const person = createPerson()

    const app = await visitor.open('/')
    await app.getByRole('link', { name: 'Sign up' }).click()
    await sendSignUp(app, person)

    await expectVisible(app.getByText(`Hello ${person.email}`))
    await expectFirstSignIn(page)
  })

  test('names the user of a request on a Node.js server', async () => {
    const { folder, page, projectId, keys } = await copyCode('node')
    const port = await findFreePort()
    const server = spawn(
      process.execPath,
      ['--conditions=@portico/source', '--env-file=.env', '--import', portHook(port), 'server.mjs'],
      {
        cwd: folder,
        env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    )
    onTestFinished(() => void server.kill())
    await once(server, 'message')
    const visitor = new PorticoClientApp({
      projectId,
      publishableClientKey: keys['PORTICO_PUBLISHABLE_CLIENT_KEY'] ?? '',
      baseUrl: dashboard.url,
      tokenStore: 'memory',
    })
    const { email } = createPerson()
    const verificationCallbackUrl = 'http://localhost:5173/handler/email-verification'
    await visitor.signUpWithCredential({ email, password: goodPassword, verificationCallbackUrl })

    const signedIn = await fetch(`http://127.0.0.1:${port}`, { headers: await visitor.getAuthHeaders() })
    const signedOut = await fetch(`http://127.0.0.1:${port}`)

    expect([signedIn.status, await signedIn.text()]).toEqual([200, `Hello ${email}`])
    expect([signedOut.status, await signedOut.text()]).toEqual([401, 'Not signed in'])
    await expectFirstSignIn(page)
  })

  test('signs a user up with curl', async () => {
    const { code, page } = await copyCode('curl')

    const { stdout } = await run('sh', ['-c', `${code['Terminal']} --silent`])

    expect(JSON.parse(stdout)).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) })
    await expectFirstSignIn(page)
  })
})

interface CopiedCode {
  readonly page: Page
  readonly projectId: string
  /** By the title of a block: the name of a file, or "Terminal". */
  readonly code: Readonly<Record<string, string>>
  /** The variables of `.env`. */
  readonly keys: Readonly<Record<string, string>>
  /** Contains the files. Our packages resolve in it as in an app that has installed them. */
  readonly folder: string
}

/** Creates the keys of a new project and writes the shown files into a new folder. */
async function copyCode(framework: 'react' | 'node' | 'curl'): Promise<CopiedCode> {
  const { page, projectId } = await dashboard.openProject(`start?framework=${framework}`)
  await page.getByRole('button', { name: 'Create keys' }).click()
  await page.getByText(/secret key (is shown )?until you leave this page/).waitFor()
  const blocks = await page
    .locator('pre')
    .evaluateAll((elements) =>
      elements.map((element) => [element.getAttribute('aria-label') ?? '', element.textContent] as const),
    )
  const folder = await mkdtemp(fileURLToPath(new URL('../node_modules/.portico-snippet-', import.meta.url)))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of blocks) {
    if (name === 'Terminal') continue
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const code = Object.fromEntries(blocks)
  const keys = Object.fromEntries(
    [...(code['.env'] ?? '').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
  return { page, projectId, code, keys, folder }
}

async function expectFirstSignIn(page: Page): Promise<void> {
  await expectVisible(page.getByRole('heading', { name: 'First sign-in received' }))
}

/** Builds the app and serves it. Returns its address. */
async function serveWithVite(root: string): Promise<string> {
  const config: InlineConfig = {
    root,
    configFile: false,
    logLevel: 'error',
    // Vitest does not run in production mode, so Vite would add file and line to each element.
    oxc: { jsx: { development: false } },
    resolve: { conditions: ['@portico/source', 'module', 'browser', 'production'] },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { minify: false, emptyOutDir: true },
    preview: { host: 'localhost', port: 0 },
  }
  await build(config)
  const server = await preview(config)
  onTestFinished(() => server.close())
  return new URL(server.resolvedUrls?.local[0] ?? '').origin
}

/** A module that makes the server listen on another port than in its code, and reports when it listens. */
function portHook(port: number): string {
  const source = `
    import { Server } from 'node:net'
    const { listen } = Server.prototype
    Server.prototype.listen = function () {
      return listen.call(this, ${port}, '127.0.0.1', () => process.send('listening'))
    }`
  return `data:text/javascript,${encodeURIComponent(source)}`
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
