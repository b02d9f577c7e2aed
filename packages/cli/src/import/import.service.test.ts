import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdir, readFile, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { PorticoAdminApp } from '@portico/client/admin'
import type { ImportFinding, ImportRead } from '@portico/contract'
import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { homeOfCommands, runCommand, type CommandRun, useHomeOfCommands } from '../../test/run-command.ts'

useHomeOfCommands()

const samples = fileURLToPath(new URL('../../../moving/samples/', import.meta.url))
const auth0 = [join(samples, 'auth0/users.json'), '--file', `hashes=${join(samples, 'auth0/hashes.ndjson')}`]
/** The password of the users in the samples. */
const OLD_PASSWORD = 'correct horse 38'

let portico: TestPortico
let project: TestProject
let app: PorticoAdminApp<false>
let proxy: Server | undefined

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

beforeEach(async () => {
  project = await portico.createProject()
  app = new PorticoAdminApp<false>({ ...project.keys, tokenStore: null })
})

afterEach(() => {
  proxy?.closeAllConnections()
  proxy?.close()
})

function run(args: readonly string[], apiUrl = portico.baseUrl): CommandRun {
  return runCommand(args, {
    PORTICO_PROJECT_ID: project.id,
    PORTICO_API_URL: apiUrl,
    PORTICO_SUPER_SECRET_ADMIN_KEY: project.keys.super_secret_admin_key,
  })
}

/** Writes an export of Auth0 and returns its path. */
async function writeUsers(count: number, change: (user: object, index: number) => object = (user) => user) {
  const path = join(homeOfCommands(), 'users.ndjson')
  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify(change({ user_id: `auth0|${index}`, email: `user-${index}@mail.example`, identities: [] }, index)),
  )
  await writeFile(path, `${lines.join('\n')}\n`)
  return path
}

async function countUsers(): Promise<number> {
  return (await app.listUsers()).length
}

interface Passed {
  /** The number of the batch, from 1. */
  readonly batch: number
}

/** Passes calls on to the service. Returns its address. */
async function startProxy(steps: {
  /** Runs after the service has started an import, before its answer is sent. */
  started?: () => Promise<void>
  /** Returns a status that answers a batch in place of the service. */
  before?: (passed: Passed) => number | null
  /** Runs after the service has imported a batch, before its answer is sent. */
  after?: (passed: Passed) => void
}): Promise<string> {
  let batch = 0
  proxy = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const isBatch = request.url?.endsWith('/records') === true
      if (isBatch) batch += 1
      const status = isBatch ? (steps.before?.({ batch }) ?? null) : null
      if (status !== null) {
        response.writeHead(status, { 'retry-after': '1' }).end()
        return
      }
      const headers = Object.entries(request.headers).filter(([name]) => /^x-stack-|^content-type$/.test(name))
      const isRead = request.method === 'GET'
      fetch(`${portico.baseUrl}${request.url}`, {
        method: request.method ?? 'GET',
        headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
        ...(!isRead && { body: Buffer.concat(chunks) }),
      })
        .then(async (answer) => {
          const text = await answer.text()
          if (isBatch) steps.after?.({ batch })
          if (request.method === 'POST' && request.url?.endsWith('/imports')) await steps.started?.()
          response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
        })
        .catch(() => response.destroy())
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

describe('a dry run', () => {
  test('reports what an import would do and changes no user', async () => {
    const report = join(homeOfCommands(), 'findings.ndjson')

    const { code, stdout, stderr } = await run(['import', 'auth0', ...auth0, '--dry-run', '--report', report]).ended

    expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining(report) as string })
    expect(stdout).toContain('No user was changed.')
    expect(stdout).toMatch(/would be created +40\n/)
    expect(stdout).toMatch(/bcrypt +\d+\n/)
    expect(stdout).toMatch(/have to set a new password +\d+\n/)
    expect(stdout).toContain('the old system still runs')
    expect(stdout).toMatch(/ +31 +unreadable .*The line is not a JSON object\./)
    const findings = (await readFile(report, 'utf8')).trim().split('\n')
    expect(findings.map((line) => JSON.parse(line) as ImportFinding)).toContainEqual(
      expect.objectContaining({ line: 31, outcome: 'unreadable' }),
    )
    expect((await stat(report)).mode & 0o777).toBe(0o600)
    expect(await countUsers()).toBe(0)
  })
})

describe('an import', () => {
  test('writes nothing while lines cannot be read, then imports the others, and is undone', async () => {
    const refused = await run(['import', 'auth0', ...auth0, '--yes']).ended
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('2 lines cannot be read') as string })
    expect(refused.stderr).toContain('users.json, line 31: The line is not a JSON object.')
    expect(await app.listImports()).toEqual([])

    const imported = await run(['import', 'auth0', ...auth0, '--yes', '--skip-unreadable', '--json']).ended
    const { id, ...rest } = JSON.parse(imported.stdout) as ImportRead
    expect(imported.code).toBe(3)
    expect(rest).toMatchObject({ source: 'auth0', name: 'users.json, hashes.ndjson', state: 'done', users: 40 })

    const signedIn = await project
      .client()
      .post('/auth/password/sign-in', { email: 'ada@mail.example', password: OLD_PASSWORD })
    expect(signedIn.status).toBe(200)
    expect(await run(['import', 'list']).ended).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(`${id} +auth0 +users.json, hashes.ndjson +import +done +40 `) as string,
    })
    expect(await run(['import', 'show', id]).ended).toMatchObject({
      code: 3,
      stdout: expect.stringContaining(`portico undo --run ${id}`) as string,
    })

    expect((await run(['undo', '--run', id]).ended).code).toBe(2)
    expect(await run(['undo', '--run', id, '--yes']).ended).toMatchObject({
      code: 0,
      stdout: 'Removed 39 users. Kept 1 user who signed in since the import.\n',
    })
    expect(await countUsers()).toBe(1)
  })

  test('that is killed before the answer of a batch is continued, and creates no user twice', async () => {
    const file = await writeUsers(1_100)
    const first = run(
      ['import', 'auth0', file, '--yes'],
      await startProxy({ after: ({ batch }) => batch === 2 && first.child.kill('SIGKILL') }),
    )
    expect((await first.ended).code).toBeNull()
    const [open = expect.unreachable()] = await app.listImports()
    expect(open).toMatchObject({ state: 'open', users: 1_000 })

    const resumed = await run(['import', 'auth0', file, '--yes', '--resume', open.id, '--json']).ended

    expect(resumed.code).toBe(0)
    expect(JSON.parse(resumed.stdout)).toMatchObject({
      id: open.id,
      state: 'done',
      users: 1_100,
      counts: { created: 1_100, already_imported: 0, duplicate: 0, refused: 0 },
    })
    expect(await countUsers()).toBe(1_100)
  })

  test('ends after the present batch at Ctrl+C, and prints the command that continues it', async () => {
    const file = await writeUsers(1_100)
    const stopped = run(
      ['import', 'auth0', file, '--yes'],
      await startProxy({ after: ({ batch }) => batch === 1 && stopped.child.kill('SIGINT') }),
    )
    const { code, stderr } = await stopped.ended
    const [open = expect.unreachable()] = await app.listImports()
    const command = /portico (import auth0 .*)$/m.exec(stderr)?.[1]?.split(' ') ?? []

    expect(code).toBe(1)
    expect(stderr).toContain('The import was stopped.')
    expect(command).toEqual(['import', 'auth0', file, '--resume', open.id])
    expect(open.counts.created).toBeLessThan(1_100)
    expect((await run([...command, '--yes']).ended).code).toBe(0)
    expect(await countUsers()).toBe(1_100)
  })

  test('whose file cannot be read a second time prints the command that continues it', async () => {
    const file = await writeUsers(3)
    const url = await startProxy({ started: () => writeFile(file, '{"id":"user_1"}\n') })

    const { code, stderr } = await run(['import', 'auth0', file, '--yes'], url).ended

    const [open = expect.unreachable()] = await app.listImports()
    expect({ code, state: open.state }).toEqual({ code: 1, state: 'open' })
    expect(stderr).toContain('not a user export of Auth0')
    expect(stderr).toContain(`\nContinue the import: portico import auth0 ${file} --resume ${open.id}\n`)
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  test('that has ended without its report prints the command that shows it', async () => {
    const folder = join(homeOfCommands(), 'reports')
    await mkdir(folder)
    const url = await startProxy({ started: () => rmdir(folder) })
    const args = ['import', 'auth0', await writeUsers(3), '--yes', '--report', join(folder, 'findings.ndjson')]

    const { code, stderr } = await run(args, url).ended

    const [ended = expect.unreachable()] = await app.listImports()
    expect({ code, state: ended.state }).toEqual({ code: 1, state: 'done' })
    expect(stderr).toContain(`\nThe import has ended. Its report: portico import show ${ended.id}\n`)
    expect(stderr).not.toContain('Continue the import')
  })

  test('repeats a batch that the service could not handle, after the pause that it asks for', async () => {
    const file = await writeUsers(3)
    const url = await startProxy({ before: ({ batch }) => (batch === 1 ? 503 : null) })

    const { code, stderr } = await run(['import', 'auth0', file, '--yes'], url).ended

    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Trying again in 1 s.') as string,
    })
    expect(await countUsers()).toBe(3)
  })

  test('reports a record that the service cannot take, and imports the others of its batch', async () => {
    const deep: unknown = JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`)
    const file = await writeUsers(5, (user, index) => (index === 2 ? { ...user, user_metadata: { deep } } : user))

    const { code, stdout } = await run(['import', 'auth0', file, '--yes']).ended

    expect(code).toBe(3)
    expect(stdout).toMatch(/\nusers\.ndjson +3 +unreadable /)
    expect(await countUsers()).toBe(4)
  })

  test.each([
    {
      name: 'a file of another source',
      args: ['import', 'auth0', join(samples, 'clerk/users.csv')],
      code: 1,
      message: 'not a user export of Auth0',
    },
    {
      name: 'a file that does not exist',
      args: ['import', 'auth0', 'none.json'],
      code: 1,
      message: 'none.json does not exist.',
    },
    {
      name: 'an import without --yes and without a terminal',
      args: ['import', 'auth0', auth0[0] ?? '', '--skip-unreadable'],
      code: 2,
      message: '--yes',
    },
    {
      name: 'an unknown run',
      args: ['import', 'auth0', auth0[0] ?? '', '--skip-unreadable', '--resume', 'none'],
      code: 1,
      message: '',
    },
  ])('refuses $name in one sentence and starts no run', async ({ args, code, message }) => {
    const ended = await run(args).ended

    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) as string })
    expect(ended.stderr).not.toMatch(/^\s+at /m)
    expect(await app.listImports()).toEqual([])
  })
})
