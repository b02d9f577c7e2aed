import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'

import { MasterSecret } from './platform/crypto/master-secret.ts'
import { Turnstile } from './platform/bot-checks/turnstile.ts'
import { explainStart } from './platform/db/database-problems.ts'
import { declaredBackfills, type Backfill } from './platform/db/backfills.ts'
import { isMigrated, migrate, readMigrations } from './platform/db/migrate.ts'
import { limitCall } from './platform/db/store-waits.ts'
import type { Database } from './kernel/database.ts'
import { FirstAdmin } from './admin/first-admin/first-admin.ts'
import { firstAdminRoutes } from './admin/first-admin/routes.ts'
import { serveErrorPageScript } from './api/pages/error-page.ts'
import { servePostingPageScript } from './api/pages/posting-page.ts'
import { apiHeaders } from './api/pipeline/api-headers.ts'
import { newRequestId } from './api/rules/incoming.ts'
import { PartnerClients } from './api/call/partner-clients.ts'
import { createPipeline } from './api/pipeline/pipeline.ts'
import { errorDraft } from './api/call/respond.ts'
import { apiReferenceRoutes } from './api-reference/routes.ts'
import { findDashboard, ownDashboardFolder } from './dashboard/files.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { findPackageFolders, type PackageFolders } from './packages/package-folders.ts'
import { packageRoutes } from './packages/routes.ts'
import { packagesUrl, ServedPackages } from './packages/served-packages.ts'
import { Refusals } from './api/pipeline/refusals.ts'
import { databaseRateLimits, type RateLimitStore } from './platform/limits/rate-limit-store.ts'
import { FairQueue } from './platform/limits/fair-queue.ts'
import { RateLimiter } from './platform/limits/rate-limiter.ts'
import { createApi, isApi } from './api/pipeline/router.ts'
import { apiKeyUse, keySetUse, LastUses } from './delivery/last-uses.ts'
import { readBackfills } from './delivery/backfilling.ts'
import { readBacklogAges } from './delivery/backlog-ages.ts'
import { Jobs } from './delivery/jobs.ts'
import { MoveFailures } from './delivery/move-failures.ts'
import { Outbox } from './delivery/outbox.ts'
import { RecentRequests } from './delivery/recent-requests.ts'
import { Webhooks } from './delivery/webhooks.ts'
import { WorkAnnouncements } from './delivery/work-announcements.ts'
import { Worker } from './delivery/worker.ts'
import { findSignInConnection } from './records/team-connections/store.ts'
import { forProject } from './platform/db/project-scope.ts'
import { ProviderDirectory } from './flows/oauth/provider-directory.ts'
import type { BreachedPasswordList } from './platform/breached-passwords/breached-passwords.ts'
import { openBreachedPasswords } from './platform/breached-passwords/open-list.ts'
import { findTracer, inRequestSpan } from './platform/tracing/tracing.ts'
import { tracedDatabase } from './platform/tracing/traced-database.ts'
import { DatabaseClock } from './platform/db/clock.ts'
import type { Clock } from './kernel/clock.ts'
import { isApiNode, isWorker } from './kernel/role.ts'
import { createLog, type Log } from './platform/log/log.ts'
import { standardLogOutput } from './platform/log/log-output.ts'
import { mailDestination } from './platform/mailer/mail-destination.ts'
import type { Mailer } from './platform/mailer/mailer.ts'
import { createMetrics, type Metrics } from './platform/metrics/metrics.ts'
import { AnswerTimes } from './platform/old-systems/answer-times.ts'
import { OldSystems } from './platform/old-systems/old-systems.ts'
import { OutboundAddresses } from './platform/outbound-http/outbound-addresses.ts'
import { OutboundHttp } from './platform/outbound-http/outbound-http.ts'
import { MailEndpoints } from './platform/mailer/mail-endpoints.ts'
import { OwnMailServers } from './platform/mailer/own-mail-servers.ts'
import { createPasswordHasher, type PasswordHasher } from './platform/hashing/password-hasher.ts'
import { emittingDatabase } from './platform/db/emitting-database.ts'
import { poolOfEachCell } from './platform/cells/cell-settings.ts'
import { CellDirectory } from './platform/cells/cell-directory.ts'
import { HOME } from './platform/cells/cell-tables.ts'
import { Lanes } from './platform/cells/lanes.ts'
import { requireAddedCells } from './platform/cells/added-cells.ts'
import { followAddresses, routedDatabase, type Cell } from './platform/cells/routed-database.ts'
import { listSubscribers } from './delivery/subscribers/subscribers.ts'
import { RoutingMailer } from './platform/mailer/routing-mailer.ts'
import { WebhookSender } from './platform/webhooks/webhook-sender.ts'
import { ProjectCache } from './records/projects/project-cache.ts'
import { importingWith } from './admin/imports/dependencies.ts'
import { ImportJob } from './admin/imports/import-job.ts'
import { userJobs } from './admin/jobs/user-jobs.ts'
import { projectRemoval } from './admin/projects/remove-project.ts'
import { requireSoundSeed, type Seed } from './admin/projects/seed-file.ts'
import { applySeed, seedLater } from './admin/projects/seed.ts'
import { requireMatchingSecret } from './records/projects/signing-keys.ts'
import { countWorkers } from './records/workers/store.ts'
import { findProjectWithKeys } from './records/queries/projects/project-with-keys.ts'
import { routeFactories } from './routes.ts'
import type { Settings } from './settings.ts'
import { AccessTokens } from './records/sessions/access-token.ts'
import { BodyBudget } from './platform/http/body-budget.ts'
import { isTrustedProxy, type ConnectionInfo } from './platform/http/client-address.ts'

/** A node that does only background work has no answer to a call (RFC 9110 section 15.5.20). */
const MISDIRECTED = 'This node is a worker. Send calls to a node with the role api or all.'

type Service = Hono<{ Bindings: { connection?: ConnectionInfo; requestId: string } }>

export interface PorticoOptions {
  readonly settings: Settings
  /** An open database. The service does not close it. */
  readonly db: Database
  /**
   * The databases of the other cells, with the schema of this version. The service does not close them. Default: none.
   */
  readonly cells?: readonly Cell[]
  /** Default: the file of `PORTICO_SEED`. */
  readonly seed?: Seed
  /** Default: the database. */
  readonly rateLimitStore?: RateLimitStore
  readonly clock?: Clock
  readonly log?: Log
  /** Default: the backfills of this version. */
  readonly backfills?: readonly Backfill[]
  /** The folder of the built dashboard. Default: the one in this package; null: the service has no dashboard. */
  readonly dashboardFolder?: string | null
  /** Where the packages are that the service serves. Default: in the clone or in this package; null: it serves none. */
  readonly packageFolders?: PackageFolders | null
}

export interface Portico {
  /** The service as a web-standard handler. */
  fetch(request: Request, connection?: ConnectionInfo): Promise<Response>
  /** The one-time link to become the first admin; null while the service has an owner or the link is closed. */
  firstAdminLink(): Promise<string | null>
  /**
   * Resolves when no job, mail or webhook is due and no delivery is in progress. By then, noted requests, uses of API
   * keys, failures of moves and ended attempts are written, and the figures are added up.
   */
  idle(): Promise<void>
  /** Makes `/ready` answer 503, so that load balancers send no new traffic. */
  drain(): void
  /** Stops background work. */
  close(): Promise<void>
  readonly metrics: Metrics
}

/**
 * Creates the service on an open database: migrates it, applies the seed and starts background work.
 *
 * @throws StartupProblem
 */
export async function createPortico(options: PorticoOptions): Promise<Portico> {
  try {
    return await startPortico(options)
  } catch (error) {
    throw explainStart(error)
  }
}

async function startPortico(options: PorticoOptions): Promise<Portico> {
  const { backfills = declaredBackfills, settings, seed = settings.seed } = options
  const tracer = findTracer()
  const db = tracer ? tracedDatabase(options.db) : options.db
  requireSoundSeed(seed, settings.mode === 'production')
  const migrations = readMigrations()
  const log = options.log ?? createLog(settings.logLevel)
  const cells = (options.cells ?? []).map((cell) => (tracer ? { ...cell, db: tracedDatabase(cell.db) } : cell))
  await migrate(db, migrations, { backfills, onStep: (sentence) => log.info(sentence) })
  await requireAddedCells(
    db,
    cells.map(({ name }) => name),
  )
  const ownClock = options.clock ? null : await DatabaseClock.start(db)
  const dependencies = await openDependencies(
    { ...options, backfills, cells, db, log, seed },
    options.clock ?? ownClock ?? { now: () => new Date() },
  )
  const { announcements, apiKeyUses, importJob, keySetUses, limiter, mailer, moveFailures, recentRequests } =
    dependencies
  // Before the seed, whose secrets it would seal with another key. After it, because two nodes may create the database
  // at once.
  await requireMatchingSecret(dependencies)
  const waitingForSeed = await applySeed(dependencies, seed)
  await requireMatchingSecret(dependencies)
  const worker = isWorker(settings.role) ? await Worker.start(dependencies) : null
  const refusals = new Refusals(dependencies)
  const firstAdmin = new FirstAdmin({ ...dependencies, refusals })
  let isDraining = false

  const app: Service = new Hono()
  const baseUrl = new URL(settings.baseUrl)
  const isHttps = baseUrl.protocol === 'https:'
  const commonHeaders = apiHeaders(isHttps)
  const probeHeaders = { ...commonHeaders, 'access-control-allow-origin': '*' }
  // The API's pipeline answers its own errors.
  app.onError((error, { env: { requestId } }) => {
    if (error instanceof HTTPException) return error.getResponse()
    const { status, body, headers } = errorDraft(error, requestId, dependencies.log)
    const ofThisAnswer = { 'cache-control': 'no-store', 'x-stack-request-id': requestId }
    return new Response(body, { status, headers: { ...commonHeaders, ...headers, ...ofThisAnswer } })
  })
  app.notFound((context) => context.text('Not found.', 404, probeHeaders))
  app.get('/health', async (context) => {
    // Liveness must not depend on the database, or an outage would restart every node. `?db` checks it on request.
    const isDatabaseUp = context.req.query('db') === undefined || (await isMigrated(db, migrations).catch(() => false))
    return context.json(
      { status: isDatabaseUp ? 'ok' : 'database unavailable' },
      isDatabaseUp ? 200 : 503,
      probeHeaders,
    )
  })
  // The settings are valid and the schema is current, or the service would not have started. An outage of the database
  // affects all nodes: each answers its calls with 503 and `Retry-After`, which a load balancer without ready nodes
  // does not.
  app.get('/ready', (context) =>
    context.json({ status: isDraining ? 'not ready' : 'ready' }, isDraining ? 503 : 200, probeHeaders),
  )
  const { dashboardFolder = ownDashboardFolder, packageFolders = findPackageFolders(settings.mode) } = options
  const api = isApiNode(settings.role)
    ? await serveCalls(app, { ...dependencies, firstAdmin, refusals }, { dashboardFolder, packageFolders })
    : null
  if (api === null) app.notFound((context) => context.text(MISDIRECTED, 421, probeHeaders))
  // Last: nothing stops it if the start fails.
  const seeding = seedLater(dependencies, waitingForSeed)

  return {
    fetch: (request, connection) => {
      const requestId = newRequestId()
      const answer = (): Promise<Response> =>
        limitCall(() =>
          api && isApi(request) ? api(request, connection, requestId) : app.fetch(request, { connection, requestId }),
        )
      if (!tracer) return answer()
      const isCallerTrusted = isTrustedProxy(connection?.remoteAddress ?? '', settings.trustedProxies)
      return inRequestSpan(tracer, { request, requestId, isCallerTrusted, baseUrl }, answer)
    },
    firstAdminLink: () => firstAdmin.link(),
    idle: async () => {
      await limiter.idle()
      await Promise.all([apiKeyUses.write(), keySetUses.write()])
      await Promise.all([recentRequests.write(), moveFailures.write()])
      await announcements.idle()
      await worker?.idle()
    },
    drain: () => {
      isDraining = true
    },
    close: async () => {
      packageFolders?.close()
      await Promise.all([
        worker?.stop(),
        seeding.stop(),
        limiter.idle(),
        announcements.idle(),
        apiKeyUses.stop(),
        keySetUses.stop(),
        recentRequests.write(),
        moveFailures.write(),
      ])
      // After the last delivery of all cells.
      mailer.close()
      await importJob.close()
      await dependencies.breachedPasswords.close()
      ownClock?.stop()
    },
    metrics: dependencies.metrics,
  }
}

/** Adds the API, the dashboard and the other pages. */
async function serveCalls(
  app: Service,
  dependencies: Dependencies & { readonly firstAdmin: FirstAdmin; readonly refusals: Refusals },
  { dashboardFolder, packageFolders }: Required<Pick<PorticoOptions, 'dashboardFolder' | 'packageFolders'>>,
): Promise<ReturnType<typeof createApi>> {
  const { settings } = dependencies
  const api = createApi(
    dependencies,
    routeFactories.flatMap((routes) => routes(dependencies)),
    createPipeline({ ...dependencies, notes: dependencies.recentRequests }),
  )
  const isHttps = settings.baseUrl.startsWith('https://')
  serveErrorPageScript(app, isHttps)
  servePostingPageScript(app, isHttps)
  app.route('/', firstAdminRoutes(dependencies, dependencies.firstAdmin))
  app.route('/', apiReferenceRoutes(dependencies))
  const urlOfPackages = packageFolders && packagesUrl(settings.baseUrl)
  if (packageFolders && urlOfPackages !== null)
    app.route('/', packageRoutes(new ServedPackages(packageFolders, urlOfPackages), isHttps))
  const dashboard = dashboardFolder === null ? null : findDashboard(dashboardFolder)
  // Production does not load the inbox and the look-alikes.
  if (settings.mode === 'development') {
    app.route('/', (await import('./dev/routes.ts')).devRoutes(dependencies))
    if (!dashboard) app.get('/', (context) => context.redirect('/dev'))
  }
  if (dashboard) app.route('/', dashboardRoutes({ ...dependencies, packagesUrl: urlOfPackages }, dashboard))
  return api
}

/** The dependencies of all functions. Each function declares the few that it uses. */
interface Dependencies {
  readonly settings: Settings
  readonly backfills: readonly Backfill[]
  readonly bodyBudget: BodyBudget
  readonly db: Database
  readonly clock: Clock
  readonly secret: MasterSecret
  readonly log: Log
  readonly metrics: Metrics
  readonly partners: PartnerClients
  readonly projects: ProjectCache
  readonly outbound: OutboundHttp
  readonly ownMailServers: OwnMailServers
  readonly mailEndpoints: MailEndpoints
  readonly breachedPasswords: BreachedPasswordList
  readonly turnstile: Turnstile
  readonly oldSystems: OldSystems
  readonly oldSystemTimes: AnswerTimes
  readonly moveFailures: MoveFailures
  readonly providers: ProviderDirectory
  readonly hasher: PasswordHasher
  readonly userSearches: FairQueue
  readonly accessTokens: AccessTokens
  readonly limiter: RateLimiter
  readonly announcements: WorkAnnouncements
  readonly mailer: Mailer
  readonly outbox: Lanes<Outbox>
  readonly apiKeyUses: LastUses
  readonly keySetUses: LastUses
  readonly recentRequests: RecentRequests
  readonly importJob: ImportJob
  readonly jobs: Lanes<Jobs>
  readonly webhooks: Lanes<Webhooks>
}

async function openDependencies(
  options: PorticoOptions & { backfills: readonly Backfill[]; log: Log; seed: Seed },
  clock: Clock,
): Promise<Dependencies> {
  const { log, settings } = options
  const metrics = createMetrics({
    droppedLogLines: () => standardLogOutput().droppedLines,
    poolUse: () => options.db.poolUse(),
    cacheLookups: () => ({ projects: projects.lookups, access_tokens: accessTokens.lookups }),
    backlogAges: () => readBacklogAges(whole, clock.now()),
    workers: () => options.db.run(countWorkers(clock.now())),
    backfills: () => readBackfills(whole, options.backfills),
  })
  const secret = new MasterSecret(settings.secrets)
  const whole = wholeDatabase(options)
  const projects = await ProjectCache.start({
    db: whole,
    clock,
    secret,
    findProjectWithKeys: (projectId) => findProjectWithKeys(projectId, clock.now()),
  })
  const accessTokens = new AccessTokens(projects, clock, settings)
  const isOwnWork = isWorker(settings.role)
  const announcements = new WorkAnnouncements({ db: options.db, log })
  const subscribers = listSubscribers({
    forgetProject: (projectId) => projects.forget(projectId),
    metrics,
    noteSignIn: (...signIn) => recentRequests.noteSignIn(...signIn),
    wakeMailWorker: () => (isOwnWork ? outbox.wake() : announcements.announce('mails')),
    wakeJobWorker: () => (isOwnWork ? jobs.wake() : announcements.announce('jobs')),
    wakeWebhookWorker: () => (isOwnWork ? webhooks.wake() : announcements.announce('webhooks')),
  })
  const db = emittingDatabase(whole, subscribers)
  const recentRequests = new RecentRequests({ clock, db, log, projects })
  const outbound = new OutboundHttp(settings)
  const ownMailServers = new OwnMailServers(new OutboundAddresses(settings), new URL(settings.baseUrl).hostname)
  const mailEndpoints = new MailEndpoints({ clock, outbound, settings })
  const withoutOutbox = {
    settings,
    backfills: options.backfills,
    bodyBudget: new BodyBudget(settings.bodyMemoryMib * 1_048_576),
    db,
    clock,
    secret,
    log,
    metrics,
    partners: new PartnerClients(settings.partners),
    projects,
    outbound,
    ownMailServers,
    mailEndpoints,
    breachedPasswords: await openBreachedPasswords({ clock, settings }, settings.breachedPasswords),
    turnstile: new Turnstile(settings),
    oldSystems: new OldSystems(settings),
    oldSystemTimes: new AnswerTimes(),
    moveFailures: new MoveFailures({ clock, db, log }),
    providers: new ProviderDirectory(
      {
        settings,
        secret,
        outbound,
        log,
        findConnection: (projectId, id) => forProject(db, projectId).run(findSignInConnection(projectId, id)),
      },
      options.seed.shared_oauth_providers ?? {},
    ),
    hasher: createPasswordHasher(
      settings.hashCost,
      (lane, load) => metrics.hashQueue.set({ lane }, load),
      (cause) => log.error({ err: cause }, 'an imported password hash cannot be checked'),
    ),
    userSearches: new FairQueue({
      // A search may take seconds, so other calls keep most connections.
      slots: Math.max(1, Math.floor(poolOfEachCell(settings) / 2)),
      // guard: a project has a bounded number of concurrent searches [slow-search.postgres]
      slotsPerProject: 2,
      expectedMillis: 50,
      waitMaxMillis: 2_000,
    }),
    accessTokens,
    apiKeyUses: new LastUses({ db, log }, apiKeyUse),
    keySetUses: new LastUses({ db, log }, keySetUse),
    recentRequests,
    limiter: new RateLimiter(options.rateLimitStore ?? databaseRateLimits(db), settings.rateLimits, {
      clock,
      log,
      metrics,
    }),
  }
  const mailer = await createMailer(withoutOutbox)
  const outbox = new Lanes(db, (lane) => new Outbox({ ...withoutOutbox, db: lane }, mailer))
  const importJob = new ImportJob({ ...withoutOutbox, importing: importingWith(withoutOutbox) })
  const works = {
    ...userJobs(withoutOutbox),
    delete_project: projectRemoval({ clock, db }),
    import_users: importJob.work,
  }
  const jobs = new Lanes(db, (lane) => new Jobs({ ...withoutOutbox, db: lane }, works))
  const webhookSender = new WebhookSender(settings)
  const webhooks = new Lanes(db, (lane) => new Webhooks({ ...withoutOutbox, db: lane, webhookSender }))
  return { ...withoutOutbox, announcements, mailer, outbox, importJob, jobs, webhooks }
}

/** One database from those of all cells. */
function wholeDatabase({ cells = [], db }: PorticoOptions): Database {
  if (cells.length === 0) return db
  return routedDatabase(
    [{ name: HOME, db }, ...cells],
    new CellDirectory(db, (stored) => followAddresses(cells, stored)),
  )
}

/** The mailers that `mailDestination` names. */
async function createMailer({
  db,
  mailEndpoints,
  ownMailServers,
  settings,
}: Pick<Dependencies, 'db' | 'mailEndpoints' | 'ownMailServers' | 'settings'>): Promise<Mailer> {
  const { mailFrom, smtpUrl } = settings
  // Import only the mailers that are used: each has its own libraries or tables.
  const openInbox = async (): Promise<Mailer> => new (await import('./dev/inbox.ts')).InboxMailer(db)
  const shared =
    smtpUrl === null
      ? await openInbox()
      : new (await import('./platform/mailer/smtp-mailer.ts')).SmtpMailer(smtpUrl, mailFrom)
  if (mailDestination(settings, true) === 'own') return new RoutingMailer(shared, ownMailServers, mailEndpoints)
  if (smtpUrl === null) return shared
  const { InboxForOwnServers } = await import('./dev/inbox-for-own-servers.ts')
  return new InboxForOwnServers(shared, await openInbox())
}
