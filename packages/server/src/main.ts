#!/usr/bin/env node
// The entry of the process and the only file with side effects on import: starts the service or runs an operator
// command.
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'

import { findNodeProblem } from '@portico/contract/node-version'

import { banner } from './banner.ts'
import type { Portico } from './create-portico.ts'
import { poolOfEachCell } from './platform/cells/cell-settings.ts'
import type { Cell } from './platform/cells/routed-database.ts'
import type { StoredAddress } from './platform/cells/store.ts'
import { MasterSecret } from './platform/crypto/master-secret.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { createNodeServer, type NodeServer } from './platform/http/node-server.ts'
import type { RateLimitStore } from './platform/limits/rate-limit-store.ts'
import { developmentLog } from './platform/log/development-log.ts'
import { createLog, type Log } from './platform/log/log.ts'
import { standardLogOutput, type LogOutput } from './platform/log/log-output.ts'
import { describeSettings } from './settings-help.ts'
import { readSettings, type Settings } from './settings.ts'
import { readStartArguments } from './start-arguments.ts'
import { closeAll, StopSignals } from './stop.ts'
import type { Database } from './kernel/database.ts'
import type { Role } from './kernel/role.ts'
import { SettingsProblems } from './kernel/settings-problems.ts'
import { StartupProblem } from './kernel/startup-problem.ts'
import { Budget, limitTime } from './kernel/time-limit.ts'

const EXIT_CODE_OF_MISUSE = 2
const NOTICE_MAX_MILLIS = 5_000
const IDLE_MAX_MILLIS = 1_000
const FLUSH_MAX_MILLIS = 500

/**
 * By default, V8 optimises a function after 3,000 calls, which takes a quiet service hours. The flags are set after the
 * start, because they would make it a tenth of a second longer.
 */
const optimisationFlags = [
  '--invocation-count-for-maglev=100',
  '--invocation-count-for-turbofan=500',
  '--minimum-invocations-after-ic-update=100',
]

const nodeProblem = findNodeProblem('Portico', process.versions.node)
if (nodeProblem !== null) {
  console.error(nodeProblem)
  process.exit(1)
}

const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
for (const signal of stopSignals) {
  // A signal without a handler does not end the first process of a container, and a handler of a module that was
  // loaded before replaces the default.
  if (process.pid === 1 || process.listenerCount(signal) > 0) process.on(signal, exitAtOnce)
}

const args = process.argv.slice(2)
try {
  const start = readStartArguments(args)
  if (start === null) process.exitCode = await runCommand()
  else if ('problem' in start) refuse(start.problem)
  else await serve(start.role)
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}

/** Ends a command, and the service until it can stop in order. Both can be repeated after a kill. */
function exitAtOnce(signal: NodeJS.Signals): void {
  process.exit(128 + constants.signals[signal])
}

/** Loads the operator commands only when one is run. */
async function runCommand(): Promise<number> {
  const { runOperatorCommand } = await import('./operator/operator.ts')
  return runOperatorCommand(args, {
    version: readVersion(),
    readSettings: () => readSettings(process.env),
    describeSettings: () => describeSettings(process.env),
    print: (line) => console.log(line),
  })
}

function readVersion(): string {
  const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(file) as { version: string }).version
}

/** The same answer as for an unknown option of a command. */
function refuse(problem: string): void {
  console.error(problem)
  process.exitCode = EXIT_CODE_OF_MISUSE
}

/** @param role the role on the command line, which takes precedence over `PORTICO_ROLE` */
async function serve(role: Role | null): Promise<void> {
  const settings = readSettings(role === null ? process.env : { ...process.env, PORTICO_ROLE: role })
  const { log, output } = openLog(settings)
  const endWith = { stop: (exitCode: number): void => process.exit(exitCode) }
  stopAfterUncaughtException(log, endWith)

  // The embedded database compiles on its own threads. Load the service at the same time.
  const [db, { createPortico }] = await Promise.all([
    openDatabase(
      { ...settings, databasePool: poolOfEachCell(settings) },
      {
        onWait: (sentence) => log.warn(sentence),
        onWarning: (sentence) => log.warn(sentence),
        nodeVersion: readVersion(),
        noteBackup: async (own) => (await import('./operator/note-backup.ts')).noteBackup(own, new Date()),
      },
    ),
    import('./create-portico.ts'),
  ])
  const redis = settings.redisUrl === null ? null : await openRedis(settings.redisUrl, log)
  const cells = settings.cells.length === 0 ? [] : await openOtherCells(settings, db, log)
  const portico = await createPortico({ settings, db, cells, log, ...(redis && { rateLimitStore: redis }) })
  let isStopping = false
  const http = createNodeServer({
    fetch: (request, connection) => portico.fetch(request, connection),
    isStopping: () => isStopping,
    trustedProxies: settings.trustedProxies,
    perAddressMax: settings.connectionsPerAddress,
  })
  const metrics = await serveMetrics(portico, settings)
  endWith.stop = (exitCode) => {
    if (isStopping) return
    isStopping = true
    portico.drain()
    void stop(settings, exitCode, {
      http,
      metrics,
      portico,
      redis,
      db: [db, ...cells.map((cell) => cell.db)],
      log,
      output,
    })
  }
  const signals = new StopSignals(isAtTerminal())
  for (const signal of stopSignals) {
    process.off(signal, exitAtOnce)
    process.on(signal, () => {
      if (signals.receive(signal) === 'hurry') process.exit(1)
      endWith.stop(0)
    })
  }
  await listen(http.server, settings.port, settings.host, 'PORTICO_PORT')
  console.log(await banner(settings, portico))
  for (const flag of optimisationFlags) setFlagsFromString(flag)
}

function openLog(settings: Settings): { log: Log; output: LogOutput } {
  const output = standardLogOutput()
  const log = createLog(settings.logLevel, settings.mode === 'development' ? developmentLog(output) : output)
  output.onRecovered = (dropped) =>
    log.warn({ dropped }, 'lines of the log were dropped, because it could not be written')
  // A closed pipe must not end the process either if only a warning of Node was written to it.
  process.stderr.on('error', () => {})
  return { log, output }
}

/**
 * An error of one request does not end the process. After any other, its state is unknown, and a supervisor starts it
 * again.
 */
function stopAfterUncaughtException(log: Log, endWith: { readonly stop: (exitCode: number) => void }): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'))
  let isFirst = true
  process.on('uncaughtException', (error) => {
    if (isFirst) log.error({ err: error }, 'uncaught exception: the process stops')
    isFirst = false
    endWith.stop(1)
  })
}

/** What the service has opened. */
interface Opened {
  readonly http: NodeServer
  readonly metrics: NodeServer | null
  readonly portico: Portico
  readonly redis: { close(): void } | null
  /** The database of the home cell first. */
  readonly db: readonly Database[]
  readonly log: Log
  readonly output: LogOutput
}

/** Closes everything within one budget and exits. */
async function stop(settings: Settings, exitCode: number, opened: Opened): Promise<void> {
  const { db, http, log, metrics, output, portico, redis } = opened
  const millis = settings.stopSeconds * 1_000
  const budget = new Budget(millis)
  // Load balancers poll /ready every few seconds and send traffic until they see that it fails.
  const noticeMillis = settings.mode === 'production' ? Math.min(NOTICE_MAX_MILLIS, millis / 5) : 0
  const idleMillis = Math.min(IDLE_MAX_MILLIS, millis / 10)
  const closeListeners = async (): Promise<void> => {
    await sleep(noticeMillis)
    await Promise.all([http.close(idleMillis), metrics?.close(idleMillis)])
  }
  const abortListeners = (): void => {
    http.abort()
    metrics?.abort()
  }
  const open = await closeAll(
    budget,
    millis,
    [
      { open: () => http.describeOpen(), until: 0.7, close: closeListeners, abort: abortListeners },
      { open: () => 'background work', until: 0.85, close: () => portico.close() },
      { open: () => 'the database', until: 0.97, close: () => Promise.all(db.map((one) => one.close())) },
    ],
    (error) => log.error({ err: error }, 'a part of the service could not be closed'),
  )
  redis?.close()
  if (open.length > 0) {
    log.error(`Portico did not close everything within ${settings.stopSeconds} s. Still open: ${open.join(', ')}.`)
  }
  await limitTime(output.flush(), budget.share(FLUSH_MAX_MILLIS), () => {})
  process.exit(open.length > 0 ? 1 : exitCode)
}

/** `npm start` gives the service no standard input. */
function isAtTerminal(): boolean {
  return process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
}

/** Opens the other cells. A cell that is down delays neither the start nor the projects of the others. */
async function openOtherCells(settings: Settings, home: Database, log: Log): Promise<Cell[]> {
  const { openCells } = await import('./platform/cells/open-cells.ts')
  const { requireSecretOfCell } = await import('./records/projects/signing-keys.ts')
  const { migrate } = await import('./platform/db/migrate.ts')
  const { listStoredAddresses } = await import('./platform/cells/store.ts')
  const secret = new MasterSecret(settings.secrets)
  const { explainStart } = await import('./platform/db/database-problems.ts')
  const readStored = async (): Promise<StoredAddress[]> => {
    // The home cell knows where the cells are, so its schema comes first.
    await migrate(home, undefined, { onStep: (sentence) => log.info(sentence) })
    return home.run(listStoredAddresses())
  }
  return openCells(settings.cells, {
    stored: await readStored().catch((error: unknown) => {
      throw explainStart(error)
    }),
    secret,
    databasePool: settings.databasePool,
    nodeVersion: readVersion(),
    migrates: true,
    checkSecret: (db) => requireSecretOfCell(secret, db),
    onUnavailable: (name, error) =>
      log.warn({ err: error, cell: name }, 'a cell is not available: calls to its projects are answered with 503'),
  })
}

/** Loads the Redis client only when it is used: loading it takes a tenth of the time to start. */
async function openRedis(url: string, log: Log): Promise<RateLimitStore & { close(): void }> {
  const { openRedisRateLimits } = await import('./platform/limits/redis-rate-limits.ts')
  return openRedisRateLimits(url, log)
}

/** Serves metrics for Prometheus on a separate port, to which no proxy forwards. */
async function serveMetrics(portico: Portico, settings: Settings): Promise<NodeServer | null> {
  if (settings.metricsPort === null) return null
  const { registry } = portico.metrics
  const http = createNodeServer({
    fetch: async () => new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } }),
    isStopping: () => false,
    perAddressMax: settings.connectionsPerAddress,
  })
  await listen(http.server, settings.metricsPort, settings.host, 'PORTICO_METRICS_PORT')
  return http
}

async function listen(server: Server, port: number, host: string, setting: string): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new StartupProblem(
              `Port ${port} on ${host} is in use by another program.`,
              `Stop that program, or set ${setting} to another port.`,
              { cause: error },
            )
          : new StartupProblem(
              `Portico cannot listen on ${host}, port ${port} (${error.code ?? error.message}).`,
              `Set PORTICO_HOST to an address of this machine and ${setting} to a port that this user may use.`,
              { cause: error },
            ),
      )
    })
    server.listen(port, host, resolve)
  })
  return server.address() as AddressInfo
}

function explain(error: unknown): string {
  if (error instanceof StartupProblem) return `\n${error.message}\n${error.nextStep}\n`
  if (error instanceof SettingsProblems) return `\n${error.message}\n`
  return error instanceof Error
    ? `\n${readStartArguments(args) === null ? 'The command failed.' : 'Portico failed to start.'}\n${error.stack}\n`
    : String(error)
}
