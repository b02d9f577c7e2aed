import { tmpdir } from 'node:os'
import path from 'node:path'

import { startPostgres } from '../tools/postgres.ts'
import { generateAuditEvents } from './audit-database.ts'
import { generateKeys } from './key-database.ts'
import { startPortico, type BenchProject } from './portico.ts'
import { query } from './postgres.ts'

/** Users whose name contains `RARE_NAME`, spread evenly over the list. */
const RARE_USERS = 40
export const RARE_NAME = 'Zywicki'

/** Increase it when the generated data changes. */
const DATA_VERSION = 3
const KEYS_VERSION = 1
const EVENTS_VERSION = 1
const BATCH_USERS = 50_000

/** Users for each team. Every user is a member of three teams. */
export const USERS_PER_TEAM = 10
/**
 * A graph of permissions: each contains two on the next level, and those on the last level contain system permissions.
 */
const PERMISSION_LEVELS = [7, 7, 7, 7, 6, 6]

/** A server whose databases are kept between runs. */
export interface ScalePostgres {
  /** Returns the URL of a database with this number of users, and creates it if it does not exist. */
  databaseOf(users: number): Promise<string>
  /** Like `databaseOf`, but with this number of API keys. */
  databaseOfKeys(keys: number): Promise<string>
  /** Like `databaseOf`, but with this number of audit events. */
  databaseOfEvents(events: number): Promise<string>
  /** Creates an empty database, runs the work with its URL and drops the database. */
  withEmptyDatabase<T>(work: (url: string) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

export async function startScalePostgres(
  project: BenchProject,
  progress: (line: string) => void,
): Promise<ScalePostgres> {
  const keptIn = path.join(tmpdir(), 'portico-bench-scale')
  progress(`databases in ${keptIn}; delete the folder to free the space`)
  const server = await startPostgres({
    durable: true,
    keptIn,
    settings: { shared_buffers: '512MB', max_wal_size: '4GB', maintenance_work_mem: '256MB' },
  })
  const urlOf = (name: string): string => server.url.replace(/\/[^/]*$/, `/${name}`)
  const drop = (name: string): Promise<unknown> => query(server.url, `drop database if exists ${name} with (force)`)
  const keep = async (name: string, generate: (url: string) => Promise<void>): Promise<string> => {
    const [found] = await query(server.url, 'select 1 from pg_database where datname = $1', [name])
    if (!found) {
      // Renamed when it is complete, so that an interrupted run starts again.
      const unfinished = `${name}_unfinished`
      await drop(unfinished)
      await query(server.url, `create database ${unfinished}`)
      await generate(urlOf(unfinished))
      await query(server.url, `alter database ${unfinished} rename to ${name}`)
    }
    return urlOf(name)
  }
  return {
    databaseOf: (users) =>
      keep(`scale_${DATA_VERSION}_${users}`, (url) => generateUsers(url, project, users, progress)),
    databaseOfKeys: (keys) => keep(`keys_${KEYS_VERSION}_${keys}`, (url) => generateKeys(url, project, keys, progress)),
    databaseOfEvents: (events) =>
      keep(`events_${EVENTS_VERSION}_${events}`, (url) => generateAuditEvents(url, project, events, progress)),
    async withEmptyDatabase(work) {
      await drop('scale_empty')
      await query(server.url, 'create database scale_empty')
      try {
        return await work(urlOf('scale_empty'))
      } finally {
        await drop('scale_empty')
      }
    },
    stop: () => server.stop(),
  }
}

/** The first user signs up one minute later, and each further user one minute after the previous one. */
export const FIRST_SIGN_UP_MILLIS = Date.parse('2024-01-01T00:00:00Z')

/** The id of the n-th user: a UUID of version 4. */
const userId = `overlay(overlay(md5('user' || n) placing '4' from 13) placing '8' from 17)::uuid`

/**
 * Generates the users inside the server. The search indexes are built afterwards, which takes a fraction of the time.
 */
async function generateUsers(
  url: string,
  project: BenchProject,
  users: number,
  progress: (line: string) => void,
): Promise<void> {
  await (await startPortico({ DATABASE_URL: url })).stop()
  const startedAt = performance.now()
  const searchIndexes = await query<{ indexname: string; indexdef: string }>(
    url,
    `select indexname, indexdef from pg_indexes where indexname like '%\\_search'`,
  )
  for (const { indexname } of searchIndexes) await query(url, `drop index ${indexname}`)
  for (let from = 1; from <= users; from += BATCH_USERS) {
    const range = [from, Math.min(from + BATCH_USERS - 1, users)]
    await insertBatch(url, project, users, range)
    progress(`${range[1]?.toLocaleString('en')} of ${users.toLocaleString('en')} users, ${secondsSince(startedAt)} s`)
  }
  await generateTeams(url, project, users, (line) => progress(`${line}, ${secondsSince(startedAt)} s`))
  for (const { indexname, indexdef } of searchIndexes) {
    await query(url, indexdef)
    progress(`${indexname}, ${secondsSince(startedAt)} s`)
  }
  await query(url, 'vacuum (analyze)')
  const [size] = await query<{ size: string }>(
    url,
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  )
  progress(`${users.toLocaleString('en')} users: ${size?.size ?? 'unknown size'}, ${secondsSince(startedAt)} s`)
}

async function insertBatch(url: string, { id }: BenchProject, users: number, range: readonly number[]): Promise<void> {
  const everyRareUser = Math.floor(users / RARE_USERS)
  // 400 first names times 900 surnames of pronounceable syllables.
  await query(
    url,
    `insert into users (project_id, id, display_name, password_hash, client_metadata, suspended_until, signed_up_at, last_active_at, active_days)
     select '${id}', ${userId},
       initcap(first[1 + n % 20] || second[1 + n / 20 % 20]) || ' ' ||
         case when n % ${everyRareUser} = 0 then '${RARE_NAME}'
           else initcap(second[1 + n / 7 % 20] || first[1 + n / 140 % 20] || second[1 + n / 2800 % 20]) end,
       '$2b$10$' || rpad(md5('hash' || n), 53, 'x'), '{"plan": "pro"}',
       case when n % ${everyRareUser} = 0 then timestamptz 'infinity' end,
       timestamptz '2024-01-01' + n * interval '1 minute', timestamptz '2024-01-01' + n * interval '1 minute', 1
     from generate_series($1::int, $2::int) n,
       (select string_to_array('al an be bri ca da el em fa ga ha is jo ka le ma na ol pe ro', ' ') as first,
          string_to_array('bert cia dan fred gar hild jan ken lie mar nor pold quin ria sen ton una vin wen zo', ' ') as second) syllables`,
    range,
  )
  await query(
    url,
    `insert into contact_channels
       (project_id, id, user_id, type, value, is_primary, is_verified, is_claimed, used_for_auth, created_at)
     select '${id}', md5('channel' || n)::uuid, ${userId}, 'email', 'user-' || n || '@example.org', true, true, true, true,
       timestamptz '2024-01-01' + n * interval '1 minute'
     from generate_series($1::int, $2::int) n`,
    range,
  )
  await query(
    url,
    `insert into oauth_accounts (project_id, provider_id, authority, account_id, user_id, email, created_at)
     select '${id}', 'google', 'google', 'account-' || n, ${userId}, 'user-' || n || '@example.org', timestamptz '2024-01-01'
     from generate_series($1::int, $2::int) n where n % 4 = 0`,
    range,
  )
  await query(
    url,
    `insert into sessions (project_id, id, user_id, family_hash, token_hash, created_at, last_used_at, expires_at,
       authenticated_at)
     select '${id}', md5('session' || n)::uuid, ${userId}, sha256(('family' || n)::bytea), sha256(('token' || n)::bytea),
       now(), now(), now() + interval '1 year', now()
     from generate_series($1::int, $2::int) n where n % 10 = 0`,
    range,
  )
}

/** Generates teams, three memberships per user, and one direct grant per membership. */
async function generateTeams(
  url: string,
  { id }: BenchProject,
  users: number,
  progress: (line: string) => void,
): Promise<void> {
  const teams = Math.floor(users / USERS_PER_TEAM)
  await query(
    url,
    `insert into teams (project_id, id, display_name, created_at)
     select '${id}', ${teamIdOf('n')}, 'Team ' || n, timestamptz '2024-01-01' + n * interval '10 minutes'
     from generate_series(1, ${teams}) n`,
  )
  progress(`${teams.toLocaleString('en')} teams`)
  await query(
    url,
    `insert into permission_definitions (project_id, key, id, scope, contained_keys)
     select '${id}', 'p_' || level || '_' || n, 'p_' || level || '_' || n, 'team',
       case when next is null then array['$update_team', '$read_members']
         else array['p_' || level + 1 || '_' || 1 + n % next, 'p_' || level + 1 || '_' || 1 + (n + 1) % next] end
     from (
       select ordinality as level, size, lead(size) over (order by ordinality) as next
       from unnest(array[${PERMISSION_LEVELS.join(', ')}]) with ordinality sizes (size)
     ) levels, generate_series(1, size) n`,
  )
  for (let from = 1; from <= users; from += BATCH_USERS) {
    const range = [from, Math.min(from + BATCH_USERS - 1, users)]
    await query(
      url,
      `insert into team_members (project_id, team_id, user_id, created_at, user_signed_up_at)
       select '${id}', ${teamIdOf(`(1 + (n * factor + factor) % ${teams})`)}, ${userId},
         timestamptz '2024-02-01' + n * interval '1 minute', timestamptz '2024-01-01' + n * interval '1 minute'
       from generate_series($1::int, $2::int) n, unnest(array[1, 7, 13]::bigint[]) factor
       on conflict do nothing`,
      range,
    )
    await query(
      url,
      `insert into team_permissions (project_id, team_id, user_id, permission_key)
       select m.project_id, m.team_id, m.user_id, 'p_1_' || 1 + n % ${PERMISSION_LEVELS[0]}
       from generate_series($1::int, $2::int) n, lateral (
         select * from team_members where user_id = ${userId} and project_id = '${id}' offset 0
       ) m`,
      range,
    )
    progress(`memberships of ${range[1]?.toLocaleString('en')} of ${users.toLocaleString('en')} users`)
  }
}

/** The id of a team by its number: a UUID of version 4. */
function teamIdOf(number: string): string {
  return `overlay(overlay(md5('team' || ${number}) placing '4' from 13) placing '8' from 17)::uuid`
}

function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1_000).toFixed(0)
}
