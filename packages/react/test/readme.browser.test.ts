import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build, preview } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareChromium } from '../../../tools/chromium.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const conditions = ['@portico/source', 'module', 'browser', 'development|production']
let folder = ''

beforeAll(async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const snippet = /## In your app\n+```tsx\n([\s\S]*?)```/.exec(readme)?.[1]
  if (snippet === undefined) throw new Error('README.md has no code block in the section "In your app".')
  // Below node_modules, where the packages resolve as in an app and where no other tool of this repository looks.
  folder = await mkdtemp(join(root, 'node_modules/.portico-readme-'))
  await writeFile(join(folder, 'App.tsx'), snippet)
  await writeFile(
    join(folder, 'main.tsx'),
    `import { createRoot } from 'react-dom/client'
     import { App } from './App.tsx'
     createRoot(document.getElementById('root')!).render(<App />)`,
  )
  await writeFile(join(folder, 'index.html'), '<div id="root"></div><script type="module" src="/main.tsx"></script>')
  await writeFile(join(folder, 'styles.d.ts'), "declare module '@portico/react/styles.css'")
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      // An app does not have to annotate the return types of its exports.
      compilerOptions: {
        jsx: 'react-jsx',
        lib: ['es2024', 'dom', 'dom.iterable'],
        types: ['node'],
        isolatedDeclarations: false,
      },
      files: ['main.tsx', 'styles.d.ts'],
    }),
  )
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test('the app of the README compiles', async () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await run(process.execPath, [tsc, '-p', folder, '--noEmit'], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  )

  // The compiler also checks the source of the packages, which has its own check.
  expect(stdout.split('\n').filter((line) => /^(App|main)\.tsx/.test(line))).toEqual([])
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
