import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { AppFolder } from './app-folder.ts'
import { planApp, type ProjectSettings } from './app-plan.ts'
import { findFramework } from './choices.ts'
import { readGitState } from './git.ts'
import { findPackageManager } from './package-manager.ts'
import { isComplete, type Plan } from './plan.ts'
import { writeFiles } from './write-files.ts'

const settings: ProjectSettings = {
  apiUrl: 'https://auth.example',
  projectId: 'p-1',
  publishableClientKey: 'pck_1',
  secretServerKey: 'ssk_1',
}
const both = { client: true, server: true }

// The relevant files of `create-next-app` and `create-vite`.
const nextApp = {
  'package.json': '{"dependencies":{"next":"16.4.6","react":"19.3.0"}}',
  'tsconfig.json': '{}',
  'next.config.ts': '',
  '.gitignore': '/node_modules\n.env*\n',
  'app/layout.tsx': `import type { Metadata } from "next";
import { Geist } from "next/font/google";
import "./globals.css";

const geist = Geist({ subsets: ["latin"] });

export const metadata: Metadata = { title: "Create Next App" };

export default function RootLayout({
  children,
}: Readonly<{
  children: React.ReactNode;
}>) {
  return (
    <html lang="en">
      <body className={\`\${geist.variable} antialiased\`}>{children}</body>
    </html>
  );
}
`,
}
const viteApp = {
  'package.json': '{"dependencies":{"react":"^19.3.0"},"devDependencies":{"vite":"^8.3.8"}}',
  'tsconfig.json': '{"files":[]}',
  '.gitignore': 'node_modules\n*.local\n',
  'src/main.tsx': `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './index.css'
import App from './App.tsx'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
`,
}

function folderOf(files: Readonly<Record<string, string>>): AppFolder {
  const path = mkdtempSync(join(tmpdir(), 'portico-init-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), content)
  }
  return new AppFolder(path)
}

const changesOf = ({ files }: Plan): Record<string, string> =>
  Object.fromEntries(files.map(({ path, change }) => [path, change]))
const contentOf = ({ files }: Plan, name: string): string | undefined => files.find(({ path }) => path === name)?.after

describe('the plan for Next.js', () => {
  test('has the module, the handler, the loading page and the keys, and wraps the body in the style of the layout', () => {
    const plan = planApp(folderOf(nextApp), 'next', both, settings)

    expect(plan.obstacles).toEqual([])
    expect(changesOf(plan)).toEqual({
      'portico.ts': 'create',
      'app/handler/[...portico]/page.tsx': 'create',
      'app/layout.tsx': 'change',
      'app/loading.tsx': 'create',
      '.gitignore': 'keep',
      '.env.local': 'create',
    })
    expect(contentOf(plan, 'app/layout.tsx')).toBe(
      nextApp['app/layout.tsx']
        .replace(
          'import type',
          `import { PorticoProvider, PorticoTheme } from "@portico/nextjs";
import "@portico/nextjs/styles.css";
import { Suspense } from "react";
import { portico } from "../portico";
import type`,
        )
        .replace(
          '{children}</body>',
          `
        <PorticoProvider app={portico}>
          <PorticoTheme>
            <Suspense fallback={null}>
              {children}
            </Suspense>
          </PorticoTheme>
        </PorticoProvider>
      </body>`,
        ),
    )
    expect(contentOf(plan, '.env.local')).toBe(`# Portico
NEXT_PUBLIC_PORTICO_API_URL=https://auth.example
NEXT_PUBLIC_PORTICO_PROJECT_ID=p-1
NEXT_PUBLIC_PORTICO_PUBLISHABLE_CLIENT_KEY=pck_1
PORTICO_SECRET_SERVER_KEY=ssk_1
`)
  })

  test('is beside src/app, in JavaScript and with tabs, if the app is', () => {
    const { 'app/layout.tsx': _layout, ...rest } = nextApp
    const layout =
      'import "./a.css"\nexport default function Layout({ children }) {\n\treturn (\n\t\t<html>\n\t\t\t<body>\n\t\t\t\t<main>\n\t\t\t\t\t{children}\n\t\t\t\t</main>\n\t\t\t</body>\n\t\t</html>\n\t)\n}\n'

    const plan = planApp(folderOf({ ...rest, 'src/app/layout.js': layout }), 'next', both, settings)

    expect(Object.keys(changesOf(plan))).toEqual([
      'src/portico.js',
      'src/app/handler/[...portico]/page.js',
      'src/app/layout.js',
      'src/app/loading.js',
      '.gitignore',
      '.env.local',
    ])
    expect(contentOf(plan, 'src/app/layout.js')).toContain(
      '<body>\n\t\t\t\t<PorticoProvider app={portico}>\n\t\t\t\t\t<PorticoTheme>\n\t\t\t\t\t\t<Suspense fallback={null}>\n\t\t\t\t\t\t\t<main>\n\t\t\t\t\t\t\t\t{children}\n\t\t\t\t\t\t\t</main>\n\t\t\t\t\t\t</Suspense>',
    )
    expect(contentOf(plan, 'src/app/handler/[...portico]/page.js')).toContain('\n\treturn <PorticoHandler')
  })

  test.each([
    ['imported', "import React, {\n  Suspense,\n} from 'react'", 0],
    ['declared', "import React from 'react'\nconst { Suspense } = React", 0],
    ['a part of React', "import React from 'react'\nconst Wait = React.Suspense", 1],
    ['imported under another name', "import { Suspense as Wait } from 'react'", 1],
    ['in a comment', "import React from 'react' // Suspense", 1],
  ])('gives a layout the name Suspense once if it is %s there', (_name, start, added) => {
    const layout = `${start}\nexport default ({ children }) => <html><body>{children}</body></html>\n`

    const plan = planApp(folderOf({ ...nextApp, 'app/layout.tsx': layout }), 'next', both, settings)

    const content = contentOf(plan, 'app/layout.tsx') ?? ''
    expect(content.split("import { Suspense } from 'react'\n")).toHaveLength(added + 1)
  })

  test.each([
    ['an older Next.js', { 'package.json': '{"dependencies":{"next":"^14.2.0"}}' }, 'Next.js 15 or newer'],
    ['the Pages Router', { 'app/layout.tsx': undefined, 'pages/index.tsx': '' }, 'App Router'],
  ])('refuses %s', (_name, change, message) => {
    const files = Object.entries({ ...nextApp, ...change }).filter((entry): entry is [string, string] => !!entry[1])

    expect(() => planApp(folderOf(Object.fromEntries(files)), 'next', both, settings)).toThrow(message)
  })

  test.each([
    ['no body', '<html>{children}</html>'],
    ['two bodies', 'a ? <body>{children}</body> : <body />'],
    ['a body in a comment only', '/* <body>{children}</body> */ children'],
  ])('does not touch a layout with %s, and says what to add by hand', (_name, markup) => {
    const layout = `import 'a'\nexport default ({ children }) => ${markup}\n`

    const plan = planApp(folderOf({ ...nextApp, 'app/layout.tsx': layout }), 'next', both, settings)

    expect(changesOf(plan)).not.toHaveProperty('app/layout.tsx')
    expect(plan.obstacles).toEqual([
      expect.objectContaining({
        path: 'app/layout.tsx',
        byHand: expect.stringContaining('<PorticoProvider app={portico}>'),
      }),
    ])
  })
})

describe('the plan for React', () => {
  test('puts the app into PorticoRoot, and has no secret', () => {
    const plan = planApp(folderOf(viteApp), 'react', both, settings)

    expect(changesOf(plan)).toEqual({
      'src/portico.ts': 'create',
      'src/PorticoRoot.tsx': 'create',
      'src/main.tsx': 'change',
      '.gitignore': 'keep',
      '.env.local': 'create',
    })
    expect(contentOf(plan, 'src/main.tsx')).toContain(
      '  <StrictMode>\n    <PorticoRoot>\n      <App />\n    </PorticoRoot>\n  </StrictMode>,',
    )
    expect(contentOf(plan, '.env.local')).not.toContain('ssk_1')
  })

  test.each([
    ['a router in StrictMode', '<StrictMode><RouterProvider router={router} /></StrictMode>', '<PorticoRoot>'],
    ['one line', 'createRoot(root).render(<App />)', '.render(<PorticoRoot>\n  <App />\n</PorticoRoot>)'],
  ])('understands %s', (_name, code, expected) => {
    const plan = planApp(folderOf({ ...viteApp, 'src/main.tsx': `import 'a'\n${code}\n` }), 'react', both, settings)

    expect(contentOf(plan, 'src/main.tsx')).toContain(expected)
  })

  test('says what to add by hand to an entry that it does not understand', () => {
    const plan = planApp(folderOf({ ...viteApp, 'src/main.tsx': "import './start'\n" }), 'react', both, settings)

    expect(plan.obstacles).toMatchObject([{ path: 'src/main.tsx', byHand: expect.stringContaining('<PorticoRoot>') }])
  })
})

describe('the plan for JavaScript', () => {
  test('has the chosen sides, with the public keys in the file for a browser without a bundler', () => {
    const folder = folderOf({ 'package.json': '{}' })

    const client = planApp(folder, 'js', { client: true, server: false }, settings)
    const server = planApp(folder, 'js', { client: false, server: true }, settings)

    expect(changesOf(client)).toEqual({ 'portico/client.js': 'create' })
    expect(contentOf(client, 'portico/client.js')).toContain("publishableClientKey: 'pck_1'")
    expect(contentOf(client, 'portico/client.js')).not.toContain('ssk_1')
    expect(changesOf(server)).toEqual({ 'portico/server.js': 'create', '.gitignore': 'create', '.env.local': 'create' })
    expect(contentOf(server, '.gitignore')).toBe('.env.local\n')
  })

  test('is in src and in TypeScript if the app is', () => {
    const folder = folderOf({ 'package.json': '{}', 'tsconfig.json': '{}', 'src/index.ts': '' })

    const plan = planApp(folder, 'js', both, settings)

    expect(Object.keys(changesOf(plan)).slice(0, 2)).toEqual(['src/portico/client.ts', 'src/portico/server.ts'])
  })
})

test('the plan for JavaScript has modules that Node runs in a CommonJS package', () => {
  const plan = planApp(folderOf({ 'package.json': '{"type":"commonjs"}' }), 'js', both, settings)

  expect(Object.keys(changesOf(plan)).slice(0, 2)).toEqual(['portico/client.mjs', 'portico/server.mjs'])
})

describe('a plan', () => {
  test.each([
    ['next', nextApp],
    ['react', viteApp],
    ['js', { 'package.json': '{}' }],
  ] as const)('for %s changes nothing when it was carried out', async (framework, files) => {
    const folder = folderOf(files)
    await writeFiles(folder, planApp(folder, framework, both, settings).files)

    expect(isComplete(planApp(folder, framework, both, settings))).toBe(true)
  })

  test('overwrites no foreign file', () => {
    const folder = folderOf({ ...viteApp, 'src/portico.ts': 'export const porch = 1\n' })

    const plan = planApp(folder, 'react', both, settings)

    expect(plan.obstacles).toMatchObject([{ path: 'src/portico.ts', problem: expect.stringContaining('exists') }])
    expect(changesOf(plan)).not.toHaveProperty('src/portico.ts')
  })

  test('keeps values of environment files, fills empty ones and adds missing ones', () => {
    const folder = folderOf({
      ...nextApp,
      '.env': 'NEXT_PUBLIC_PORTICO_API_URL="https://old.example"\n',
      '.env.local': 'OTHER=1\nNEXT_PUBLIC_PORTICO_PROJECT_ID=mine\nPORTICO_SECRET_SERVER_KEY=',
    })

    const plan = planApp(folder, 'next', both, settings)

    expect(contentOf(plan, '.env.local')).toBe(
      'OTHER=1\nNEXT_PUBLIC_PORTICO_PROJECT_ID=mine\nPORTICO_SECRET_SERVER_KEY=ssk_1\n\n# Portico\nNEXT_PUBLIC_PORTICO_PUBLISHABLE_CLIENT_KEY=pck_1\n',
    )
  })

  test('writes nothing if a file has changed since', async () => {
    const folder = folderOf(viteApp)
    const { files } = planApp(folder, 'react', both, settings)
    writeFileSync(join(folder.path, 'src/main.tsx'), '// changed')

    await expect(writeFiles(folder, files)).rejects.toThrow('src/main.tsx has changed meanwhile')

    expect(folder.has('src/portico.ts')).toBe(false)
  })

  test.each([
    ['beside its target', 'x'.repeat(250), 'ENAMETOOLONG'],
    ['over its target, which is a folder by then', 'src/new', 'EISDIR'],
  ])('restores all files if one cannot be written %s', async (_name, path, code) => {
    const folder = folderOf(viteApp)
    chmodSync(join(folder.path, 'src/main.tsx'), 0o640)
    const before = contentsOf(folder)
    const { files } = planApp(folder, 'react', both, settings)
    const others = [path, 'src/new/deep/file.ts'].map(
      (other) => ({ path: other, change: 'create', before: null, after: '' }) as const,
    )

    const writing = writeFiles(folder, [...files, ...others])

    await expect(writing).rejects.toThrow(
      new RegExp(`^${path} cannot be written: ${code}.* No file of Portico was written\\.$`),
    )
    expect(contentsOf(folder)).toEqual(before)
  })

  test('succeeds with a note if a backup cannot be deleted', async () => {
    const folder = folderOf(viteApp)
    const { files } = planApp(folder, 'react', both, settings)
    const backups = (): string[] => readdirSync(join(folder.path, 'src')).filter((name) => name.endsWith('.old'))
    const last = {
      path: 'src/last.ts',
      change: 'create',
      after: '',
      /** Runs between the backup of the other files and its deletion. */
      get before() {
        for (const name of backups()) {
          rmSync(join(folder.path, 'src', name), { recursive: true })
          mkdirSync(join(folder.path, 'src', name))
        }
        return null
      },
    } as const
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => written.mockRestore())

    await writeFiles(folder, [...files, last])

    expect(written.mock.calls.flat().join('')).toMatch(/main\.tsx\.[\w-]+\.old is a copy .* could not be deleted/)
    expect(backups()).toHaveLength(1)
    expect(folder.read('src/main.tsx')).toContain('PorticoRoot')
    expect(folder.has('src/last.ts')).toBe(true)
  })
})

/** The files and folders of an app, with content and permissions. */
function contentsOf({ path }: AppFolder): Record<string, unknown> {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted()
  return Object.fromEntries(
    names.map((name) => {
      const { mode } = statSync(join(path, name))
      return [name, { mode, content: new AppFolder(path).hasFolder(name) || readFileSync(join(path, name), 'utf8') }]
    }),
  )
}

describe('.env.local', () => {
  const ignoreFiles = [
    { patterns: '.env*\n', isIgnored: true },
    { patterns: '/.env*.local\r\n', isIgnored: true },
    { patterns: '**/*.local \n', isIgnored: true },
    { patterns: '.env.?ocal', isIgnored: true },
    { patterns: '.env*\n!.env.local\n', isIgnored: false },
    { patterns: '*.local\n!.env*\nnode_modules\n', isIgnored: false },
    { patterns: '!.env.local\n.env.local\n', isIgnored: true },
    { patterns: '#.env.local\n.env.local/\napps/.env.local\n', isIgnored: false },
    { patterns: '.env.*\n!.env.[l]ocal\n', isIgnored: false },
    { patterns: '', isIgnored: false },
  ]

  test.each(ignoreFiles)('is ignored by Git after the plan, with and without a repository: %j', (file) => {
    const app = { ...viteApp, '.gitignore': file.patterns }
    const [plain, repository] = [folderOf(app), repositoryOf(app)]

    const plans = [plain, repository].map((folder) => planApp(folder, 'react', both, settings))

    expect(readGitState(repository.path, '.env.local')?.isIgnored).toBe(file.isIgnored)
    for (const plan of plans) {
      expect(changesOf(plan)['.gitignore']).toBe(file.isIgnored ? 'keep' : 'change')
      const folder = repositoryOf({ ...app, '.gitignore': contentOf(plan, '.gitignore') ?? '' })
      expect(readGitState(folder.path, '.env.local')?.isIgnored).toBe(true)
    }
  })

  test('in a workspace is ignored by the file of its root', () => {
    const root = repositoryOf({ 'package.json': '{}', '.gitignore': '.env.local\n', 'apps/web/package.json': '{}' })

    const plan = planApp(new AppFolder(join(root.path, 'apps/web')), 'js', both, settings)

    expect(changesOf(plan)).not.toHaveProperty('.gitignore')
  })

  test('gets no secret key if Git tracks it', () => {
    const folder = repositoryOf({ ...nextApp, '.env.local': 'OTHER=1\n' })
    execFileSync('git', ['add', '--force', '.env.local'], { cwd: folder.path })

    const plan = planApp(folder, 'next', both, settings)

    expect(plan.obstacles).toMatchObject([
      {
        path: '.env.local',
        problem: expect.stringContaining('tracked by Git'),
        byHand: expect.stringContaining('git rm'),
      },
    ])
  })
})

function repositoryOf(files: Readonly<Record<string, string>>): AppFolder {
  const folder = folderOf(files)
  execFileSync('git', ['init', '--quiet'], { cwd: folder.path })
  return folder
}

describe('the folder of an app', () => {
  test.each([
    [nextApp, 'next'],
    [viteApp, 'react'],
    [{ 'package.json': '{}' }, null],
  ])('has a framework %#', (files, framework) => {
    expect(findFramework(folderOf(files))).toBe(framework)
  })

  test.each([
    [{ 'pnpm-lock.yaml': '' }, 'pnpm'],
    [{ 'bun.lock': '' }, 'bun'],
    [{ 'yarn.lock': '', 'package-lock.json': '' }, null],
    [{ 'package.json': '{"packageManager":"yarn@4.9.1"}' }, 'yarn'],
    [{}, 'npm'],
  ])('has a package manager %#', (files, manager) => {
    const folder = folderOf({ 'package.json': '{}', '.git/HEAD': '', ...files })

    expect(findPackageManager(folder, 'npm/11.0.0 node/v22.12.0')).toBe(manager)
  })

  test('in a workspace has the package manager of its root', () => {
    const root = folderOf({ 'package.json': '{}', 'pnpm-lock.yaml': '', 'apps/web/package.json': '{}' })

    expect(findPackageManager(new AppFolder(join(root.path, 'apps/web')), undefined)).toBe('pnpm')
  })

  test.each([
    ['no package.json', {}],
    ['a broken one', { 'package.json': '{' }],
    ['one that is no object', { 'package.json': '[]' }],
  ])('with %s is refused', (_name, files) => {
    expect(() => folderOf(files)).toThrow('package.json')
  })
})
