import { randomUUID } from 'node:crypto'

import { HttpClient, someEmail, TEST_PASSWORD } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createPortico, type Portico } from '../create-portico.ts'
import type { Database } from '../kernel/database.ts'
import { SqlName, statement } from '../kernel/statement.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { createLog } from '../platform/log/log.ts'
import { readSettings } from '../settings.ts'
import { runOperatorCommand } from './operator.ts'

// A separate database, because only its owner may create tables in it.

const name = `portico_${randomUUID().replaceAll('-', '')}`
const serverUrl = process.env.PORTICO_TEST_DATABASE_URL ?? ''
const urlOf = (login: { username?: string; password?: string } = {}): string =>
  Object.assign(new URL(serverUrl), login, { pathname: `/${name}` }).toString()
const settings = readSettings({
  PORTICO_SECRET: 'kZ0pW8vqTn3yB6sE1hUjR5xLc9aFgMdO2iX7',
  PORTICO_ARGON2_MEMORY_KIB: '256',
  PORTICO_ARGON2_PASSES: '1',
  DATABASE_URL: urlOf(),
})
const key = 'pck_migrate_test'
const seed = {
  projects: [
    {
      id: 'internal',
      keys: { publishable_client_key: key },
      config: { sign_up_enabled: true, credential_enabled: true },
    },
  ],
}
let server: Database
let owner: Database
let service: Database

beforeAll(async () => {
  server = await openPostgres(serverUrl, 1)
  await server.run(statement`create database ${new SqlName(name)}`)
  owner = await openPostgres(urlOf(), 1)
  // The rights of docs/security/operators.md#operating-notes.
  await owner.transaction((tx) =>
    tx.script(`
      create role ${name} login password 'data';
      grant usage on schema public to ${name};
      alter default privileges in schema public grant select, insert, update, delete on tables to ${name};
      alter default privileges in schema public grant usage on sequences to ${name};`),
  )
  service = await openPostgres(urlOf({ username: name, password: 'data' }), 2)
})

afterAll(async () => {
  await Promise.all([owner.close(), service.close()])
  await server.run(statement`drop database ${new SqlName(name)} with (force)`)
  await server.run(statement`drop role ${new SqlName(name)}`)
  await server.close()
})

const start = (): Promise<Portico> => createPortico({ settings, seed, db: service, log: createLog('silent') })

describe('a role with rights on data only', () => {
  test('cannot start the service on an empty database, and the message names the command', async () => {
    await expect(start()).rejects.toMatchObject({
      name: 'StartupProblem',
      message: expect.stringContaining('permission denied'),
      nextStep: expect.stringContaining('portico-server migrate'),
    })
  })

  test('runs the service on a database that the operator command has migrated', async () => {
    const printed: string[] = []
    const code = await runOperatorCommand(['migrate'], {
      version: '0',
      readSettings: () => settings,
      describeSettings: () => '',
      print: (line) => printed.push(line),
    })
    const portico = await start()

    const client = new HttpClient(portico, { projectId: 'internal', accessType: 'client', key })
    const signUp = await client.post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD })
    await portico.idle()
    await portico.close()

    expect(code).toBe(0)
    expect(printed[0]).toBe('Migration 200 (baseline) is applied.')
    expect(printed.at(-1)).toMatch(/schema of this version: \d+/)
    expect(signUp.status).toBe(200)
  })
})
