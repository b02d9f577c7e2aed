import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import type { TestProject } from '@portico/testkit'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

/** The folder of the example with its packages. */
const example = join(root, 'examples/nextjs')

/** Built or installed files, which differ between clones. */
const notCopied = new Set(['.next', '.portico', 'node_modules', 'next-env.d.ts', 'next.config.ts', '.env'])

export interface ExampleCopyOptions {
  /** The folder whose packages and version of Next.js the copy uses. Default: the example. */
  readonly packages?: string
  /** Replaces settings of the example. Null removes one. */
  readonly config?: Readonly<Record<string, unknown>>
  /** Replaces or adds files. */
  readonly files?: Readonly<Record<string, string>>
  /** Default: true. Tailwind's compiler in the example requires Turbopack and Next.js 16. */
  readonly hasTailwind?: boolean
}

export interface ExampleCopy {
  readonly folder: string
  readonly remove: () => Promise<void>
}

/** Copies `examples/nextjs` and installs the current code of our packages in the copy, without types. */
export async function copyExample({
  packages = example,
  config = {},
  files = {},
  hasTailwind = true,
}: ExampleCopyOptions = {}): Promise<ExampleCopy> {
  const folder = await createFolder(packages)
  for (const name of await readdir(example)) {
    if (!notCopied.has(name)) await cp(join(example, name), join(folder, name), { recursive: true })
  }
  await cp(join(example, 'next.config.ts'), join(folder, 'example.config.ts'))
  const settings = {
    outputFileTracingRoot: packages,
    // Here, the code of the packages has no types.
    typescript: { ignoreBuildErrors: true },
    ...config,
  }
  await writeFile(
    join(folder, 'next.config.ts'),
    `import example from './example.config'
const turbopack = { ...example.turbopack, ...${JSON.stringify(hasTailwind ? {} : { rules: {} })}, root: ${JSON.stringify(packages)} }
const settings = Object.entries({ ...example, turbopack, ...${JSON.stringify(settings)} })
export default Object.fromEntries(settings.filter(([, value]) => value !== null))`,
  )
  if (!hasTailwind) await writeFile(join(folder, 'app/globals.css'), '')
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  await installCode(folder)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Copies the host of the official clients and installs the current code of our packages in the copy. */
export async function copyOfficialHost(): Promise<ExampleCopy> {
  const host = join(root, 'interop/nextjs')
  const folder = await createFolder(host)
  await cp(join(host, 'app'), join(folder, 'app'), { recursive: true })
  await writeFile(
    join(folder, 'next.config.mjs'),
    `const root = ${JSON.stringify(host)}
export default { outputFileTracingRoot: root, eslint: { ignoreDuringBuilds: true }, turbopack: { root, resolveAlias: { official: '@portico/nextjs/stack' } } }`,
  )
  await installCode(folder)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Creates a folder below the packages, so that they resolve in it. */
async function createFolder(packages: string): Promise<string> {
  await mkdir(join(packages, '.portico'), { recursive: true })
  return mkdtemp(join(packages, '.portico/example-'))
}

/** Installs the code of `@portico/nextjs` and of its dependencies. */
async function installCode(folder: string): Promise<void> {
  const nodeModules = join(folder, 'node_modules')
  const args = ['--conditions=@portico/source', 'tools/build-packages.ts', '--code-only', nodeModules, 'nextjs']
  await run(process.execPath, args, { cwd: root })
  await cp(join(root, 'node_modules/uqr'), join(nodeModules, 'uqr'), { recursive: true })
}

/** The variables of `.env` for a test project. */
export function variablesOf(project: TestProject, baseUrl = project.keys.baseUrl): NodeJS.ProcessEnv {
  return {
    NEXT_PUBLIC_PORTICO_API_URL: baseUrl,
    NEXT_PUBLIC_PORTICO_PROJECT_ID: project.id,
    NEXT_PUBLIC_PORTICO_PUBLISHABLE_CLIENT_KEY: project.keys.publishableClientKey,
    PORTICO_SECRET_SERVER_KEY: project.keys.secretServerKey,
  }
}
