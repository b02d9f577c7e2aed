import { expect, test } from 'vitest'

import { column, columns } from './columns.ts'
import { fragment, sequence, SqlName, statement, type SqlFragment } from './statement.ts'

const userColumns = columns({ id: column<string>('id'), displayName: column<string | null>('display_name') })

test('a statement turns values into parameters and names into SQL text', () => {
  const name = new SqlName('users')

  const [query] = statement`select ${userColumns} from ${name} where id = ${'7'} and display_name = ${name.text}`
    .queries

  expect(query?.text).toBe(
    'select id as "id", display_name as "displayName" from users where id = $1 and display_name = $2',
  )
  expect(query?.values).toEqual(['7', 'users'])
})

test('a statement numbers the parameters of a fragment with its own', () => {
  const isBetween = (column: string, from: number, to: number): SqlFragment =>
    fragment`${new SqlName(column)} > ${from} and ${new SqlName(column)} < ${to}`

  const built = ['a', 'b', 'a'].map(
    (column, index) =>
      statement`select ${'x'} where ${isBetween(column, index, 5)} and ${fragment`true`} and c = any (${['y', 'z']})`
        .queries[0],
  )

  expect(built.map((query) => query?.text)).toEqual(
    ['a', 'b', 'a'].map((name) => `select $1 where ${name} > $2 and ${name} < $3 and true and c = any ($4)`),
  )
  expect(built.map((query) => query?.values)).toEqual([0, 1, 2].map((from) => ['x', from, 5, ['y', 'z']]))
})

test('a fragment is inserted into another one', () => {
  const isAbove = fragment`${new SqlName('a')} > ${1}`
  const isNamed = fragment`name = ${'x'} and ${isAbove} and ${fragment`true`} and b < ${2}`

  const [query] = statement`select where ${isNamed} or ${isAbove} or c = ${3}`.queries

  expect(query?.text).toBe('select where name = $1 and a > $2 and true and b < $3 or a > $4 or c = $5')
  expect(query?.values).toEqual(['x', 1, 2, 1, 3])
})

test('a template builds separate SQL text for each name', () => {
  const all = (name: string): string | undefined => statement`select from ${new SqlName(name)}`.queries[0]?.text

  expect([all('users'), all('teams'), all('users')]).toEqual([
    'select from users',
    'select from teams',
    'select from users',
  ])
})

test('a template builds separate SQL text for a name and a parameter at the same position', () => {
  const equal = (left: unknown, right: unknown): string | undefined => statement`${left} = ${right}`.queries[0]?.text

  expect([equal(new SqlName('a'), 'x'), equal('x', new SqlName('a'))]).toEqual(['a = $1', '$1 = a'])
})

test.each(['users; drop table users', 'Users', '"users"', '', 'u.id'])('a statement refuses the name %j', (name) => {
  expect(() => new SqlName(name)).toThrow('Invalid SQL name')
  expect(() => column(name)).toThrow('Invalid SQL name')
})

test('a column map selects aliased columns, chosen columns, and all columns but one', () => {
  expect(userColumns.of('u').text).toBe('u.id as "id", u.display_name as "displayName"')
  expect(userColumns.only('displayName').of('u').text).toBe('u.display_name as "displayName"')
  expect(userColumns.without('displayName').text).toBe('id as "id"')
})

test('a sequence passes each statement the results of its own queries', () => {
  const rowsOf = statement`select 1`.map(({ rows }) => rows)
  const whole = sequence({ first: rowsOf, inner: sequence([rowsOf, rowsOf]), last: rowsOf })
  const results = [1, 2, 3, 4].map((number) => ({ rows: [{ number }], count: 1 }))

  expect(whole.read(results)).toEqual({
    first: [{ number: 1 }],
    inner: [[{ number: 2 }], [{ number: 3 }]],
    last: [{ number: 4 }],
  })
})
