import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { interleave, ratios, SHORT_ROUND_SECONDS, SHORT_ROUNDS, type Comparison } from '../comparison.ts'
import { runLoad, type Lane } from '../load.ts'
import {
  createSession,
  createUser,
  productionSettings,
  readCurrentUsersInTurn,
  send,
  startPortico,
  type BenchProject,
  type SignedIn,
} from '../portico.ts'
import type { BenchPostgres } from '../postgres.ts'
import type { ServerProcess } from '../processes.ts'

const sizes = { few: 10, many: 1_000, most: 10_000 } as const
type Size = keyof typeof sizes
const names = ['few', 'many', 'most'] as const satisfies Size[]

/** Callers that read at the same time. Each calls its share of the projects in turn. */
const CALLERS = 4
/** Calls that set the projects up at the same time. */
const SETUP_CALLS = 16
const WARM_UP_SECONDS = 6
const LATENCY_RATIO_MAX = 1.5

interface Subject {
  readonly server: ServerProcess
  readonly lanes: Lane[]
  readonly peakMemory: () => number
}

/** Compares a service with many projects with one that has few. */
export const projects: Comparison = {
  name: 'projects',
  async run({ postgres, progress }) {
    const subjects = {} as Record<Size, Subject>
    for (const size of names) {
      subjects[size] = await startWithProjects(postgres, size)
      progress(`${formatSize(size)}: ready after ${subjects[size].server.readyMillis.toFixed(0)} ms`)
    }
    const measure = async (size: Size, seconds: number): Promise<number> => {
      const { lanes, server } = subjects[size]
      return 1_000 * (await runLoad({ origin: server.origin, lanes, seconds })).medianMillis
    }
    const roundOf = (size: Size) => () => measure(size, SHORT_ROUND_SECONDS)
    const micros = await interleave({ few: roundOf('few'), many: roundOf('many'), most: roundOf('most') }, progress, {
      warmUp: (size) => measure(size, WARM_UP_SECONDS),
      rounds: SHORT_ROUNDS,
    })
    const peaks = { few: subjects.few.peakMemory(), many: subjects.many.peakMemory(), most: subjects.most.peakMemory() }
    for (const size of names) await subjects[size].server.stop()

    return [
      {
        title: 'Many projects in one service',
        conditions: `\`GET users/me\` of one user per project, ${CALLERS} connections, each with its share of the projects in turn; ${SHORT_ROUND_SECONDS} s per round. The start is one with an existing database.`,
        series: [
          ...names.map((size) => ({
            name: `latency, ${formatSize(size)}`,
            unit: 'µs' as const,
            values: micros[size],
          })),
          ...names.map((size) => ({
            name: `start, ${formatSize(size)}`,
            unit: 'ms' as const,
            values: [subjects[size].server.readyMillis],
          })),
          ...names.map((size) => ({
            name: `peak of resident memory, ${formatSize(size)}`,
            unit: 'MB' as const,
            values: [peaks[size]],
          })),
        ],
        checks: (['many', 'most'] as const).map((size) => ({
          what: `latency of \`users/me\` with ${formatSize(size)}, relative to ${sizes.few}`,
          values: ratios(micros[size], micros.few),
          unit: '×' as const,
          target: { atMost: LATENCY_RATIO_MAX },
        })),
      },
    ]
  },
}

async function startWithProjects(postgres: BenchPostgres, size: Size): Promise<Subject> {
  const DATABASE_URL = await postgres.createDatabase()
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-bench-'))
  const seed = path.join(folder, 'seed.json')
  const created = Array.from({ length: sizes[size] }, newProject)
  await writeFile(seed, JSON.stringify({ projects: created.map(toSeed) }))
  await (await startPortico({ ...productionSettings, DATABASE_URL, PORTICO_SEED: seed })).stop()
  await rm(folder, { recursive: true })

  const server = await startPortico({ ...productionSettings, DATABASE_URL, PORTICO_LOG: 'warn' })
  const peakMemory = server.watchMemory()
  const users: { project: BenchProject; user: SignedIn }[] = []
  const remaining = created.values()
  await Promise.all(
    Array.from({ length: SETUP_CALLS }, async () => {
      for (const project of remaining) {
        const { id } = await send<{ id: string }>(server.origin, createUser(project))
        users.push({ project, user: await send<SignedIn>(server.origin, createSession(id, project)) })
      }
    }),
  )
  const lanes = Array.from({ length: CALLERS }, (_, caller) =>
    readCurrentUsersInTurn(users.filter((_, index) => index % CALLERS === caller)),
  )
  return { server, lanes, peakMemory }
}

function newProject(): BenchProject {
  const key = (): string => randomUUID().replaceAll('-', '')
  return { id: randomUUID(), clientKey: `pck_${key()}`, serverKey: `ssk_${key()}`, adminKey: `sak_${key()}` }
}

function toSeed({ adminKey, clientKey, id, serverKey }: BenchProject): object {
  return {
    id,
    keys: {
      publishable_client_key: clientKey,
      secret_server_key: serverKey,
      super_secret_admin_key: adminKey,
    },
  }
}

function formatSize(size: Size): string {
  return `${sizes[size].toLocaleString('en')} projects`
}
