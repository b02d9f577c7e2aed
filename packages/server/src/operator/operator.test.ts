import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { describe, expect, onTestFinished, test } from 'vitest'

import { freePort } from '../../test/free-port.ts'
import { compileCache, runOperator, type Outcome } from '../../test/operator.ts'
import { openEmbedded } from '../platform/db/embedded.ts'

// Runs each command like an operator: as a separate process on the embedded database.

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

// Each test starts several processes.

interface Running {
  readonly output: () => string
  stop(): Promise<void>
}

async function newFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'portico-operator-'))
}

async function startService(dataDir: string): Promise<Running> {
  const port = await freePort()
  const child = spawn(process.execPath, ['--conditions=@portico/source', main], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      PORTICO_DATA_DIR: dataDir,
      PORTICO_PORT: String(port),
      PORTICO_LOG: 'error',
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  // The banner contains the URL. Another program may have taken the port meanwhile and answer there.
  while (!output.includes(`:${port}`)) {
    if (output.includes('is in use by another program')) return startService(dataDir)
    if (child.exitCode !== null) throw new Error(output)
    await sleep(50)
  }
  return {
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

const run = (args: readonly string[], dataDir: string): Promise<Outcome> =>
  runOperator(args, { PORTICO_DATA_DIR: dataDir })

describe('operator commands', () => {
  test('are listed by help and after an unknown command', async () => {
    const dataDir = await newFolder()

    const [help, version, unknown, misused, wrongRole, noRole] = [
      await run(['--help'], dataDir),
      await run(['--version'], dataDir),
      await run(['frist-admin'], dataDir),
      await run(['first-admin', '--force'], dataDir),
      await run(['start', '--role', 'boss'], dataDir),
      await run(['start', '--role'], dataDir),
    ]

    expect(help).toMatchObject({ code: 0, output: expect.stringContaining('first-admin') })
    expect(help.output.replaceAll(/ +/g, ' ')).toContain(`PORTICO_DATA_DIR ${dataDir}\n`)
    expect(version).toEqual({ code: 0, output: expect.stringMatching(/^portico-server \d+\.\d+\.\d+\n$/) })
    expect(unknown).toMatchObject({ code: 2, output: expect.stringContaining('Unknown command "frist-admin".') })
    expect(unknown.output).toContain('Prints this list')
    expect(misused).toMatchObject({ code: 2, output: expect.stringContaining('does not accept "--force"') })
    expect(wrongRole).toEqual({ code: 2, output: 'The role "boss" does not exist. Use one of: api, worker, all.\n' })
    expect(noRole).toEqual({ code: 2, output: 'The command "start" does not accept "--role".\n' })
  })

  test('do not create a database', async () => {
    const outcome = await run(['first-admin'], await newFolder())

    expect(outcome).toMatchObject({ code: 1, output: expect.stringContaining('There is no database in') })
    expect(outcome.output).not.toContain('    at ')
  })

  test('do not change the schema', async () => {
    const dataDir = await newFolder()
    const db = await openEmbedded({ dataDir })
    await db.transaction((tx) => tx.script('drop schema public cascade; create schema public'))
    await db.close()

    const outcome = await run(['first-admin'], dataDir)

    expect(outcome).toMatchObject({ code: 1, output: expect.stringContaining('does not have the schema') })
  })

  test('are refused while the service uses the embedded database; then first-admin prints a link that the service accepts', async () => {
    const dataDir = await newFolder()
    const first = await startService(dataDir)
    const early = await run(['first-admin'], dataDir)
    await first.stop()

    const outcome = await run(['first-admin'], dataDir)
    const again = await startService(dataDir)

    expect(early).toMatchObject({ code: 1, output: expect.stringContaining('in use by another Portico') })
    expect(early.output).not.toContain('    at ')
    expect(outcome.code).toBe(0)
    const secret = /first-admin#(\S+)/.exec(outcome.output)?.[1] ?? ''
    expect(secret).toHaveLength(43)
    expect(again.output()).toContain(`/first-admin#${secret}`)
    await again.stop()
  })
})
