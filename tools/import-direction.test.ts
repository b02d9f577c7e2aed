import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test.each([
  ['packages/client/src/resources/users.ts', `import { createPortico } from '@portico/server'`],
  ['packages/client/src/resources/users.ts', `import { errorCatalogue } from '@portico/contract'`],
  ['packages/client/src/resources/users.ts', `export * from '@portico/contract'`],
  ['packages/react/src/form/rules.ts', `import { PASSWORD_MIN_CODE_POINTS } from '@portico/contract'`],
  ['packages/client/src/resources/users.ts', `import { sign } from '../../../server/src/tokens/sign.ts'`],
  ['packages/client/src/resources/users.ts', `import { readFileSync } from 'node:fs'`],
  ['packages/react/src/SignIn.tsx', `const server = await import('@portico/server')`],
  ['packages/contract/src/users.ts', `import { PorticoClientApp } from '@portico/client'`],
  ['packages/protocols/src/totp.ts', `import { limits } from '@portico/contract'`],
  ['packages/server/src/main.ts', `import { PorticoClientApp } from '@portico/client'`],
  ['examples/react-vite/src/main.tsx', `import { createPortico } from '@portico/server'`],
  ['packages/cli/src/login.ts', `import { useUser } from '@portico/react'`],
  ['e2e/sign-in.test.ts', `import { SignIn } from '../packages/react/src/auth/SignIn.tsx'`],
])('the lint rules refuse in %s: %s', (file, source) => {
  expect(lint(file, source)).toContain('no-restricted-imports')
})

test.each([
  ['packages/client/src/resources/users.ts', `import type { UserRead } from '@portico/contract'`],
  ['packages/client/src/transport/send.ts', `import { NETWORK_ATTEMPTS } from '@portico/contract/limits'`],
  ['packages/react/src/form/rules.ts', `import { PASSWORD_MIN_CODE_POINTS } from '@portico/contract/limits'`],
  ['packages/client/src/pages/urls.ts', `import { matchTrustedUrl } from '@portico/protocols/trusted-url'`],
  ['packages/client/src/resources/users.test.ts', `import { createTestPortico } from '@portico/testkit'`],
  ['packages/react/src/SignIn.tsx', `import { KnownError } from '@portico/client'`],
  ['packages/cli/src/login.ts', `import { PorticoClientApp } from '@portico/client'`],
  ['packages/testkit/src/testkit.ts', `import { createPortico } from '@portico/server'`],
])('the lint rules accept in %s: %s', (file, source) => {
  expect(lint(file, source)).not.toContain('no-restricted-imports')
})

/** Lints one file at its path in an otherwise empty repository, with our rules. Returns the linter's output. */
function lint(file: string, source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  mkdirSync(join(folder, dirname(file)), { recursive: true })
  writeFileSync(join(folder, file), `${source}\n`)
  const program = join(root, 'node_modules/oxlint/bin/oxlint')
  const { stdout, stderr } = spawnSync(process.execPath, [program, '--format=unix'], { cwd: folder, encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout
}
