import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

const refused: [file: string, source: string][] = [
  ['packages/client/src/resources/users.ts', `import { createPortico } from '@portico/server'`],
  ['packages/client/src/resources/users.ts', `import { errorCatalogue } from '@portico/contract'`],
  ['packages/client/src/resources/users.ts', `export * from '@portico/contract'`],
  ['packages/react/src/form/rules.ts', `import { PASSWORD_MIN_CODE_POINTS } from '@portico/contract'`],
  ['packages/client/src/resources/users.ts', `import { sign } from '../../../server/src/tokens/sign.ts'`],
  ['packages/client/src/resources/users.ts', `import { readFileSync } from 'node:fs'`],
  ['packages/react/src/SignIn.tsx', `const server = await import('@portico/server')`],
  ['packages/contract/src/endpoints/users.ts', `import { PorticoClientApp } from '@portico/client'`],
  ['packages/protocols/src/totp.ts', `import { limits } from '@portico/contract'`],
  ['packages/server/src/main.ts', `import { PorticoClientApp } from '@portico/client'`],
  ['examples/react-vite/src/main.tsx', `import { createPortico } from '@portico/server'`],
  ['packages/cli/src/session/login.ts', `import { useUser } from '@portico/react'`],
  ['e2e/sign-in.test.ts', `import { SignIn } from '../packages/react/src/auth/SignIn.tsx'`],
]

const accepted: [file: string, source: string][] = [
  ['packages/client/src/resources/users.ts', `import type { UserRead } from '@portico/contract'`],
  ['packages/client/src/transport/send.ts', `import { NETWORK_ATTEMPTS } from '@portico/contract/limits'`],
  ['packages/react/src/form/rules.ts', `import { NETWORK_ATTEMPTS } from '@portico/contract/limits'`],
  ['packages/client/src/pages/urls.ts', `import { matchTrustedUrl } from '@portico/protocols/trusted-url'`],
  ['packages/client/src/resources/users.test.ts', `import { createTestPortico } from '@portico/testkit'`],
  ['packages/react/src/SignIn.tsx', `import { KnownError } from '@portico/client'`],
  ['packages/cli/src/session/login.ts', `import { PorticoClientApp } from '@portico/client'`],
  ['packages/testkit/src/testkit.ts', `import { createPortico } from '@portico/server'`],
]

/** One run of the linter for all cases, because it takes most of its time to start. */
let restricted: ReadonlySet<string>
let findings: readonly string[]

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-lint-'))
  const rules = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as {
    jsPlugins: string[]
    options: object
  }
  // Without types, which the rules for imports do not need.
  const options = { ...rules.options, typeAware: false }
  const jsPlugins = rules.jsPlugins.map((path) => join(root, path))
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify({ ...rules, jsPlugins, options }))
  for (const [file, lines] of linesByFile) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), lines.map((line) => `${line}\n`).join(''))
  }
  const program = join(root, 'node_modules/oxlint/bin/oxlint')
  const { stdout, stderr } = spawnSync(process.execPath, [program, '--format=unix'], { cwd: folder, encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  if (stderr !== '') throw new Error(stderr)
  findings = stdout.split('\n')
  const ofImports = findings.filter((finding) => finding.includes('no-restricted-imports'))
  restricted = new Set(ofImports.map((finding) => finding.split(':').slice(0, 2).join(':')))
})

/** Code that the rules of `tools/lint` refuse, with their message. */
const refusedByOwnRules: [file: string, source: string, sentence: string][] = [
  ['packages/server/src/kernel/up.ts', `import '../flows/up.ts'`, 'upward: kernel/up.ts → flows/up.ts'],
  [
    'packages/server/src/flows/up.ts',
    `export const load = () => import('../main.ts')`,
    'upward: flows/up.ts → main.ts',
  ],
  ['packages/server/src/main.ts', `db.transaction((tx) => Promise.all([f(tx)]))`, 'runs statements of a transaction'],
]

const linesByFile = new Map<string, string[]>()
for (const [file, source] of [...refused, ...accepted, ...refusedByOwnRules])
  linesByFile.set(file, [...(linesByFile.get(file) ?? []), source])

/** The position of the source line in the report of the linter. */
function placeOf(file: string, source: string): string {
  return `${file}:${(linesByFile.get(file)?.indexOf(source) ?? -1) + 1}`
}

test.each(refused)('the lint rules refuse in %s: %s', (file, source) => {
  expect(restricted).toContain(placeOf(file, source))
})

test.each(accepted)('the lint rules accept in %s: %s', (file, source) => {
  expect(restricted).not.toContain(placeOf(file, source))
})

test.each(refusedByOwnRules)('the lint rules refuse in %s: %s (%s)', (file, source, sentence) => {
  expect(findings.filter((finding) => finding.startsWith(`${placeOf(file, source)}:`)).join()).toContain(sentence)
})
