import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { createTestPortico, someEmail, type TestDatabase, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect } from 'vitest'

import { holdLongIntervals } from '../../../test/long-intervals.ts'
import { testOfBothEngines as test } from '../../../test/engines.ts'
import { applySeed, seedLater } from '../../admin/projects/seed.ts'
import { LostProjects } from '../../delivery/lost-projects.ts'
import type { Database } from '../../kernel/database.ts'
import { PlainError } from '../../kernel/errors.ts'
import { SqlName, SqlText, statement, unscoped } from '../../kernel/statement.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import { findProjectName, listPresentProjects } from '../../records/projects/store.ts'
import { createLog } from '../log/log.ts'
import { findInCells, findInReachableCells, readInCellsOf } from './across-cells.ts'
import { MasterSecret } from '../crypto/master-secret.ts'
import { emittingDatabase } from '../db/emitting-database.ts'
import { addressIdentity, currentAddress } from './cell-address.ts'
import { CellDirectory } from './cell-directory.ts'
import { tenantTables } from './cell-tables.ts'
import { checkedDatabase } from './cell-database.ts'
import { routedDatabase } from './routed-database.ts'
import {
  findMove,
  forgetMove,
  listStoredAddresses,
  noteMove,
  openCell,
  replaceAddress,
  replaceProjectCell,
  resealAddress,
  setSwitching,
} from './store.ts'

let portico: TestPortico
let project: TestProject
let cell: TestDatabase

beforeAll(async () => {
  portico = await createTestPortico({ hasCell: true })
  if (!portico.cell) throw new Error('There is no second cell.')
  ;({ cell } = portico)
  project = await portico.createProject()
})

afterAll(() => portico.close())

/** A cell whose server does not answer. */
function downCell(): Database {
  return checkedDatabase(cell.db, () => Promise.reject(new StoreUnavailable('It is down.')))
}

/** Lists the tables of a database that contain rows of the project. */
async function tablesOf({ db }: TestDatabase): Promise<string[]> {
  const found: string[] = []
  for (const name of tenantTables) {
    const column = new SqlText(name === 'projects' ? 'id' : 'project_id')
    const { count } = await db.run(
      unscoped.statement`select 1 from ${new SqlName(name)} where ${column} = ${project.id} limit 1`,
    )
    if (count > 0) found.push(name)
  }
  return found
}

describe('a project in a second cell', () => {
  test('has rows in its cell only', async () => {
    const user = await project.signUp()
    await project.createTeam({ creator: user })
    await project
      .server()
      .post(`/contact-channels`, { user_id: user.id, type: 'email', value: someEmail(), used_for_auth: false })
    await portico.service.idle()

    expect(await tablesOf(cell)).toEqual(
      expect.arrayContaining([
        'audit_events',
        'projects',
        'sessions',
        'signing_keys',
        'team_members',
        'teams',
        'users',
      ]),
    )
    expect(await tablesOf(portico.database)).toEqual([])
  })

  test('is listed for its owner', async () => {
    const { body } = await portico
      .internal({ accessToken: project.ownerAccessToken })
      .get<{ items: { id: string }[] }>('/internal/projects')

    expect(body.items.map(({ id }) => id)).toEqual([project.id])
  })

  test('is removed with its entry of the directory', async () => {
    const other = await portico.createProject()
    await other.signUp()

    const { status } = await other.admin().delete('/internal/projects/current')
    await portico.service.idle()

    expect(status).toBe(200)
    expect(
      await portico.database.db.run(statement`select from project_cells where project_id = ${other.id}`),
    ).toMatchObject({ count: 0 })
    expect(
      await portico.database.db.run(
        unscoped.statement`select from project_owners where owned_project_id = ${other.id}`,
      ),
    ).toMatchObject({ count: 0 })
    expect(await cell.db.run(statement`select from projects where id = ${other.id}`)).toMatchObject({ count: 0 })
  })
})

describe('a node', () => {
  test('uses what it has read of the directory until the version changes, and reads it for each call before a switch', async () => {
    const db = portico.serviceDatabase
    const directory = new CellDirectory(db)
    const moved = await portico.createProject()
    const cellOf = async (): Promise<string> => directory.find(moved.id)

    expect(await cellOf()).toBe('second')
    await db.run(replaceProjectCell(moved.id, 'home', portico.clock.now()))
    expect(await cellOf()).toBe('second')
    directory.expire()
    expect(await cellOf()).toBe('second')

    await db.run(setSwitching(true))
    directory.expire()
    expect(await cellOf()).toBe('home')
    await db.batch([replaceProjectCell(moved.id, 'second', portico.clock.now()), setSwitching(true)])
    expect(await cellOf()).toBe('second')
    await db.batch([replaceProjectCell(moved.id, 'home', portico.clock.now()), setSwitching(false)])
    expect(await cellOf()).toBe('home')
    await db.batch([replaceProjectCell(moved.id, 'second', portico.clock.now()), setSwitching(false)])
  })

  test('reads the directory once for the unscoped queries of a batch before a switch', async () => {
    const { db } = portico.database
    let reads = 0
    const counted: Database = {
      ...db,
      run: (query) => {
        reads += 1
        return db.run(query)
      },
    }
    const whole = routedDatabase(
      [
        { name: 'home', db },
        { name: 'second', db: cell.db },
      ],
      new CellDirectory(counted),
    )
    const countUsers = unscoped.statement`select count(*) from users`
    const inCell = whole.cells?.at('second')
    await db.run(setSwitching(true))
    await inCell?.run(countUsers)
    reads = 0

    await inCell?.batch([countUsers, countUsers, countUsers])
    await db.run(setSwitching(false))

    expect(reads).toBe(1)
  })

  test('creates a project in the cell that was chosen, also if the directory changes before the transaction ends', async () => {
    const db = portico.serviceDatabase
    const directory = new CellDirectory(db)

    directory.assign('being-created', 'second')
    await db.run(setSwitching(false))
    directory.expire()

    expect(await directory.find('being-created')).toBe('second')
  })

  test('follows a cell from a former place, and uses its own settings otherwise', () => {
    const secret = new MasterSecret(['a secret of at least thirty-two characters'])
    const urlSealed = secret.seal('postgres://node:2@new/portico', addressIdentity('eu'))
    const old = { name: 'eu', schema: 'portico_eu', url: 'postgres://node:1@old/portico?sslmode=require' }
    const stored = [{ name: 'eu', schema: 'eu', urlSealed, formerPlaces: ['old:5432/portico portico_eu'] }]
    const elsewhere = { ...old, url: 'postgres://node:3@newer:6432/portico' }

    expect(currentAddress(old, stored, secret)).toEqual({
      name: 'eu',
      schema: 'eu',
      url: 'postgres://node:2@new/portico',
    })
    expect(currentAddress(elsewhere, stored, secret)).toEqual(elsewhere)
    expect(currentAddress(old, [], secret)).toEqual(old)
  })
})

describe('the directory', () => {
  test('notes one move at a time, and where a cell has moved', async () => {
    const db = portico.serviceDatabase
    const before = { name: 'second', urlSealed: 'sealed', schema: 'portico_eu', formerPlaces: ['old:5432/portico eu'] }

    expect(await db.run(findMove())).toBeNull()
    expect(await db.run(noteMove('one'))).toBe(true)
    expect(await db.run(noteMove('one'))).toBe(true)
    expect(await db.run(noteMove('another'))).toBe(false)
    expect(await db.run(findMove())).toBe('one')
    await db.run(forgetMove())
    expect(await db.run(findMove())).toBeNull()

    await db.run(replaceAddress(before))
    expect(await db.run(resealAddress('second', 'sealed', 'resealed'))).toBe(true)
    expect(await db.run(resealAddress('second', 'sealed', 'resealed'))).toBe(false)
    expect(await db.run(listStoredAddresses())).toEqual([{ ...before, urlSealed: 'resealed' }])
  })
})

describe('a closed cell', () => {
  test('gets no new project', async () => {
    const { db } = portico.database

    expect(await db.run(openCell('second', false))).toBe(true)
    const owner = await portico.internal({ accessToken: project.ownerAccessToken }).post('/internal/projects', {
      display_name: 'Not placed',
    })
    await db.run(openCell('second', true))

    expect(owner.status).toBe(503)
  })
})

describe('a project that its cell has lost', () => {
  test('is deleted from the home cell', async () => {
    const lost = await portico.createProject()
    const { db } = portico.database
    await cell.db.run(statement`delete from projects where id = ${lost.id}`)
    const whole = routedDatabase(
      [
        { name: 'home', db },
        { name: 'second', db: cell.db },
      ],
      new CellDirectory(db),
    )
    portico.clock.advance(2 * 60 * 60_000)

    await new LostProjects({ clock: portico.clock, db: whole, log: createLog('silent') }).sweep()

    const { rows } = await db.run(
      unscoped.statement<{ id: string }>`
        select project_id as id from project_cells union select owned_project_id from project_owners`,
    )
    expect(rows.map(({ id }) => id)).not.toContain(lost.id)
    expect(rows.map(({ id }) => id)).toContain(project.id)
  })

  test('stays in the directory if it has moved while the cell was asked', async () => {
    const moved = await portico.createProject()
    const { clock, database } = portico
    const { db } = database
    await cell.db.run(statement`delete from projects where id = ${moved.id}`)
    const asked = checkedDatabase(cell.db, () => db.run(replaceProjectCell(moved.id, 'second', clock.now())))
    const whole = routedDatabase(
      [
        { name: 'home', db },
        { name: 'second', db: asked },
      ],
      new CellDirectory(db),
    )
    clock.advance(2 * 60 * 60_000)

    await new LostProjects({ clock, db: whole, log: createLog('silent') }).sweep()

    const { rows } = await db.run(
      statement<{ id: string }>`select owned_project_id as id from project_owners where owned_project_id = ${moved.id}`,
    )
    expect(rows).toEqual([{ id: moved.id }])
  })

  test('is looked for by one sweep at a time, which a stop ends', async () => {
    const gate = Promise.withResolvers<void>()
    const reads = { begun: 0, ended: 0 }
    const { db } = portico.database
    const whole = routedDatabase(
      [
        { name: 'home', db },
        { name: 'second', db: cell.db },
      ],
      new CellDirectory(db),
    )
    const slow: Database = {
      ...whole,
      run: async (read) => {
        reads.begun += 1
        await gate.promise
        const result = await whole.run(read)
        reads.ended += 1
        return result
      },
    }
    const lostProjects = new LostProjects({ clock: portico.clock, db: slow, log: createLog('silent') })
    const { fire, release } = holdLongIntervals()
    lostProjects.start()
    release()

    for (let hour = 1; hour <= 3; hour += 1) fire()
    const { begun } = reads
    const stopped = lostProjects.stop()
    gate.resolve()
    await stopped

    expect(begun).toBe(1)
    expect(reads).toEqual({ begun: 1, ended: 1 })
  })
})

describe('a cell that is down', () => {
  test('takes no other project with it, and its projects are answered with 503', async () => {
    const { body } = await portico.internal().get<{ id: string }>('/projects/current')
    const db = portico.database.db
    const whole = routedDatabase(
      [
        { name: 'home', db },
        { name: 'second', db: downCell() },
      ],
      new CellDirectory(db),
    )

    expect(body.id).toBe('internal')
    await expect(whole.run(findProjectName('internal'))).resolves.not.toBeNull()
    await expect(whole.run(findProjectName(project.id))).rejects.toThrow(StoreUnavailable)
    await expect(
      whole.transaction((tx) => tx.batch([findProjectName('internal'), findProjectName(project.id)])),
    ).rejects.toThrow(StoreUnavailable)
    await expect(
      readInCellsOf(whole, [{ projectId: 'internal' }, { projectId: project.id }], (lane, some) =>
        lane.run(listPresentProjects(some.map(({ projectId }) => projectId))),
      ),
    ).resolves.toEqual(['internal'])
  })

  test('delays the seed of its projects until it answers', async () => {
    const { clock, database, secret } = portico
    const { db } = database
    const seeded = await portico.createProject()
    let isDown = true
    const second: Database = {
      ...cell.db,
      transaction: (work) => (isDown ? Promise.reject(new StoreUnavailable('It is down.')) : cell.db.transaction(work)),
    }
    const whole = emittingDatabase(
      routedDatabase(
        [
          { name: 'home', db },
          { name: 'second', db: second },
        ],
        new CellDirectory(db),
      ),
      [],
    )
    const dependencies = {
      clock,
      db: whole,
      log: createLog('silent'),
      secret: new MasterSecret([secret]),
      settings: { dashboardUrl: 'http://localhost:8100', mode: 'development' },
    } as const
    const waiting = await applySeed(dependencies, { projects: [{ id: seeded.id, display_name: 'Seeded' }] })
    const seeding = seedLater(dependencies, waiting, 1)

    const before = await whole.run(findProjectName(seeded.id))
    isDown = false

    await expect.poll(() => whole.run(findProjectName(seeded.id))).toBe('Seeded')
    await seeding.stop()
    expect(before).toBe('Test project')
  })

  test('is checked outside of the calls that use it, which do not wait for a migration', async () => {
    const calls = new AsyncLocalStorage<string>()
    const migrated = Promise.withResolvers<void>()
    const seen: (string | undefined)[] = []
    const check = (): Promise<void> => {
      seen.push(calls.getStore())
      return migrated.promise
    }
    const checked = checkedDatabase(cell.db, check, 1)
    const use = (): Promise<unknown> => calls.run('a call', () => checked.run(statement`select 1`))

    await expect(use()).rejects.toThrow(StoreUnavailable)
    // This use does not wait: it has failed before the next turn of the event loop.
    await expect(Promise.race([use(), nextTurn()])).rejects.toThrow(StoreUnavailable)
    migrated.resolve()
    await nextTurn()

    await expect(use()).resolves.toMatchObject({ count: 1 })
    expect(seen).toEqual([undefined])
  })

  test('fails a search that finds nothing, unless its result only refuses a call', async () => {
    const db = portico.database.db
    const whole = routedDatabase(
      [
        { name: 'home', db },
        { name: 'second', db: downCell() },
      ],
      new CellDirectory(db),
    )
    const allDown = routedDatabase([{ name: 'home', db: downCell() }], new CellDirectory(db))
    const findNothing = async (lane: Database): Promise<null> => {
      await lane.run(unscoped.statement`select 1`)
      return null
    }
    const failAtOnce = (): Promise<null> => {
      throw new Error('A bug.')
    }

    await expect(findInCells(whole, findNothing)).rejects.toThrow(StoreUnavailable)
    await expect(findInReachableCells(whole, findNothing)).resolves.toBeNull()
    await expect(findInReachableCells(allDown, findNothing)).rejects.toThrow(StoreUnavailable)
    await expect(findInReachableCells(whole, failAtOnce)).rejects.toThrow('A bug.')
  })

  test('does not delay a search that finds something in another cell', async () => {
    const db = portico.database.db
    const whole = routedDatabase(
      [
        { name: 'home', db },
        { name: 'second', db },
      ],
      new CellDirectory(db),
    )
    let asked = 0
    const find = async (): Promise<string | null> => {
      asked += 1
      return asked === 1 ? new Promise(() => {}) : 'found'
    }

    await expect(findInCells(whole, find)).resolves.toBe('found')
    expect(asked).toBe(2)
  })
})

describe('a transaction in two cells', () => {
  test('leaves nothing in either of them if it fails', async () => {
    const db = portico.database.db
    const whole = routedDatabase(
      [
        { name: 'home', db },
        { name: 'second', db: cell.db },
      ],
      new CellDirectory(db),
    )
    const before = await whole.run(findProjectName(project.id))

    const failing = whole.transaction(async (tx) => {
      await tx.batch([
        statement`update projects set display_name = 'changed' where id = ${project.id}`,
        statement`update projects set display_name = 'changed' where id = ${'internal'}`,
      ])
      throw new PlainError(400, 'It fails.')
    })

    await expect(failing).rejects.toThrow('It fails.')
    expect(await whole.run(findProjectName(project.id))).toBe(before)
    expect(await whole.run(findProjectName('internal'))).not.toBe('changed')
  })

  test('reads the directory in its own part of the home cell, whose connection can be the only one', async () => {
    const { db } = portico.database
    const directory = new CellDirectory(db)
    const whole = routedDatabase(
      [
        { name: 'home', db },
        { name: 'second', db: cell.db },
      ],
      directory,
    )

    const name = await whole.transaction(async (tx) => {
      await tx.run(findProjectName('internal'))
      directory.expire()
      return tx.run(findProjectName(project.id))
    })

    expect(name).toBe('Test project')
  })

  test('ends, also if another one uses the cells in the other order', async () => {
    const { db } = portico.database
    const whole = routedDatabase(
      [
        { name: 'home', db },
        { name: 'second', db: cell.db },
      ],
      new CellDirectory(db),
    )
    const ids = ['internal', project.id]

    const names = await Promise.all(
      [ids, ids.toReversed()].map((order) =>
        whole.transaction(async (tx) => {
          const found: (string | null)[] = []
          for (const id of order) found.push(await tx.run(findProjectName(id)))
          return found
        }),
      ),
    )

    expect(names[1]).toEqual(names[0]?.toReversed())
  })

  test('refuses an unscoped statement about projects, which names no cell', async () => {
    const whole = routedDatabase(
      [
        { name: 'home', db: portico.database.db },
        { name: 'second', db: cell.db },
      ],
      new CellDirectory(portico.database.db),
    )
    const countUsers = unscoped.statement`select count(*) from users`
    const refusal = 'An unscoped query about projects names no cell: select count(*) from users'

    await expect(whole.run(countUsers)).rejects.toThrow(refusal)
    await expect(whole.transaction((tx) => tx.run(countUsers))).rejects.toThrow(refusal)
    await expect(whole.cells?.at('second').run(countUsers)).resolves.toMatchObject({ count: 1 })
  })

  test('refuses the handle of the whole service inside it', async () => {
    const db = portico.database.db
    const whole = routedDatabase(
      [
        { name: 'home', db },
        { name: 'second', db: cell.db },
      ],
      new CellDirectory(db),
    )

    await expect(whole.transaction(() => whole.run(findProjectName(project.id)))).rejects.toThrow(
      'The database handle was used inside a transaction.',
    )
  })
})
