import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { loadModule } from 'libpg-query'
import { beforeAll, describe, expect, test } from 'vitest'

import { exceptions } from './exceptions.ts'
import { findUnboundTemplates } from './prove.ts'
import { readSourceTemplates } from './source-templates.ts'
import { findTemplates } from './templates.ts'

const root = join(import.meta.dirname, '../..')

const tables = new Set(
  globSync('packages/server/src/**/*.sql', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/create (?:or replace )?(?:table|view) (?:\w+\.)?(\w+)/g)].map(
      ([, name]) => name ?? '',
    ),
  ),
)

beforeAll(() => loadModule())

describe('the statements of the service', () => {
  const named = new Set(Object.values(exceptions).flat())
  let unbound: ReturnType<typeof findUnboundTemplates>

  beforeAll(() => {
    unbound = findUnboundTemplates(readSourceTemplates('packages/server/src/**/*.ts'), tables)
  })

  test('bind each table to the project, except those that are named', () => {
    const unnamed = unbound.filter(({ template }) => !named.has(template.owner))

    expect(unnamed.map(({ template: { file, line }, problems }) => `${file}:${line}: ${problems.join('; ')}`)).toEqual(
      [],
    )
  })

  test('are named only if they do not', () => {
    const owners = new Set(unbound.map(({ template }) => template.owner))

    expect([...named].filter((name) => !owners.has(name))).toEqual([])
  })

  test('are written nowhere else', () => {
    const elsewhere = readSourceTemplates('packages/!(server|testkit)/src/**/*.{ts,tsx}')

    expect(elsewhere.map(({ file, line }) => `${file}:${line}`)).toEqual([])
  })
})

describe('a statement is proved', () => {
  test.each([
    [
      'with the project as a parameter',
      'statement`select id from users where id = ${id} and project_id = ${projectId}`',
    ],
    [
      'with a join',
      'statement`select 1 from users u join teams t on t.project_id = u.project_id where u.project_id = ${projectId}`',
    ],
    [
      'with the rows that another part returns',
      'statement`with gone as (delete from teams where project_id = ${projectId} returning project_id, id) select 1 from gone join users u on u.project_id = gone.project_id`',
    ],
    [
      'with a lateral query',
      'statement`select 1 from users u, lateral (select from teams where project_id = u.project_id offset 0) t where u.project_id = ${projectId}`',
    ],
    [
      'if a later condition compares the rows',
      'statement`select id from (select id, project_id from users where id = ${id} offset 0) u where u.project_id = ${projectId}`',
    ],
    [
      'with the expression of an index',
      "statement`select id from users where project_id || ' held' = ${projectId} || ' held'`",
    ],
    [
      'with a condition that is inserted',
      'const range: ProjectCondition = x\nstatement`select id from users where ${range} limit 1`',
    ],
    ['with a subquery that is inserted', 'function rows(): SqlFragment {}\nstatement`select id from ${rows()}`'],
    ['in a list of columns', "new SqlText(`page.id, encode(page.key, 'hex') as key, page.name`)"],
    [
      'by the address of a row',
      'statement`delete from users where ctid = any (array(select ctid from users where project_id = ${projectId} limit 1))`',
    ],
    [
      'as a new row of the project',
      'statement`insert into teams (project_id, id) values (${projectId}, ${id}) on conflict (project_id, id) do update set id = excluded.id`',
    ],
  ])('%s', (_how, source) => {
    expect(problemsOf(source)).toEqual([])
  })

  test.each([
    ['without its project', 'statement`select id from users where id = ${id}`', 'users is not bound to the project'],
    [
      'with an alternative',
      'statement`select id from users where project_id = ${projectId} or id = ${id}`',
      'users is not bound to the project',
    ],
    [
      'that excludes its project',
      'statement`select id from users where not project_id = ${projectId}`',
      'users is not bound to the project',
    ],
    [
      'of one of two tables',
      'statement`select 1 from users u join teams t on t.id = u.team_id where u.project_id = ${projectId}`',
      't is not bound to the project',
    ],
    [
      'by the optional side of a join',
      'statement`select 1 from users u left join teams t on t.project_id = u.project_id and u.project_id = ${projectId}`',
      'u is not bound to the project',
    ],
    [
      'by two tables that are equal to each other only',
      'statement`select 1 from users u join teams t on t.project_id = u.project_id`',
      'u is not bound to the project',
    ],
    [
      'by a lateral query that repeats the table before it',
      'statement`select 1 from users u, lateral (select project_id from teams where project_id = u.project_id) t where u.project_id = t.project_id`',
      'u is not bound to the project',
    ],
    [
      'in a subquery',
      'statement`select 1 where exists (select from users where id = ${id})`',
      'users is not bound to the project',
    ],
    [
      'in one part of a union',
      'statement`select id from users where project_id = ${projectId} union select id from users`',
      'users is not bound to the project',
    ],
    [
      'by values of any project',
      'statement`select u.id from unnest(${ids}::text[]) given (project_id), lateral (select id from users where project_id = given.project_id) u`',
      'users is not bound to the project',
    ],
    [
      'in a result of another name',
      'statement`with found as (select ${id}::text as project_id) select id from users where project_id = (select other_id from found)`',
      'users is not bound to the project',
    ],
    [
      'by values of any project in a result',
      'statement`with given as (select project_id from unnest(${ids}::text[]) wanted (project_id)) select u.id from given join users u on u.project_id = given.project_id`',
      'a column project_id is not known to be the project',
    ],
    [
      'by values that a recursion begins with',
      'statement`with recursive given (project_id) as (select unnest(${ids}::text[]) union select u.project_id from given join users u on u.project_id = given.project_id) select from given`',
      'a column project_id is not known to be the project',
    ],
    [
      'by the name of another result',
      'fragment`with users as (select 1) select 1`\nstatement`select id from users`',
      'users is not bound to the project',
    ],
    [
      'by a condition whose type is uncertain',
      'const f = (range: ProjectCondition) => range\nconst range = other()\nstatement`select id from users where ${range}`',
      'users is not bound to the project',
    ],
    [
      'by the name of a table that is inserted',
      'statement`select id from ${table}`',
      'hole 1 is not bound to the project',
    ],
    [
      'in the row that it inserts',
      'statement`insert into teams (id) values (${id})`',
      'teams: the project of a new row is not known to be the project',
    ],
    [
      'in the row that it moves',
      'statement`update teams set project_id = (select min(id) from found) where project_id = ${projectId}`',
      'the new project of a row is not known to be the project',
    ],
    [
      'in the row that conflicts',
      'statement`insert into teams (project_id, id) values (${projectId}, ${id}) on conflict (id) do update set id = excluded.id`',
      'teams: a conflicting row may belong to another project',
    ],
    [
      'in a form that the handle does not find',
      'statement`select id from users where ${projectId} = project_id`',
      'the handle does not find the project in projectId',
    ],
    ['in an inserted condition', 'ofProject`id = ${id}`', 'table of the project is not bound to the project'],
    ['in an inserted table', 'fragment`users where id = ${id}`', 'users is not bound to the project'],
    [
      'after an alternative that is inserted',
      'fragment`id = ${id} or id = ${other}`',
      'alternatives of a part need parentheses',
    ],
    [
      'in a named result that another part reads',
      'const found = fragment`with found as (select project_id, id from users where id = ${id})`; statement`${found} select id from found`',
      'users is not bound to the project',
    ],
    ['in SQL that PostgreSQL does not accept', 'statement`selec id`', 'PostgreSQL does not accept it'],
  ])('not %s', (_how, source, problem) => {
    expect(problemsOf(source)).toContain(problem)
  })

  test('not if it says that it is not restricted', () => {
    expect(problemsOf('unscoped.statement`select id from users`')).toEqual([])
  })
})

test.each([
  ['is used without a template', "import { statement } from '../kernel/statement.ts'\nconst tag = statement"],
  ['has another name', "import { statement as sql } from '../kernel/statement.ts'"],
])('a tag is refused if it %s, because its SQL would not be found', (_how, source) => {
  expect(() => findTemplates('a.ts', source)).toThrow(/`statement` (?:is not the tag of a template|must keep its name)/)
})

function problemsOf(source: string): string[] {
  return findUnboundTemplates(findTemplates('a.ts', source), tables).flatMap(({ problems }) => problems)
}
