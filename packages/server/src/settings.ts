import { availableParallelism, totalmem } from 'node:os'
import path from 'node:path'

import {
  ACCESS_TOKEN_DEFAULT_SECONDS,
  ACCESS_TOKEN_MAX_SECONDS,
  FACTOR_RESET_DEFAULT_HOURS,
  FACTOR_RESET_MAX_HOURS,
  FACTOR_RESET_MIN_HOURS,
  type RateLimits,
} from '@portico/contract'

import type { BreachedPasswordSource } from './platform/breached-passwords/breached-passwords.ts'
import type { CellSettings } from './platform/cells/cell-settings.ts'
import { httpOrigin } from './platform/http/http-origin.ts'
import { isLoopback } from './platform/http/loopback.ts'
import type { Seed } from './admin/projects/seed-file.ts'
import type { ConfiguredPartner } from './api/call/partner-clients.ts'
import type { Cidr } from './kernel/cidr.ts'
import type { Mode } from './kernel/mode.ts'
import { roles, type Role } from './kernel/role.ts'
import { SettingsReader } from './settings-reader.ts'
import type { CodeLifetimes } from './records/verification-codes/lifetimes.ts'

export interface Settings {
  readonly mode: Mode
  readonly role: Role
  readonly host: string
  readonly port: number
  /** The public origin of the service, without a trailing slash. */
  readonly baseUrl: string
  readonly dashboardUrl: string
  /** The demo app that `npm start` serves beside the service. Null: there is none. */
  readonly demoUrl: string | null
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly databasePool: number
  /** The address of PostgreSQL itself, if `databaseUrl` leads to a pooler. */
  readonly databaseDirectUrl: string | null
  /** The other cells. Empty: all projects are in the database of `databaseUrl`. */
  readonly cells: readonly CellSettings[]
  /** Where `cells move` moves a cell. Only the command uses it. */
  readonly cellMoveUrl: string | null
  /** How long the start waits for a database that does not answer yet. */
  readonly databaseWaitSeconds: number
  readonly redisUrl: string | null
  readonly secrets: readonly [string, ...string[]]
  /** The content of the file `PORTICO_SEED`. */
  readonly seed: Seed
  /** Null: mails go to the development inbox. */
  readonly smtpUrl: string | null
  /** Where development mode sends mails of projects with their own mail server. */
  readonly devSend: 'inbox' | 'own'
  readonly mailFrom: string
  /** The domains that projects may send as in production mode, with their sub-domains. Empty: any. */
  readonly senderDomains: readonly string[]
  /** The resolver for the DNS records of sender domains, such as `192.0.2.1:53`. Null: the system's resolvers. */
  readonly dnsServer: string | null
  /** The bearer token of the scheduler that asks for digests of failed mails. Null: the scheduler cannot ask. */
  readonly cronSecret: string | null
  /** The clients of partners. Empty: no partner can call. */
  readonly partners: readonly ConfiguredPartner[]
  /** The service sends these digests by itself, once a day. */
  readonly sendsFailedMailsDigest: boolean
  readonly trustedProxies: readonly Cidr[]
  /** The header in which trusted proxies send the end user's country. Null: the headers of common proxies. */
  readonly countryHeader: string | null
  /** The header in which trusted proxies say whether the end user comes from an anonymous network. Null: no header. */
  readonly anonymousNetworkHeader: string | null
  readonly outboundAllow: readonly Cidr[]
  /** Null: rate limits are off. */
  readonly rateLimits: RateLimits | null
  readonly passwordChecks: 'full' | 'length'
  /** The list of breached passwords: a service, or a file of `portico-server breached build`. */
  readonly breachedPasswords: BreachedPasswordSource
  /** Where tokens of Turnstile are checked. */
  readonly turnstileUrl: string
  readonly hashCost: { memoryKib: number; passes: number; concurrency: number }
  readonly importBcryptMaxCost: number
  readonly accessTokenSeconds: number
  readonly codeMaxAttempts: number
  /** The maximum per kind of session: browser, created by a server, impersonation. */
  readonly sessionsPerUser: number
  readonly codeLifetimes: CodeLifetimes
  /** The time from its announcement until a second factor is removed. */
  readonly factorResetHours: number
  /** How long audit entries are kept; 0: forever. */
  readonly auditRetentionDays: number
  /** Sent and failed mails. 0: forever. */
  readonly mailRetentionDays: number
  readonly webhookRetentionDays: number
  readonly logLevel: LogLevel
  readonly metricsPort: number | null
  /** The time of the whole stop, from the signal to the exit. */
  readonly stopSeconds: number
  /** For the bodies of all requests that this node is answering. */
  readonly bodyMemoryMib: number
  readonly connectionsPerAddress: number
}

/** The sender in the development inbox. No mail server accepts the domain (RFC 2606 section 2). */
const PLACEHOLDER_SENDER = 'Portico <noreply@portico.invalid>'

const logLevels = ['silent', 'error', 'warn', 'info', 'debug', 'trace'] as const
type LogLevel = (typeof logLevels)[number]

/**
 * Reads the settings from the environment. Unset and empty variables have their default. The README lists all settings.
 *
 * @throws SettingsProblems with all wrong variables and how to fix them
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const reader = new SettingsReader(env)
  const mode = reader.oneOf('PORTICO_MODE', ['development', 'production'], 'development')
  const host = reader.text('PORTICO_HOST') ?? '127.0.0.1'
  const port = reader.integer('PORTICO_PORT', 4100, 1, 65_535)
  const baseUrl = reader.origin('PORTICO_BASE_URL') ?? httpOrigin(host, port)
  const dataDir = path.resolve(reader.text('PORTICO_DATA_DIR') ?? '.portico')
  const databaseUrl = reader.databaseUrl('DATABASE_URL')
  const settings: Settings = {
    mode,
    role: reader.oneOf('PORTICO_ROLE', roles, 'all'),
    host,
    port,
    baseUrl,
    dashboardUrl: reader.origin('PORTICO_DASHBOARD_URL') ?? baseUrl,
    demoUrl: reader.origin('PORTICO_DEMO_URL'),
    dataDir,
    databaseUrl,
    databasePool: reader.integer('PORTICO_DATABASE_POOL', 10, 1, 1_000),
    databaseDirectUrl: reader.databaseUrl('PORTICO_DATABASE_DIRECT_URL'),
    cells: reader.cells('PORTICO_CELLS', databaseUrl),
    cellMoveUrl: reader.databaseUrl('PORTICO_CELL_MOVE_URL'),
    databaseWaitSeconds: reader.integer('PORTICO_DATABASE_WAIT_SECONDS', 0, 0, 3_600),
    redisUrl: reader.redisUrl('REDIS_URL'),
    secrets: reader.secrets('PORTICO_SECRET', mode, dataDir),
    seed: reader.seed('PORTICO_SEED', mode),
    smtpUrl: reader.smtpUrl('PORTICO_SMTP_URL'),
    devSend: reader.oneOf('PORTICO_DEV_SEND', ['inbox', 'own'], 'inbox'),
    mailFrom: reader.mailFrom('PORTICO_MAIL_FROM') ?? PLACEHOLDER_SENDER,
    senderDomains: reader.domains('PORTICO_SENDER_DOMAINS'),
    dnsServer: reader.dnsServer('PORTICO_DNS_SERVER'),
    cronSecret: reader.cronSecret('PORTICO_CRON_SECRET', mode),
    partners: reader.partners('PORTICO_PARTNERS', mode),
    sendsFailedMailsDigest: reader.oneOf('PORTICO_FAILED_EMAILS_DIGEST', ['off', 'on'], 'off') === 'on',
    trustedProxies: reader.cidrs('PORTICO_TRUSTED_PROXIES'),
    countryHeader: reader.headerName('PORTICO_COUNTRY_HEADER'),
    anonymousNetworkHeader: reader.headerName('PORTICO_ANONYMOUS_NETWORK_HEADER'),
    outboundAllow: reader.cidrs('PORTICO_OUTBOUND_ALLOW'),
    rateLimits: reader.rateLimits('PORTICO_RATE_LIMITS', mode),
    passwordChecks: reader.oneOf('PORTICO_PASSWORD_CHECKS', ['full', 'length'], 'full'),
    breachedPasswords: reader.breachedPasswords('PORTICO_BREACHED_PASSWORDS'),
    turnstileUrl: reader.turnstileUrl('PORTICO_TURNSTILE_URL'),
    hashCost: {
      memoryKib: reader.integer('PORTICO_ARGON2_MEMORY_KIB', 19_456, 8, 4_194_304),
      passes: reader.integer('PORTICO_ARGON2_PASSES', 2, 1, 100),
      concurrency: reader.integer('PORTICO_HASH_CONCURRENCY', availableParallelism(), 1, 1_024),
    },
    importBcryptMaxCost: reader.integer('PORTICO_IMPORT_BCRYPT_MAX_COST', 12, 4, 16),
    accessTokenSeconds: reader.integer(
      'PORTICO_ACCESS_TOKEN_SECONDS',
      ACCESS_TOKEN_DEFAULT_SECONDS,
      60,
      ACCESS_TOKEN_MAX_SECONDS,
    ),
    codeMaxAttempts: reader.integer('PORTICO_CODE_MAX_ATTEMPTS', 5, 1, 20),
    sessionsPerUser: reader.integer('PORTICO_SESSIONS_PER_USER', 100, 1, 10_000),
    codeLifetimes: reader.codeLifetimes('PORTICO_CODE_LIFETIMES'),
    factorResetHours: reader.integer(
      'PORTICO_FACTOR_RESET_HOURS',
      FACTOR_RESET_DEFAULT_HOURS,
      FACTOR_RESET_MIN_HOURS,
      FACTOR_RESET_MAX_HOURS,
    ),
    auditRetentionDays: reader.integer('PORTICO_AUDIT_RETENTION_DAYS', 365, 0, 36_500),
    mailRetentionDays: reader.integer('PORTICO_MAIL_RETENTION_DAYS', 365, 0, 36_500),
    webhookRetentionDays: reader.integer('PORTICO_WEBHOOK_RETENTION_DAYS', 90, 0, 36_500),
    logLevel: reader.oneOf('PORTICO_LOG', logLevels, 'info'),
    metricsPort: reader.integerOrOff('PORTICO_METRICS_PORT', 1, 65_535),
    stopSeconds: reader.integer('PORTICO_STOP_SECONDS', 25, 1, 600),
    bodyMemoryMib: reader.integer('PORTICO_BODY_MEMORY_MIB', defaultBodyMemoryMib(), 4, 65_536),
    connectionsPerAddress: reader.integer('PORTICO_CONNECTIONS_PER_ADDRESS', 2_000, 1, 10_000),
  }
  for (const problem of modeProblems(settings)) reader.problem(problem)
  reader.refuseUnknown()
  reader.finish()
  return settings
}

/** A body that is parsed takes several times its length, so a container with little memory gets less. */
function defaultBodyMemoryMib(): number {
  // The limit of the control group; 0 or more than the machine has without one.
  const limit = process.constrainedMemory()
  const isLimited = limit > 0 && limit < totalmem()
  return isLimited ? Math.min(64, Math.max(4, Math.floor(limit / 1_048_576 / 16))) : 64
}

function modeProblems(settings: Settings): string[] {
  const problems: string[] = []
  if (settings.role !== 'all' && !settings.databaseUrl) {
    problems.push(
      `PORTICO_ROLE is ${settings.role}, and DATABASE_URL is not set. Only one process uses the embedded database, so it has the role all.`,
    )
  }
  if (settings.mode === 'development') {
    const { host, baseUrl } = settings
    if (!isLoopback(host)) {
      problems.push(
        `PORTICO_HOST is ${host}. Development mode listens only on loopback addresses, because its inbox shows every mail. Use 127.0.0.1, or set PORTICO_MODE=production.`,
      )
    } else if (!isLoopback(new URL(baseUrl).hostname)) {
      // A public base URL with a loopback host means that a proxy or tunnel on this machine exposes the service.
      problems.push(
        `PORTICO_BASE_URL is ${baseUrl}. Development mode is for this machine only, because its inbox shows every mail and its look-alike providers sign in any user. Remove the setting, or set PORTICO_MODE=production for a service that other machines reach.`,
      )
    }
    return problems
  }
  if (!settings.databaseUrl) {
    problems.push(
      'DATABASE_URL is not set. Production mode requires the URL of a PostgreSQL database (version 15 or newer), because the embedded database does not survive a power failure.',
    )
  }
  if (!settings.smtpUrl) {
    problems.push(
      'PORTICO_SMTP_URL is not set. Production mode requires a mail server, for example smtp://user:password@mail.example.com:587.',
    )
  }
  if (settings.smtpUrl && settings.mailFrom === PLACEHOLDER_SENDER) {
    problems.push(
      'PORTICO_MAIL_FROM is not set. Production mode requires the sender of its mails, for example Acme <noreply@acme.example>.',
    )
  }
  if (!settings.baseUrl.startsWith('https://')) {
    problems.push(
      `PORTICO_BASE_URL is ${settings.baseUrl}. Production mode requires the public https:// URL of the service.`,
    )
  }
  if (settings.devSend === 'own') {
    problems.push(
      'PORTICO_DEV_SEND is for development mode: in production, every project uses its own mail server. Remove it.',
    )
  }
  if (settings.passwordChecks === 'length') {
    problems.push('PORTICO_PASSWORD_CHECKS=length allows common passwords and is for tests only. Remove it.')
  }
  if (settings.hashCost.memoryKib < 19_456 || settings.hashCost.passes < 2) {
    problems.push(
      'PORTICO_ARGON2_MEMORY_KIB must be at least 19456 and PORTICO_ARGON2_PASSES at least 2 in production mode.',
    )
  }
  return problems
}
