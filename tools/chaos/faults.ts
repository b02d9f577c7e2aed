import { closeSync, openSync, rmSync, statfsSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Deployment, ServiceNode } from './deployment.ts'
import { limitTime, waitFor } from './limit-time.ts'
import type { Random } from './random.ts'

/** What the calls of the load may get while the fault lasts, and how soon all of them succeed again. */
export interface Expectation {
  /** Whether calls may get 503. Otherwise each call succeeds. */
  readonly mayBeUnavailable: boolean
  /** How many calls may lose their connection: those that a program that was killed was answering. */
  readonly brokenMax: number
  /**
   * The time from the beginning of the fault to the last call that fails; null if calls may fail until it is healed.
   */
  readonly recoverySeconds: number | null
  /** The time from the end of the fault to the last call that fails. */
  readonly afterSeconds: number
}

/** A fault that is injected into the deployment. */
export interface Fault {
  readonly name: string
  /** What happens, for the table and the documentation. */
  readonly title: string
  readonly inject: (deployment: Deployment, random: Random) => Promise<void>
  /** How long it lasts. */
  readonly seconds: number
  readonly heal: (deployment: Deployment) => Promise<void>
  readonly expect: Expectation
  /** What is wrong afterwards, apart from the calls of the load, as sentences. */
  readonly check?: (deployment: Deployment) => Promise<string[]>
}

const noFailure = { mayBeUnavailable: false, brokenMax: 0, recoverySeconds: 0, afterSeconds: 0 } as const
/** Patroni needs up to 20 s to notice that a primary has gone, and some more to promote the standby. */
const FAILOVER_SECONDS = 40
/** A second database, for faults of the start. */
const SECOND = 'portico_second'
const START_MILLIS = 180_000
const KILLED_STARTS = 4
const SWITCHOVER_MILLIS = 60_000

export const faults: readonly Fault[] = [
  {
    name: 'primary-killed',
    title: 'the machine of the primary crashes (kill -9 of PostgreSQL and Patroni)',
    inject: async (deployment) => deployment.crash(await deployment.primary()),
    seconds: 55,
    heal: startServers,
    expect: { mayBeUnavailable: true, brokenMax: 0, recoverySeconds: FAILOVER_SECONDS, afterSeconds: 10 },
  },
  {
    name: 'switchover',
    title: 'the standby is promoted on request',
    inject: switchOver,
    seconds: 20,
    heal: startServers,
    expect: { mayBeUnavailable: true, brokenMax: 0, recoverySeconds: 15, afterSeconds: 0 },
  },
  {
    name: 'standby-killed',
    title: 'the machine of the synchronous standby crashes',
    inject: async (deployment) => deployment.crash(await deployment.standby()),
    seconds: 50,
    heal: startServers,
    expect: { mayBeUnavailable: true, brokenMax: 0, recoverySeconds: FAILOVER_SECONDS, afterSeconds: 10 },
  },
  {
    name: 'network-cut',
    title: 'the network between both API nodes and the database accepts and stays silent',
    inject: async ({ api }) => {
      for (const { database } of api) database.fallSilent()
    },
    seconds: 20,
    heal: async ({ api }) => {
      for (const { database } of api) database.restore()
    },
    expect: { mayBeUnavailable: true, brokenMax: 0, recoverySeconds: null, afterSeconds: 10 },
  },
  {
    name: 'network-cut-one',
    title: 'the same for one of the two API nodes',
    inject: async ({ api: [first] }) => first?.database.fallSilent(),
    seconds: 20,
    heal: async ({ api: [first] }) => first?.database.restore(),
    expect: { mayBeUnavailable: true, brokenMax: 0, recoverySeconds: null, afterSeconds: 10 },
  },
  {
    name: 'disk-full',
    title: 'the disk of the primary is full',
    inject: fillDisk,
    seconds: 60,
    heal: async (deployment) => {
      for (const { disk } of deployment.servers) rmSync(join(disk, 'balloon'), { force: true })
      await startServers(deployment)
    },
    expect: { mayBeUnavailable: true, brokenMax: 0, recoverySeconds: null, afterSeconds: 20 },
  },
  {
    name: 'clock-ahead',
    title: 'the clock of a node is 10 minutes ahead',
    inject: (deployment) => setClock(deployment, '+600s'),
    seconds: 30,
    heal: resetClock,
    expect: noFailure,
  },
  {
    name: 'clock-behind',
    title: 'the clock of a node is 10 minutes behind',
    inject: (deployment) => setClock(deployment, '-600s'),
    seconds: 30,
    heal: resetClock,
    expect: noFailure,
  },
  {
    name: 'redis-killed',
    title: 'Redis ends and loses its data (kill -9)',
    inject: ({ parts }) => parts.redis.kill(),
    seconds: 20,
    heal: ({ parts }) => parts.redis.start(),
    expect: { mayBeUnavailable: true, brokenMax: 0, recoverySeconds: null, afterSeconds: 5 },
  },
  {
    name: 'redis-slow',
    title: 'Redis answers after 3 seconds',
    inject: async ({ parts }) => parts.redisLine.slowDown(1_500),
    seconds: 20,
    heal: async ({ parts }) => parts.redisLine.restore(),
    expect: { mayBeUnavailable: true, brokenMax: 0, recoverySeconds: null, afterSeconds: 10 },
  },
  {
    name: 'mail-tarpit',
    title: 'the mail server takes mails and does not answer',
    inject: async ({ parts }) => parts.mail.becomeTarpit(),
    seconds: 40,
    heal: async ({ parts }) => parts.mail.recover(),
    expect: noFailure,
  },
  {
    name: 'pgbouncer-restart',
    title: 'PgBouncer ends and starts again',
    inject: async ({ parts }) => {
      await parts.pgbouncer.kill()
      await parts.pgbouncer.start()
    },
    seconds: 10,
    heal: async () => {},
    expect: { mayBeUnavailable: true, brokenMax: 0, recoverySeconds: 10, afterSeconds: 0 },
  },
  {
    name: 'etcd-lost',
    title: 'etcd ends (kill -9)',
    inject: ({ parts }) => parts.etcd.kill(),
    seconds: 50,
    heal: ({ parts }) => parts.etcd.start(),
    expect: noFailure,
  },
  {
    name: 'node-killed',
    title: 'an API node ends (kill -9)',
    inject: async ({ api: [first] }) => first?.program.kill(),
    seconds: 15,
    heal: async ({ api: [first] }) => first?.program.start(),
    expect: { mayBeUnavailable: false, brokenMax: 40, recoverySeconds: 3, afterSeconds: 0 },
  },
  {
    name: 'nodes-killed',
    title: 'both API nodes end (kill -9)',
    inject: async ({ api }) => {
      await Promise.all(api.map(({ program }) => program.kill()))
    },
    seconds: 10,
    heal: async ({ api }) => {
      await Promise.all(api.map(({ program }) => program.start()))
    },
    expect: { mayBeUnavailable: true, brokenMax: 80, recoverySeconds: null, afterSeconds: 5 },
  },
  {
    name: 'worker-killed',
    title: 'the worker ends (kill -9)',
    inject: ({ parts }) => parts.worker.program.kill(),
    seconds: 20,
    heal: ({ parts }) => parts.worker.program.start(),
    expect: noFailure,
  },
  {
    name: 'migration-killed',
    title: 'a node ends during the migration of an empty database (kill -9), several times',
    inject: killMigrations,
    seconds: 0,
    heal: async () => {},
    expect: noFailure,
    check: checkSecondDatabase,
  },
  {
    name: 'started-at-once',
    title: 'two nodes start at once on an empty database',
    inject: startAtOnce,
    seconds: 0,
    heal: async () => {},
    expect: noFailure,
    check: checkSecondDatabase,
  },
]

/** Starts Patroni where it does not run. It makes the server a standby while the load continues. */
async function startServers({ servers }: Deployment): Promise<void> {
  for (const { patroni } of servers) if (!patroni.isRunning) patroni.launch()
}

async function switchOver(deployment: Deployment): Promise<void> {
  const [primary, standby] = [await deployment.primary(), await deployment.standby()]
  // Patroni answers when the switchover is done, or 503 if that takes long.
  await deployment.patroniRequest(primary, '/switchover', { leader: primary.name, candidate: standby.name })
  const isDone = await waitFor(async () => (await deployment.findPrimary()) === standby, SWITCHOVER_MILLIS)
  if (!isDone) throw new Error(`${standby.name} did not become primary.`)
}

async function fillDisk(deployment: Deployment): Promise<void> {
  const primary = await deployment.primary()
  const file = openSync(join(primary.disk, 'balloon'), 'w')
  const piece = Buffer.alloc(2 ** 20)
  try {
    for (let left = freeBytes(primary.disk); left > 0; left -= piece.length) writeSync(file, piece)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    closeSync(file)
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize + 2 ** 20
}

/** The node is started again with the clock of the machine, which then jumps. */
async function setClock(deployment: Deployment, offset: string): Promise<void> {
  const [node] = deployment.api
  if (!node) return
  const file = join(deployment.folder, 'clock')
  writeFileSync(file, '+0\n')
  await node.program.stop()
  await node.program.start({
    LD_PRELOAD: deployment.programs.libfaketime,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
  await sleep(3_000)
  writeFileSync(file, `${offset}\n`)
}

async function resetClock({ api: [node] }: Deployment): Promise<void> {
  await node?.program.stop()
  await node?.program.start()
}

async function withSecondNodes(
  deployment: Deployment,
  count: number,
  work: (nodes: ServiceNode[]) => Promise<void>,
): Promise<void> {
  const server = await deployment.primary()
  await deployment.sql(server, `drop database if exists ${SECOND} with (force)`)
  await deployment.sql(server, `create database ${SECOND} owner portico`)
  const nodes: ServiceNode[] = []
  for (let index = 0; index < count; index += 1) nodes.push(await deployment.secondNode(SECOND))
  try {
    await work(nodes)
  } finally {
    await Promise.all(nodes.map(({ program }) => program.stop()))
  }
}

async function killMigrations(deployment: Deployment, random: Random): Promise<void> {
  await withSecondNodes(deployment, 1, async ([node]) => {
    if (!node) return
    for (let count = 0; count < KILLED_STARTS; count += 1) {
      node.program.launch()
      await limitTime(untilMigrating(deployment, node), START_MILLIS)
      // The migrations take about this long.
      await sleep(random.below(400))
      await node.program.kill()
    }
    await node.program.start()
  })
}

/** Waits until the node has a connection to the second database. */
async function untilMigrating(deployment: Deployment, { program }: ServiceNode): Promise<void> {
  const server = await deployment.primary()
  const count = `select count(*) from pg_stat_activity where datname = '${SECOND}'`
  while (program.isRunning && (await deployment.sql(server, count))[0] === '0') await sleep(20)
}

async function startAtOnce(deployment: Deployment): Promise<void> {
  await withSecondNodes(deployment, 2, async (nodes) => {
    await Promise.all(nodes.map(({ program }) => program.start()))
  })
}

async function checkSecondDatabase(deployment: Deployment): Promise<string[]> {
  const server = await deployment.primary()
  const first = await deployment.schemaOf(server, 'portico')
  const second = await deployment.schemaOf(server, SECOND)
  const [projects] = await deployment.sql(server, 'select count(*) from projects', SECOND)
  return [
    ...(first === second ? [] : ['The schema of the second database differs from that of the first one.']),
    ...(projects === '2' ? [] : [`The second database has ${projects} projects instead of 2.`]),
  ]
}
