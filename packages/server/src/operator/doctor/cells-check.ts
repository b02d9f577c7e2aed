import { later } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import { requireAddedCells } from '../../platform/cells/added-cells.ts'
import type { CellSettings } from '../../platform/cells/cell-settings.ts'
import { problemOf, requireSchema } from '../../platform/cells/open-cells.ts'
import {
  listPlacedAmong,
  listPlacedProjects,
  listStoredAddresses,
  type StoredAddress,
} from '../../platform/cells/store.ts'
import { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { declaredBackfills } from '../../platform/db/backfills.ts'
import { openPostgres } from '../../platform/db/postgres.ts'
import { requireSecretOfCell } from '../../records/projects/signing-keys.ts'
import { listPresentProjects, listProjectIds } from '../../records/projects/store.ts'
import type { Check, DoctorFinding, DoctorSettings } from './check.ts'
import { findMissingRights, findSchemaProblems } from './database-checks.ts'
import { hasOlderSchema, tryToFollow } from './read-cells.ts'
import { findOpenBackfills } from './work-checks.ts'

export const cellsCheck: Check = {
  name: 'cells',
  summary: 'whether each cell of PORTICO_CELLS can be used, and has the projects of the directory',
  needsDatabase: true,
  async run({ db, now, settings }) {
    // The directory is part of the schema, which another check reports on.
    if (await hasOlderSchema(db)) return []
    const names = settings.cells.map(({ name }) => name)
    const unadded = await findProblem(() => requireAddedCells(db, names))
    const stored = await db.run(listStoredAddresses())
    const ofCells = await Promise.all(
      settings.cells.map((cell) => checkCell(db, cell, { settings, stored, now: now() })),
    )
    return [...unadded, ...ofCells.flat()]
  },
}

/** Returns the problem that a start would be refused with. */
async function findProblem(require: () => Promise<void>): Promise<DoctorFinding[]> {
  try {
    await require()
    return []
  } catch (error) {
    if (!(error instanceof StartupProblem)) throw error
    return [{ severity: 'error', problem: error.message, fix: error.nextStep }]
  }
}

interface CellContext {
  readonly settings: DoctorSettings
  readonly stored: readonly StoredAddress[]
  readonly now: Date
}

async function checkCell(
  home: Database,
  ofSettings: CellSettings,
  { now, settings: { secrets }, stored }: CellContext,
): Promise<DoctorFinding[]> {
  const cell = tryToFollow(ofSettings, stored, new MasterSecret(secrets))
  const { name, schema, url } = cell
  const db = await openPostgres(url, 1, undefined, { searchPath: [schema] })
  try {
    const problems: DoctorFinding[] = []
    const unusable = await findProblem(async () => {
      try {
        await requireSchema(db, cell)
        const found = [...(await findSchemaProblems(db)), ...(await findMissingRights(db))]
        problems.push(...found.map((each) => inCell(name, each)))
        if (problems.length > 0) return
        await requireSecretOfCell(new MasterSecret(secrets), db)
        const backfills = await findOpenBackfills(db, declaredBackfills)
        problems.push(...backfills.map((each) => inCell(name, each)))
        problems.push(...(await compareWithDirectory(home, db, name, now)))
      } catch (error) {
        throw problemOf(name, error)
      }
    })
    return [...unusable, ...problems]
  } finally {
    await db.close()
  }
}

function inCell(name: string, finding: DoctorFinding): DoctorFinding {
  return { ...finding, problem: `The cell "${name}": ${finding.problem}` }
}

const PROJECTS_AT_ONCE = 1_000
const SHOWN_MAX = 3
/** A transaction that creates a project has ended by then. */
const CREATED_WITHIN_MILLIS = 60_000

async function compareWithDirectory(home: Database, db: Database, name: string, now: Date): Promise<DoctorFinding[]> {
  const placedBefore = later(now, -CREATED_WITHIN_MILLIS)
  const lost = await findMissing(
    (after) => home.run(listPlacedProjects(name, placedBefore, after, PROJECTS_AT_ONCE)),
    (ids) => db.run(listPresentProjects(ids)),
  )
  const unlisted = await findMissing(
    (after) => db.run(listProjectIds(after, PROJECTS_AT_ONCE)),
    (ids) => home.run(listPlacedAmong(name, ids)),
  )
  // The directory forgets a project a moment before its cell does.
  const unknown = await db.run(listPresentProjects(unlisted))
  const findings: DoctorFinding[] = []
  if (lost.length > 0) {
    findings.push({
      severity: 'error',
      problem: `The cell "${name}" lacks ${lost.length} projects of the directory: ${shown(lost)}.`,
      fix: 'If the cell was restored to an earlier moment, stop the workers and restore a later one: within an hour, they delete what the home cell has of these projects.',
    })
  }
  if (unknown.length > 0) {
    findings.push({
      severity: 'warning',
      problem: `The cell "${name}" has ${unknown.length} projects that the directory does not have there: ${shown(unknown)}.`,
      fix: 'If the home cell was restored to an earlier moment, restore a later one. Calls to these projects do not reach the cell (docs/cells.md).',
    })
  }
  return findings
}

/** Returns the ids of all pages that are not among the present ones. */
async function findMissing(
  listAfter: (after: string) => Promise<readonly string[]>,
  listPresent: (ids: readonly string[]) => Promise<readonly string[]>,
): Promise<string[]> {
  const missing: string[] = []
  for (let after: string | undefined = ''; after !== undefined;) {
    const ids: readonly string[] = await listAfter(after)
    const present = new Set(await listPresent(ids))
    missing.push(...ids.filter((id) => !present.has(id)))
    after = ids.length < PROJECTS_AT_ONCE ? undefined : ids.at(-1)
  }
  return missing
}

function shown(ids: readonly string[]): string {
  return `${ids.slice(0, SHOWN_MAX).join(', ')}${ids.length > SHOWN_MAX ? ', …' : ''}`
}
