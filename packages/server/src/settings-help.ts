import { describeDatabaseUrl, splitDatabaseUrl } from './platform/db/database-url.ts'

/** A setting as `--help` shows it. */
interface SettingHelp {
  readonly summary: string
  /** A value that has the same effect as no value. */
  readonly default?: string
  /** The behaviour without a value, if no value has the same. */
  readonly without?: string
  /** A URL may contain a password; of a secret nothing is shown. */
  readonly hides?: 'password' | 'all'
}

/** Every setting, in the order of docs/settings.md. */
export const settingsHelp: Readonly<Record<string, SettingHelp>> = {
  PORTICO_MODE: { summary: 'development or production', default: 'development' },
  PORTICO_ROLE: { summary: 'api, worker or all; start --role sets it too', default: 'all' },
  PORTICO_HOST: { summary: 'address to listen on', default: '127.0.0.1' },
  PORTICO_PORT: { summary: 'port to listen on', default: '4100' },
  PORTICO_BASE_URL: { summary: 'public URL of the service', without: 'from host and port' },
  PORTICO_DASHBOARD_URL: { summary: 'public URL of the dashboard', without: 'the base URL' },
  PORTICO_DEMO_URL: { summary: 'demo app of development mode, which npm start sets', without: 'none' },
  PORTICO_DATA_DIR: { summary: 'folder of the embedded database and the generated secret', default: '.portico' },
  DATABASE_URL: {
    summary: 'PostgreSQL 15 or newer, instead of the embedded database',
    without: 'embedded database',
    hides: 'password',
  },
  PORTICO_DATABASE_POOL: { summary: 'connections to PostgreSQL', default: '10' },
  PORTICO_DATABASE_DIRECT_URL: {
    summary: 'PostgreSQL itself, for notifications and backups, if DATABASE_URL leads to a pooler',
    without: 'DATABASE_URL',
    hides: 'password',
  },
  PORTICO_CELLS: { summary: 'JSON list of the other cells', without: 'none', hides: 'all' },
  PORTICO_CELL_MOVE_URL: { summary: 'where cells move moves a cell', without: 'none', hides: 'password' },
  PORTICO_DATABASE_WAIT_SECONDS: { summary: 'how long the start waits for PostgreSQL', default: '0' },
  PORTICO_SECRET: { summary: 'master secret; several for a rotation', without: 'generated', hides: 'all' },
  PORTICO_SEED: { summary: 'JSON file with projects, applied at each start', without: 'none' },
  PORTICO_SMTP_URL: { summary: 'mail server', without: 'inbox of development mode', hides: 'password' },
  PORTICO_MAIL_FROM: { summary: 'sender of mails', without: 'placeholder of development mode' },
  PORTICO_SENDER_DOMAINS: { summary: 'domains that projects may send as in production', without: 'any' },
  PORTICO_DEV_SEND: {
    summary: 'inbox or own: where development mode sends mails of projects with their own server',
    default: 'inbox',
  },
  PORTICO_DNS_SERVER: {
    summary: 'resolver for the check of senders, with an optional port',
    without: 'those of the system',
  },
  PORTICO_CRON_SECRET: {
    summary: 'bearer token of POST /internal/failed-emails-digest',
    without: 'refused',
    hides: 'all',
  },
  PORTICO_FAILED_EMAILS_DIGEST: { summary: 'on: owners get a daily digest of failed mails', default: 'off' },
  PORTICO_PARTNERS: {
    summary: 'JSON list of partners that may provision projects',
    without: 'none',
    hides: 'all',
  },
  PORTICO_TRUSTED_PROXIES: { summary: 'address ranges whose forwarding headers are trusted', without: 'none' },
  PORTICO_OUTBOUND_ALLOW: { summary: 'private address ranges that outbound calls may reach', without: 'none' },
  PORTICO_COUNTRY_HEADER: { summary: 'header with the country of the end user', without: 'those of common proxies' },
  PORTICO_ANONYMOUS_NETWORK_HEADER: { summary: 'header that names anonymous networks', without: 'none' },
  PORTICO_RATE_LIMITS: { summary: 'on, off or JSON with other limits', default: 'on' },
  REDIS_URL: { summary: 'Redis that counts rate limits', without: 'the database counts', hides: 'password' },
  PORTICO_PASSWORD_CHECKS: { summary: 'full, or length for tests', default: 'full' },
  PORTICO_BREACHED_PASSWORDS: {
    summary: 'service or file with breached passwords',
    default: 'https://api.pwnedpasswords.com/range/',
  },
  PORTICO_TURNSTILE_URL: {
    summary: 'address that checks tokens of Turnstile',
    default: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  },
  PORTICO_ARGON2_MEMORY_KIB: { summary: 'memory of a password hash', default: '19456' },
  PORTICO_ARGON2_PASSES: { summary: 'passes of a password hash', default: '2' },
  PORTICO_HASH_CONCURRENCY: { summary: 'password hashes at the same time', without: 'one per core' },
  PORTICO_IMPORT_BCRYPT_MAX_COST: { summary: 'highest cost of an imported bcrypt hash', default: '12' },
  PORTICO_ACCESS_TOKEN_SECONDS: { summary: 'lifetime of an access token', default: '600' },
  PORTICO_CODE_MAX_ATTEMPTS: { summary: 'attempts per code', default: '5' },
  PORTICO_SESSIONS_PER_USER: { summary: 'sessions per user and kind', default: '100' },
  PORTICO_CODE_LIFETIMES: { summary: 'JSON with lifetimes of codes in seconds', default: '{}' },
  PORTICO_FACTOR_RESET_HOURS: {
    summary: 'hours before an announced removal of a second factor takes effect, 1 to 168',
    default: '24',
  },
  PORTICO_AUDIT_RETENTION_DAYS: { summary: 'days for which audit entries are kept; 0: forever', default: '365' },
  PORTICO_MAIL_RETENTION_DAYS: { summary: 'days for which sent mails are kept; 0: forever', default: '365' },
  PORTICO_WEBHOOK_RETENTION_DAYS: {
    summary: 'days for which deliveries of webhooks are kept; 0: forever',
    default: '90',
  },
  PORTICO_LOG: { summary: 'silent, error, warn, info, debug or trace', default: 'info' },
  PORTICO_METRICS_PORT: { summary: 'port of the Prometheus metrics', default: 'off' },
  PORTICO_STOP_SECONDS: { summary: 'time of the whole stop', default: '25' },
  PORTICO_CONNECTIONS_PER_ADDRESS: { summary: 'open connections of one client address', default: '2000' },
  PORTICO_BODY_MEMORY_MIB: { summary: 'for the bodies of all requests', without: '64, or 1/16 of the container' },
}

/** Lists the settings with their present values. Reads nothing but the environment, whose values may be wrong. */
export function describeSettings(env: NodeJS.ProcessEnv): string {
  const nameWidth = Math.max(...Object.keys(settingsHelp).map((name) => name.length)) + 2
  return Object.entries(settingsHelp)
    .flatMap(([name, help]) => [
      `  ${name.padEnd(nameWidth)}${presentValue(env[name]?.trim(), help)}`,
      `  ${' '.repeat(nameWidth)}${help.summary}`,
    ])
    .join('\n')
}

function presentValue(value: string | undefined, { default: fallback, hides, without }: SettingHelp): string {
  if (!value) return `${fallback ?? without} (default)`
  if (hides === undefined) return value
  const database = hides === 'password' ? splitDatabaseUrl(value) : null
  if (database) return `${database.before.replace(/[^/]*@$/, '…@')}${describeDatabaseUrl(value)}`
  const url = hides === 'password' ? URL.parse(value) : null
  if (!url || url.host === '') return '(set, hidden)'
  // Parameters of a database URL may contain secrets too.
  return `${url.protocol}//${url.username === '' ? '' : '…@'}${url.host}${url.pathname}`
}
