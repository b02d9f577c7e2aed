import { describe, expect, test } from 'vitest'

import { diffOf } from './diff.ts'

function print(before: string, after: string): string {
  const signs = { same: ' ', removed: '-', added: '+' }
  return diffOf(before, after)
    .map(({ kind, text }) => signs[kind] + text)
    .join('\n')
}

describe('the difference of two texts', () => {
  test.each([
    ['a changed value', 'false', 'true', '-false\n+true'],
    ['an added line', '[\n]', '[\n  1\n]', ' [\n+  1\n ]'],
    ['a removed line', 'a\nb\nc', 'a\nc', ' a\n-b\n c'],
    ['a changed line between others', 'a\nb\nc', 'a\nx\nc', ' a\n-b\n+x\n c'],
    ['lines at both ends', 'b', 'a\nb\nc', '+a\n b\n+c'],
    ['no difference', 'a\nb', 'a\nb', ' a\n b'],
  ])('is %s', (_name, before, after, expected) => {
    expect(print(before, after)).toBe(expected)
  })

  test('of long texts contains both texts completely', () => {
    const long = Array.from({ length: 500 }, (_, index) => String(index)).join('\n')

    expect(diffOf(long, 'x').map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 500 }, () => 'removed'),
      'added',
    ])
  })
})
