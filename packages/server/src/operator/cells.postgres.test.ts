import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { HttpClient, someEmail, TEST_PASSWORD } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createPortico, type Portico } from '../create-portico.ts'
import type { Database } from '../kernel/database.ts'
import { SqlName, statement } from '../kernel/statement.ts'
import { addressIdentity, placeOf } from '../platform/cells/cell-address.ts'
import { openCells } from '../platform/cells/open-cells.ts'
import { registerCell } from '../platform/cells/register-cell.ts'
import { forgetMove, noteMove, replaceAddress } from '../platform/cells/store.ts'
import { MasterSecret } from '../platform/crypto/master-secret.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { createLog } from '../platform/log/log.ts'
import { readSettings, type Settings } from '../settings.ts'
import { runOperatorCommand } from './operator.ts'

// A separate database, because the commands change its schemas.

const name = `portico_${randomUUID().replaceAll('-', '')}`
const serverUrl = process.env.PORTICO_TEST_DATABASE_URL ?? ''
const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).toString()
const eu = { name: 'eu', schema: 'portico_eu' }
const key = 'pck_cells_test'
const seed = {
  projects: [
    {
      id: 'internal',
      keys: { publishable_client_key: key },
      config: { sign_up_enabled: true, credential_enabled: true, client_team_creation_enabled: true },
    },
  ],
}
let server: Database
let db: Database

beforeAll(async () => {
  server = await openPostgres(serverUrl, 1)
  await server.run(statement`create database ${new SqlName(name)}`)
  db = await openPostgres(url, 4)
  const portico = await start(settingsOf([]))
  await portico.close()
})

afterAll(async () => {
  await db.close()
  await server.run(statement`drop database ${new SqlName(name)} with (force)`)
  await server.close()
})

function settingsOf(cells: readonly object[], secret = 'kZ0pW8vqTn3yB6sE1hUjR5xLc9aFgMdO2iX7'): Settings {
  return readSettings({
    PORTICO_SECRET: secret,
    PORTICO_ARGON2_MEMORY_KIB: '256',
    PORTICO_ARGON2_PASSES: '1',
    PORTICO_RATE_LIMITS: 'off',
    DATABASE_URL: url,
    ...(cells.length > 0 && { PORTICO_CELLS: JSON.stringify(cells) }),
  })
}

/**
 * @param unavailable receives the names of cells that do not answer, as the log does. Absent: they stop the start
 * @param seeded the ids of other projects in the seed
 */
async function start(settings: Settings, unavailable?: string[], seeded: readonly string[] = []): Promise<Portico> {
  const cells = await openCells(settings.cells, {
    databasePool: settings.databasePool,
    migrates: true,
    stored: [],
    secret: new MasterSecret(settings.secrets),
    checkSecret: () => Promise.resolve(),
    ...(unavailable && { onUnavailable: (cell: string) => unavailable.push(cell) }),
  })
  const portico = await createPortico({
    settings,
    db,
    cells,
    seed: { projects: [...seed.projects, ...seeded.map((id) => ({ id }))] },
    dashboardFolder: null,
    log: createLog('silent'),
  })
  return {
    ...portico,
    close: async () => {
      await portico.close()
      await Promise.all(cells.map((cell) => cell.db.close()))
    },
  }
}

/** Runs an operator command. Returns its output, or the sentence of its refusal. */
async function run(args: readonly string[], settings: Settings): Promise<string> {
  return (await runWithCode(args, settings)).output
}

async function runWithCode(args: readonly string[], settings: Settings): Promise<{ code: number; output: string }> {
  const lines: string[] = []
  let code = 1
  try {
    code = await runOperatorCommand(args, {
      version: '0.0.0',
      readSettings: () => settings,
      describeSettings: () => '',
      print: (line) => lines.push(line),
    })
  } catch (error) {
    lines.push(String(error))
  }
  return { code, output: lines.join('\n') }
}

async function countIn(schema: string, table: string): Promise<number> {
  const { rows } = await db.run(
    statement<{ count: number }>`
      select count(*)::integer as count from ${new SqlName(schema)}.${new SqlName(table)}`,
  )
  return rows[0]?.count ?? 0
}

/** Runs the work while the home cell looks like that of the first version with cells. */
async function withEarlierSchema<T>(work: () => Promise<T>): Promise<T> {
  const { rows } = await db.run(statement`
    delete from schema_migrations where version > 202 returning version, name, minimum_version, minimum_release`)
  const result = await work()
  await db.run(statement`
    insert into schema_migrations (version, name, minimum_version, minimum_release)
    select version, name, minimum_version, minimum_release
    from jsonb_populate_recordset(null::schema_migrations, ${JSON.stringify(rows)}::jsonb)`)
  return result
}

describe('cells add', () => {
  test('refuses a cell that is not in the settings, is out of reach, or has a schema with other tables', async () => {
    await db.transaction((tx) => tx.script('create schema taken; create table taken.orders (id integer)'))

    expect(await run(['cells', 'add', 'us'], settingsOf([eu]))).toContain('PORTICO_CELLS has no cell "us".')
    expect(
      await run(['cells', 'add', 'eu'], settingsOf([{ ...eu, url: 'postgres://user:password@127.0.0.1:1/db' }])),
    ).toContain('The cell "eu" does not answer')
    expect(await run(['cells', 'add', 'eu'], settingsOf([{ ...eu, schema: 'taken' }]))).toContain(
      'The schema taken has tables of another program.',
    )
    expect(await run(['cells', 'add', 'eu'], settingsOf([{ ...eu, schema: 'public' }]))).toContain(
      'The schema public is the home cell of a service.',
    )
    expect(await run(['cells', 'list'], settingsOf([]))).toContain('The service has no cells')
  })

  test('tries again, with a sentence, while another transaction reads projects', async () => {
    const isLocked = Promise.withResolvers<void>()
    const isAsked = Promise.withResolvers<void>()
    const reading = db.transaction(async (tx) => {
      await tx.run(statement`select from projects`)
      isLocked.resolve()
      await isAsked.promise
    })
    const limits = { lockMillis: 50, attempts: 1_000, pauseMillis: 1, pauseMaxMillis: 50 }
    const steps: string[] = []
    const onStep = (sentence: string): void => {
      steps.push(sentence)
      isAsked.resolve()
    }
    const cell = { name: 'other', isOpen: false, now: new Date() }

    await isLocked.promise
    const refused = registerCell(db, cell, { limits: { ...limits, attempts: 1 } })
    await expect(refused).rejects.toThrow('did not get its locks in 1 attempts')
    await registerCell(db, cell, { limits, onStep })

    await reading
    expect(steps[0]).toContain('did not get its locks')
    const { rows } = await db.run(statement`delete from cells returning name`)
    expect(rows).toHaveLength(2)
  })

  test('creates the schema of a cell, which gets projects once it is open', async () => {
    const settings = settingsOf([eu])
    expect(await run(['cells', 'add', 'eu'], settings)).toContain('The cell "eu" has the schema of this version.')
    expect(await run(['cells', 'open', 'eu'], settings)).toContain('The cell "eu" is open for new projects.')
    expect(await run(['cells', 'close', 'home'], settings)).toContain('The cell "home" is closed for new projects.')
    expect(await run(['cells', 'close', 'eu'], settings)).toContain('The cell "eu" is the only open one.')
    const before = await countIn('public', 'projects')

    const portico = await start(settings)
    const visitor = new HttpClient(portico, { projectId: 'internal', accessType: 'client', key })
    const signedUp = await visitor.post<{ access_token: string }>('/auth/password/sign-up', {
      email: someEmail(),
      password: TEST_PASSWORD,
    })
    const accessToken = signedUp.body.access_token
    const owner = new HttpClient(portico, { projectId: 'internal', accessType: 'client', key, accessToken })
    const created = await owner.post<{ id: string }>('/internal/projects', { display_name: 'Placed' })
    const admin = new HttpClient(portico, {
      projectId: created.body.id,
      accessType: 'admin',
      key: '',
      adminAccessToken: accessToken,
    })
    const user = await admin.post('/users', { display_name: 'Ada' })
    await portico.idle()
    await portico.close()

    expect([created.status, user.status]).toEqual([201, 201])
    expect(await countIn('public', 'projects')).toBe(before)
    expect(await countIn('portico_eu', 'projects')).toBe(1)
    expect(await countIn('portico_eu', 'users')).toBe(1)
    // The triggers write in the schema of their table.
    expect(await countIn('portico_eu', 'figures')).toBeGreaterThan(0)
    expect(await run(['cells', 'list'], settings)).toContain('eu: 1 projects, open for new ones')
  })

  test('refuses, like a start, a cell with a schema that this version does not know, another secret, and settings without the cell', async () => {
    await db.run(statement`
      insert into portico_eu.schema_migrations (version, name, minimum_version) values (9999, 'later', 9999)`)
    await expect(start(settingsOf([eu]))).rejects.toThrow(
      'The cell "eu" cannot be used. The database has schema version 9999',
    )
    expect(await run(['cells', 'list'], settingsOf([eu]))).toContain('The database has schema version 9999')
    await db.run(statement`delete from portico_eu.schema_migrations where version = 9999`)

    expect(await run(['rotate-signing-keys'], settingsOf([eu], 'another secret of thirty-two characters'))).toContain(
      'PORTICO_SECRET is not the secret',
    )
    await expect(start(settingsOf([]))).rejects.toThrow('The service has the cell "eu"')
  })

  test('lets a node start without a cell that is out of reach, whose projects are answered with 503, also seeded ones', async () => {
    const unavailable: string[] = []
    const { rows } = await db.run(statement<{ id: string }>`select id from portico_eu.projects`)
    const settings = settingsOf([{ ...eu, url: 'postgres://user:password@127.0.0.1:1/db' }])

    const portico = await start(
      settings,
      unavailable,
      rows.map(({ id }) => id),
    )
    const answerOf = (projectId: string): ReturnType<HttpClient['get']> =>
      new HttpClient(portico, { projectId, accessType: 'client', key }).get('/projects/current')
    const [inHome, inCell] = [await answerOf('internal'), await answerOf(rows[0]?.id ?? '')]
    await portico.close()

    expect(unavailable).toEqual(['eu'])
    expect(inHome.status).toBe(200)
    expect(inCell.status).toBe(503)
    expect(inCell.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  test('lets doctor look at the projects of all cells', async () => {
    await db.run(statement`update portico_eu.projects set is_production_mode = true`)

    const report = await run(['doctor'], settingsOf([eu]))
    await db.run(statement`update portico_eu.projects set is_production_mode = false`)

    expect(report).toMatch(/warning +projects: Placed \(.*\) has production mode and no usable domain/)
    expect(await run(['doctor'], settingsOf([{ ...eu, url: 'postgres://user:hidden@127.0.0.1:1/db' }]))).toMatch(
      /ok +projects\n/,
    )
  })

  test('lets doctor follow a cell that has moved', async () => {
    const settings = settingsOf([{ ...eu, schema: 'portico_before' }])
    const before = { name: 'eu', schema: 'portico_before', url }
    const urlSealed = new MasterSecret(settings.secrets).seal(url, addressIdentity('eu'))
    await db.run(replaceAddress({ name: 'eu', schema: eu.schema, urlSealed, formerPlaces: [placeOf(before)] }))
    await db.run(statement`update portico_eu.projects set is_production_mode = true`)

    const report = await run(['doctor'], settings)
    await db.run(statement`update portico_eu.projects set is_production_mode = false`)
    await db.run(
      statement`update cells set url_sealed = null, schema_name = null, former_places = null where name = 'eu'`,
    )

    expect(report).toMatch(/warning +projects: Placed \(.*\) has production mode and no usable domain/)
  })

  test('lets doctor say what is wrong with a cell', async () => {
    const diagnose = async (settings: Settings): Promise<string[]> => {
      const { checks } = JSON.parse(await run(['doctor', '--json'], settings)) as {
        checks: { name: string; findings: { severity: string; problem: string; fix: string }[] }[]
      }
      return checks
        .filter(({ name: check }) => ['cells', 'backups'].includes(check))
        .flatMap(({ findings }) => findings.map(({ fix, problem, severity }) => `${severity}: ${problem} ${fix}`))
    }
    const backups = expect.stringMatching(/^note: The audit log has no backup\. Back up the databases of all cells/)
    const [projectId] = (await db.run(statement<{ id: string }>`select id from portico_eu.projects`)).rows.map(
      ({ id }) => id,
    )

    expect(await diagnose(settingsOf([eu]))).toEqual([backups])
    expect(await diagnose(settingsOf([{ ...eu, url: 'postgres://user:hidden@127.0.0.1:1/db' }]))).toEqual([
      expect.stringMatching(/^error: The cell "eu" does not answer: .* Check its url in PORTICO_CELLS/),
      backups,
    ])
    expect(await diagnose(settingsOf([{ ...eu, schema: 'nowhere' }]))).toEqual([
      expect.stringMatching(/^error: The cell "eu" cannot be used\. The cell "eu" has no schema nowhere/),
      backups,
    ])
    expect(await diagnose(settingsOf([]))).toEqual([
      expect.stringContaining('error: The service has the cell "eu"'),
      expect.stringContaining('note: The audit log has no backup.'),
    ])

    await db.run(statement`
      insert into portico_eu.schema_migrations (version, name, minimum_version) values (9999, 'later', 9999)`)
    expect(await diagnose(settingsOf([eu]))).toEqual([
      expect.stringMatching(/^error: The cell "eu": The database has schema version 9999/),
      backups,
    ])
    await db.run(statement`delete from portico_eu.schema_migrations where version = 9999`)

    await db.run(statement`update project_cells set created_at = now() - interval '1 hour', project_id = 'elsewhere'`)
    expect(await diagnose(settingsOf([eu]))).toEqual([
      expect.stringContaining(
        'error: The cell "eu" lacks 1 projects of the directory: elsewhere. If the cell was restored',
      ),
      expect.stringContaining(
        `warning: The cell "eu" has 1 projects that the directory does not have there: ${projectId}.`,
      ),
      backups,
    ])
    await db.run(statement`update project_cells set project_id = ${projectId}`)
  })

  test('lets a backup be refused, also one that the next version makes before it migrates', async () => {
    const refusal = 'The service has cells, and this command writes only the database of DATABASE_URL.'
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'portico-cells-')), 'backup')
    const backup = (): Promise<string> => run(['backup', '--out', file], settingsOf([eu]))

    expect(await backup()).toContain(refusal)
    expect(await withEarlierSchema(backup)).toContain(refusal)
  })

  test('lets other commands refuse the schema of an earlier version, with what to do', async () => {
    expect(await withEarlierSchema(() => run(['cells', 'list'], settingsOf([eu])))).toContain(
      'The database does not have the schema of this version of Portico.',
    )
  })

  test('lets the other commands work on the projects of all cells', async () => {
    expect(await run(['rotate-signing-keys'], settingsOf([eu]))).toContain('Projects with a new signing key: 2.')
    expect(await run(['reseal'], settingsOf([eu]))).toContain('Every stored secret is sealed under the first secret')
    expect(await run(['restored'], settingsOf([eu]))).toContain('The restore is noted.')
    const { rows } = await db.run(statement`
      select from public.projects where restored_at is null
      union all
      select from portico_eu.projects where restored_at is null`)
    expect(rows).toHaveLength(0)
  })

  test('lets commands that work on all projects refuse during a move, and say so if one ended meanwhile', async () => {
    const commands = [['reseal'], ['rotate-signing-keys']]
    const settings = settingsOf([eu], `${randomUUID()},kZ0pW8vqTn3yB6sE1hUjR5xLc9aFgMdO2iX7`)
    const runAll = async (): Promise<{ code: number; output: string }[]> => {
      const outcomes = []
      for (const args of commands) outcomes.push(await runWithCode(args, settings))
      return outcomes
    }
    const failed = (sentence: string): object => ({ code: 1, output: expect.stringContaining(sentence) })

    await db.run(noteMove(JSON.stringify({ what: 'the project x', sourceCell: 'eu', source: 'a', target: 'b' })))
    const during = await runAll()
    await db.run(forgetMove())
    // Each change of a key in the cell is followed by the end of a move.
    await db.run(statement`update portico_eu.signing_keys set signs_from = created_at`)
    await db.transaction((tx) =>
      tx.script(`
        create function end_a_move() returns trigger language plpgsql as $$
        begin update public.cell_directory set version = version + 1; return null; end $$;
        create trigger ends_a_move after insert or update on portico_eu.signing_keys execute function end_a_move()`),
    )
    const meanwhile = await runAll()
    await db.transaction((tx) => tx.script('drop function end_a_move() cascade'))
    const after = await runAll()

    expect(during).toEqual(commands.map(() => failed('A move has not ended: the project x')))
    expect(meanwhile).toEqual(commands.map(() => failed('was moved meanwhile')))
    expect(after).toMatchObject([{ code: 0 }, { code: 0 }])
    const { rows } = await db.run(statement`
      select outcome from audit_events where action = 'service.resealed' order by at desc limit 2`)
    expect(rows).toEqual([{ outcome: 'ok' }, { outcome: 'refused' }])
  })
})
