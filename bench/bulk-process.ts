// Imports and deletes a thousand users with the service of a checkout each time the parent process asks. Sends back the
// processor time of both.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

import type { Database, createLog, createPortico, openPostgres, readSettings } from '@portico/server'
import pg from 'pg'

import { importRecords, measuredProject, productionSettings, serviceSettings, startImport } from './portico.ts'

/** The number of users that one import call accepts and one piece of a deletion job deletes. */
const BATCH_USERS = 500
const BATCHES = 2
const POOL = 4
const ATTEMPTS_MAX = 20
/** Longer than the limits of the service, so that a slow database does not end a run. */
const patientLimits = { statementMillis: 60_000, connectMillis: 60_000, checkMillis: 10_000 }

/** The exports of a checkout that the script uses. The checkout may be an earlier version. */
interface Checkout {
  readonly 'server.ts': {
    readonly createLog: typeof createLog
    readonly createPortico: typeof createPortico
    readonly openPostgres: typeof openPostgres
    readonly readSettings: typeof readSettings
  }
  readonly 'platform/db/emitting-database.ts': {
    readonly emittingDatabase: (db: Database, subscribers: unknown) => Emitting
  }
  readonly 'delivery/subscribers/subscribers.ts': { readonly listSubscribers: (service: null) => unknown }
  readonly 'platform/db/project-scope.ts': { readonly scopeToProject: (tx: unknown, projectId: string) => Scoped }
  readonly 'records/users/store.ts': {
    readonly lockUsers: (projectId: string, sortedIds: readonly string[]) => unknown
  }
  readonly 'kernel/emit.ts': { readonly systemCall: (projectId: string, now: Date) => unknown }
  readonly 'accounts/delete-user.ts': {
    readonly deleteLockedUsers: (tx: Scoped, call: unknown, userIds: readonly string[]) => Promise<void>
  }
}

interface Emitting {
  transaction(work: (tx: unknown) => Promise<void>): Promise<void>
}

interface Scoped {
  run(statement: unknown): Promise<unknown>
}

const [folder = '', databaseUrl = ''] = process.argv.slice(2)
const { createLog: newLog, createPortico: start, openPostgres: open, readSettings: read } = await load('server.ts')
const { deleteLockedUsers } = await load('accounts/delete-user.ts')
const { emittingDatabase } = await load('platform/db/emitting-database.ts')
const { listSubscribers } = await load('delivery/subscribers/subscribers.ts')
const { lockUsers } = await load('records/users/store.ts')
const { scopeToProject } = await load('platform/db/project-scope.ts')
const { systemCall } = await load('kernel/emit.ts')

const db = await open(databaseUrl, POOL, patientLimits)
const { PORTICO_RATE_LIMITS: _limits, ...defaults } = serviceSettings(0)
const settings = read({ ...defaults, ...productionSettings, PORTICO_PORT: '4100', DATABASE_URL: databaseUrl })
const portico = await start({ settings, db, log: newLog('silent') })
// The calls of `portico.ts` reach the service without a network. A call that waited too long for a connection is
// repeated.
globalThis.fetch = async (input, init) => {
  for (let attempt = 1; ; attempt += 1) {
    const response = await portico.fetch(new Request(input, init))
    if (response.status !== 503 || attempt === ATTEMPTS_MAX) return response
  }
}
const origin = 'http://127.0.0.1:4100'
const importId = await startImport({ origin })
const emitting = emittingDatabase(db, listSubscribers(null))
const observer = new pg.Client({ connectionString: databaseUrl })
await observer.connect()
let imported = 0

process.on('message', () => void measure())
process.send?.('ready')

async function measure(): Promise<void> {
  const before = await processorMillis()
  for (let batch = 0; batch < BATCHES; batch += 1) {
    await importRecords({ origin }, importId, imported + 1, BATCH_USERS)
    imported += BATCH_USERS
  }
  // The figures are added up then.
  await portico.idle()
  const between = await processorMillis()
  await deleteImported()
  await portico.idle()
  const after = await processorMillis()
  process.send?.({ import: between - before, deletion: after - between })
}

/** Deletes in pieces of a fixed size. A job chooses its batch size by the machine's speed, so its work differs too. */
async function deleteImported(): Promise<void> {
  const { rows } = await observer.query<{ id: string }>('select user_id as id from imported_users order by user_id')
  for (let from = 0; from < rows.length; from += BATCH_USERS) {
    const ids = rows.slice(from, from + BATCH_USERS).map(({ id }) => id)
    await emitting.transaction(async (tx) => {
      const scoped = scopeToProject(tx, measuredProject.id)
      await scoped.run(lockUsers(measuredProject.id, ids))
      await deleteLockedUsers(scoped, systemCall(measuredProject.id, new Date()), ids)
    })
  }
}

/** Processor time of this process and of its database connections. Linux counts it in nanoseconds. */
async function processorMillis(): Promise<number> {
  const { rows } = await observer.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  const nanos = rows.map(({ pid }) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]))
  const { system, user } = process.cpuUsage()
  return (system + user) / 1e3 + nanos.reduce((sum, one) => sum + one, 0) / 1e6
}

async function load<File extends keyof Checkout>(file: File): Promise<Checkout[File]> {
  return (await import(pathToFileURL(`${folder}/packages/server/src/${file}`).href)) as Checkout[File]
}
