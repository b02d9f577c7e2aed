import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

// A framework with server components refuses a module that uses state or effects, unless it or a module that imports it
// says 'use client'. An app may import every entry in a server file, so each module says it itself.

const packages = join(import.meta.dirname, '../..')

/** What React also exports to server components. */
const inServerComponents = ['createElement', 'Fragment', 'lazy', 'Suspense']

/** The server apps call its hook in server components. Its imports name no hook of React. */
const exempt = ['react/src/app/shared-resource.ts']

/**
 * The entries and their exports that servers use: classes, errors and functions. A client module would export
 * references to them.
 */
const serverModules = [
  'react.ts',
  'stack.ts',
  'server.ts',
  'admin.ts',
  'internal.ts',
  'shared-exports.ts',
  'app/PorticoClientApp.ts',
  'app/server-hooks.ts',
  'app/record-hooks.ts',
  'stack-client-app.ts',
  'stack-server-app.ts',
  'stack-admin-app.ts',
]

interface Module {
  readonly path: string
  readonly isClient: boolean
  readonly hasClientCode: boolean
}

function readModule(path: string): Module {
  const { program, module } = parseSync(path, readFileSync(join(packages, path), 'utf8'))
  const [first] = program.body
  const imported = module.staticImports
    .filter(({ moduleRequest }) => /^react(-dom)?(\/|$)/.test(moduleRequest.value))
    .flatMap(({ entries }) => entries.filter(({ isType }) => !isType).map(({ importName }) => importName.name ?? ''))
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ isType, moduleRequest, exportName }) =>
      isType || moduleRequest ? [] : (exportName.name ?? []),
    ),
  )
  const hasHook = exported.some((name) => /^use[A-Z]/.test(name))
  return {
    path,
    isClient: first?.type === 'ExpressionStatement' && 'directive' in first && first.directive === 'use client',
    hasClientCode: path.endsWith('.tsx') || hasHook || imported.some((name) => !inServerComponents.includes(name)),
  }
}

const modules = globSync('{react,ui}/src/**/*.{ts,tsx}', { cwd: packages, exclude: ['**/*.test.*'] }).map(readModule)

test("each module with components or hooks says 'use client', and no other module", () => {
  const wrong = modules.filter(
    ({ path, isClient, hasClientCode }) => isClient !== hasClientCode && !exempt.includes(path),
  )

  expect(wrong.map(({ path }) => path)).toEqual([])
})

test.each(serverModules)('%s works on a server', (path) => {
  expect(modules.find((module) => module.path === `react/src/${path}`)).toMatchObject({ isClient: false })
})
