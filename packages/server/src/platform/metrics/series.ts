import { endpoints, rateLimitDefaults, signInMethods } from '@portico/contract'

/** A series as Prometheus collects it. */
export interface Series {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly name: string
  readonly help: string
  /** The values of each label or, for a long list, a description of them. Every set is bounded. */
  readonly labels: Readonly<Record<string, readonly string[] | string>>
}

const seconds = 'in seconds'

/** All series of the service. The tables in docs/metrics.md derive from them. */
export const series = {
  requests: {
    type: 'histogram',
    name: 'portico_http_request_seconds',
    help: 'Time to answer requests to the API, by route, method and class of the status.',
    labels: {
      route: 'the path of the endpoint as in the API reference, or `unknown`',
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      status_class: ['2xx', '3xx', '4xx', '5xx'],
    },
  },
  signIns: {
    type: 'counter',
    name: 'portico_sign_ins_total',
    help: 'Sign-ins and sign-ups, by method and outcome.',
    labels: {
      method: signInMethods,
      outcome: ['signed_up', 'signed_in', 'second_factor', 'refused', 'provider_vouched'],
    },
  },
  rateLimited: {
    type: 'counter',
    name: 'portico_rate_limited_total',
    help: 'Calls and mails refused by a rate limit, by act.',
    labels: { act: Object.keys(rateLimitDefaults) },
  },
  hashQueue: {
    type: 'gauge',
    name: 'portico_password_hash_queue',
    help: 'Password hashes that run or wait, by lane: argon2 for our own, imported for those of other systems.',
    labels: { lane: ['argon2', 'imported'] },
  },
  mails: {
    type: 'counter',
    name: 'portico_mails_total',
    help: 'Attempts to deliver mails, by template and outcome.',
    labels: { template: 'the name of the template', outcome: ['sent', 'postponed', 'failed'] },
  },
  webhooks: {
    type: 'counter',
    name: 'portico_webhooks_total',
    help: 'Attempts to deliver webhooks, by what follows.',
    labels: { outcome: ['delivered', 'pending', 'failed', 'erased'] },
  },
  jobPieces: {
    type: 'counter',
    name: 'portico_job_pieces_total',
    help: 'Pieces of jobs, by type of the job and outcome. A piece that failed is repeated, or ends its job.',
    labels: {
      type: [
        'suspend_users',
        'lift_suspensions',
        'end_sessions',
        'delete_users',
        'export_users',
        'delete_project',
        'import_users',
      ],
      outcome: ['done', 'failed'],
    },
  },
  backlogAge: {
    type: 'gauge',
    name: 'portico_backlog_age_seconds',
    help: `How long the oldest mail, webhook or job has been due and has not begun, ${seconds}. Every node reports the whole service; 0 if nothing is due.`,
    labels: { queue: ['mails', 'webhooks', 'jobs'] },
  },
  backfillsOpen: {
    type: 'gauge',
    name: 'portico_backfills_open',
    help: 'Backfills of this version that are not complete in every cell. The next release waits for them.',
    labels: {},
  },
  backfillRows: {
    type: 'gauge',
    name: 'portico_backfill_rows',
    help: 'Rows that a backfill has written, in all cells. Every node reports the whole service.',
    labels: { backfill: 'the name of the backfill' },
  },
  workers: {
    type: 'gauge',
    name: 'portico_workers',
    help: 'Processes with the role worker or all that have reported within 90 s. Every node reports the whole service.',
    labels: {},
  },
  databaseUp: {
    type: 'gauge',
    name: 'portico_database_up',
    help: 'Whether the database answered this scrape: 1 or 0.',
    labels: {},
  },
  poolConnections: {
    type: 'gauge',
    name: 'portico_database_pool_connections',
    help: 'Open connections of the pool of this node, by state. Absent with the embedded database.',
    labels: { state: ['busy', 'idle'] },
  },
  poolWaiting: {
    type: 'gauge',
    name: 'portico_database_pool_waiting',
    help: 'Calls of this node that wait for a connection.',
    labels: {},
  },
  poolMax: {
    type: 'gauge',
    name: 'portico_database_pool_max',
    help: 'The largest number of connections of the pool (PORTICO_DATABASE_POOL).',
    labels: {},
  },
  cacheLookups: {
    type: 'counter',
    name: 'portico_cache_lookups_total',
    help: 'Lookups in the caches of this node, by cache and result.',
    labels: { cache: ['projects', 'access_tokens'], result: ['hit', 'miss'] },
  },
  droppedLogLines: {
    type: 'counter',
    name: 'portico_log_lines_dropped_total',
    help: 'Lines of the log that were dropped, because it could not be written.',
    labels: {},
  },
} as const satisfies Record<string, Series>

/** Series of the process, which prom-client collects. Those that the dashboard and the alerts use; there are more. */
export const processSeries: readonly Series[] = [
  {
    type: 'gauge',
    name: 'portico_nodejs_eventloop_lag_p99_seconds',
    help: `The delay of the event loop since the last scrape, 99th percentile, ${seconds}.`,
    labels: {},
  },
  {
    type: 'gauge',
    name: 'portico_nodejs_eventloop_lag_mean_seconds',
    help: `The same, mean, ${seconds}.`,
    labels: {},
  },
  {
    type: 'gauge',
    name: 'portico_process_resident_memory_bytes',
    help: 'Memory of the process in bytes.',
    labels: {},
  },
  {
    type: 'counter',
    name: 'portico_process_cpu_seconds_total',
    help: `Processor time of the process, ${seconds}.`,
    labels: {},
  },
  {
    type: 'gauge',
    name: 'portico_process_start_time_seconds',
    help: 'When the process started, in seconds since the epoch.',
    labels: {},
  },
  {
    type: 'histogram',
    name: 'portico_nodejs_gc_duration_seconds',
    help: `Collections of garbage, ${seconds}.`,
    labels: { kind: 'the kind of collection' },
  },
]

/** The values of the label `route`. */
export function routesOfSeries(): ReadonlySet<string> {
  return new Set(['unknown', ...[...endpoints.values()].map(({ path }) => path)])
}
