import { describe, expect, test } from 'vitest'

import { wrapComments } from './comments.ts'

const words = 'every word of this text counts'
/** Longer than a line, shorter than two. */
const long = Array.from({ length: 5 }, () => words).join(' ')

describe('a comment with a line beyond the width', () => {
  test('becomes a block if it was on one line', () => {
    expect(wrapComments(`  /** ${long} */\n  const one = 1\n`)).toBe(
      [
        '  /**',
        `   * ${words} ${words} ${words} every word of this`,
        `   * text counts ${words}`,
        '   */',
        '  const one = 1',
        '',
      ].join('\n'),
    )
  })

  test('is filled by paragraph, and the next lines of an item or a tag are indented', () => {
    const text = [
      '/**',
      ` * ${long}`,
      ' * short',
      ' *',
      ` * - ${long}`,
      ' *   short',
      ` *   - ${long}`,
      ` * @param one ${long}`,
      ' */',
      '',
    ]

    expect(wrapComments(text.join('\n'))).toBe(
      [
        '/**',
        ` * ${words} ${words} ${words} every word of this text`,
        ` * counts ${words} short`,
        ' *',
        ` * - ${words} ${words} ${words} every word of this`,
        ` *   text counts ${words} short`,
        ` *   - ${words} ${words} ${words} every word of this`,
        ` *     text counts ${words}`,
        ` * @param one ${words} ${words} ${words} every word of`,
        ` *   this text counts ${words}`,
        ' */',
        '',
      ].join('\n'),
    )
  })

  test('is filled if it consists of lines', () => {
    expect(wrapComments(`// ${long}\n// short\n`)).toBe(
      [`// ${words} ${words} ${words} every word of this text`, `// counts ${words} short`, ''].join('\n'),
    )
  })

  test.each([
    ['a marker', `// guard: ${long} (drop \`one\`) [tests]\n`],
    ['a directive', `// oxlint-disable-next-line no-console -- ${long}\n`],
    ['code in a comment', `/**\n * \`\`\`ts\n * ${long}\n * \`\`\`\n */\n`],
    ['an example', `/**\n * @example\n * ${long}\n *\n * ${long}\n */\n`],
    ['code in an item', `/**\n * - ${words}\n *   \`\`\`ts\n *   ${long}\n *   \`\`\`\n */\n`],
    ['a table in a comment', `/**\n * | ${long} |\n */\n`],
    ['a comment behind code', `const one = 1 // ${long}\n`],
    ['a word that does not fit', `// ${'x'.repeat(130)}\n`],
  ])('%s stays as it is', (_what, text) => {
    expect(wrapComments(text)).toBe(text)
  })
})

test('a comment within the width stays as it is', () => {
  const text = '/**\n * One sentence.\n * Another one.\n *   @example\n */\n\n  // short\n  // lines\n'

  expect(wrapComments(text)).toBe(text)
})
