import { describe, expect, test } from 'vitest'

import { checkDocument } from './check-document.ts'

const problemOf = (content: unknown): unknown => {
  const checked = checkDocument(content)
  return 'problem' in checked ? [checked.problem.block, checked.problem.field] : null
}

describe('the check of a document', () => {
  test.each<[string, unknown]>([
    ['an empty document', {}],
    ['a document without a root', { a: { type: 'Spacer', data: {} } }],
    ['null for every member', { a: { type: 'Text', data: { style: { color: null, padding: null }, props: null } } }],
    ['unlisted members', { a: { type: 'Divider', data: { style: { other: 1 }, more: [] } } }],
    ['children that do not exist', { root: { type: 'EmailLayout', data: { childrenIds: ['x'] } } }],
    ['a wrong value of an extension', { root: { type: 'EmailLayout', data: { darkColors: 3, borderColor: 'red' } } }],
    [
      'columns',
      { a: { type: 'ColumnsContainer', data: { props: { columns: [1, 2, 3].map(() => ({ childrenIds: [] })) } } } },
    ],
    ['columns that are left out with all properties', { a: { type: 'ColumnsContainer', data: {} } }],
  ])('accepts %s', (_, content) => {
    expect(problemOf(content)).toBeNull()
  })

  test.each<[string, unknown, readonly [string | null, string | null]]>([
    ['a list', [], [null, null]],
    ['text', 'x', [null, null]],
    ['a block without data', { a: { type: 'Text' } }, ['a', 'data']],
    ['an unknown type', { a: { type: 'Video', data: {} } }, ['a', 'type']],
    ['a type of the language', { a: { type: 'constructor', data: {} } }, ['a', 'type']],
    ['a colour by name', { a: { type: 'Text', data: { style: { color: 'red' } } } }, ['a', 'style.color']],
    ['a part of a padding', { a: { type: 'Text', data: { style: { padding: { top: 1 } } } } }, ['a', 'style.padding']],
    ['a negative height', { a: { type: 'Spacer', data: { props: { height: -1 } } } }, ['a', 'props.height']],
    ['an unknown level', { a: { type: 'Heading', data: { props: { level: 'h4' } } } }, ['a', 'props.level']],
    ['two columns', { a: { type: 'ColumnsContainer', data: { props: { columns: [] } } } }, ['a', 'props.columns']],
    [
      'no columns beside others',
      { a: { type: 'ColumnsContainer', data: { props: { columnsCount: 2 } } } },
      ['a', 'props.columns'],
    ],
    [
      'children that are no list',
      { root: { type: 'EmailLayout', data: { childrenIds: 'a' } } },
      ['root', 'childrenIds'],
    ],
  ])('refuses %s', (_, content, problem) => {
    expect(problemOf(content)).toEqual(problem)
  })
})
