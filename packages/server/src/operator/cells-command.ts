import { firstRow, unscoped } from '../kernel/statement.ts'
import type { Database } from '../kernel/database.ts'
import { StartupProblem } from '../kernel/startup-problem.ts'
import type { CellSettings } from '../platform/cells/cell-settings.ts'
import { HOME } from '../platform/cells/cell-tables.ts'
import { createSchema, openCells } from '../platform/cells/open-cells.ts'
import { registerCell } from '../platform/cells/register-cell.ts'
import { listAddedCells, openCell, type AddedCell } from '../platform/cells/store.ts'
import { requireMatchingSecret, requireSecretOfCell } from '../records/projects/signing-keys.ts'
import type { OperatorCommand, OperatorDependencies, Print } from './command.ts'

const EXIT_CODE_OF_MISUSE = 2
const USAGE = 'Use: portico-server cells list, or cells add|open|close <name>.'

/** Adds cells to the service and shows them (docs/cells.md). */
export const cellsCommand: OperatorCommand = {
  name: 'cells',
  summary: 'Lists the cells; adds one of PORTICO_CELLS; opens or closes one for new projects.',
  argument: 'list|add|open|close',
  secondArgument: 'name',
  isOfHomeCell: true,
  options: {},
  async run(dependencies, { argument, secondArgument: name }, print) {
    await requireMatchingSecret(dependencies)
    if (argument === 'list' && name === null) return list(dependencies, print)
    if (argument === 'add' && name !== null) return add(dependencies, name, print)
    if (argument === 'open' && name !== null) return setOpen(dependencies, name, true, print)
    if (argument === 'close' && name !== null) return setOpen(dependencies, name, false, print)
    print(USAGE)
    return EXIT_CODE_OF_MISUSE
  },
}

async function list(dependencies: OperatorDependencies, print: Print): Promise<number> {
  const { db, settings } = dependencies
  const added = await db.run(listAddedCells())
  const unadded = settings.cells.filter(({ name }) => !added.some((cell) => cell.name === name))
  if (added.length + unadded.length === 0) {
    print('The service has no cells: all projects are in the database of DATABASE_URL.')
    return 0
  }
  for (const cell of added) print(await describe(dependencies, cell))
  for (const { name } of unadded) print(`${name}: in PORTICO_CELLS, not added`)
  return 0
}

async function describe(dependencies: OperatorDependencies, { isOpen, name, projects }: AddedCell): Promise<string> {
  const facts = `${projects} projects, ${isOpen ? 'open' : 'closed'} for new ones`
  if (name === HOME) return `${name}: ${facts}`
  const cell = dependencies.settings.cells.find((one) => one.name === name)
  if (!cell) return `${name}: ${facts}; not in PORTICO_CELLS`
  try {
    await useCell(dependencies, cell, () => Promise.resolve())
    return `${name}: ${facts}`
  } catch (error) {
    if (!(error instanceof StartupProblem)) throw error
    return `${name}: ${facts}; ${error.message}`
  }
}

async function add(dependencies: OperatorDependencies, name: string, print: Print): Promise<number> {
  const { clock, db, settings } = dependencies
  const cell = settings.cells.find((one) => one.name === name)
  if (!cell) {
    throw new StartupProblem(`PORTICO_CELLS has no cell "${name}".`, 'Add it there, with its url and schema.')
  }
  const isKnown = (await db.run(listAddedCells())).some((one) => one.name === name)
  await createSchema(cell)
  await useCell(dependencies, cell, (inner) => requireOwnCell(inner, cell, isKnown))
  if (!isKnown) await registerCell(db, { name, isOpen: false, now: clock.now() })
  print(
    [
      `The cell "${name}" has the schema of this version.`,
      isKnown
        ? 'It had been added before.'
        : `Start every node with this PORTICO_CELLS. Then run \`portico-server cells open ${name}\`, so that new projects are created in it.`,
    ].join('\n'),
  )
  return 0
}

/** @throws StartupProblem for the schema of another service, or of the home cell */
async function requireOwnCell(inner: Database, { name, schema }: CellSettings, isKnown: boolean): Promise<void> {
  const found = await inner.run(
    unscoped.statement<{ projects: number; isHome: boolean }>`
      select count(*)::integer as projects, coalesce(bool_or(id = 'internal'), false) as "isHome" from projects`.map(
      firstRow,
    ),
  )
  if (found?.isHome) {
    throw new StartupProblem(
      `The schema ${schema} is the home cell of a service.`,
      `Set another schema for the cell "${name}".`,
    )
  }
  if (!isKnown && found && found.projects > 0) {
    throw new StartupProblem(
      `The schema ${schema} has projects already, which this service does not know.`,
      `Set an empty schema for the cell "${name}".`,
    )
  }
}

async function setOpen({ db }: OperatorDependencies, name: string, isOpen: boolean, print: Print): Promise<number> {
  const cells = await db.run(listAddedCells())
  if (!isOpen && cells.every((cell) => !cell.isOpen || cell.name === name)) {
    print(`The cell "${name}" is the only open one. Open another one first.`)
    return 1
  }
  if (!(await db.run(openCell(name, isOpen)))) {
    print(`The service has no cell "${name}". Run \`portico-server cells list\`.`)
    return 1
  }
  print(`The cell "${name}" is ${isOpen ? 'open' : 'closed'} for new projects.`)
  return 0
}

/** Migrates and checks a cell. */
async function useCell(
  { secret, settings: { databasePool } }: OperatorDependencies,
  cell: CellSettings,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const checkSecret = (db: Database): Promise<void> => requireSecretOfCell(secret, db)
  const opened = await openCells([cell], { databasePool, migrates: true, checkSecret })
  try {
    for (const { db } of opened) await work(db)
  } finally {
    await Promise.all(opened.map(({ db }) => db.close()))
  }
}
