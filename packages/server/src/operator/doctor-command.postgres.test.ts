import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

import { createTestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { newFolder, runCommand, settingsOf, type Outcome } from '../../test/describe-backup.ts'
import { databaseUrlOf } from '../../test/second-node.ts'
import { freePort } from '../../test/free-port.ts'
import { SettingsProblems } from '../kernel/settings-problems.ts'
import { SqlName, statement, unscoped } from '../kernel/statement.ts'
import type { Database } from '../kernel/database.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { readSettings } from '../settings.ts'
import { nodesCheck } from './doctor/database-checks.ts'
import { workersCheck } from './doctor/work-checks.ts'
import { runOperatorCommand } from './operator.ts'

const serverUrl = process.env.PORTICO_TEST_DATABASE_URL ?? ''
const role = new SqlName(`portico_doctor_${randomBytes(6).toString('hex')}`)
const wrongUrl = Object.assign(new URL(serverUrl), { username: role.text, password: 'hidden_and_wrong' }).toString()
let server: Database
let restoreRules: () => Promise<void>

beforeAll(async () => {
  server = await openPostgres(serverUrl, 1)
  await server.run(statement`create role ${role} login password 'right'`)
  // The server of the tests accepts every password, except for this role.
  const { rows } = await server.run(statement<{ file: string }>`select current_setting('hba_file') as file`)
  const file = rows[0]?.file ?? ''
  const rules = await readFile(file, 'utf8')
  await writeFile(file, `host all ${role.text} 127.0.0.1/32 scram-sha-256\n${rules}`)
  await server.run(statement`select pg_reload_conf()`)
  restoreRules = () => writeFile(file, rules)
  // The server applies the rules after a moment.
  while (await accepts(wrongUrl));
})

afterAll(async () => {
  await restoreRules()
  await server.run(statement`select pg_reload_conf()`)
  await server.run(statement`drop role ${role}`)
  await server.close()
})

async function accepts(url: string): Promise<boolean> {
  const db = await openPostgres(url, 1)
  try {
    await db.run(statement`select 1`)
    return true
  } catch {
    return false
  } finally {
    await db.close()
  }
}

interface Report {
  readonly errors: number
  readonly checks: readonly { readonly name: string; readonly state: string; readonly findings: readonly object[] }[]
}

const reportOf = ({ output }: Outcome): Report => JSON.parse(output) as Report

describe('doctor', () => {
  test('names a database that refuses the password, does not show it, and runs the other checks', async () => {
    const place = {
      DATABASE_URL: wrongUrl,
      PORTICO_PORT: String(await freePort()),
      PORTICO_DATA_DIR: await newFolder(),
    }

    const outcome = await runCommand(['doctor'], place)
    const asJson = await runCommand(['doctor', '--json'], place)

    expect(outcome.code).toBe(1)
    expect(outcome.output).toMatch(
      /error +database: The database at .* refuses: password authentication failed.*\n +Fix: Check the user name, the password/,
    )
    expect(outcome.output).toMatch(/skipped +schema\n/)
    expect(outcome.output).toMatch(/ok +node\n/)
    expect(outcome.output).not.toContain('hidden_and_wrong')
    expect(asJson.code).toBe(1)
    const { checks, errors } = reportOf(asJson)
    expect(errors).toBeGreaterThan(0)
    expect(checks.find(({ name }) => name === 'database')).toMatchObject({
      state: 'found',
      findings: [{ severity: 'error' }],
    })
  })

  test('names the versions of the nodes that share the database, and leaves out commands', async () => {
    const at = { settings: settingsOf({ DATABASE_URL: serverUrl }), db: server, databaseProblem: null }
    const subject = { ...at, now: () => new Date(), version: '1.2.0' }
    const start = async (version?: string): Promise<Database> => {
      const node = await openDatabase(at.settings, version === undefined ? {} : { nodeVersion: version })
      onTestFinished(() => node.close())
      return node
    }

    await start()
    const commands = await nodesCheck.run(subject)
    await start('1.2.0')
    const same = await nodesCheck.run(subject)
    const other = await nodesCheck.run({ ...subject, version: '1.3.0' })
    await start('1.3.0-beta.1')
    const different = await nodesCheck.run(subject)

    expect([commands, same]).toEqual([[], []])
    expect(other).toMatchObject([{ severity: 'note', problem: expect.stringContaining('have version 1.2.0, and') }])
    expect(different).toMatchObject([
      { severity: 'warning', problem: 'Nodes of different versions share the database: 1.2.0, 1.3.0-beta.1.' },
    ])
  })

  test('says that no worker runs if nodes are connected or work waits, and nothing for a service that does not run', async () => {
    const portico = await createTestPortico({ engine: 'postgres' })
    onTestFinished(() => portico.close())
    const { clock, database, service } = portico
    const diagnose = (): ReturnType<typeof workersCheck.run> =>
      workersCheck.run({
        settings: settingsOf({ DATABASE_URL: serverUrl }),
        db: database.db,
        databaseProblem: null,
        now: () => clock.now(),
        version: '1.2.0',
      })

    const running = await diagnose()
    const project = await portico.createProject()
    await service.close()
    const stopped = await diagnose()
    const node = await openPostgres(await databaseUrlOf(portico), 1, undefined, { nodeVersion: '1.2.0' })
    await node.run(statement`select 1`)
    const withApiNode = await diagnose()
    await node.close()
    await database.db.run(unscoped.statement`
      insert into jobs (project_id, id, target_project_id, type, parameters, actor_type, request_id, created_at, due_at)
      values (${project.id}, gen_random_uuid(), ${project.id}, 'end_sessions', '{}', 'system', 'test', ${clock.now()}, ${clock.now()})`)
    clock.advance(10 * 60_000)
    const behind = await diagnose()

    expect([running, stopped]).toEqual([[], []])
    expect(withApiNode).toEqual([
      {
        severity: 'error',
        problem: 'No node does background work, so mails, webhooks and jobs wait.',
        fix: expect.stringContaining('portico-server start --role worker'),
      },
    ])
    expect(behind).toMatchObject([
      { problem: expect.stringContaining('The oldest of the jobs has been due for 10 min.') },
    ])
  })

  test('reports every problem of the settings', async () => {
    const lines: string[] = []
    const code = await runOperatorCommand(['doctor'], {
      version: '1.2.3',
      readSettings: () => readSettings({ PORTICO_MODE: 'production', PORTICO_SECRET: 'short' }),
      describeSettings: () => '',
      print: (line) => lines.push(line),
    })

    expect(code).toBe(1)
    expect(lines.join('\n').match(/^error +settings: /gm)?.length).toBeGreaterThan(3)
    expect(lines.join('\n')).toMatch(/skipped +database\n/)
    expect(() => readSettings({ PORTICO_SECRET: 'short' })).toThrow(SettingsProblems)
  })
})
