import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { homeOfCommands, runCommand, type CommandRun, useHomeOfCommands } from '../../test/run-command.ts'

useHomeOfCommands()

const auth0 = fileURLToPath(new URL('../../../moving/samples/auth0/', import.meta.url))
/** The password of the users in the samples. */
const OLD_PASSWORD = 'correct horse 38'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

function run(args: readonly string[], of = project, apiUrl = portico.baseUrl): CommandRun {
  return runCommand(args, {
    PORTICO_PROJECT_ID: of.id,
    PORTICO_API_URL: apiUrl,
    PORTICO_SUPER_SECRET_ADMIN_KEY: of.keys.super_secret_admin_key,
  })
}

describe('an export', () => {
  test('is a compressed file for its owner only, which another project imports with the passwords', async () => {
    const file = join(homeOfCommands(), 'users.ndjson.gz')
    const hashes = `hashes=${join(auth0, 'hashes.ndjson')}`
    await run(['import', 'auth0', join(auth0, 'users.json'), '--file', hashes, '--yes', '--skip-unreadable']).ended
    const other = await portico.createProject()

    const exported = await run(['export', '--out', file, '--include-hashes']).ended
    const imported = await run(['import', 'portico', file, '--yes', '--json'], other).ended

    expect(exported).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining(` to ${file}.`) as string })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(
      gunzipSync(await readFile(file))
        .toString()
        .trimEnd()
        .split('\n')
        .at(-1),
    ).toContain('"kind":"end"')
    expect(JSON.parse(imported.stdout)).toMatchObject({ users: 40, counts: { refused: 0, unreadable: 0 } })
    const { status } = await other
      .client()
      .post('/auth/password/sign-in', { email: 'ada@mail.example', password: OLD_PASSWORD })
    expect(status).toBe(200)
  })

  test('goes to standard output, without hashes by default', async () => {
    const small = await portico.createProject()
    const { id } = await small.signUp()

    const { code, stdout } = await run(['export', '--out', '-'], small).ended

    expect(code).toBe(0)
    expect(stdout).toContain(`"id":"${id}"`)
    expect(stdout).toContain('"lost_password":"no_hash"')
    expect(stdout).not.toContain('password_hash')
  })

  test.each([
    { how: 'ends too early', end: (response: ServerResponse) => response.end() },
    { how: 'is cut off', end: (response: ServerResponse) => response.socket?.end() },
  ])('that $how leaves no file', async ({ end }) => {
    const server = createServer((_, response) =>
      response.write('{"kind":"user","source_id":"1"}\n', () => end(response)),
    )
    onTestFinished(() => void server.close())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

    const { code, stderr } = await run(['export', '--out', join(homeOfCommands(), 'users.ndjson')], project, url).ended

    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'The export ended too early, and no file was written. Run it again.\n',
    })
    expect((await readdir(homeOfCommands())).filter((name) => name.includes('users'))).toEqual([])
  })

  test('refuses a wrong key and a missing folder in one sentence', async () => {
    const wrong = { ...project, keys: { ...project.keys, super_secret_admin_key: 'sak_wrong' } }
    const refused = await run(['export', '--out', join(homeOfCommands(), 'a')], wrong).ended
    const missing = await run(['export', '--out', join(homeOfCommands(), 'none/a')]).ended

    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^[^\n]*admin key[^\n]*\n$/) as string })
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('does not exist') as string })
  })
})
