import { Hono } from 'hono'

import { anonymousRoutes } from './flows/anonymous/routes.ts'
import { Audit } from './records/audit/audit.ts'
import { cliLoginRoutes } from './flows/cli-login/routes.ts'
import { contactChannelRoutes } from './flows/contact-channels/routes.ts'
import { MasterSecret } from './platform/crypto/master-secret.ts'
import { isMigrated, migrate, readMigrations } from './platform/db/migrate.ts'
import type { Database } from './platform/db/sql.ts'
import { emailRoutes } from './admin/mail-server/routes.ts'
import { FirstAdmin } from './admin/first-admin/first-admin.ts'
import { apiHeaders } from './api/api-headers.ts'
import { createPipeline } from './api/pipeline.ts'
import { databaseRateLimits, type RateLimitStore } from './platform/limits/rate-limit-store.ts'
import { RateLimiter } from './platform/limits/rate-limiter.ts'
import { createApi, isApi, type ConnectionInfo } from './api/router.ts'
import type { Route } from './api/route.ts'
import { internalApiKeyRoutes } from './admin/internal-api-keys/routes.ts'
import { Housekeeping } from './delivery/housekeeping.ts'
import { Outbox } from './delivery/outbox.ts'
import { secondFactorRoutes } from './flows/mfa/routes.ts'
import { otpRoutes } from './flows/otp/routes.ts'
import { ProviderDirectory } from './flows/oauth/provider-directory.ts'
import { recordMissingAuthorities } from './flows/oauth/record-authorities.ts'
import { oauthRoutes } from './flows/oauth/routes.ts'
import { passkeyRoutes } from './flows/passkey/routes.ts'
import { passwordRoutes } from './flows/password/routes.ts'
import { DatabaseClock, type Clock } from './platform/db/clock.ts'
import { createLog, type Log } from './platform/log/log.ts'
import type { Mailer } from './platform/mailer/mailer.ts'
import { createMetrics, type Metrics } from './platform/metrics/metrics.ts'
import { OutboundAddresses } from './platform/outbound-http/outbound-addresses.ts'
import { OutboundHttp } from './platform/outbound-http/outbound-http.ts'
import { OwnMailServers } from './platform/mailer/own-mail-servers.ts'
import { createPasswordHasher } from './platform/hashing/password-hasher.ts'
import type { Ports } from './ports.ts'
import { ProductionMailer } from './platform/mailer/production-mailer.ts'
import { systemRandom } from './platform/crypto/random.ts'
import { ProjectCache } from './records/projects/project-cache.ts'
import { projectRoutes } from './admin/projects/routes.ts'
import { requireSoundSeed, type Seed } from './admin/projects/seed-file.ts'
import { applySeed } from './admin/projects/seed.ts'
import { requireRightSecret } from './records/projects/signing-keys.ts'
import { serviceRoutes } from './flows/service/routes.ts'
import { sessionRoutes } from './flows/sessions/routes.ts'
import type { Settings } from './settings.ts'
import { AccessTokens } from './records/sessions/access-token.ts'
import { tokenRoutes } from './flows/sessions/token-routes.ts'
import { userRoutes } from './flows/profile/routes.ts'

export interface PorticoOptions {
  readonly settings: Settings
  /** An open database; it stays open when the service closes. */
  readonly db: Database
  /** Instead of what `PORTICO_SEED` names. */
  readonly seed?: Seed
  /** Where rate limits are counted, if not in the database. */
  readonly rateLimitStore?: RateLimitStore
  readonly clock?: Clock
  readonly log?: Log
}

export interface Portico {
  /** The whole service as a web-standard handler. */
  fetch(request: Request, connection?: ConnectionInfo): Promise<Response>
  /** The one-time address that makes the first admin, while there is none. */
  firstAdminLink(): Promise<string | null>
  /** Resolves when no mail is waiting to be delivered. */
  idle(): Promise<void>
  /** From now on `/ready` says no, so that no new traffic comes. */
  drain(): void
  /** Stops background work. */
  close(): Promise<void>
  readonly metrics: Metrics
}

/** Every slice's routes; what is not here does not exist. */
const routes: readonly Route[] = [
  ...serviceRoutes,
  ...projectRoutes,
  ...internalApiKeyRoutes,
  ...passwordRoutes,
  ...otpRoutes,
  ...secondFactorRoutes,
  ...anonymousRoutes,
  ...passkeyRoutes,
  ...cliLoginRoutes,
  ...tokenRoutes,
  ...oauthRoutes,
  ...sessionRoutes,
  ...userRoutes,
  ...contactChannelRoutes,
  ...emailRoutes,
]

/** Puts the service together on an open database: migrates it, applies the seed and gives the handler. */
export async function createPortico(options: PorticoOptions): Promise<Portico> {
  const { settings, db, seed = settings.seed } = options
  requireSoundSeed(seed, settings.mode === 'production')
  const migrations = readMigrations()
  await migrate(db, migrations)
  const ownClock = options.clock ? null : await DatabaseClock.start(db)
  const ports = await openPorts({ ...options, seed }, options.clock ?? ownClock ?? { now: () => new Date() })
  await applySeed(ports, seed)
  await recordMissingAuthorities(ports)
  await requireRightSecret(ports)
  ports.outbox.start()
  const housekeeping = new Housekeeping(ports)
  housekeeping.start()
  const firstAdmin = new FirstAdmin(ports)
  let isDraining = false

  const app = new Hono<{ Bindings: { connection?: ConnectionInfo } }>()
  const probeHeaders = { ...apiHeaders(settings.baseUrl.startsWith('https://')), 'access-control-allow-origin': '*' }
  app.notFound((context) => context.text('There is nothing at this address.', 404, probeHeaders))
  app.get('/health', async (context) => {
    // Liveness depends on nothing; only who asks for the database hears about it.
    const isDatabaseUp = context.req.query('db') === undefined || (await isMigrated(db, migrations).catch(() => false))
    return context.json(
      { status: isDatabaseUp ? 'ok' : 'database unavailable' },
      isDatabaseUp ? 200 : 503,
      probeHeaders,
    )
  })
  app.get('/ready', async (context) => {
    const isReady = !isDraining && (await isMigrated(db, migrations).catch(() => false))
    return context.json({ status: isReady ? 'ready' : 'not ready' }, isReady ? 200 : 503, probeHeaders)
  })
  const api = createApi(ports, routes, createPipeline(ports))
  app.route('/', firstAdmin.routes())
  // Production has neither the inbox nor the look-alikes, not even in memory.
  if (settings.mode === 'development') app.route('/', (await import('./dev/routes.ts')).devRoutes(ports))

  return {
    fetch: async (request, connection) =>
      isApi(request) ? api(request, connection) : app.fetch(request, { connection }),
    firstAdminLink: () => firstAdmin.link(),
    idle: () => ports.outbox.idle(),
    drain: () => {
      isDraining = true
    },
    close: async () => {
      housekeeping.stop()
      await ports.outbox.stop()
      ownClock?.stop()
    },
    metrics: ports.metrics,
  }
}

async function openPorts(options: PorticoOptions & { seed: Seed }, clock: Clock): Promise<Ports> {
  const { settings, db } = options
  const secret = new MasterSecret(settings.secrets)
  const log = options.log ?? createLog(settings.logLevel)
  const metrics = createMetrics()
  const projects = await ProjectCache.start(db, clock, secret)
  const random = systemRandom
  const outbound = new OutboundHttp(settings)
  const ownMailServers = new OwnMailServers(new OutboundAddresses(settings), new URL(settings.baseUrl).hostname)
  const withoutOutbox = {
    settings,
    db,
    clock,
    random,
    secret,
    log,
    metrics,
    projects,
    outbound,
    ownMailServers,
    providers: new ProviderDirectory({ settings, secret, outbound, log }, options.seed.shared_oauth_providers ?? {}),
    hasher: createPasswordHasher(settings.hashCost, (lane, load) => metrics.hashQueue.set({ lane }, load)),
    accessTokens: new AccessTokens(projects, clock, settings),
    limiter: new RateLimiter(options.rateLimitStore ?? databaseRateLimits(db), clock, settings.rateLimits, metrics),
    audit: new Audit(clock, random),
  }
  return {
    ...withoutOutbox,
    outbox: new Outbox(withoutOutbox, await createMailer(settings, db, withoutOutbox.ownMailServers)),
  }
}

/** Development mode keeps mails away from projects' own servers: they go to the inbox, or where the operator says. */
async function createMailer({ mode, smtpUrl, mailFrom }: Settings, db: Database, own: OwnMailServers): Promise<Mailer> {
  // Each has libraries or tables of its own that the other does without.
  if (smtpUrl === null) return new (await import('./dev/inbox.ts')).InboxMailer(db)
  const shared = new (await import('./platform/mailer/smtp-mailer.ts')).SmtpMailer(smtpUrl, mailFrom)
  return mode === 'production' ? new ProductionMailer(shared, own) : shared
}
