import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, preview } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareChromium } from '../../../tools/chromium.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const conditions = ['@portico/source', 'module', 'browser', 'development|production']
let folder = ''

beforeAll(async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const snippet = /## In your app\n[^#]*?```tsx\n([\s\S]*?)```/.exec(readme)?.[1]
  if (snippet === undefined) throw new Error('README.md has no code block in the section "In your app".')
  // Inside node_modules, where the packages resolve as in an app and other tools of this repository do not look.
  folder = await mkdtemp(join(root, 'node_modules/.portico-readme-'))
  await writeFile(join(folder, 'App.tsx'), snippet)
  await writeFile(
    join(folder, 'main.tsx'),
    `import { createRoot } from 'react-dom/client'
     import { App } from './App.tsx'
     createRoot(document.getElementById('root')!).render(<App />)`,
  )
  await writeFile(join(folder, 'index.html'), '<div id="root"></div><script type="module" src="/main.tsx"></script>')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test('the app of the README is the file that the check of types compiles', async () => {
  expect(await readFile(join(folder, 'App.tsx'), 'utf8')).toBe(
    await readFile(join(root, 'packages/react/dev/readme-app.tsx'), 'utf8'),
  )
})

test('the app of the README redirects a signed-out visitor to the sign-in page', async () => {
  const outDir = join(folder, 'dist')
  const shared = { configFile: false, logLevel: 'error', root: folder, resolve: { conditions } } as const
  await build({ ...shared, build: { outDir } })
  const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
  const browser = await shareChromium()
  try {
    const page = await (await browser.newContext()).newPage()

    await page.goto(server.resolvedUrls?.local[0] ?? '')

    // No service runs at the README's URL, so the page shows an error. This test checks only the redirect.
    await page.locator('.portico-card').waitFor()
    expect(new URL(page.url()).pathname).toBe('/handler/sign-in')
  } finally {
    await browser.close()
    await server.close()
  }
})
