import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import { emit, systemCall } from '../../kernel/emit.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import { statement, firstRow } from '../../kernel/statement.ts'
import { addressIdentity, currentAddress, placeOf } from '../../platform/cells/cell-address.ts'
import { readCell, type CellSettings } from '../../platform/cells/cell-settings.ts'
import { HOME } from '../../platform/cells/cell-tables.ts'
import { createSchema, migrateCell } from '../../platform/cells/open-cells.ts'
import {
  deleteProjectCell,
  findCellOfProject,
  findMove,
  listAddedCells,
  listStoredAddresses,
  replaceAddress,
  replaceProjectCell,
} from '../../platform/cells/store.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { causeOf } from '../../platform/db/database-errors.ts'
import { abortMove, performMove, type Move, type NotedMove } from './move.ts'
import { openPlace, type Place, type Subject } from './place.ts'

interface MoveDependencies {
  readonly clock: Clock
  /** The home cell, with the subscribers that write the audit log. */
  readonly db: Database
  readonly secret: MasterSecret
  readonly settings: {
    readonly cells: readonly CellSettings[]
    readonly databaseUrl: string | null
    readonly databaseDirectUrl: string | null
  }
}

type Print = Move['print']

/** What the operator typed. */
export interface MoveOptions {
  readonly to: string
  /** The option or setting that contains the address. */
  readonly toName: string
  readonly schema: string | null
  readonly isAborted: boolean
  readonly holdMillis: number
  /** How long the rows of the source stay for calls that have read the directory before the switch. */
  readonly lastReadersMillis: number
}

/** Moves a cell to another database. */
export async function moveCell(
  dependencies: MoveDependencies,
  name: string,
  options: MoveOptions,
  print: Print,
): Promise<number> {
  const { clock, db, secret, settings } = dependencies
  const ofSettings = settings.cells.find((cell) => cell.name === name)
  if (!ofSettings || !(await db.run(listAddedCells())).some((cell) => cell.name === name)) {
    throw new StartupProblem(
      name === HOME ? 'The home cell cannot be moved by this command.' : `The service has no cell "${name}".`,
      'Run `portico-server cells list`.',
    )
  }
  const stored = await db.run(listStoredAddresses())
  const current = currentAddress(ofSettings, stored, secret)
  const target = readTarget({ name, schema: options.schema ?? current.schema, url: options.to }, options)
  const noted = await readNote(db)
  const isSwitched = placeOf(current) === placeOf(target)
  if (isSwitched && noted?.source !== placeOf(ofSettings)) {
    if (noted === null) return alreadyThere(print, `The cell "${name}"`)
    throw new StartupProblem(
      `The move from ${noted.source} has switched, and its rest needs that address.`,
      'Run the command with the former url and schema of the cell in PORTICO_CELLS.',
    )
  }
  const subject: Subject = { kind: 'cell', cell: name }
  return run({ source: isSwitched ? ofSettings : current, target }, options, async (source, opened) => ({
    ...options,
    subject,
    source,
    target: opened,
    home: db,
    isSwitched,
    print,
    createTarget: async () => {
      await createSchema(target)
      await migrateCell(target)
    },
    isPresent: () => Promise.resolve(true),
    switchDirectory: () => [
      replaceAddress({
        name,
        urlSealed: secret.seal(target.url, addressIdentity(name)),
        schema: target.schema,
        formerPlaces: formerPlacesOf(name, stored, source, target),
      }),
      emit(systemCall('internal', clock.now()), 'service.cell_moved', { cell: name }),
    ],
  }))
}

/** Moves a project to another cell. */
export async function moveProject(
  dependencies: MoveDependencies,
  projectId: string,
  options: MoveOptions,
  print: Print,
): Promise<number> {
  const { clock, db, secret, settings } = dependencies
  if (projectId === 'internal') {
    throw new StartupProblem('The project internal is always in the home cell.', 'Move another project.')
  }
  const stored = await db.run(listStoredAddresses())
  const added = (await db.run(listAddedCells())).map((cell) => cell.name)
  const cells = [
    await homeAddress(dependencies),
    ...settings.cells.filter(({ name }) => added.includes(name)).map((cell) => currentAddress(cell, stored, secret)),
  ]
  const find = (name: string): CellSettings => {
    const found = cells.find((cell) => cell.name === name)
    if (found) return found
    throw new StartupProblem(
      `The service has no cell "${name}", or PORTICO_CELLS does not list it.`,
      'Run `portico-server cells list`.',
    )
  }
  const target = find(options.to)
  const present = await db.run(findCellOfProject(projectId))
  if (present === null) throw new StartupProblem(`There is no project ${projectId}.`, 'Check its id.')
  const subject: Subject = { kind: 'project', projectId }
  const noted = await readNote(db)
  const isSwitched = present === target.name
  // After the switch, only the note knows where the project was.
  const sourceName = isSwitched && noted ? noted.sourceCell : present
  if (sourceName === target.name) return alreadyThere(print, `The project ${projectId}`)
  return run({ source: find(sourceName), target }, options, (source, opened) => {
    const isPresent = async (): Promise<boolean> =>
      (await source.at.query(`select from ${source.schema}.projects where id = $1 and deleted_at is null`, [projectId]))
        .length > 0
    return Promise.resolve({
      ...options,
      subject,
      source,
      target: opened,
      home: db,
      isSwitched,
      print,
      createTarget: () => Promise.resolve(),
      isPresent,
      switchDirectory: () => [
        target.name === HOME ? deleteProjectCell(projectId) : replaceProjectCell(projectId, target.name, clock.now()),
        emit(systemCall('internal', clock.now()), 'service.project_moved', { projectId, reason: target.name }),
      ],
    })
  })
}

async function run(
  { source, target }: { readonly source: CellSettings; readonly target: CellSettings },
  { isAborted }: MoveOptions,
  createMove: (source: Place, target: Place) => Promise<Move>,
): Promise<number> {
  const places: Place[] = []
  try {
    for (const cell of [source, target]) places.push(await openAnswering(cell))
    const [from, to] = places
    if (!from || !to) throw new Error('A place was not opened.')
    const move = await createMove(from, to)
    await (isAborted ? abortMove(move) : performMove(move))
    return 0
  } finally {
    await Promise.all(places.map(({ at }) => at.close()))
  }
}

async function openAnswering(cell: CellSettings): Promise<Place> {
  try {
    return await openPlace(cell)
  } catch (error) {
    const cause = causeOf(error)
    const reason = cause instanceof Error ? cause.message.replace(/\.$/, '') || cause.name : 'unknown reason'
    throw new StartupProblem(
      `The database at ${placeOf(cell)} cannot be used: ${reason}.`,
      'Check the address, and that PostgreSQL is running.',
      { cause },
    )
  }
}

function readTarget(cell: CellSettings, { schema, toName }: MoveOptions): CellSettings {
  const read = readCell(cell, cell.url)
  if (typeof read !== 'string') return read
  const given = schema === null ? toName : `${toName} and --schema`
  throw new StartupProblem(
    `The address from ${given} cannot be used: ${read}`,
    'Use a URL such as postgres://user:password@host/database.',
  )
}

async function readNote(db: Database): Promise<NotedMove | null> {
  const noted = await db.run(findMove())
  return noted === null ? null : (JSON.parse(noted) as NotedMove)
}

async function homeAddress({ db, settings }: MoveDependencies): Promise<CellSettings> {
  const url = settings.databaseDirectUrl ?? settings.databaseUrl
  if (url === null) {
    throw new StartupProblem('The embedded database has no cells.', 'Set DATABASE_URL.')
  }
  const found = await db.run(statement<{ schema: string }>`select current_schema()::text as schema`.map(firstRow))
  return { name: HOME, url, schema: found?.schema ?? 'public' }
}

function formerPlacesOf(
  name: string,
  stored: readonly { readonly name: string; readonly formerPlaces: readonly string[] }[],
  source: CellSettings,
  target: CellSettings,
): string[] {
  const former = stored.find((cell) => cell.name === name)?.formerPlaces ?? []
  return [...new Set([...former, placeOf(source)])].filter((place) => place !== placeOf(target))
}

function alreadyThere(print: Print, what: string): number {
  print(`${what} is there already.`)
  return 0
}
