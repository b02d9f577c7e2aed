import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { loadModule } from 'libpg-query'
import { beforeAll, describe, expect, test } from 'vitest'

import { findLocks, type Lock } from '../../packages/server/src/kernel/locks.ts'
import { lockLevels } from '../../packages/server/src/platform/db/lock-levels.ts'
import { readTemplate, type Reading } from '../project-scope/readings.ts'
import { readSourceTemplates } from '../project-scope/source-templates.ts'
import { findTemplates, type SqlTemplate } from '../project-scope/templates.ts'
import { withLockLevels } from './level-table.ts'
import { isPlaceholder, readParsedLocks, type ParsedLock } from './parsed-locks.ts'
import { unordered } from './unordered.ts'

const root = join(import.meta.dirname, '../..')

interface Locking {
  readonly template: SqlTemplate
  readonly reading: Reading
  readonly locks: readonly ParsedLock[]
}

beforeAll(() => loadModule())

describe('the statements of the service', () => {
  let locking: readonly Locking[]

  beforeAll(() => {
    locking = lockingOf(readSourceTemplates('packages/server/src/**/*.ts'))
  })

  test('have the locks that PostgreSQL parses', () => {
    const different = locking.filter(({ locks, reading }) => textOf(findLocks(reading.text)) !== textOf(locks))

    expect(different.map(placeOf)).toEqual([])
  })

  test('lock only tables of a level', () => {
    const levels = new Set(lockLevels.flatMap(({ tables }) => tables))
    const without = locking.flatMap((one) =>
      one.locks.flatMap(({ isNew, table }) => (isNew || levels.has(table) ? [] : [`${placeOf(one)}: ${table}`])),
    )

    expect(without).toEqual([])
  })

  test('lock several rows of a level in the order of their keys, except those that are named', () => {
    const found = unorderedOf(locking)
    const named = new Set(Object.values(unordered).flat())

    expect(found.filter(({ template }) => !named.has(template.owner)).map(placeOf)).toEqual([])
  })

  test('are named only if they name no order', () => {
    const owners = new Set(unorderedOf(locking).map(({ template }) => template.owner))

    expect(
      Object.values(unordered)
        .flat()
        .filter((name) => !owners.has(name)),
    ).toEqual([])
  })
})

describe('a statement that locks several users names their order', () => {
  test.each([
    ['by sorting', 'statement`select 1 from users where project_id = ${id} order by id for update`'],
    [
      'by a query that sorts',
      'statement`select 1 from (select id from wanted order by id) w, lateral (select 1 from users where id = w.id for update) l`',
    ],
    [
      'by a sorted list',
      'statement`select 1 from unnest(${sortedIds}::text[]) w (id), lateral (select 1 from users where id = w.id for update) l`',
    ],
    ['if there is one', 'statement`delete from users where id = ${id}`'],
    ['if it skips locked ones', 'statement`select 1 from users for update skip locked`'],
  ])('%s', (_how, source) => {
    expect(unorderedOf(lockingOf(findTemplates('a.ts', source)))).toEqual([])
  })

  test.each([
    ['a query', 'statement`select 1 from users where project_id = ${id} for update`'],
    [
      'a list',
      'statement`select 1 from unnest(${ids}::text[]) w (id), lateral (select 1 from users where id = w.id for update) l`',
    ],
    ['a change', 'statement`update users set a = 1 where project_id = ${id}`'],
    ['a deletion', 'statement`delete from users where id = any (${ids}::uuid[])`'],
  ])('and %s without one is found', (_what, source) => {
    expect(unorderedOf(lockingOf(findTemplates('a.ts', source)))).toHaveLength(1)
  })
})

describe('the README of the database', () => {
  const readme = readFileSync(join(root, 'packages/server/src/platform/db/README.md'), 'utf8')

  test('has the current table of the levels', () => {
    expect(readme === withLockLevels(readme), 'Run `npm run generate`.').toBe(true)
  })

  test('names the locks of each change in the order of the levels', () => {
    const names = lockLevels.map(({ name }) => name)
    const rows = [...readme.matchAll(/^\| [^|]+ \| (?<locks>[^|]*→[^|]*) \|/gm)].map(([, locks = '']) =>
      [...locks.matchAll(/`([^`]+)`/g)].map(([, name = '']) => names.indexOf(name)),
    )

    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter((levels) => !isAscending(levels))).toEqual([])
  })
})

function isAscending(levels: readonly number[]): boolean {
  return levels.every((level, index) => level >= (levels[index - 1] ?? 0))
}

function lockingOf(templates: readonly SqlTemplate[]): Locking[] {
  return templates.flatMap((template) =>
    readTemplate(template).flatMap((reading) => {
      const locks = readParsedLocks(reading.queries)
      return locks.length > 0 ? [{ template, reading, locks }] : []
    }),
  )
}

/** Statements that wait for locks on several rows of a table in no order, although the table has one. */
function unorderedOf(locking: readonly Locking[]): Locking[] {
  return locking.filter(({ locks, template }) => {
    const isOrdered = ({ columns, order, table }: ParsedLock): boolean =>
      (keys.get(table) ?? []).every((column) => columns.has(column)) ||
      order === 'named' ||
      (order !== null && /sorted/i.test(template.holes[order - 1]?.source ?? ''))
    const locked = new Set(
      locks.filter((lock) => !lock.isChange && (isOrdered(lock) || !lock.waits)).map(({ table }) => table),
    )
    return locks.some((lock) => lock.waits && !isOrdered(lock) && !(lock.isChange && locked.has(lock.table)))
  })
}

/** By table: the key by which several rows are locked in order. */
const keys = new Map(lockLevels.flatMap(({ several = {} }) => Object.entries(several)))

function textOf(locks: readonly Lock[]): string {
  const ofTables = locks.filter(({ table }) => !isPlaceholder(table))
  const texts = ofTables.map(({ isNew, strength, table, waits }) => `${table} ${isNew ? 'new' : strength} ${waits}`)
  return [...new Set(texts)].toSorted().join('\n')
}

function placeOf({ template: { file, line, owner } }: Locking): string {
  return `${file}:${line} ${owner}`
}
