import pg from 'pg'

import { CONNECTIONS, interleave, median, ratios, SHORT_ROUNDS, type Comparison, type Finding } from '../comparison.ts'
import { runLoad } from '../load.ts'
import {
  addEndpoint,
  createUser,
  floodingProject,
  measuredProject,
  renameUser,
  replaySkipped,
  send,
  setEndpointEnabled,
  signUp,
  startPortico,
  type BenchProject,
} from '../portico.ts'
import type { BenchPostgres } from '../postgres.ts'
import type { ServerProcess } from '../processes.ts'
import { startReceiver, startSilentServer, unusedUrl, type Receiver } from '../receivers.ts'
import { generateDeliveries, measureUnusedStatement } from '../webhook-database.ts'

/** Events per round. */
const EVENTS = 2_000
const RATE_ROUNDS = 5
const WAITING = 1_000_000
/** Calls per round. The value of the round is their median. */
const SAMPLES = 5
const CHANGE_SECONDS = 3
/** Longer than any wait in a successful run. */
const TIMEOUT_MILLIS = 60_000
const POLL_MILLIS = 2

const EVENTS_PER_SECOND = 500
const OTHER_ENDPOINT_MILLIS = 2_000
/** The mails of two equal services differ by up to this much. */
const MAIL_DELAY_PERCENT = 125
/** Smaller than the difference between two runs of the same change. */
const UNUSED_PERCENT = 3

const project = measuredProject

type Progress = (line: string) => void

/**
 * Measures the rate of deliveries, what the waiting deliveries of a dead endpoint do to others, and a change without an
 * endpoint.
 */
export const webhooks: Comparison = {
  name: 'webhooks',
  run: async ({ postgres, progress }) => [
    await measureRate(postgres, progress),
    await measureFairness(postgres, progress),
    await measureChange(postgres, progress),
  ],
}

/** Delivers events that happened while the endpoints were disabled. */
async function measureRate(postgres: BenchPostgres, progress: Progress): Promise<Finding> {
  const service = await startPortico({ DATABASE_URL: await postgres.createDatabase() })
  const receiver = await startReceiver()
  const one = await addEndpointTo(service, receiver.url, measuredProject)
  const other = await addEndpointTo(service, receiver.url, floodingProject)
  const rates = await interleave(
    {
      one: () => deliverMissed(service, receiver, [one]),
      two: () => deliverMissed(service, receiver, [one, other]),
    },
    progress,
    { warmUp: () => deliverMissed(service, receiver, [one]), rounds: RATE_ROUNDS },
  )
  await service.stop()
  await receiver.stop()
  return {
    title: 'Webhooks: rate',
    conditions: `${EVENTS.toLocaleString('en')} events \`user.created\` that happened while the endpoints were disabled, from the call that replays them to the arrival of the last one. The receiver answers at once. Service, PostgreSQL and receiver share the cores.`,
    series: [
      { name: 'one endpoint', unit: 'events/s', values: rates.one },
      { name: 'two endpoints of two projects', unit: 'events/s', values: rates.two },
    ],
    checks: [
      {
        what: 'events per second to one endpoint',
        values: rates.one,
        unit: '',
        target: { atLeast: EVENTS_PER_SECOND },
      },
    ],
  }
}

interface Endpoint {
  readonly id: string
  readonly project: BenchProject
}

async function addEndpointTo({ origin }: ServerProcess, url: string, project: BenchProject): Promise<Endpoint> {
  const { id } = await send<{ id: string }>(origin, addEndpoint(url, project))
  return { id, project }
}

/** Returns the number of deliveries per second. */
async function deliverMissed(
  { origin }: ServerProcess,
  receiver: Receiver,
  endpoints: readonly Endpoint[],
): Promise<number> {
  const since = Date.now()
  for (const { id, project } of endpoints) {
    await send(origin, setEndpointEnabled(id, false, project))
    const { body = '', ...lane } = createUser(project)
    const bodies = Array.from({ length: EVENTS / endpoints.length / CONNECTIONS }, () => body)
    const lanes = Array.from({ length: CONNECTIONS }, () => ({ ...lane, bodies }))
    await runLoad({ origin, lanes, seconds: TIMEOUT_MILLIS / 1_000 })
    await send(origin, setEndpointEnabled(id, true, project))
  }
  const before = receiver.count
  const startedAt = performance.now()
  const answers = endpoints.map(({ id, project }) =>
    send<{ replayed: number }>(origin, replaySkipped(id, since, project)),
  )
  const replayed = (await Promise.all(answers)).reduce((sum, answer) => sum + answer.replayed, 0)
  await receiver.waitFor(before + replayed, TIMEOUT_MILLIS)
  return (1_000 * replayed) / (performance.now() - startedAt)
}

/** A service, an endpoint that answers, and a dead one of the same project with many waiting deliveries. */
interface Contender {
  /** Milliseconds from a change to the arrival of its webhook. */
  readonly deliver: () => Promise<number>
  /** Milliseconds from a sign-up to its mail in the inbox. */
  readonly mail: () => Promise<number>
  stop(): Promise<void>
}

async function measureFairness(postgres: BenchPostgres, progress: Progress): Promise<Finding> {
  const silent = await startSilentServer()
  const contenders = {
    none: await startContender(postgres, null),
    silent: await startContender(postgres, silent.url),
    refusing: await startContender(postgres, await unusedUrl()),
  }
  const { none, refusing, silent: waiting } = contenders
  const deliveries = await interleave(
    { none: none.deliver, silent: waiting.deliver, refusing: refusing.deliver },
    progress,
    { warmUp: (name) => contenders[name].deliver(), rounds: SHORT_ROUNDS },
  )
  const mails = await interleave({ none: none.mail, silent: waiting.mail, refusing: refusing.mail }, progress, {
    warmUp: (name) => contenders[name].mail(),
    rounds: SHORT_ROUNDS,
  })
  for (const contender of Object.values(contenders)) await contender.stop()
  await silent.stop()
  return {
    title: 'Webhooks: a dead endpoint',
    conditions: `A dead endpoint with ${WAITING.toLocaleString('en')} deliveries that are due: a silent one accepts connections and never answers, a refusing one accepts none. The other endpoint belongs to the same project. From the call that changes something to the arrival of its webhook, or of its mail in the inbox of development mode; the median of ${SAMPLES} calls per round.`,
    series: [
      { name: 'webhook, without a dead endpoint', unit: 'ms', values: deliveries.none },
      { name: 'webhook, beside a silent endpoint', unit: 'ms', values: deliveries.silent },
      { name: 'webhook, beside a refusing endpoint', unit: 'ms', values: deliveries.refusing },
      { name: 'mail, without a dead endpoint', unit: 'ms', values: mails.none },
      { name: 'mail, beside a silent endpoint', unit: 'ms', values: mails.silent },
      { name: 'mail, beside a refusing endpoint', unit: 'ms', values: mails.refusing },
    ],
    checks: [
      {
        what: 'webhook beside a silent endpoint',
        values: deliveries.silent,
        unit: 'ms',
        target: { atMost: OTHER_ENDPOINT_MILLIS },
      },
      {
        what: 'webhook beside a refusing endpoint',
        values: deliveries.refusing,
        unit: 'ms',
        target: { atMost: OTHER_ENDPOINT_MILLIS },
      },
      {
        what: 'mail beside a silent endpoint, relative to none',
        values: ratios(mails.silent, mails.none, 100),
        unit: '%',
        target: { atMost: MAIL_DELAY_PERCENT },
      },
      {
        what: 'mail beside a refusing endpoint, relative to none',
        values: ratios(mails.refusing, mails.none, 100),
        unit: '%',
        target: { atMost: MAIL_DELAY_PERCENT },
      },
    ],
  }
}

/** @param deadUrl null: without a dead endpoint */
async function startContender(postgres: BenchPostgres, deadUrl: string | null): Promise<Contender> {
  const databaseUrl = await postgres.createDatabase()
  const service = await startPortico({ DATABASE_URL: databaseUrl })
  const receiver = await startReceiver()
  const database = new pg.Client({ connectionString: databaseUrl })
  // The end of the server must not hide the error that ended the run.
  database.on('error', () => undefined)
  await database.connect()
  const { origin } = service
  const dead = deadUrl === null ? null : await addEndpointTo(service, deadUrl, project)
  if (dead) {
    await send(origin, setEndpointEnabled(dead.id, false, project))
    await generateDeliveries(databaseUrl, project, dead.id, WAITING)
  }
  await addEndpointTo(service, receiver.url, project)

  /** The dead endpoint of a contender is enabled only while the contender is measured, because they share the cores. */
  const measure = async (call: () => Promise<number>): Promise<number> => {
    if (dead) await send(origin, setEndpointEnabled(dead.id, true, project))
    const times: number[] = []
    for (let sample = 0; sample < SAMPLES; sample += 1) times.push(await call())
    if (dead) await send(origin, setEndpointEnabled(dead.id, false, project))
    return median(times)
  }
  const mailsInInbox = async (): Promise<number> => {
    const { rows } = await database.query<{ mails: number }>('select count(*)::int as mails from dev_inbox')
    return rows[0]?.mails ?? 0
  }
  return {
    deliver: () =>
      measure(async () => {
        const { count } = receiver
        const startedAt = performance.now()
        await Promise.all([
          receiver.waitFor(count + 1, TIMEOUT_MILLIS),
          send(origin, { ...createUser(project), body: JSON.stringify({ display_name: 'Ada' }) }),
        ])
        return performance.now() - startedAt
      }),
    mail: () =>
      measure(async () => {
        const before = await mailsInInbox()
        const startedAt = performance.now()
        await send(origin, signUp(`${crypto.randomUUID()}@example.com`, { withMail: true }))
        while ((await mailsInInbox()) === before) await new Promise((resolve) => setTimeout(resolve, POLL_MILLIS))
        return performance.now() - startedAt
      }),
    async stop() {
      await database.end()
      await service.stop()
      await receiver.stop()
    },
  }
}

/**
 * Compares what the subscriber of webhooks adds to a change, in a project without an endpoint, with the time of the
 * change.
 */
async function measureChange(postgres: BenchPostgres, progress: Progress): Promise<Finding> {
  const databaseUrl = await postgres.createDatabase()
  const service = await startPortico({ DATABASE_URL: databaseUrl })
  const user = createUser(project)
  const { id } = await send<{ id: string }>(service.origin, user)
  const change = async (): Promise<number> => {
    const lanes = [renameUser(id, project)]
    return 1_000 * (await runLoad({ origin: service.origin, lanes, seconds: CHANGE_SECONDS })).medianMillis
  }
  const micros = await interleave({ change, added: () => measureUnusedStatement(databaseUrl, project) }, progress, {
    warmUp: (name) => (name === 'change' ? change() : Promise.resolve()),
  })
  await service.stop()
  return {
    title: 'Webhooks: a change without an endpoint',
    conditions:
      'A backend renames a user on one connection. The statement of the subscriber runs prepared on a connection of its own; the time of `select 1` is subtracted.',
    series: [
      { name: '`PATCH users/{id}`', unit: 'µs', values: micros.change },
      { name: 'the statement of the subscriber', unit: 'µs', values: micros.added },
    ],
    checks: [
      {
        what: 'the statement of the subscriber, relative to the change',
        values: ratios(micros.added, micros.change, 100),
        unit: '%',
        target: { atMost: UNUSED_PERCENT },
      },
    ],
  }
}
