import type { Database } from '../../kernel/database.ts'
import { firstRow, statement, unscoped } from '../../kernel/statement.ts'
import { listApplied } from '../../platform/db/applied-migrations.ts'
import { findEarlierSchema } from '../../platform/db/earlier-schema.ts'
import { findNewerSchema, findSchemaVersion, ownSchemaVersion } from '../../platform/db/migrate.ts'
import { lacksEmbeddedDatabase } from '../../platform/db/open-database.ts'
import { listNodeVersions } from '../../platform/db/node-versions.ts'
import type { Check, DoctorFinding } from './check.ts'

export const databaseCheck: Check = {
  name: 'database',
  summary: 'whether the database answers, its version and its settings',
  async run({ databaseProblem, db, settings }) {
    if (lacksEmbeddedDatabase(settings)) {
      return [
        {
          severity: 'note',
          problem: `There is no database in ${settings.dataDir} yet.`,
          fix: 'Start the service, which creates it, or set DATABASE_URL.',
        },
      ]
    }
    if (databaseProblem !== null) {
      return [{ severity: 'error', problem: databaseProblem.message, fix: databaseProblem.nextStep }]
    }
    // The embedded database has the settings of this version.
    if (db === null || db.engine === 'embedded') return []
    return judgeServer(await readServer(db), settings.databasePool)
  },
}

/** The facts that the checks read from a PostgreSQL server. */
export interface ServerFacts {
  readonly encoding: string
  readonly fsync: string
  readonly is_standby: boolean
  readonly connections: number
}

async function readServer(db: Database): Promise<ServerFacts> {
  const facts = await db.run(
    statement<ServerFacts>`
      select current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
        pg_is_in_recovery() as is_standby,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections`.map(
      firstRow,
    ),
  )
  if (!facts) throw new Error('The server has no settings.')
  return facts
}

export function judgeServer(facts: ServerFacts, databasePool: number): DoctorFinding[] {
  const findings: DoctorFinding[] = []
  if (facts.encoding !== 'UTF8') {
    findings.push({
      severity: 'error',
      problem: `The database has the encoding ${facts.encoding}, which cannot store every name.`,
      fix: "Create a database with the encoding UTF8 (create database … encoding 'UTF8' template template0).",
    })
  }
  if (facts.is_standby) {
    findings.push({
      severity: 'error',
      problem: 'DATABASE_URL leads to a standby server, which can only be read.',
      fix: 'Set DATABASE_URL to the primary server, or to a proxy that forwards to it.',
    })
  }
  if (facts.fsync !== 'on') {
    findings.push({
      severity: 'warning',
      problem: 'The server has fsync = off, so a power failure can destroy the database.',
      fix: 'Set fsync = on in postgresql.conf.',
    })
  }
  if (facts.connections < databasePool) {
    findings.push({
      severity: 'warning',
      problem: `The server accepts ${facts.connections} connections, but each node may open ${databasePool}.`,
      fix: 'Lower PORTICO_DATABASE_POOL, or raise max_connections for all nodes together.',
    })
  }
  return findings
}

export const schemaCheck: Check = {
  name: 'schema',
  summary: 'whether the database has the schema and the extensions of this version',
  needsDatabase: true,
  run: ({ db }) => findSchemaProblems(db),
}

export async function findSchemaProblems(db: Database): Promise<DoctorFinding[]> {
  const [found, own] = [await findSchemaVersion(db), ownSchemaVersion()]
  const applied = found === null ? [] : await db.run(listApplied())
  const refused = findNewerSchema(applied, own) ?? findEarlierSchema(applied)
  const missing = await listMissingExtensions(db)
  const findings = missing.map((name): DoctorFinding => ({
    severity: 'error',
    problem: `The PostgreSQL extension ${name} is not installed on the server.`,
    fix: 'Install the package postgresql-contrib, or its equivalent. The migrations create the extension.',
  }))
  if (refused) {
    findings.push({ severity: 'error', problem: refused.message, fix: refused.nextStep })
  } else if (found !== null && found > own) {
    findings.push({
      severity: 'note',
      problem: `The database has schema version ${found}, which works with this version of Portico (${own}).`,
      fix: 'Nothing, if an upgrade is in progress. Then start the newer version on every node.',
    })
  } else if (found !== own) {
    const state = found === null ? 'The database is empty' : `The database has schema version ${found} of ${own}`
    findings.push(
      (await mayCreate(db))
        ? {
            severity: 'note',
            problem: `${state}.`,
            fix: 'Run `portico-server migrate`, or start the service, which migrates it.',
          }
        : {
            severity: 'error',
            problem: `${state}, and the role of DATABASE_URL may not change the schema.`,
            fix: 'Run `portico-server migrate` with the role that owns the database.',
          },
    )
  }
  return findings
}

/** Returns the extensions of the schema that the server does not have. */
async function listMissingExtensions(db: Database): Promise<readonly string[]> {
  const { rows } = await db.run(unscoped.statement<{ name: string }>`
    select name from unnest(array['btree_gin', 'pg_trgm']) as needed (name)
    where not exists (select from pg_available_extensions available where available.name = needed.name)
      and not exists (select from pg_extension installed where installed.extname = needed.name)
    order by name`)
  return rows.map(({ name }) => name)
}

async function mayCreate(db: Database): Promise<boolean> {
  const right = await db.run(
    statement<{ may_create: boolean }>`
      select coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create`.map(firstRow),
  )
  return right?.may_create ?? false
}

export const rightsCheck: Check = {
  name: 'rights',
  summary: 'whether the role of DATABASE_URL has its rights on all tables',
  needsDatabase: true,
  run: ({ db }) => findMissingRights(db),
}

export async function findMissingRights(db: Database): Promise<DoctorFinding[]> {
  const { rows } = await db.run(unscoped.statement<{ name: string }>`
      select c.relname as name from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and not (has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
          and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete'))
      order by name`)
  if (rows.length === 0) return []
  const shown = rows.slice(0, 3).map(({ name }) => name)
  const others = rows.length - shown.length
  return [
    {
      severity: 'error',
      problem: `The role of DATABASE_URL lacks rights on ${shown.join(', ')}${others > 0 ? ` and ${others} other tables` : ''}.`,
      fix: 'Grant select, insert, update and delete on all tables of the schema to it, and set default privileges (docs/security/operators.md, "Operating notes").',
    },
  ]
}

const CLOCK_WARNING_MILLIS = 2_000
/** The clock tolerance of programs that verify access tokens. */
const CLOCK_ERROR_MILLIS = 60_000

export const clockCheck: Check = {
  name: 'clock',
  summary: 'whether the clocks of this machine and of the database agree',
  needsDatabase: true,
  async run({ db, now }) {
    const before = now().getTime()
    const row = await db.run(statement<{ now: Date }>`select clock_timestamp() as now`.map(firstRow))
    const after = now().getTime()
    if (!row) return []
    const apart = row.now.getTime() - (before + after) / 2
    const millis = Math.abs(apart) - (after - before) / 2
    if (millis < CLOCK_WARNING_MILLIS) return []
    return [
      {
        severity: millis < CLOCK_ERROR_MILLIS ? 'warning' : 'error',
        problem: `The clock of this machine is ${Math.round(millis / 1_000)} s ${apart > 0 ? 'behind' : 'ahead of'} that of the database, which the service follows.`,
        fix: 'Synchronise both clocks with NTP, for example with chrony or systemd-timesyncd.',
      },
    ]
  },
}

export const nodesCheck: Check = {
  name: 'nodes',
  summary: 'the versions of the nodes that share the database',
  needsDatabase: true,
  async run({ db, version }) {
    // Only one process can open the embedded database.
    if (db.engine === 'embedded') return []
    const versions = await db.run(listNodeVersions())
    if (versions.length > 1) {
      return [
        {
          severity: 'warning',
          problem: `Nodes of different versions share the database: ${versions.join(', ')}.`,
          fix: 'Finish the upgrade: start every node with the same version. During a rolling upgrade, ignore this.',
        },
      ]
    }
    const [running] = versions
    if (running === undefined || running === version) return []
    return [
      {
        severity: 'note',
        problem: `The running nodes have version ${running}, and this command has version ${version}.`,
        fix: `Restart the nodes if you have installed ${version}. Otherwise run doctor in the version of the nodes.`,
      },
    ]
  },
}
