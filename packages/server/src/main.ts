#!/usr/bin/env node
// The entry of the process and the only file with side effects on import: starts the service or runs an operator command.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'

import { banner } from './banner.ts'
import type { Portico } from './create-portico.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { createNodeServer } from './platform/http/node-server.ts'
import type { RateLimitStore } from './platform/limits/rate-limit-store.ts'
import { developmentLog } from './platform/log/development-log.ts'
import { createLog, type Log } from './platform/log/log.ts'
import { SettingsProblems } from './settings-reader.ts'
import { readSettings, type Settings } from './settings.ts'
import { StartupProblem } from './kernel/startup-problem.ts'

const DRAIN_MILLIS = 25_000
const DRAIN_NOTICE_MILLIS = 5_000

/**
 * By default, V8 optimises a function after 3,000 calls, which takes a quiet service hours. The flags are set after the start,
 * because they would make it a tenth of a second longer.
 */
const optimisationFlags = [
  '--invocation-count-for-maglev=100',
  '--invocation-count-for-turbofan=500',
  '--minimum-invocations-after-ic-update=100',
]

const args = process.argv.slice(2)
try {
  if (args.length === 0) await serve()
  else process.exitCode = await runCommand()
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}

/** Loads the operator commands only when one is run. */
async function runCommand(): Promise<number> {
  const { runOperatorCommand } = await import('./operator/operator.ts')
  return runOperatorCommand(
    args,
    () => readSettings(process.env),
    (line) => console.log(line),
  )
}

async function serve(): Promise<void> {
  const settings = readSettings(process.env)
  const log = createLog(settings.logLevel, settings.mode === 'development' ? developmentLog() : undefined)
  // An error of one request must not end the process and with it all other requests.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'))
  process.on('uncaughtException', (error) => log.error({ err: error }, 'uncaught exception'))

  // The embedded database compiles on its own threads. Load the service at the same time.
  const [db, { createPortico }] = await Promise.all([
    openDatabase(settings, (sentence) => log.warn(sentence)),
    import('./create-portico.ts'),
  ])
  const redis = settings.redisUrl === null ? null : await openRedis(settings.redisUrl, log)
  const portico = await createPortico({ settings, db, log, ...(redis && { rateLimitStore: redis }) })
  let isStopping = false
  const server = createNodeServer({
    fetch: (request, connection) => portico.fetch(request, connection),
    isStopping: () => isStopping,
  })
  await listen(server, settings.port, settings.host, 'PORTICO_PORT')
  const metricsServer = await serveMetrics(portico, settings)
  console.log(await banner(settings, portico))
  for (const flag of optimisationFlags) setFlagsFromString(flag)

  const stop = async (): Promise<void> => {
    if (isStopping) process.exit(1)
    isStopping = true
    portico.drain()
    // Load balancers poll /ready every few seconds and send traffic until they see that it fails.
    if (settings.mode === 'production') await sleep(DRAIN_NOTICE_MILLIS)
    metricsServer?.close()
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    const timeout = setTimeout(() => server.closeAllConnections(), DRAIN_MILLIS)
    await closed
    clearTimeout(timeout)
    await portico.close()
    redis?.close()
    await db.close()
    log.flush()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

/** Loads the Redis client only when it is used: loading it takes a tenth of the time to start. */
async function openRedis(url: string, log: Log): Promise<RateLimitStore & { close(): void }> {
  const { openRedisRateLimits } = await import('./platform/limits/redis-rate-limits.ts')
  return openRedisRateLimits(url, log)
}

/** Serves metrics for Prometheus on a separate port, to which no proxy forwards. */
async function serveMetrics(portico: Portico, settings: Settings): Promise<Server | null> {
  if (settings.metricsPort === null) return null
  const { registry } = portico.metrics
  const server = createServer((_request, response) => {
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await listen(server, settings.metricsPort, settings.host, 'PORTICO_METRICS_PORT')
  return server
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
    ? `\n${args.length === 0 ? 'Portico failed to start.' : 'The command failed.'}\n${error.stack}\n`
    : String(error)
}
