import { describe, expect, test } from 'vitest'

import { parseSync } from 'oxc-parser'

import { findViolations, mayDependOnOrder, type Node } from './find-violations.ts'

/** The messages about the source, with line numbers. */
function check(source: string): string[] {
  if (!mayDependOnOrder(source)) return []
  const { program } = parseSync('flow.ts', source)
  return findViolations(program as unknown as Node).map(
    ({ node, sentence }) => `${source.slice(0, node.start as number).split('\n').length}: ${sentence}`,
  )
}

describe('statements of a transaction', () => {
  test.each([
    ['in the callback', 'db.transaction(async (tx) => { await Promise.all([tx.run(a), tx.run(b)]) })'],
    [
      'in a function with the transaction as a parameter',
      'async function f(tx: Transaction) { await Promise.all([g(tx)]) }',
    ],
    [
      'under another name, recognized by type',
      'async function f(scope: ProjectTransaction) { await Promise.all([g(scope)]) }',
    ],
    ['in a function with an executor', 'async function f(db: Executor) { await Promise.all([db.run(a), db.run(b)]) }'],
    ['in a nested function', 'db.transaction(async (tx) => { const h = () => Promise.allSettled([g(tx)]) })'],
    [
      'under another name in the callback',
      'db.transaction(async (scope) => Promise.all([scope.run(a), scope.run(b)]))',
    ],
    ['in a callback that destructures the transaction', 'db.transaction(({ run }) => Promise.all([run(a), run(b)]))'],
    ['in a method', 'class Store { async f(tx: Transaction) { await Promise.race([g(tx)]) } }'],
  ])('are refused if they run concurrently %s', (_place, source) => {
    expect(check(`\n${source}`)).toEqual([
      '2: runs statements of a transaction concurrently. Put them into one `batch`.',
    ])
  })

  test.each([
    'db.transaction(async (tx) => { await tx.batch({ a, b }) })',
    'async function f(urls: string[]) { await Promise.all(urls.map((url) => fetch(url))) }',
    'const [first, second] = await Promise.all([a(), b()])',
  ])('are accepted in a batch, and other work may run concurrently: %s', (source) => {
    expect(check(source)).toEqual([])
  })
})

describe('awaited results that are selected by position', () => {
  test.each([
    'const [, second] = (await load()) as Pair',
    'const [, user] = await load()',
    'const [first, , third] = await load()',
  ])('are refused: %s', (source) => {
    expect(check(source)).toEqual(['1: skips results by position. Give the results names, as `batch` does.'])
  })

  test('are accepted without `await`', () => {
    expect(check(String.raw`const [, year] = /(\d+)/.exec(text) ?? []`)).toEqual([])
  })
})
