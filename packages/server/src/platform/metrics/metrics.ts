import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics of this node for Prometheus. */
export interface Metrics {
  readonly registry: Registry
  readonly requests: Histogram<'route' | 'method' | 'status'>
  readonly hashQueue: Gauge<'lane'>
  readonly signIns: Counter<'method' | 'outcome'>
  readonly rateLimited: Counter<'act'>
  readonly mails: Counter<'template' | 'outcome'>
  readonly webhooks: Counter<'outcome'>
}

/** @param droppedLogLines the number of lines that could not be logged since the start */
export function createMetrics(droppedLogLines: () => number): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'portico_' })
  new Counter({
    name: 'portico_log_lines_dropped_total',
    help: 'Lines of the log that were dropped, because it could not be written.',
    registers,
    collect() {
      this.reset()
      this.inc(droppedLogLines())
    },
  })
  return {
    registry,
    requests: new Histogram({
      name: 'portico_http_request_seconds',
      help: 'Time to answer API requests, by route, method and status.',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    hashQueue: new Gauge({
      name: 'portico_password_hash_queue',
      help: 'Password hashes that run or wait, by lane: argon2 for our own, imported for those of other systems.',
      labelNames: ['lane'],
      registers,
    }),
    signIns: new Counter({
      name: 'portico_sign_ins_total',
      help: 'Sign-ins and sign-ups, by method and outcome.',
      labelNames: ['method', 'outcome'],
      registers,
    }),
    rateLimited: new Counter({
      name: 'portico_rate_limited_total',
      help: 'Calls and mails refused by a rate limit, by act.',
      labelNames: ['act'],
      registers,
    }),
    mails: new Counter({
      name: 'portico_mails_total',
      help: 'Mail deliveries, by template and outcome.',
      labelNames: ['template', 'outcome'],
      registers,
    }),
    webhooks: new Counter({
      name: 'portico_webhooks_total',
      help: 'Attempts to deliver webhooks, by what follows: delivered, pending, failed or erased.',
      labelNames: ['outcome'],
      registers,
    }),
  }
}
