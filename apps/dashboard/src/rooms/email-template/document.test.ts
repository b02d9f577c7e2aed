import { blockTypes, type Block, type MailDocument } from '@portico/protocols/mail-document/block-types'
import { checkDocument } from '@portico/protocols/mail-document/check-document'
import { findProblems } from '@portico/protocols/mail-document/findings'
import { describe, expect, test } from 'vitest'

import { templatesTexts } from '../../texts/en/templates.ts'
import { colorsOf } from './colors.ts'
import { duplicateBlock, insertBlock, moveBlock, outlineOf, placeBeside, removeBlock, withValue } from './document.ts'
import { addedTypes, newBlock } from './new-block.ts'

const text = (words: string): Block => ({ type: 'Text', data: { props: { text: words } } })

/** a, group (b, c), d */
const document: MailDocument = {
  root: { type: 'EmailLayout', data: { textColor: '#AA0000', childrenIds: ['a', 'group', 'd'] } },
  a: text('a'),
  group: { type: 'Container', data: { style: { backgroundColor: '#EEFFEE' }, props: { childrenIds: ['b', 'c'] } } },
  b: text('b'),
  c: text('c'),
  d: text('d'),
}

function idsOf(shown: MailDocument): string {
  return outlineOf(shown)
    .map(({ depth, id }) => `${'-'.repeat(depth)}${id}`)
    .join(' ')
}

function rowOf(id: string, within = document): ReturnType<typeof outlineOf>[number] {
  const row = outlineOf(within).find((one) => one.id === id)
  if (!row) throw new Error(`The outline has no block ${id}.`)
  return row
}

describe('the outline of a document', () => {
  test('ends after a thousand rows, and a copy has each block once, whatever a document repeats', () => {
    const levels = Array.from({ length: 7 }, (_, level): [string, Block] => [
      `l${level}`,
      { type: 'Container', data: { props: { childrenIds: Array<string>(8).fill(`l${level + 1}`) } } },
    ])
    const root: Block = { type: 'EmailLayout', data: { childrenIds: ['l0', 'end'] } }
    const repeating = { root, ...Object.fromEntries(levels), l7: text('x'), end: text('x') }
    const [first] = outlineOf(repeating)

    expect(outlineOf(repeating)).toHaveLength(1_000)
    expect(first && placeBeside(repeating, first, 1)).toEqual({ parent: 'root', column: 0, index: 2 })
    expect(first && Object.keys(removeBlock(repeating, first))).toEqual(['root', 'end'])
    // The copy contains eight blocks of its own.
    expect(first && Object.keys(duplicateBlock(repeating, first).document)).toHaveLength(10 + 8)
  })

  test('leaves out children that do not exist and circles', () => {
    const circle = withValue(document, 'group', 'props', 'childrenIds', ['b', 'gone', 'group'])

    expect(idsOf(circle)).toBe('a group -b d')
  })

  test.each([
    ['a', 1, 'group -a -b -c d'],
    ['a', -1, null],
    ['b', -1, 'a b group -c d'],
    ['c', 1, 'a group -b c d'],
    ['group', 1, 'a d group -b -c'],
    ['d', -1, 'a group -b -c -d'],
    ['d', 1, null],
  ] as const)('moves %s by %i', (id, step, expected) => {
    const place = placeBeside(document, rowOf(id), step)

    expect(place && idsOf(moveBlock(document, rowOf(id), place))).toBe(expected)
  })

  test('reaches every place by steps, and returns', () => {
    let moved = document
    const seen = []
    for (let place = placeBeside(moved, rowOf('a'), 1); place; place = placeBeside(moved, rowOf('a', moved), 1)) {
      moved = moveBlock(moved, rowOf('a', moved), place)
      seen.push(idsOf(moved))
    }

    expect(seen).toEqual([
      'group -a -b -c d',
      'group -b -a -c d',
      'group -b -c -a d',
      'group -b -c a d',
      'group -b -c d a',
    ])
  })

  test('does not move a group into itself', () => {
    expect(moveBlock(document, rowOf('group'), { parent: 'group', column: 0, index: 0 })).toBe(document)
  })

  test('copies a group with its blocks, and removes what only it contains', () => {
    const copied = duplicateBlock(document, rowOf('group'))

    expect(idsOf(copied.document)).toBe('a group -b -c block-8 -block-6 -block-7 d')
    expect(removeBlock(copied.document, rowOf('block-8', copied.document))).toEqual(document)
  })

  test('has new blocks of every type that pass the check', () => {
    const place = { parent: 'root', column: 0, index: 0 }
    const full = addedTypes.reduce(
      (grown, type) => insertBlock(grown, newBlock(type, grown, 'link', templatesTexts.en.newTexts), place).document,
      document,
    )

    expect(checkDocument(full)).toEqual({ document: full })
    const purpose = { variables: { link: { value: 'https://acme.example', isAddress: true } }, needsOneOf: ['link'] }
    expect(findProblems({ subject: '', content: full }, purpose).map(({ code }) => code)).toEqual([])
  })
})

test('a new image looks like the first one, and is another image in light and in dark mode', () => {
  const props = { url: '{{ logo }}', darkUrl: '{{ logoDark }}', alt: 'Acme', height: 48 }
  const withLogo: MailDocument = { ...document, a: { type: 'Image', data: { props } } }

  expect(newBlock('Image', withLogo, 'link', templatesTexts.en.newTexts).data).toMatchObject({
    props: { url: '', alt: 'Image', height: 48 },
  })
  expect(newBlock('Image', withLogo, 'link', templatesTexts.en.newTexts).data).not.toHaveProperty('props.darkUrl')
})

test('the colours of a document are those of its texts and those of its surfaces', () => {
  expect([colorsOf(document, 'text'), colorsOf(document, 'ground')]).toEqual([['#aa0000'], ['#eeffee']])
})

test('every field of a block has a name', () => {
  const names = Object.values(blockTypes).flatMap((groups) =>
    Object.values(groups).flatMap((fields) => Object.keys(fields)),
  )
  const inOutline = ['childrenIds', 'columns']

  expect(names.filter((name) => !inOutline.includes(name) && !Object.hasOwn(templatesTexts.en.fields, name))).toEqual(
    [],
  )
})
