import { startPortico, type BenchProject } from './portico.ts'
import { query } from './postgres.ts'

const BATCH_EVENTS = 500_000
const EVENTS_PER_ACTOR = 100

/** Changes by an admin, spread evenly over all events. */
const ADMIN_EVENTS = 1_000
/** The admin. Each change targets one of ten settings. */
export const OWNER_ID = 'f0000000-0000-4000-8000-000000000001'
export const ACTOR_ID = 'user-502'

/** Before all events. */
const FIRST_MILLIS = Date.UTC(2026, 0, 1)
export const momentOf = (event: number): number => FIRST_MILLIS + event * 1_000

/**
 * Generates entries a second apart: sign-ins, of which one in twenty is refused, and changes by an admin and by
 * servers. Builds the indexes afterwards.
 */
export async function generateAuditEvents(
  url: string,
  { id }: BenchProject,
  events: number,
  progress: (line: string) => void,
): Promise<void> {
  await (await startPortico({ DATABASE_URL: url })).stop()
  const startedAt = performance.now()
  const actors = events / EVENTS_PER_ACTOR
  const everyAdminEvent = events / ADMIN_EVENTS
  const indexes = await query<{ name: string; definition: string }>(
    url,
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'audit_events' and indexname <> 'audit_events_pkey'`,
  )
  for (const { name } of indexes) await query(url, `drop index ${name}`)
  for (let from = 1; from <= events; from += BATCH_EVENTS) {
    const to = Math.min(from + BATCH_EVENTS - 1, events)
    await query(
      url,
      `insert into audit_events
         (project_id, id, at, action, outcome, actor_type, actor_id, target_id, reason, request_id, client_address)
       select '${id}', gen_random_uuid(), timestamptz '2026-01-01Z' + n * interval '1 second',
         case when n % ${everyAdminEvent} = 0 then 'project.updated' when n % 100 = 1 then 'user.updated' else 'user.signed_in' end,
         case when is_refused then 'refused' else 'ok' end,
         case when n % ${everyAdminEvent} = 0 then 'admin' when n % 100 = 1 then 'server' when is_refused then 'client' else 'user' end,
         case when n % ${everyAdminEvent} = 0 then '${OWNER_ID}' when n % 100 = 1 or is_refused then null else 'user-' || n % ${actors} end,
         case when n % ${everyAdminEvent} = 0 then 'setting-' || n / ${everyAdminEvent} % 10 when n % 100 = 1 or is_refused then 'user-' || n % ${actors} end,
         case when is_refused then 'EMAIL_PASSWORD_MISMATCH' end, 'request-' || n, '192.0.2.1'
       from generate_series($1::int, $2::int) n, lateral (select n % 20 = 7 as is_refused) kind`,
      [from, to],
    )
    progress(`${to.toLocaleString('en')} of ${events.toLocaleString('en')} events, ${secondsSince(startedAt)} s`)
  }
  for (const { name, definition } of indexes) {
    await query(url, definition)
    progress(`${name}, ${secondsSince(startedAt)} s`)
  }
  await query(url, 'vacuum (analyze)')
}

function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1_000).toFixed(0)
}
