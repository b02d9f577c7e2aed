import { randomUUID } from 'node:crypto'

import { HttpClient, someEmail, TEST_PASSWORD } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { fillTables } from '../../../test/filled-tables.ts'
import { createPortico, type Portico } from '../../create-portico.ts'
import { statement } from '../../kernel/statement.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import { tenantTables } from '../../platform/cells/cell-tables.ts'
import { openCells } from '../../platform/cells/open-cells.ts'
import type { Cell } from '../../platform/cells/routed-database.ts'
import { listStoredAddresses } from '../../platform/cells/store.ts'
import { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { OwnConnection } from '../../platform/db/own-connection.ts'
import { openPostgres } from '../../platform/db/postgres.ts'
import type { Database } from '../../kernel/database.ts'
import { createLog } from '../../platform/log/log.ts'
import { readSettings, type Settings } from '../../settings.ts'
import { runOperatorCommand } from '../operator.ts'
import { withSubscribers } from '../subscribers.ts'
import { countInBoth } from './counts.ts'
import { holdWrites, installHold, keepHold, releaseWrites, removeFence } from './fence.ts'
import { moveCell, moveProject, type MoveOptions } from './move-command.ts'
import { openPlace, readMovedTables } from './place.ts'

// Three databases on one server. The service has a home cell, open for new projects, and the cell "eu".

const run = randomUUID().replaceAll('-', '').slice(0, 20)
const serverUrl = process.env.PORTICO_TEST_DATABASE_URL ?? ''
const [homeUrl = '', euUrl = '', otherUrl = ''] = ['home', 'eu', 'other'].map((name) => urlOf(`portico_${run}_${name}`))
const schema = 'portico_eu'
const key = 'pck_moves_test'
const secret = 'kZ0pW8vqTn3yB6sE1hUjR5xLc9aFgMdO2iX7'
const seed = {
  projects: [
    {
      id: 'internal',
      keys: { publishable_client_key: key },
      config: { sign_up_enabled: true, credential_enabled: true },
    },
  ],
}
const settings = readSettings({
  PORTICO_SECRET: secret,
  PORTICO_ARGON2_MEMORY_KIB: '256',
  PORTICO_ARGON2_PASSES: '1',
  PORTICO_RATE_LIMITS: 'off',
  // Workers would take the rows that the tests invent.
  PORTICO_ROLE: 'api',
  DATABASE_URL: homeUrl,
  PORTICO_CELLS: JSON.stringify([{ name: 'eu', url: euUrl, schema }]),
})
let server: OwnConnection
let home: Database
let portico: Portico
let cells: readonly Cell[]
let accessToken: string

function urlOf(database: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${database}` }).toString()
}

beforeAll(async () => {
  server = await OwnConnection.open(serverUrl)
  for (const url of [homeUrl, euUrl, otherUrl]) await server.script(`create database ${new URL(url).pathname.slice(1)}`)
  home = await openPostgres(homeUrl, 4)
  await (await createPortico({ settings: { ...settings, cells: [] }, db: home, seed, dashboardFolder: null })).close()
  await command(['cells', 'add', 'eu'])
  ;({ portico, cells } = await startNode(settings))
  const visitor = new HttpClient(portico, { projectId: 'internal', accessType: 'client', key })
  const { body } = await visitor.post<{ access_token: string }>('/auth/password/sign-up', {
    email: someEmail(),
    password: TEST_PASSWORD,
  })
  accessToken = body.access_token
})

afterAll(async () => {
  await portico.close()
  await Promise.all(cells.map((cell) => cell.db.close()))
  await home.close()
  for (const url of [homeUrl, euUrl, otherUrl])
    await server.script(`drop database ${new URL(url).pathname.slice(1)} with (force)`)
  await server.close()
})

async function startNode(of: Settings): Promise<{ portico: Portico; cells: readonly Cell[] }> {
  const opened = await openCells(of.cells, {
    databasePool: of.databasePool,
    migrates: true,
    stored: await home.run(listStoredAddresses()),
    secret: new MasterSecret(of.secrets),
    checkSecret: () => Promise.resolve(),
  })
  const node = await createPortico({
    settings: of,
    db: home,
    cells: opened,
    seed,
    dashboardFolder: null,
    log: createLog('silent'),
  })
  return { portico: node, cells: opened }
}

/** Runs an operator command. Returns its output, or the sentence of its refusal. */
async function command(args: readonly string[], others: Partial<Settings> = {}): Promise<string> {
  const lines: string[] = []
  try {
    await runOperatorCommand(args, {
      version: '0.0.0',
      readSettings: () => ({ ...settings, ...others }),
      describeSettings: () => '',
      print: (line) => lines.push(line),
    })
  } catch (error) {
    lines.push(String(error))
  }
  return lines.join('\n')
}

/** Moves without the pause for nodes that have read the directory before. */
async function move(
  work: typeof moveProject,
  what: string,
  options: Partial<MoveOptions> & { to: string },
  print: (line: string) => void = () => {},
  db: Database = withSubscribers(home),
  others: Partial<Settings> = {},
): Promise<void> {
  const clock = { now: () => new Date() }
  const dependencies = { clock, db, secret: new MasterSecret(settings.secrets), settings: { ...settings, ...others } }
  await work(
    dependencies,
    what,
    { toName: '--to', schema: null, isAborted: false, holdMillis: 30_000, lastReadersMillis: 0, ...options },
    print,
  )
}

/** Ends the connections of the command once the rows are copied, as a kill does. */
async function killMove(projectId: string): Promise<void> {
  const killed = move(moveProject, projectId, { to: 'eu' }, (line) => {
    if (line.startsWith('All tables are copied, and')) {
      void server.script(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname in ('portico_${run}_home', 'portico_${run}_eu') and application_name = 'portico command'`)
    }
  })
  await expect(killed).rejects.toThrow('could not be undone')
}

/** Moves until the command sends a statement that matches. Then it stops working, like a killed one. */
async function moveUntil(projectId: string, statementOfStep: RegExp): Promise<void> {
  let isKilled = false
  const check = (text: string): void => {
    isKilled ||= statementOfStep.test(text)
    if (isKilled) throw new Error('The command was killed.')
  }
  const open = OwnConnection.open.bind(OwnConnection)
  const opening = vi.spyOn(OwnConnection, 'open').mockImplementation(async (url) => {
    const at = await open(url)
    const [query, script] = [at.query.bind(at), at.script.bind(at)]
    return Object.assign(at, {
      query: async (...call: Parameters<typeof query>) => {
        check(call[0])
        return query(...call)
      },
      script: async (text: string) => {
        check(text)
        return script(text)
      },
    })
  })
  const db = withSubscribers(home)
  const killable: Database = {
    ...db,
    run: async (one) => {
      one.queries.forEach(({ text }) => check(text))
      return db.run(one)
    },
    batch: async (batch) => {
      for (const one of Object.values(batch)) one.queries.forEach(({ text }) => check(text))
      return db.batch(batch)
    },
  }
  try {
    await expect(move(moveProject, projectId, { to: 'eu' }, () => {}, killable)).rejects.toThrow('was killed')
  } finally {
    opening.mockRestore()
  }
}

/** Lists the moves in the audit log of the service. */
async function listAuditedMoves(targetId: string): Promise<object[]> {
  const { rows } = await home.run(
    statement`select action, reason from audit_events where project_id = ${'internal'} and target_id = ${targetId} order by at`,
  )
  return rows
}

async function createProject(): Promise<string> {
  const owner = new HttpClient(portico, { projectId: 'internal', accessType: 'client', key, accessToken })
  const { body } = await owner.post<{ id: string }>('/internal/projects', { display_name: 'Moved' })
  return body.id
}

function adminOf(projectId: string): HttpClient {
  return new HttpClient(portico, { projectId, accessType: 'admin', key: '', adminAccessToken: accessToken })
}

/** Returns the rows of a project by table of a schema, without empty tables. */
async function rowsIn(url: string, ofSchema: string, projectId: string): Promise<Record<string, string[]>> {
  const at = await OwnConnection.open(url)
  const found: Record<string, string[]> = {}
  for (const name of tenantTables) {
    const column = name === 'projects' ? 'id' : 'project_id'
    const rows = await at.query<{ row: string }>(
      `select t::text as row from ${ofSchema}.${name} t where ${column} = $1 order by 1`,
      [projectId],
    )
    if (rows.length > 0) found[name] = rows.map(({ row }) => row)
  }
  await at.close()
  return found
}

/** Lists what a move creates in a database: triggers, tables, functions, publications, subscriptions and slots. */
async function leftIn(url: string): Promise<string[]> {
  const at = await OwnConnection.open(url)
  const rows = await at.query<{ name: string }>(`
    select tgname::text as name from pg_trigger where tgname like 'portico_move%'
    union all select relname::text from pg_class where relname in ('held_writes', 'incoming_rows')
    union all select proname::text from pg_proc where proname like 'mirror_%' or proname in ('refuse_held_writes', 'skip_incoming_rows')
    union all select pubname::text from pg_publication
    union all select subname::text from pg_subscription where subdbid = (select oid from pg_database where datname = current_database())
    union all select slot_name::text from pg_replication_slots where database = current_database()`)
  await at.close()
  return rows.map(({ name }) => name)
}

describe('cells move-project', () => {
  test('moves a project with rows in every table to a cell with another schema, and back', async () => {
    const projectId = await createProject()
    await adminOf(projectId).post('/users', { display_name: 'Ada' })
    await fillTables([homeUrl, 'public'], [euUrl, schema], projectId)
    const before = await rowsIn(homeUrl, 'public', projectId)
    // Sessions of impersonators end, because they refer to the home cell.
    const at = await OwnConnection.open(homeUrl)
    await at.script(`
      set session_replication_role = replica;
      insert into sessions select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'user_id', gen_random_uuid(),
        'family_hash', '\\x02', 'impersonator_id', gen_random_uuid(), 'impersonator_project_id', 'internal', 'impersonation', '{}'::jsonb))).*
      from sessions s where project_id = '${projectId}'`)
    await at.close()
    const lines: string[] = []

    await move(moveProject, projectId, { to: 'eu' }, (line) => lines.push(line))
    const inEu = await rowsIn(euUrl, schema, projectId)
    const user = await adminOf(projectId).post('/users', { display_name: 'Grace' })

    expect(Object.keys(before)).toEqual([...tenantTables])
    expect(inEu).toEqual(before)
    expect(await rowsIn(homeUrl, 'public', projectId)).toEqual({})
    expect(user.status).toBe(201)
    expect((await rowsIn(euUrl, schema, projectId))['users']).toHaveLength((before['users'] ?? []).length + 1)
    expect(lines.join('\n')).toMatch(/Writes were held for \d+ ms\./)
    expect([...(await leftIn(homeUrl)), ...(await leftIn(euUrl))]).toEqual([])

    const moved = await rowsIn(euUrl, schema, projectId)
    await move(moveProject, projectId, { to: 'home' })

    expect(await rowsIn(homeUrl, 'public', projectId)).toEqual(moved)
    expect(await rowsIn(euUrl, schema, projectId)).toEqual({})
    expect((await adminOf(projectId).get('/users')).status).toBe(200)
  })

  test('moves from a cell whose address has several hosts and parameters of the driver', async () => {
    const projectId = await createProject()
    const { host } = new URL(homeUrl)
    const databaseUrl = `${homeUrl.replace(host, `127.0.0.1:1,${host}`)}?statement_timeout=600000`

    await move(moveProject, projectId, { to: 'eu' }, () => {}, withSubscribers(home), { databaseUrl })

    expect(Object.keys(await rowsIn(euUrl, schema, projectId))).toContain('projects')
  })

  test('continues after a kill at each step, and is audited once', async () => {
    const projectId = await createProject()
    const before = await rowsIn(homeUrl, 'public', projectId)

    for (const statementOfStep of [
      /set move = excluded/,
      /create table if not exists portico_eu\.incoming_rows/,
      /create table if not exists public\.held_writes/,
      /create publication/,
      /pg_create_logical_replication_slot/,
      /create subscription/,
      /analyze/,
      /set version = .*is_switching/s,
      /insert into public\.held_writes/,
      /setval/,
      /count\(\*\)::double precision as count/,
      /held_until = null/,
      /delete from portico_eu\.incoming_rows/,
      /into project_cells/,
      /drop subscription/,
      /drop publication/,
      /delete from public\.emails /,
      /drop trigger if exists portico_move_incoming on portico_eu/,
      /delete from public\.projects /,
      /drop trigger if exists portico_move_hold on public/,
      /set move = null/,
    ])
      await moveUntil(projectId, statementOfStep)
    expect(await rowsIn(euUrl, schema, projectId)).toEqual(before)
    await move(moveProject, projectId, { to: 'eu' })

    expect(await rowsIn(euUrl, schema, projectId)).toEqual(before)
    expect(await rowsIn(homeUrl, 'public', projectId)).toEqual({})
    expect([...(await leftIn(homeUrl)), ...(await leftIn(euUrl))]).toEqual([])
    expect(await listAuditedMoves(projectId)).toEqual([{ action: 'service.project_moved', reason: 'eu' }])
  })

  test('is undone after a kill, which leaves the source as it was', async () => {
    const projectId = await createProject()
    const before = await rowsIn(homeUrl, 'public', projectId)

    await killMove(projectId)
    expect(await command(['cells', 'move-project', await createProject(), '--to', 'eu'])).toContain(
      'Another move has not ended',
    )
    expect((await leftIn(homeUrl)).length).toBeGreaterThan(0)

    await move(moveProject, projectId, { to: 'eu', isAborted: true })
    expect(await rowsIn(homeUrl, 'public', projectId)).toEqual(before)
    expect(await rowsIn(euUrl, schema, projectId)).toEqual({})
    expect([...(await leftIn(homeUrl)), ...(await leftIn(euUrl))]).toEqual([])
    await expect(move(moveProject, projectId, { to: 'eu', isAborted: true })).rejects.toThrow(
      'There is no move to undo.',
    )
  })

  test('is undone by the next attempt if the source no longer has all changes', async () => {
    const projectId = await createProject()
    const before = await rowsIn(homeUrl, 'public', projectId)
    await killMove(projectId)
    const [target, source] = [await OwnConnection.open(euUrl), await OwnConnection.open(homeUrl)]
    const [subscription] = await target.query<{ name: string }>(
      'select subname as name from pg_subscription where subdbid = (select oid from pg_database where datname = current_database())',
    )
    await target.script(`alter subscription ${subscription?.name} disable`)
    await expect
      .poll(() =>
        source
          .query(
            'select pg_drop_replication_slot(slot_name) from pg_replication_slots where database = current_database() and not active',
          )
          .then((dropped) => dropped.length),
      )
      .toBe(1)

    await expect(move(moveProject, projectId, { to: 'eu' })).rejects.toThrow('has dropped the replication slot')

    expect(await rowsIn(homeUrl, 'public', projectId)).toEqual(before)
    expect(await rowsIn(euUrl, schema, projectId)).toEqual({})
    expect([...(await leftIn(homeUrl)), ...(await leftIn(euUrl))]).toEqual([])
    await Promise.all([target.close(), source.close()])
  })

  test('refuses what it cannot move, with what to do', async () => {
    expect(await command(['cells', 'move-project', 'internal', '--to', 'eu'])).toContain('always in the home cell')
    expect(await command(['cells', 'move-project', randomUUID(), '--to', 'eu'])).toContain('There is no project')
    expect(await command(['cells', 'move-project', await createProject(), '--to', 'us'])).toContain(
      'The service has no cell "us"',
    )
    expect(await command(['cells', 'move-project', await createProject(), '--to', 'home'])).toContain('there already')
    await home.run(statement`insert into backfills (name, due_at) values ('nicknames', now())`)
    expect(await command(['cells', 'move-project', await createProject(), '--to', 'eu'])).toContain(
      'The backfill "nicknames" of the cell "home" is not complete.',
    )
    await home.run(statement`delete from backfills`)
    expect(await command(['cells', 'move-project', 'x', '--to', 'eu', '--schema', 'y'])).toContain(
      'Use: portico-server',
    )
    expect(await command(['cells', 'list', '--abort'])).toContain('Use: portico-server')
    expect(await command(['cells', 'move', 'home', '--to', otherUrl])).toContain('The home cell cannot be moved')
    expect(await command(['cells', 'move', 'eu', '--to', 'https://example.com'])).toContain(
      'The address from --to cannot be used: url must be',
    )
    expect(await command(['cells', 'move', 'eu', '--schema', 'No'], { cellMoveUrl: otherUrl })).toContain(
      'The address from PORTICO_CELL_MOVE_URL and --schema cannot be used: schema must be',
    )
    expect(await command(['cells', 'move', 'eu'])).toContain('Use: portico-server')
    expect(await command(['cells', 'move', 'eu', '--schema', 'other'], { cellMoveUrl: euUrl })).toContain(
      'are in one database',
    )
    expect(await command(['cells', 'move-project', randomUUID()], { cellMoveUrl: euUrl })).toContain(
      'Use: portico-server',
    )
    expect(await command(['cells', 'move', 'eu', '--to', otherUrl, '--schema', 'public'])).toContain(
      'has a schema of this name already',
    )
  })
})

describe('held writes', () => {
  test('wait for transactions that have written, refuse later ones until they end, and concern one project', async () => {
    const [projectId, otherId] = [await createProject(), await createProject()]
    const source = await openPlace({ name: 'home', url: homeUrl, schema: 'public' })
    const tables = await readMovedTables(source)
    const writer = await OwnConnection.open(homeUrl)
    const name = (id: string): Promise<unknown> =>
      writer.query('update projects set display_name = $2 where id = $1', [id, 'Renamed'])
    await installHold(source, { kind: 'project', projectId }, tables)
    await name(projectId)

    await writer.script('begin')
    await name(projectId)
    await expect(holdWrites(source, () => 60_000)).rejects.toThrow('lock timeout')
    await writer.script('commit')
    await holdWrites(source, () => 60_000)

    await expect(name(projectId)).rejects.toMatchObject({ code: 'PCM01' })
    await expect(adminOf(projectId).post('/users', { display_name: 'Ada' })).resolves.toMatchObject({ status: 503 })
    await expect(adminOf(projectId).get('/users')).resolves.toMatchObject({ status: 200 })
    await expect(adminOf(otherId).post('/users', { display_name: 'Ada' })).resolves.toMatchObject({ status: 201 })
    await expect(home.run(statement`update projects set display_name = 'No' where id = ${projectId}`)).rejects.toThrow(
      StoreUnavailable,
    )

    await releaseWrites(source)
    await holdWrites(source, () => 60_000)
    await source.at.script('update public.held_writes set held_until = clock_timestamp()')
    expect(await keepHold(source, () => 60_000)).toBe(false)
    await writer.script('begin')
    await name(projectId)
    await expect(keepHold(source, () => 60_000)).rejects.toThrow('lock timeout')
    await writer.script('commit')
    await removeFence(source, tables)
    await writer.close()
    await source.at.close()
    expect(await leftIn(homeUrl)).toEqual([])
  })
})

describe('the counts of rows', () => {
  test('have ended in both places when one of them fails, so the connections can be used', async () => {
    const source = await openPlace({ name: 'home', url: homeUrl, schema: 'public' })
    const target = await openPlace({ name: 'eu', url: euUrl, schema: 'nowhere' })
    const locking = await OwnConnection.open(homeUrl)
    const tables = await readMovedTables(source)
    await locking.script('begin; lock table projects in access exclusive mode')

    await expect(
      countInBoth(source, target, { kind: 'project', projectId: randomUUID() }, tables, 200),
    ).rejects.toThrow('statement timeout')
    await expect(source.at.query('select 1')).resolves.toHaveLength(1)

    for (const at of [locking, source.at, target.at]) await at.close()
  })
})

describe('cells move', () => {
  test('moves a cell to another database while a node uses it, which follows', async () => {
    await command(['cells', 'open', 'eu'])
    await command(['cells', 'close', 'home'])
    const projectId = await createProject()
    await adminOf(projectId).post('/users', { display_name: 'Ada' })
    const before = await rowsIn(euUrl, schema, projectId)

    await move(moveCell, 'eu', { to: otherUrl, schema: 'portico_other' })
    const user = await adminOf(projectId).post('/users', { display_name: 'Grace' })

    const after = await rowsIn(otherUrl, 'portico_other', projectId)
    expect(user.status).toBe(201)
    expect(after['users']).toHaveLength((before['users'] ?? []).length + 1)
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect(
      [...(await leftIn(euUrl)), ...(await leftIn(otherUrl))].filter((name) => !/held_writes|hold/.test(name)),
    ).toEqual([])
    // The former schema was renamed, so a node that does not know of the move cannot read it.
    expect(await command(['cells', 'list'])).toMatch(/^eu: \d+ projects, open for new ones$/m)
    expect(await listAuditedMoves('eu')).toEqual([{ action: 'service.cell_moved', reason: null }])

    // A node that starts with the former address follows too.
    const late = await startNode(settings)
    const admin = new HttpClient(late.portico, {
      projectId,
      accessType: 'admin',
      key: '',
      adminAccessToken: accessToken,
    })
    expect((await admin.post('/users', { display_name: 'Edsger' })).status).toBe(201)
    await late.portico.close()
    await Promise.all(late.cells.map((cell) => cell.db.close()))

    expect(await command(['reseal'])).toContain('addresses of cells: 0 resealed, 1 already sealed')
  })
})
