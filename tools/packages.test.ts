import { execFile } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { NODE_MIN_VERSION } from '@portico/contract/node-version'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { packageNames } from '../packages/server/src/packages/package-folders.ts'
import { neededPackages, packageFolders, readManifest } from './built-packages.mjs'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')

interface ScriptTarget {
  readonly require?: unknown
  readonly types: string
  readonly default: string
}

/** Whether an entry of `exports` is a module. Other entries are style sheets and the manifest. */
function isScript(target: unknown): target is ScriptTarget {
  return (
    typeof target === 'object' && target !== null && 'default' in target && !String(target.default).endsWith('.css')
  )
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

describe('the published packages', () => {
  test('are built and served, all of them, under the names of their manifests', () => {
    const names = packageFolders.map((folder) => [
      folder,
      (JSON.parse(read(`packages/${folder}/package.json`)) as { name: string }).name,
    ])

    const published = globSync('*', { cwd: join(root, 'packages') }).filter(
      (folder) => !(JSON.parse(read(`packages/${folder}/package.json`)) as { private?: boolean }).private,
    )

    expect(packageFolders.toSorted()).toEqual(published.toSorted())
    expect(Object.fromEntries(names)).toEqual(packageNames)
  })

  test('are built after the packages that they need', () => {
    expect(neededPackages('react')).toEqual(['contract', 'protocols', 'client', 'react'])
    expect(neededPackages('testkit')).toEqual(['contract', 'protocols', 'moving', 'server', 'testkit'])
  })

  test.each(packageFolders)(
    '%s has the licence, a check before npm packs it, and the oldest Node that it needs',
    (folder) => {
      expect(read(`packages/${folder}/LICENSE`)).toBe(read('LICENSE'))
      expect(JSON.parse(read(`packages/${folder}/package.json`))).toMatchObject({
        license: 'MIT',
        engines: { node: `>=${NODE_MIN_VERSION.replace(/\.0$/, '')}` },
        scripts: { prepack: 'node ../../tools/prepack.mjs' },
        exports: { './package.json': './package.json' },
      })
      expect(read(`packages/${folder}/README.md`)).toContain('Node 22.12 or newer')
    },
  )

  test.each(packageFolders.filter((folder) => Object.keys(readManifest(folder).exports ?? {}).length > 1))(
    '%s says whether it has CommonJS, and has it for all of its entries or for none',
    (folder) => {
      const scripts = Object.values<unknown>(readManifest(folder).exports ?? {}).filter(isScript)
      const withCommonJs = scripts.filter((target) => 'require' in target)

      expect(withCommonJs.length === 0 || withCommonJs.length === scripts.length).toBe(true)
      const modules = withCommonJs.length > 0 ? 'ES modules and CommonJS' : 'ES modules only'
      expect(read(`packages/${folder}/README.md`)).toContain(`The package has ${modules}`)
      for (const { require: common, types, default: script } of withCommonJs) {
        expect(common).toEqual({
          types: types.replace(/\.d\.ts$/, '.d.cts'),
          // Node loads ES modules for `require` too, so that a process has one copy of the package. Jest does not.
          'module-sync': script,
          default: script.replace(/\.js$/, '.cjs'),
        })
      }
    },
  )

  test('are packed with all workspaces, because each has a name and a version', () => {
    // A folder with its own lockfile is not a workspace.
    const manifests = globSync('{packages,examples,apps}/*/package.json', { cwd: root })
      .filter((path) => !existsSync(join(root, dirname(path), 'package-lock.json')))
      .map((path) => JSON.parse(read(path)) as object)

    for (const manifest of manifests) {
      expect(manifest).toMatchObject({ name: expect.any(String), version: expect.any(String) })
    }
  })
})

describe('npm pack', () => {
  let clone: string

  /** A clone with small packages. */
  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), 'portico-clone-'))
    const files = ['package-lock.json', 'tsconfig.base.json', 'tsconfig.browser.json', 'tsconfig.node.json']
    mkdirSync(join(clone, 'tools'))
    for (const file of [...files, 'tools/build-packages.ts', 'tools/declarations.ts'])
      writeFileSync(join(clone, file), '')
    for (const file of globSync('tools/*.mjs', { cwd: root })) cpSync(join(root, file), join(clone, file))
    for (const folder of packageFolders) {
      mkdirSync(join(clone, 'packages', folder, 'src'), { recursive: true })
      cpSync(join(root, 'packages', folder, 'package.json'), join(clone, 'packages', folder, 'package.json'))
    }
    for (const builder of ['packages/contract/wire-types.ts', 'tools/run-wire-types.ts'])
      writeFileSync(join(clone, builder), '')
  })

  afterAll(() => rmSync(clone, { recursive: true, force: true }))

  function pack(): Promise<{ stdout: string }> {
    return run('npm', ['pack', '--silent', './packages/client'], { cwd: clone })
  }

  test('refuses a package without its build or with an outdated one, and says what to run', async () => {
    const refusal = {
      stderr: expect.stringContaining('packages/client is not built from its present sources') as string,
    }
    await expect(pack()).rejects.toMatchObject(refusal)

    mkdirSync(join(clone, 'packages/client/dist'))
    await run(
      process.execPath,
      ['-e', "import('./tools/built-packages.mjs').then((built) => built.markBuilt('client'))"],
      { cwd: clone },
    )
    const packed = await pack()
    writeFileSync(join(clone, 'packages/contract/src/changed.ts'), '')

    expect(packed.stdout).toMatch(/portico-client-\d\S*\.tgz/)
    await expect(pack()).rejects.toMatchObject(refusal)
  })
})

test('the documents and the pages install packages that the service has', () => {
  const documents = ['README.md', 'docs/getting-started.md', ...globSync('packages/*/README.md', { cwd: root })]
  const installed = documents.flatMap((path) =>
    [...read(path).matchAll(/\/packages\/(\w+)\.tgz/g)].map(([, name]) => name),
  )

  expect(installed.length).toBeGreaterThanOrEqual(documents.length)
  expect(installed.filter((name = '') => !Object.hasOwn(packageNames, name))).toEqual([])
})
