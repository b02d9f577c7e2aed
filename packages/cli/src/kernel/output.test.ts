import { describe, expect, test } from 'vitest'

import { formatTable, startProgress } from './output.ts'

describe('a table', () => {
  test('has columns of equal width, and numbers on the right', () => {
    expect(
      formatTable(
        ['outcome', 'count'],
        [
          ['created', 1200],
          ['refused', 3],
        ],
      ),
    ).toBe('outcome  count\ncreated   1200\nrefused      3')
  })

  test('removes control characters, which could control the terminal', () => {
    expect(formatTable(['name'], [['Ada\u001B[31m\nLovelace']])).toBe('name\nAda[31mLovelace')
  })
})

describe('progress', () => {
  function outputOf(isTTY: boolean): { written: () => string; stream: NodeJS.WriteStream } {
    let written = ''
    const stream = { isTTY, columns: 60, write: (text: string) => (written += text) }
    // Unchecked cast: the stream has the members that the line uses.
    return { written: () => written, stream: stream as unknown as NodeJS.WriteStream }
  }

  test('is one line in a terminal, at most as wide as the terminal', () => {
    const { written, stream } = outputOf(true)
    const progress = startProgress(stream)

    progress.show(0.5, 'x'.repeat(100))
    progress.end()

    expect(written()).toBe(`\r\u001B[K[############............]  50 % ${'x'.repeat(26)}\r\u001B[K`)
  })

  test('is silent without a terminal', () => {
    const { written, stream } = outputOf(false)
    const progress = startProgress(stream)

    progress.show(0.5, 'half')
    progress.end()

    expect(written()).toBe('')
  })
})
