import { listUsersFrom, searchUsersFrom, type PageStart } from '../../packages/server/src/records/queries/user-list.ts'
import { findUser } from '../../packages/server/src/records/users/store.ts'
import type { Statement } from '../../packages/server/src/kernel/statement.ts'
import {
  interleave,
  ratios,
  SHORT_ROUNDS,
  type Check,
  type Comparison,
  type Finding,
  type Series,
} from '../comparison.ts'
import { runLoad, type Lane } from '../load.ts'
import { floodingProject as project, importUser, productionSettings, readAsServer, startPortico } from '../portico.ts'
import { query } from '../postgres.ts'
import { RARE_NAME, startScalePostgres, type ScalePostgres } from '../scale-database.ts'
import type { ServerProcess } from '../processes.ts'

const SMALL_USERS = 10_000
const PAGE_USERS = 50
const ROUND_SECONDS = 1
const RATIO_MAX = 2

const IMPORTED_USERS = 100_000
const IMPORT_CONNECTIONS = 16
const IMPORT_ROUND_SECONDS = 10
/** A bcrypt hash of cost 10. The service stores it without a check of the password. */
const PASSWORD_HASH = `$2b$10$${'a'.repeat(53)}`

/** A call of a backend, measured in the small and in the large database. */
interface Read {
  readonly name: string
  readonly path: string
  /** The statement that reads the users, for its plan. */
  readonly statement: Statement<unknown>
}

/** Measures lists, searches and reads of users in a large database, and the import of users. */
export const scale: Comparison = {
  name: 'scale',
  async run({ users, progress }) {
    const postgres = await startScalePostgres(project, progress)
    try {
      return [await measureReads(postgres, users, progress), await measureImport(postgres, users, progress)]
    } finally {
      await postgres.stop()
    }
  },
}

async function measureReads(
  postgres: ScalePostgres,
  users: number,
  progress: (line: string) => void,
): Promise<Finding> {
  const urls = { small: await postgres.databaseOf(SMALL_USERS), large: await postgres.databaseOf(users) }
  const settings = { ...productionSettings, PORTICO_LOG: 'warn' }
  const servers = {
    small: await startPortico({ ...settings, DATABASE_URL: urls.small }),
    large: await startPortico({ ...settings, DATABASE_URL: urls.large }),
  }
  const reads = { small: await readsOf(urls.small, SMALL_USERS), large: await readsOf(urls.large, users) }
  const series: Series[] = []
  const checks: Check[] = []
  const plans: string[] = []
  for (const [index, { name }] of reads.large.entries()) {
    const timeOf = (size: 'small' | 'large') => (): Promise<number> =>
      medianMillisOf(servers[size], reads[size][index] as Read)
    const times = await interleave({ small: timeOf('small'), large: timeOf('large') }, () => {}, {
      warmUp: (size) => timeOf(size)(),
      rounds: SHORT_ROUNDS,
    })
    series.push(
      { name: `${name}, ${SMALL_USERS.toLocaleString('en')} users`, unit: 'ms', values: times.small },
      { name: `${name}, ${users.toLocaleString('en')} users`, unit: 'ms', values: times.large },
    )
    checks.push({
      what: `${name} with ${users.toLocaleString('en')} users, relative to ${SMALL_USERS.toLocaleString('en')}`,
      values: ratios(times.large, times.small),
      unit: '×',
      target: { atMost: RATIO_MAX },
    })
    plans.push(`${name}: ${await scansOf(urls.large, (reads.large[index] as Read).statement)}`)
    progress(plans.at(-1) ?? '')
  }
  const others = await measureOtherTerms(servers.large, progress)
  for (const server of Object.values(servers)) await server.stop()
  return {
    title: 'Users of a large project',
    conditions: [
      `Median latency of one connection, ${ROUND_SECONDS} s per round. Pages have ${PAGE_USERS} users; the searches have at most 50 matches.`,
      'Scans of the plan in the large database, with the rows that each returned:',
      '',
      ...plans.map((plan) => `- ${plan}`),
      '',
      'Other search terms, bounded by the statement timeout, without a target:',
      '',
      ...others.map((other) => `- ${other}`),
    ].join('\n'),
    series,
    checks,
  }
}

async function readsOf(url: string, users: number): Promise<Read[]> {
  const middle = Math.floor(users / 2)
  const [user] = await query<{ id: string }>(
    url,
    'select user_id as id from contact_channels where project_id = $1 and value = $2',
    [project.id, `user-${middle}@example.org`],
  )
  const id = user?.id ?? ''
  const all = {
    hasFullUsers: true,
    hasAnonymousUsers: false,
    hasSuspendedUsers: false,
    exactId: null,
    exactAddress: null,
  }
  const window = (start: PageStart): Parameters<typeof listUsersFrom>[2] => ({
    start,
    isNewestFirst: false,
    limit: PAGE_USERS + 1,
  })
  const now = new Date()
  const list = (start: PageStart): Statement<unknown> =>
    listUsersFrom(project.id, { ...all, term: null }, window(start), now)
  const search = (term: string, exactAddress: string | null = null): Statement<unknown> =>
    searchUsersFrom(project.id, { ...all, term, exactAddress }, window(null), now)
  const email = `user-${middle}@example.org`
  return [
    { name: 'first page', path: `/users?limit=${PAGE_USERS}`, statement: list(null) },
    { name: 'page in the middle', path: `/users?limit=${PAGE_USERS}&cursor=${id}`, statement: list(id) },
    { name: 'search by address', path: `/users?limit=${PAGE_USERS}&query=${email}`, statement: search(email, email) },
    {
      name: 'search by part of a name',
      path: `/users?limit=${PAGE_USERS}&query=${RARE_NAME.slice(1)}`,
      statement: search(RARE_NAME.slice(1)),
    },
    { name: 'read by id', path: `/users/${id}`, statement: findUser(project.id, id) },
  ]
}

async function medianMillisOf({ origin }: ServerProcess, { path }: Read): Promise<number> {
  const lanes: Lane[] = [readAsServer(path, project)]
  return (await runLoad({ origin, lanes, seconds: ROUND_SECONDS })).medianMillis
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Describes the scans of a statement: the index or table, and the rows that the scan read. */
async function scansOf(url: string, { queries }: Statement<unknown>): Promise<string> {
  const [statement] = queries
  if (!statement) throw new Error('The statement has no query.')
  const [row] = await query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    url,
    `explain (analyze, format json) ${statement.text}`,
    statement.values,
  )
  const scans = new Map<string, number>()
  const visit = (node: PlanNode): void => {
    const relation = node['Index Name'] ?? node['Relation Name']
    if (node['Node Type'].includes('Scan') && relation !== undefined && node['Actual Loops'] > 0) {
      const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
      const kind = `${node['Node Type'].toLowerCase()} ${relation}`
      scans.set(kind, (scans.get(kind) ?? 0) + (node['Actual Rows'] + removed) * node['Actual Loops'])
    }
    for (const inner of node.Plans ?? []) visit(inner)
  }
  visit(row?.['QUERY PLAN'][0].Plan as PlanNode)
  return [...scans].map(([scan, rows]) => `${scan} ${rows.toLocaleString('en')}`).join(', ')
}

/** Measures one search each for a term that most users contain, one of two characters and one of two that no user contains. */
async function measureOtherTerms({ origin }: ServerProcess, progress: (line: string) => void): Promise<string[]> {
  const terms = {
    'a term in every address': 'example.org',
    'two characters': 'zo',
    'two characters that no user has': 'xx',
  }
  const lines: string[] = []
  for (const [name, term] of Object.entries(terms)) {
    const { path, headers } = readAsServer(`/users?limit=${PAGE_USERS}&query=${term}`, project)
    const startedAt = performance.now()
    const response = await fetch(origin + path, { headers })
    await response.text()
    lines.push(`${name}: status ${response.status} after ${(performance.now() - startedAt).toFixed(0)} ms`)
    progress(lines.at(-1) ?? '')
  }
  return lines
}

/** Imports users through the API, one call per user. */
function measureImport(postgres: ScalePostgres, users: number, progress: (line: string) => void): Promise<Finding> {
  const wanted = Math.min(IMPORTED_USERS, users)
  return postgres.withEmptyDatabase(async (url) => {
    const server = await startPortico({ ...productionSettings, PORTICO_LOG: 'warn', DATABASE_URL: url })
    const lanes = Array.from({ length: IMPORT_CONNECTIONS }, () => importUser(PASSWORD_HASH, project))
    const values: number[] = []
    for (let imported = 0; imported < wanted;) {
      const { rate } = await runLoad({ origin: server.origin, lanes, seconds: IMPORT_ROUND_SECONDS })
      imported += rate * IMPORT_ROUND_SECONDS
      values.push(rate)
      progress(`import: ${imported.toFixed(0)} users, ${rate.toFixed(0)} users/s`)
    }
    await server.stop()
    return {
      title: 'Import of users',
      conditions: `${wanted.toLocaleString('en')} users with address, name, metadata and password hash, one call each over ${IMPORT_CONNECTIONS} connections, into an empty project.`,
      series: [{ name: '`POST /users`', unit: 'users/s', values }],
      checks: [],
    }
  })
}
