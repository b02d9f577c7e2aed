import type { Database } from '../../kernel/database.ts'
import { readBacklogAges } from '../../delivery/backlog-ages.ts'
import { listBackfills } from '../../platform/db/backfill-store.ts'
import { declaredBackfills, type Backfill } from '../../platform/db/backfills.ts'
import { listNodeVersions } from '../../platform/db/node-versions.ts'
import { countWorkers } from '../../records/workers/store.ts'
import type { Check, DoctorFinding } from './check.ts'
import { hasOlderSchema, readCells } from './read-cells.ts'

/** Work that has been due for longer than this waits for a worker. */
const BACKLOG_MAX_SECONDS = 300

export const workersCheck: Check = {
  name: 'workers',
  summary: 'whether a node with the role worker or all runs',
  needsDatabase: true,
  async run(subject) {
    const { db, now } = subject
    // The embedded database has one process, which does everything.
    if (db.engine === 'embedded' || (await hasOlderSchema(db))) return []
    if ((await db.run(countWorkers(now()))) > 0) return []
    const nodes = await db.run(listNodeVersions())
    const ofCells = await readCells(subject, (cell) => readBacklogAges(cell, now()))
    const backlogs = [await readBacklogAges(db, now()), ...ofCells]
    const [oldest] = backlogs.flatMap((ages) => Object.entries(ages)).toSorted(([, a], [, b]) => b - a)
    const isBehind = oldest !== undefined && oldest[1] > BACKLOG_MAX_SECONDS
    // Without nodes, the service does not run. That is not a problem in itself.
    if (nodes.length === 0 && !isBehind) return []
    const backlog = isBehind
      ? ` The oldest of the ${oldest[0]} has been due for ${Math.floor(oldest[1] / 60)} min.`
      : ''
    return [
      {
        severity: 'error',
        problem: `No node does background work, so mails, webhooks and jobs wait.${backlog}`,
        fix: 'Start a node with `portico-server start --role worker`, or one with the role all. What waits is not lost.',
      },
    ]
  },
}

/** After this number of failed attempts, the cause is not one that passes by itself. */
const ATTEMPTS_MAX = 5

/** @param backfills those of this version */
export function checkBackfills(backfills: readonly Backfill[]): Check {
  return {
    name: 'backfills',
    summary: 'whether the workers have written what the migrations of this version need later',
    needsDatabase: true,
    async run(subject) {
      if (await hasOlderSchema(subject.db)) return []
      return findOpenBackfills(subject.db, backfills)
    },
  }
}

/** Returns the backfills that are not complete in a cell. */
export async function findOpenBackfills(db: Database, backfills: readonly Backfill[]): Promise<DoctorFinding[]> {
  if (backfills.length === 0) return []
  const states = await db.run(listBackfills(backfills.map(({ name }) => name)))
  return backfills.flatMap(({ name }): DoctorFinding[] => {
    const state = states.find((each) => each.name === name)
    if (state?.doneAt) return []
    const { attempts = 0, pass = 1, written = 0 } = state ?? {}
    const problem = `The backfill "${name}" is not complete: ${written} rows are written in ${pass === 1 ? 'its first pass' : `${pass} passes`}.`
    if (attempts > ATTEMPTS_MAX) {
      const fix = 'The log of the workers has the reason ("a piece of a backfill failed").'
      return [{ severity: 'warning', problem: `${problem} Its next piece has failed ${attempts} times.`, fix }]
    }
    const fix =
      pass > 1
        ? 'Replace the nodes of the former release. The workers then read the rows again that these have written.'
        : 'Nothing, if a worker runs. Do not install the next release before it is complete.'
    return [{ severity: 'note', problem, fix }]
  })
}

export const backfillsCheck: Check = checkBackfills(declaredBackfills)
