import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { HttpClient, someEmail, TEST_PASSWORD } from '@portico/testkit'

import { tenantTables } from '../../packages/server/src/platform/cells/cell-tables.ts'
import { OwnConnection } from '../../packages/server/src/platform/db/own-connection.ts'
import { tryEveryInsert } from '../../packages/server/test/filled-tables.ts'
import { startPostgres, type StartedPostgres } from '../postgres.ts'
import { Load, type Sdk } from '../upgrade-check/load.ts'
import { Service, type Environment } from './service.ts'

const SETTLE_MILLIS = 3_000
const HELD_MAX_MILLIS = 5_000
/** Nodes look for a database that was lost at least this often. */
const RECOVERED_MAX_MILLIS = 10_000
const INSERT_ATTEMPTS = 5
const DEADLOCK = '40P01'
const WORKERS_PER_PROJECT = 2
const KEY_LIFETIME_MILLIS = 24 * 60 * 60_000

/** Where a cell or a project can be: a database and a schema. */
interface Spot {
  readonly url: string
  readonly schema: string
}

interface LoadedProject {
  readonly id: string
  readonly load: Load
}

/** The fixture, and what was found broken so far. */
interface Check {
  readonly service: Service
  readonly spots: Readonly<Record<string, Spot>>
  readonly projects: Readonly<Record<'home' | 'eu' | 'us', LoadedProject>>
  /** What is being done. */
  step: string
  readonly broken: string[]
}

function begin(check: Check, step: string): void {
  check.step = step
  console.log(step)
}

/** @returns a sentence for each broken promise */
export async function checkCells(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-cells-'))
  const kept = mkdtempSync(join(tmpdir(), 'portico-cells-b-'))
  const settings = { wal_level: 'logical' }
  const first = await startPostgres({ durable: true, settings })
  let second = await startPostgres({ durable: true, settings, keptIn: kept })
  let service: Service | null = null
  try {
    const spots = {
      home: { url: await createDatabase(first, 'portico'), schema: 'public' },
      eu: { url: await createDatabase(second, 'eu'), schema: 'portico_eu' },
      us: { url: await createDatabase(first, 'us'), schema: 'portico_us' },
      elsewhere: { url: await createDatabase(first, 'elsewhere'), schema: 'portico_eu' },
    }
    const key = `pck_${randomBytes(16).toString('hex')}`
    const seed = join(folder, 'seed.json')
    writeFileSync(
      seed,
      JSON.stringify({
        projects: [
          {
            id: 'internal',
            keys: { publishable_client_key: key },
            config: { sign_up_enabled: true, credential_enabled: true },
          },
        ],
      }),
    )
    const common = {
      DATABASE_URL: spots.home.url,
      PORTICO_SECRET: randomBytes(33).toString('base64url'),
      PORTICO_SEED: seed,
      PORTICO_RATE_LIMITS: 'off',
      PORTICO_ARGON2_MEMORY_KIB: '256',
      PORTICO_ARGON2_PASSES: '1',
      PORTICO_DATABASE_WAIT_SECONDS: '60',
    }
    const cells = ['eu', 'us'].map((name) => ({ name, ...spots[name as 'eu' | 'us'] }))
    service = await Service.create({ ...common, PORTICO_CELLS: JSON.stringify(cells) })
    // Cells are added to a service that exists.
    await service.operate(['migrate'], undefined, { PORTICO_CELLS: '' })
    for (const { name } of cells) await service.operate(['cells', 'add', name])
    await service.startNode()
    await service.startNode()
    const owner = await signUpOwner(service, key)
    const projects = {
      home: await createProject(service, owner, 'home'),
      eu: await createProject(service, owner, 'eu'),
      us: await createProject(service, owner, 'us'),
    }
    const check: Check = { service, spots, projects, step: '', broken: [] }

    begin(check, 'A cell moves to another server while it serves')
    await move(check, ['cells', 'move', 'eu'], spots.elsewhere, { PORTICO_CELL_MOVE_URL: spots.elsewhere.url })
    begin(check, 'The cell moves back')
    await move(check, ['cells', 'move', 'eu', '--to', spots.eu.url], spots.eu)
    begin(check, 'A project moves alone, and its command is killed on the way')
    const alone = ['cells', 'move-project', projects.us.id, '--to', 'eu']
    await service.operate(alone, 'Moving the project')
    await service.operate(alone, 'All tables are copied, and')
    await move(check, alone, spots.eu)
    await expectOnlyIn(check, projects.us, spots.eu)
    begin(check, 'The project moves back')
    await move(check, ['cells', 'move-project', projects.us.id, '--to', 'us'], spots.us)
    begin(check, 'Each project has rows in its cell only')
    for (const name of ['home', 'eu', 'us'] as const) await expectOnlyIn(check, projects[name], spots[name])

    await checkOutage(
      check,
      () => second.stop(),
      async () => {
        const { port } = new URL(spots.eu.url)
        second = await startPostgres({ durable: true, settings: { ...settings, port }, keptIn: kept })
      },
    )
    for (const { load } of Object.values(projects)) await load.stop()
    await service.stop()
    return check.broken
  } finally {
    service?.kill()
    await second.stop()
    await first.stop()
    rmSync(folder, { recursive: true, force: true })
    rmSync(kept, { recursive: true, force: true })
  }
}

/** Runs a move under load, and checks that every acknowledged account exists. */
async function move(check: Check, command: readonly string[], target: Spot, variables?: Environment): Promise<void> {
  const { projects, service } = check
  const before = failuresOf(check)
  const beganAt = performance.now()
  const output = await service.operate(command, undefined, variables)
  await sleep(SETTLE_MILLIS)
  const held = Number(/Writes were held for (\d+) ms/.exec(output)?.[1] ?? Number.NaN)
  const seconds = ((performance.now() - beganAt - SETTLE_MILLIS) / 1_000).toFixed(1)
  const after = failuresOf(check)
  const refused = (Object.keys(projects) as (keyof typeof projects)[]).map(
    (name) => `${name} ${after[name] - before[name]}`,
  )
  console.log(
    `  ${seconds} s in total, writes held for ${held} ms; calls that failed, by project: ${refused.join(', ')}`,
  )
  report(check, held < HELD_MAX_MILLIS, `writes were held for ${held} ms`)
  for (const [name, project] of Object.entries(projects) as [keyof typeof projects, LoadedProject][])
    reportOthers(check, name, project.load.failures.slice(before[name]))
  report(check, after.home === before.home, 'calls to the home cell failed during the move')
  let acknowledged = 0
  let lost = 0
  for (const { id, load } of Object.values(projects)) {
    const addresses = [...load.signedUp]
    acknowledged += addresses.length
    lost += await countLost(check, id, addresses)
  }
  console.log(`  ${acknowledged} accounts were acknowledged, ${lost} of them are lost`)
  report(check, lost === 0, `${lost} accounts are lost`)
  console.log(`  an insert into each of ${await tryInserts(target)} tables works`)
}

/** The check of the inserts locks tables in an order of its own, and the load continues. */
async function tryInserts({ schema, url }: Spot): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryEveryInsert(url, schema)
    } catch (error) {
      if (attempt === INSERT_ATTEMPTS || (error as { readonly code?: unknown }).code !== DEADLOCK) throw error
    }
  }
}

/** Stops the server of the cell "eu" and starts it again. Only the projects of this cell are concerned. */
async function checkOutage(check: Check, stop: () => Promise<void>, restart: () => Promise<void>): Promise<void> {
  begin(check, 'The server of one cell stops')
  const { eu, home, us } = check.projects
  const before = failuresOf(check)
  await stop()
  await sleep(SETTLE_MILLIS)
  const after = failuresOf(check)
  const refused = after.eu - before.eu
  console.log(
    `  calls that failed, by project: home ${after.home - before.home}, eu ${refused}, us ${after.us - before.us}`,
  )
  report(check, refused > 0, 'no call to the cell that was down failed')
  for (const [name, { load }] of Object.entries({ home, us }))
    report(
      check,
      load.failures.length === before[name as 'home' | 'us'],
      `calls to the cell "${name}" failed meanwhile`,
    )
  begin(check, 'It starts again')
  await restart()
  const beganAt = performance.now()
  const isUsed = await eu.load.waitForSuccess(RECOVERED_MAX_MILLIS)
  console.log(`  the first call succeeded after ${Math.ceil(performance.now() - beganAt)} ms`)
  report(check, isUsed, 'the cell is not used again')
  reportOthers(check, 'eu', eu.load.failures.slice(before.eu))
}

function report({ broken, step }: Check, isKept: boolean, sentence: string): void {
  if (!isKept) broken.push(`${step}: ${sentence}`)
}

/** The calls that failed so far, by project. The SDK repeats those that it may. */
function failuresOf({ projects }: Check): Record<'home' | 'eu' | 'us', number> {
  const { eu, home, us } = projects
  return { eu: eu.load.failures.length, home: home.load.failures.length, us: us.load.failures.length }
}

/** Reports the failures other than 503 with Retry-After, the answer during a hold and of a cell that is down. */
function reportOthers(check: Check, project: string, failures: readonly unknown[]): void {
  const others = failures.filter((failure) => {
    const { retryAfterSeconds, statusCode } = failure as Failure
    return statusCode !== 503 || typeof retryAfterSeconds !== 'number'
  })
  report(
    check,
    others.length === 0,
    `${others.length} calls to the project of ${project} failed otherwise, such as: ${String(others[0])}`,
  )
}

/** An error of the SDK, whose types need those of a browser. */
interface Failure {
  readonly statusCode?: unknown
  readonly retryAfterSeconds?: unknown
}

/** The accounts are in whichever cell has the project. */
async function countLost({ spots }: Check, projectId: string, addresses: readonly string[]): Promise<number> {
  const found = new Set<string>()
  for (const spot of await spotsWith(spots, projectId)) {
    const rows = await query<{ value: string }>(
      spot,
      `select value from ${spot.schema}.contact_channels where project_id = $1`,
      [projectId],
    )
    for (const { value } of rows) found.add(value)
  }
  return addresses.filter((address) => !found.has(address)).length
}

/** The places in which the project has a row in any table. */
async function spotsWith(spots: Check['spots'], projectId: string): Promise<Spot[]> {
  const found: Spot[] = []
  for (const spot of Object.values(spots)) {
    if (!(await hasSchema(spot))) continue
    const counts = tenantTables.map(
      (table) => `select from ${spot.schema}.${table} where ${table === 'projects' ? 'id' : 'project_id'} = $1`,
    )
    if ((await query(spot, `(${counts.join(') union all (')}) limit 1`, [projectId])).length > 0) found.push(spot)
  }
  return found
}

async function expectOnlyIn(check: Check, { id }: LoadedProject, spot: Spot): Promise<void> {
  const found = await spotsWith(check.spots, id)
  const names = found.map(({ schema, url }) => `${new URL(url).pathname.slice(1)}.${schema}`).join(', ')
  console.log(`  rows of the project are in ${names}`)
  report(check, found.length === 1 && found[0] === spot, `rows of a project are in ${names}`)
}

async function hasSchema(spot: Spot): Promise<boolean> {
  const rows = await query(spot, 'select where to_regclass($1) is not null', [`${spot.schema}.projects`])
  return rows.length > 0
}

async function query<R extends object>({ url }: Spot, text: string, values: readonly unknown[]): Promise<R[]> {
  const at = await OwnConnection.open(url)
  try {
    return await at.query<R>(text, values)
  } finally {
    await at.close()
  }
}

async function createDatabase(server: StartedPostgres, name: string): Promise<string> {
  const at = await OwnConnection.open(server.url)
  await at.script(`create database ${name}`)
  await at.close()
  return Object.assign(new URL(server.url), { pathname: `/${name}` }).toString()
}

/** A client of the API behind the load balancer. */
function clientOf({ balancer }: Service, credentials: ConstructorParameters<typeof HttpClient>[1]): HttpClient {
  const service = {
    fetch: (request: Request) => {
      const { pathname, search } = new URL(request.url)
      return fetch(new Request(`${balancer.origin}${pathname}${search}`, request))
    },
  }
  return new HttpClient(service, credentials)
}

/** The owner of the projects. */
interface Owner {
  readonly accessToken: string
  /** A client of the project "internal". */
  readonly internal: HttpClient
}

async function signUpOwner(service: Service, key: string): Promise<Owner> {
  const internal = { projectId: 'internal', accessType: 'client', key } as const
  const { body } = await clientOf(service, internal).post<{ access_token: string }>('/auth/password/sign-up', {
    email: someEmail(),
    password: TEST_PASSWORD,
  })
  const accessToken = body.access_token
  return { accessToken, internal: clientOf(service, { ...internal, accessToken }) }
}

/** Creates a project in a cell, the only one that is open meanwhile, and begins to use it. */
async function createProject(service: Service, owner: Owner, cell: string): Promise<LoadedProject> {
  await service.operate(['cells', 'open', cell])
  for (const other of ['home', 'eu', 'us'].filter((name) => name !== cell))
    await service.operate(['cells', 'close', other])
  const { body } = await owner.internal.post<{ id: string }>('/internal/projects', {
    display_name: cell,
    config: { sign_up_enabled: true, credential_enabled: true, allow_localhost: true },
  })
  const projectId = body.id
  const admin = clientOf(service, { projectId, accessType: 'admin', key: '', adminAccessToken: owner.accessToken })
  const keys = await admin.post<{ publishable_client_key: string }>('/internal/api-keys', {
    description: 'The load',
    expires_at_millis: Date.now() + KEY_LIFETIME_MILLIS,
    has_publishable_client_key: true,
    has_secret_server_key: false,
    has_super_secret_admin_key: false,
  })
  // The types of the SDK need those of a browser.
  const sdk = (await import(new URL('../../packages/client/src/client.ts', import.meta.url).href)) as Sdk
  const load = new Load(sdk, {
    baseUrl: service.balancer.origin,
    projectId,
    publishableClientKey: keys.body.publishable_client_key,
    workers: WORKERS_PER_PROJECT,
  })
  return { id: projectId, load }
}
