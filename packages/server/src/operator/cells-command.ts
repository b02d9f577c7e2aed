import { firstRow, unscoped } from '../kernel/statement.ts'
import type { Database } from '../kernel/database.ts'
import { StartupProblem } from '../kernel/startup-problem.ts'
import type { CellSettings } from '../platform/cells/cell-settings.ts'
import { HOME } from '../platform/cells/cell-tables.ts'
import { createSchema, openCells } from '../platform/cells/open-cells.ts'
import { registerCell } from '../platform/cells/register-cell.ts'
import { listAddedCells, listStoredAddresses, openCell, type AddedCell } from '../platform/cells/store.ts'
import { requireMatchingSecret, requireSecretOfCell } from '../records/projects/signing-keys.ts'
import type { OperatorCommand, OperatorDependencies, Print } from './command.ts'

const EXIT_CODE_OF_MISUSE = 2
const USAGE = [
  'Use: portico-server cells list',
  '     portico-server cells add|open|close <name>',
  '     portico-server cells move <name> [--to <url>] [--schema <name>] [--hold-seconds <number>] [--abort]',
  '     portico-server cells move-project <project id> --to <name of a cell> [--hold-seconds <number>] [--abort]',
].join('\n')

const HOLD_MILLIS = 5_000
const HOLD_SECONDS_MAX = 300
/** The longest transaction has ended by then: its statements and pauses are limited (security requirement 19.1). */
const LAST_READERS_MILLIS = 15_000

/** Adds cells to the service and shows them (docs/cells.md). */
export const cellsCommand: OperatorCommand = {
  name: 'cells',
  summary: 'Lists the cells; adds, opens, closes or moves one; moves a project to another one.',
  argument: 'list|add|open|close|move|move-project',
  secondArgument: 'name',
  isOfHomeCell: true,
  options: {
    to: {
      type: 'string',
      summary: 'move: the new URL, instead of PORTICO_CELL_MOVE_URL; move-project: the name of the cell.',
    },
    schema: { type: 'string', summary: 'move: the new schema. Default: the name of the present one.' },
    'hold-seconds': { type: 'string', summary: 'How long an attempt may hold writes. Default: 5.' },
    abort: { type: 'boolean', summary: 'Undoes a move that has not switched.' },
  },
  async run(dependencies, { argument, secondArgument: name, switches, texts }, print) {
    await requireMatchingSecret(dependencies)
    const isMove = argument === 'move' || argument === 'move-project'
    if (!isMove && Object.keys(texts).length + switches.size > 0) return misuse(print)
    if (isMove) {
      const holdMillis = readHold(texts['hold-seconds'])
      const { schema = null } = texts
      // Other processes can read the arguments of a command, and a URL contains a password.
      const to = texts['to'] ?? (argument === 'move' ? dependencies.settings.cellMoveUrl : null)
      const isComplete = name !== null && to !== null && (schema === null || argument === 'move')
      if (!isComplete || holdMillis === null) return misuse(print)
      const { moveCell, moveProject } = await import('./cell-moves/move-command.ts')
      const options = {
        to,
        toName: texts['to'] === undefined ? 'PORTICO_CELL_MOVE_URL' : '--to',
        schema,
        holdMillis,
        isAborted: switches.has('abort'),
        lastReadersMillis: LAST_READERS_MILLIS,
      }
      return (argument === 'move' ? moveCell : moveProject)(dependencies, name, options, print)
    }
    if (argument === 'list' && name === null) return list(dependencies, print)
    if (argument === 'add' && name !== null) return add(dependencies, name, print)
    if (argument === 'open' && name !== null) return setOpen(dependencies, name, true, print)
    if (argument === 'close' && name !== null) return setOpen(dependencies, name, false, print)
    return misuse(print)
  },
}

function misuse(print: Print): number {
  print(USAGE)
  return EXIT_CODE_OF_MISUSE
}

/** @returns milliseconds; null for a text that is not a number of seconds */
function readHold(seconds: string | undefined): number | null {
  if (seconds === undefined) return HOLD_MILLIS
  return /^[1-9]\d{0,2}$/.test(seconds) && Number(seconds) <= HOLD_SECONDS_MAX ? Number(seconds) * 1_000 : null
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
  if (!isKnown) await registerCell(db, { name, isOpen: false, now: clock.now() }, { onStep: print })
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
  { db, secret, settings: { databasePool } }: OperatorDependencies,
  cell: CellSettings,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const checkSecret = (db: Database): Promise<void> => requireSecretOfCell(secret, db)
  const stored = await db.run(listStoredAddresses())
  const opened = await openCells([cell], { databasePool, migrates: true, stored, secret, checkSecret })
  try {
    for (const { db } of opened) await work(db)
  } finally {
    await Promise.all(opened.map(({ db }) => db.close()))
  }
}
