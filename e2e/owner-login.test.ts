import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, onTestFinished, test } from 'vitest'

import { startDashboard } from './dashboard.ts'
import { compileCache } from './service.ts'
import { heading } from './steps.ts'

const dashboard = startDashboard()
const main = fileURLToPath(new URL('../packages/cli/src/main.ts', import.meta.url))

test('an owner signs in at the terminal, confirms in the dashboard, and creates a project', async () => {
  const home = await mkdtemp(join(tmpdir(), 'portico-owner-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const portico = startProgram(home)
  const visitor = await dashboard.openVisitor()
  const owner = await dashboard.openAsOwner(visitor)

  const login = portico('login', '--api-url', dashboard.url)
  await expect.poll(login.output).toContain('login_code=')
  await owner.goto(/http\S+login_code=\w+/.exec(login.output())?.[0] ?? '')
  await owner.getByRole('button', { name: 'Allow' }).click()
  await heading(owner, 'You can go back to the command line').waitFor()
  expect(await login.code).toBe(0)
  const create = portico('project', 'create', 'Notes', '--json')

  expect(await create.code).toBe(0)
  await owner.goto(`${dashboard.url}/projects`)
  await owner.getByText('Notes').first().waitFor()
})

interface Running {
  readonly output: () => string
  readonly code: Promise<unknown>
}

function startProgram(home: string): (...args: string[]) => Running {
  return (...args) => {
    const env = { PATH: process.env['PATH'], HOME: home, XDG_CONFIG_HOME: home, NODE_COMPILE_CACHE: compileCache }
    const child = spawn(process.execPath, ['--conditions=@portico/source', main, ...args], { env })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    return { output: () => output, code: once(child, 'close').then(([code]) => code as unknown) }
  }
}
