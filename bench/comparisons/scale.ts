import { randomUUID } from 'node:crypto'

import {
  CONNECTIONS,
  interleave,
  ratios,
  SHORT_ROUNDS,
  type Check,
  type Comparison,
  type Finding,
  type Series,
} from '../comparison.ts'
import { ACTOR_ID, momentOf, OWNER_ID } from '../audit-database.ts'
import { runLoad, type Lane } from '../load.ts'
import { writeKnownKeys } from '../key-database.ts'
import {
  checkKeys,
  floodingProject as project,
  importUser,
  productionSettings,
  readAsAdmin,
  readAsServer,
  startPortico,
} from '../portico.ts'
import { query } from '../postgres.ts'
import { readPerson, startBareHono } from '../peers.ts'
import {
  FIRST_SIGN_UP_MILLIS,
  RARE_NAME,
  startScalePostgres,
  USERS_PER_TEAM,
  type ScalePostgres,
} from '../scale-database.ts'
import type { ServerProcess } from '../processes.ts'

const SMALL_USERS = 10_000
const PAGE_ROWS = 50
const PALETTE_ROWS = 8
const ROUND_SECONDS = 1
const RATIO_MAX = 2

const COUNTED_CALLS = 20
/** An idle connection of PostgreSQL reports what it has read after ten seconds. */
const COUNTERS_MILLIS = 11_000

const FOLD_POLL_MILLIS = 500

const SMALL_KEYS = 10_000
const LARGE_KEYS = 10_000_000
/** Keys whose checks are measured, spread over all keys. */
const CHECKED_KEYS = 10_000
const KEYS_RATIO_MAX = 1.5

const EVENTS_PER_USER = 10

const IMPORTED_USERS = 100_000
const IMPORT_CONNECTIONS = 16
const IMPORT_ROUND_SECONDS = 10
/** A bcrypt hash of cost 10. The service stores it without a check of the password. */
const PASSWORD_HASH = `$2b$10$${'a'.repeat(53)}`

/** A call of a backend, measured in the small and in the large database. */
interface Read {
  readonly name: string
  readonly path: string
}

/** Measures lists, searches, reads and permissions in a large database, and the import of users. */
export const scale: Comparison = {
  name: 'scale',
  async run({ users, progress }) {
    const postgres = await startScalePostgres(project, progress)
    try {
      return [
        await measureReads(postgres, users, progress),
        await measurePermissionCheck(postgres, users, progress),
        await measureKeyCheck(postgres, progress),
        await measureAuditPages(postgres, users, progress),
        await measureMetrics(postgres, users, progress),
        await measureImport(postgres, users, progress),
      ]
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
  const { series, checks } = await compareReads(
    { small: `${SMALL_USERS.toLocaleString('en')} users`, large: `${users.toLocaleString('en')} users` },
    reads.large.map(({ name }, index) => ({
      name,
      millisOf: (size) => medianMillisOf(servers[size], readAsServer((reads[size][index] as Read).path, project)),
    })),
  )
  const plans: string[] = []
  for (const read of reads.large) {
    plans.push(`${read.name}: ${await scansOf(servers.large, urls.large, read)}`)
    progress(plans.at(-1) ?? '')
  }
  const others = await measureOtherTerms(servers.large, progress)
  for (const server of Object.values(servers)) await server.stop()
  return {
    title: 'Users and teams of a large project',
    conditions: [
      `Median latency of one connection, ${ROUND_SECONDS} s per round. Pages have ${PAGE_ROWS} entries; the searches have at most 50 matches.`,
      'Indexes and tables that a call reads in the large database, with the number of entries and rows:',
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

type Size = 'small' | 'large'

interface MeasuredRead {
  readonly name: string
  readonly millisOf: (size: Size) => Promise<number>
}

/** Measures each read with few and with many rows in turn. */
async function compareReads(
  amounts: Readonly<Record<Size, string>>,
  reads: readonly MeasuredRead[],
): Promise<Pick<Finding, 'series' | 'checks'>> {
  const series: Series[] = []
  const checks: Check[] = []
  for (const { name, millisOf } of reads) {
    const times = await interleave({ small: () => millisOf('small'), large: () => millisOf('large') }, () => {}, {
      warmUp: millisOf,
      rounds: SHORT_ROUNDS,
    })
    for (const size of ['small', 'large'] as const) {
      series.push({ name: `${name}, ${amounts[size]}`, unit: 'ms', values: times[size] })
    }
    checks.push({
      what: `${name} with ${amounts.large}, relative to ${amounts.small.replace(/ .*/, '')}`,
      values: ratios(times.large, times.small),
      unit: '×',
      target: { atMost: RATIO_MAX },
    })
  }
  return { series, checks }
}

async function readsOf(url: string, users: number): Promise<Read[]> {
  const middle = Math.floor(users / 2)
  const [user] = await query<{ id: string }>(
    url,
    'select user_id as id from contact_channels where project_id = $1 and value = $2',
    [project.id, `user-${middle}@example.org`],
  )
  const id = user?.id ?? ''
  const email = `user-${middle}@example.org`
  const [member] = await membersOf(url, 1)
  const inTeam = `team_id=${member?.teamId}`
  // The users whom the searches find are suspended.
  const all = 'include_restricted=true'
  const table = `/users?limit=${PAGE_ROWS}&order_by=signed_up_at&desc=true&${all}&include_total=true`
  return [
    { name: 'first page', path: `/users?limit=${PAGE_ROWS}` },
    { name: 'page in the middle', path: `/users?limit=${PAGE_ROWS}&cursor=${id}` },
    { name: 'search by address', path: `/users?limit=${PAGE_ROWS}&${all}&query=${email}` },
    {
      name: 'search by part of a name',
      path: `/users?limit=${PAGE_ROWS}&${all}&query=${RARE_NAME.slice(1)}`,
    },
    { name: 'page with an exact total', path: `/users?limit=${PAGE_ROWS}&include_total=true` },
    { name: 'page of verified users', path: `/users?limit=${PAGE_ROWS}&verified=true` },
    { name: 'page of users of a provider', path: `/users?limit=${PAGE_ROWS}&sign_in_methods=google` },
    { name: 'page of suspended users', path: `/users?limit=${PAGE_ROWS}&suspended=true` },
    {
      name: 'page of sign-ups since a moment',
      path: `/users?limit=${PAGE_ROWS}&signed_up_from_millis=${FIRST_SIGN_UP_MILLIS + middle * 60_000}`,
    },
    { name: 'page by last activity', path: `/users?limit=${PAGE_ROWS}&order_by=last_active_at&desc=true` },
    {
      name: 'page of suspended users by last activity',
      path: `/users?limit=${PAGE_ROWS}&order_by=last_active_at&desc=true&suspended=true`,
    },
    {
      name: 'page of users of a provider by last activity',
      path: `/users?limit=${PAGE_ROWS}&order_by=last_active_at&desc=true&sign_in_methods=google`,
    },
    { name: 'filter without a match, 10,000 users examined', path: `/users?limit=${PAGE_ROWS}&verified=false` },
    { name: 'users table of the dashboard', path: table },
    { name: 'users table, page in the middle', path: `${table}&cursor=${id}` },
    { name: 'users table, search by address', path: `${table}&query=${email}` },
    { name: 'users table, search by part of a name', path: `${table}&query=${RARE_NAME.slice(1)}` },
    { name: 'users table, suspended users', path: `${table}&suspended=true` },
    { name: 'users table, by last activity', path: table.replace('signed_up_at', 'last_active_at') },
    {
      name: 'users found by the command palette',
      path: `/users?limit=${PALETTE_ROWS}&desc=true&${all}&query=${RARE_NAME.slice(1)}`,
    },
    { name: 'read by id', path: `/users/${id}` },
    { name: 'page of teams', path: `/teams?limit=${PAGE_ROWS}` },
    {
      name: 'page of teams with summaries and an exact total',
      path: `/teams?limit=${PAGE_ROWS}&include_summary=true&include_total=true`,
    },
    { name: 'page of the members of a team', path: `/team-member-profiles?${inTeam}&limit=${PAGE_ROWS}` },
    {
      name: 'effective permissions of a member',
      path: `/team-permissions?${inTeam}&user_id=${member?.userId}&recursive=true`,
    },
  ]
}

interface Member {
  readonly teamId: string
  readonly userId: string
}

/** Returns members of different teams. */
function membersOf(url: string, count: number): Promise<Member[]> {
  return query<{ teamId: string; userId: string }>(
    url,
    `select teams.id as "teamId", (select user_id from team_members where team_id = teams.id limit 1) as "userId"
     from teams where project_id = $1 and created_at is not null order by created_at desc limit $2`,
    [project.id, count],
  )
}

/** Measures the check whether a member has a permission that is contained six levels deep. */
async function measurePermissionCheck(
  postgres: ScalePostgres,
  users: number,
  progress: (line: string) => void,
): Promise<Finding> {
  const url = await postgres.databaseOf(users)
  const members = await membersOf(url, CONNECTIONS)
  const checkOf = ({ teamId, userId }: Member): Lane =>
    readAsServer(
      `/team-permissions?team_id=${teamId}&user_id=${userId}&permission_id=$update_team&recursive=true`,
      project,
    )
  return postgres.withEmptyDatabase(async (empty) => {
    const ids = members.map(({ userId }) => userId)
    const bare = await startBareHono(empty, [...new Set(ids)])
    const portico = await startPortico({ ...productionSettings, PORTICO_LOG: 'warn', DATABASE_URL: url })
    const loads = {
      bare: { origin: bare.origin, lanes: ids.map(readPerson) },
      portico: { origin: portico.origin, lanes: members.map(checkOf) },
    }
    const rateOf = (name: keyof typeof loads) => async (): Promise<number> =>
      (await runLoad({ ...loads[name], seconds: ROUND_SECONDS })).rate
    const rates = await interleave({ bare: rateOf('bare'), portico: rateOf('portico') }, progress, {
      warmUp: (name) => rateOf(name)(),
      rounds: SHORT_ROUNDS,
    })
    for (const server of [bare, portico]) await server.stop()
    return {
      title: 'Check of a permission',
      conditions: `${Math.floor(users / USERS_PER_TEAM).toLocaleString('en')} teams with three memberships per user; the permission is contained six levels below the direct grant. ${CONNECTIONS} connections, ${ROUND_SECONDS} s per round.`,
      series: [
        { name: 'bare Hono, one prepared primary-key select', unit: 'requests/s', values: rates.bare },
        { name: 'Portico `GET team-permissions`', unit: 'requests/s', values: rates.portico },
      ],
      checks: [
        {
          what: 'check of a permission, relative to the bare select',
          values: ratios(rates.portico, rates.bare, 100),
          unit: '%',
          target: { atLeast: 50 },
        },
      ],
    }
  })
}

/** Measures the check of API keys with few and with many stored keys. */
async function measureKeyCheck(postgres: ScalePostgres, progress: (line: string) => void): Promise<Finding> {
  const urls = {
    small: await postgres.databaseOfKeys(SMALL_KEYS),
    large: await postgres.databaseOfKeys(LARGE_KEYS),
  }
  const settings = { ...productionSettings, PORTICO_LOG: 'warn' }
  const servers = {
    small: await startPortico({ ...settings, DATABASE_URL: urls.small }),
    large: await startPortico({ ...settings, DATABASE_URL: urls.large }),
  }
  const lanes = {
    small: lanesOf(await writeKnownKeys(urls.small, project, SMALL_KEYS, CHECKED_KEYS)),
    large: lanesOf(await writeKnownKeys(urls.large, project, LARGE_KEYS, CHECKED_KEYS)),
  }
  return postgres.withEmptyDatabase(async (empty) => {
    const ids = Array.from({ length: CONNECTIONS }, () => randomUUID())
    const bare = await startBareHono(empty, ids)
    const loads = {
      bare: { origin: bare.origin, lanes: ids.map(readPerson) },
      small: { origin: servers.small.origin, lanes: lanes.small },
      large: { origin: servers.large.origin, lanes: lanes.large },
    }
    const rateOf = (name: keyof typeof loads) => async (): Promise<number> =>
      (await runLoad({ ...loads[name], seconds: ROUND_SECONDS })).rate
    const rates = await interleave({ bare: rateOf('bare'), small: rateOf('small'), large: rateOf('large') }, progress, {
      warmUp: (name) => rateOf(name)(),
      rounds: SHORT_ROUNDS,
    })
    for (const server of [bare, ...Object.values(servers)]) await server.stop()
    const [few, many] = [SMALL_KEYS, LARGE_KEYS].map((keys) => keys.toLocaleString('en'))
    return {
      title: 'Check of an API key',
      conditions: `${CHECKED_KEYS.toLocaleString('en')} keys in turn, spread over all. ${CONNECTIONS} connections, ${ROUND_SECONDS} s per round. The first use of a key in a minute is also written.`,
      series: [
        { name: 'bare Hono, one prepared primary-key select', unit: 'requests/s', values: rates.bare },
        { name: `Portico \`POST user-api-keys/check\`, ${few} keys`, unit: 'requests/s', values: rates.small },
        { name: `Portico \`POST user-api-keys/check\`, ${many} keys`, unit: 'requests/s', values: rates.large },
      ],
      checks: [
        {
          what: `check with ${few} keys, relative to the bare select`,
          values: ratios(rates.small, rates.bare, 100),
          unit: '%',
          target: { atLeast: 60 },
        },
        {
          what: `checks with ${few} keys, relative to ${many}`,
          values: ratios(rates.small, rates.large),
          unit: '×',
          target: { atMost: KEYS_RATIO_MAX },
        },
      ],
    }
  })
}

/** Measures pages of the audit log with few and with many events. */
async function measureAuditPages(
  postgres: ScalePostgres,
  users: number,
  progress: (line: string) => void,
): Promise<Finding> {
  const events = { small: SMALL_USERS * EVENTS_PER_USER, large: users * EVENTS_PER_USER }
  // The events are as old as the databases, which are kept between runs.
  const settings = { ...productionSettings, PORTICO_LOG: 'warn', PORTICO_AUDIT_RETENTION_DAYS: '0' }
  const startWith = async (count: number): Promise<ServerProcess> =>
    startPortico({ ...settings, DATABASE_URL: await postgres.databaseOfEvents(count) })
  const servers = { small: await startWith(events.small), large: await startWith(events.large) }
  const filters: Record<string, string> = {
    'first page': '',
    'events of an actor': `actor_id=${ACTOR_ID}`,
    'events of an admin about a target': `actor_id=${OWNER_ID}&target_id=setting-3`,
    'events with an action': 'action=project.updated',
    'refused sign-ins': 'action=user.signed_in&outcome=refused',
    'refused acts': 'outcome=refused',
    'acts of admins': 'actor_type=admin',
    'combination without a match, 10,000 entries examined': 'actor_type=client&outcome=ok',
  }
  const reads = Object.entries(filters).map(([name, filter]) => ({ name, path: () => filter }))
  const middle = { name: 'page in the middle', path: (size: Size) => `until_millis=${momentOf(events[size] / 2)}` }
  const { series, checks } = await compareReads(
    { small: `${events.small.toLocaleString('en')} events`, large: `${events.large.toLocaleString('en')} events` },
    [middle, ...reads].map(({ name, path }) => ({
      name: `audit log, ${name}`,
      millisOf: (size) =>
        medianMillisOf(servers[size], readAsAdmin(`/internal/audit-events?limit=${PAGE_ROWS}&${path(size)}`, project)),
    })),
  )
  for (const { what } of checks) progress(what)
  for (const server of Object.values(servers)) await server.stop()
  return {
    title: 'Audit log of a large project',
    conditions: `Median latency of one connection, ${ROUND_SECONDS} s per round. Pages have ${PAGE_ROWS} entries.`,
    series,
    checks,
  }
}

/** Measures the figures of a project with few and with many users. */
async function measureMetrics(
  postgres: ScalePostgres,
  users: number,
  progress: (line: string) => void,
): Promise<Finding> {
  const startWith = async (count: number): Promise<ServerProcess> => {
    const url = await postgres.databaseOf(count)
    await writeRecentFigures(url)
    const server = await startPortico({ ...productionSettings, PORTICO_LOG: 'warn', DATABASE_URL: url })
    await waitUntilFolded(url)
    return server
  }
  const servers = { small: await startWith(SMALL_USERS), large: await startWith(users) }
  const { series, checks } = await compareReads(
    { small: `${SMALL_USERS.toLocaleString('en')} users`, large: `${users.toLocaleString('en')} users` },
    ['/internal/metrics', '/internal/projects/current'].map((path) => ({
      name: `\`GET ${path}\``,
      millisOf: (size) => medianMillisOf(servers[size], readAsAdmin(path, project)),
    })),
  )
  for (const { what } of checks) progress(what)
  for (const server of Object.values(servers)) await server.stop()
  return {
    title: 'Figures of a large project',
    conditions: `Median latency of one connection, ${ROUND_SECONDS} s per round. The answer has sign-ups and active users on each of 31 days and users in 100 countries.`,
    series,
    checks,
  }
}

/** Writes figures for the last 31 days and 100 countries, because the generated users are older and have no country. */
async function writeRecentFigures(url: string): Promise<void> {
  await query(
    url,
    `insert into figures (project_id, figure, key, amount)
     select $1, figure, to_char((now() at time zone 'UTC')::date - n, 'YYYY-MM-DD'), 1000
     from generate_series(0, 30) n, unnest(array['sign_ups', 'active_users']) figure
     union all
     select $1, 'countries', chr(65 + n / 10) || chr(65 + n % 10), 100 from generate_series(0, 99) n
     on conflict do nothing`,
    [project.id],
  )
}

/** Generating users leaves deltas, which the server's worker adds up. */
async function waitUntilFolded(url: string): Promise<void> {
  const isFolded = async (): Promise<boolean> => (await query(url, 'select 1 from figure_deltas limit 1')).length === 0
  while (!(await isFolded())) await new Promise((resolve) => setTimeout(resolve, FOLD_POLL_MILLIS))
  await query(url, 'vacuum (analyze) figures, figure_deltas')
}

/** Spreads the keys over the connections. Each connection repeats its keys, more often than a round can check them. */
function lanesOf(keys: readonly string[]): Lane[] {
  const perLane = Math.ceil(keys.length / CONNECTIONS)
  return Array.from({ length: CONNECTIONS }, (_, lane) => {
    const own = keys.slice(lane * perLane, (lane + 1) * perLane)
    return checkKeys([...own, ...own, ...own, ...own], project)
  })
}

async function medianMillisOf({ origin }: ServerProcess, lane: Lane): Promise<number> {
  return (await runLoad({ origin, lanes: [lane], seconds: ROUND_SECONDS })).medianMillis
}

/**
 * Describes what a call reads: indexes with their entries, and tables that are read from end to end with their rows.
 */
async function scansOf({ origin }: ServerProcess, url: string, { path }: Read): Promise<string> {
  await waitForCounters()
  const before = await readCounters(url)
  const { path: target, headers } = readAsServer(path, project)
  for (let call = 0; call < COUNTED_CALLS; call += 1) await (await fetch(origin + target, { headers })).text()
  await waitForCounters()
  const reads = [...(await readCounters(url))]
    .map(([relation, rows]) => ({ relation, rows: Math.round((rows - (before.get(relation) ?? 0)) / COUNTED_CALLS) }))
    .filter(({ rows }) => rows > 0)
  return reads.map(({ relation, rows }) => `${relation} ${rows.toLocaleString('en')}`).join(', ')
}

function waitForCounters(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, COUNTERS_MILLIS))
}

async function readCounters(url: string): Promise<Map<string, number>> {
  const rows = await query<{ relation: string; rows: string }>(
    url,
    `select indexrelname as relation, idx_tup_read as rows from pg_stat_user_indexes
     union all select 'all of ' || relname, seq_tup_read from pg_stat_user_tables`,
  )
  return new Map(rows.map(({ relation, rows: read }) => [relation, Number(read)]))
}

/**
 * Measures three searches: for a term that most users contain, and for two terms of two characters, one of which no
 * user contains.
 */
async function measureOtherTerms({ origin }: ServerProcess, progress: (line: string) => void): Promise<string[]> {
  const terms = {
    'a term in every address': 'example.org',
    'two characters': 'zo',
    'two characters that no user has': 'xx',
  }
  const lines: string[] = []
  for (const [name, term] of Object.entries(terms)) {
    const { path, headers } = readAsServer(`/users?limit=${PAGE_ROWS}&query=${term}`, project)
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
