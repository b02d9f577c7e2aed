import { describe, expect, test } from 'vitest'

import type { Block, MailDocument } from './block-types.ts'
import { findProblems } from './findings.ts'

const purpose = {
  variables: { link: { value: 'https://acme.example/?code=abc', isAddress: true }, name: { value: 'Ada' } },
  needsOneOf: ['link'],
}
const button: Block = {
  type: 'Button',
  data: { props: { text: 'Go', url: '{{ link }}', buttonBackgroundColor: '#1B6F63', buttonTextColor: '#FFFFFF' } },
}

function findingsOf(blocks: Readonly<Record<string, Block>>, { subject = 'Hello', isRooted = true } = {}): unknown[] {
  const root: MailDocument = isRooted
    ? { root: { type: 'EmailLayout', data: { childrenIds: Object.keys(blocks) } } }
    : {}
  const findings = findProblems({ subject, content: { ...root, ...blocks } }, purpose)
  return findings.map(({ block, code, field, isError, name }) => [
    isError ? 'error' : 'warning',
    code,
    block,
    field,
    name,
  ])
}

describe('the findings of a document', () => {
  test('are none for one that is in order', () => {
    expect(findingsOf({ button }, { subject: 'Hello {{ name }}' })).toEqual([])
  })

  test.each<[string, Readonly<Record<string, Block>>, readonly unknown[]]>([
    ['a link that is only in a block outside of the tree', {}, ['error', 'missing_link', null, null, 'link']],
    [
      'a child that does not exist',
      { button, box: { type: 'Container', data: { props: { childrenIds: ['gone'] } } } },
      ['warning', 'missing_child', 'box', 'childrenIds', 'gone'],
    ],
    [
      'an unknown variable',
      { button, text: { type: 'Text', data: { props: { text: '{{ nmae }}' } } } },
      ['warning', 'unknown_variable', 'text', 'props.text', 'nmae'],
    ],
    [
      'an unclosed condition',
      { button, text: { type: 'Text', data: { props: { text: '{{#if name}}x' } } } },
      ['warning', 'unclosed_condition', 'text', 'props.text', undefined],
    ],
    [
      'an image without a text',
      { button, image: { type: 'Image', data: { props: { url: 'https://acme.example/a.png' } } } },
      ['warning', 'missing_alternative', 'image', 'props.alt', undefined],
    ],
    [
      'a link of a text that runs code',
      { button, text: { type: 'Text', data: { props: { text: '**[x](javascript:y)**' } } } },
      ['error', 'unsafe_address', 'text', 'props.text', undefined],
    ],
    [
      'a button that leads elsewhere',
      { button, other: { ...button, data: { props: { ...button.data.props, url: 'https://acme.example' } } } },
      ['warning', 'other_address', 'other', 'props.url', undefined],
    ],
    [
      'text of low contrast on the background of its container',
      {
        button,
        box: { type: 'Container', data: { style: { backgroundColor: '#262626' }, props: { childrenIds: ['text'] } } },
      },
      ['warning', 'low_contrast', 'text', 'style.color', undefined],
    ],
  ])('name %s', (_, blocks, finding) => {
    const text: Block = { type: 'Text', data: { props: { text: 'x' } } }
    expect(findingsOf('box' in blocks ? { ...blocks, text } : blocks)).toContainEqual(finding)
  })

  test('name a sentence that is missing, and no button, of a mail without a link', () => {
    const notice = { variables: { sentence: { value: 'It was changed.' } }, needsOneOf: ['sentence'] }
    const content: MailDocument = {
      root: { type: 'EmailLayout', data: { childrenIds: ['other'] } },
      other: { ...button, data: { props: { ...button.data.props, url: 'https://acme.example' } } },
    }

    expect(findProblems({ subject: 'Hello', content }, notice)).toMatchObject([
      { code: 'missing_link', isError: true, name: 'sentence' },
    ])
  })

  test('name text of low contrast in dark mode, unless the mail stays light', () => {
    const text: Block = { type: 'Text', data: { props: { text: 'x' }, style: { color: '#111111' } } }
    const colors = { backdropColor: '#eeeeee', canvasColor: '#ffffff', textColor: '#111111' }
    const findingsIn = (data: object): unknown[] => {
      const root: Block = { type: 'EmailLayout', data: { ...colors, ...data, childrenIds: ['text'] } }
      return findProblems({ subject: 'x', content: { root, text } }, { variables: {}, needsOneOf: [] })
    }
    const darkColors = { '#eeeeee': '#000000', '#ffffff': '#101010' }

    expect(findingsIn({ darkColors, darkTextColors: { '#111111': '#fafafa' } })).toEqual([])
    expect(findingsIn({ darkColors, darkTextColors: { '#111111': '#303030' } })).toEqual([
      { code: 'low_contrast_dark', isError: false, block: 'text', field: 'style.color' },
    ])
    expect(findingsIn({ darkColors: { '#ffffff': '#101010' }, darkTextColors: { '#111111': '#303030' } })).toEqual([])
  })

  test('need a text of the logo only where it is absent, because an empty one says that the name is beside it', () => {
    const purpose = { variables: { logo: { value: 'cid:logo', isImage: true as const } }, needsOneOf: [] }
    const findingsFor = (props: object): unknown[] => {
      const root: Block = { type: 'EmailLayout', data: { childrenIds: ['image'] } }
      const image: Block = { type: 'Image', data: { props } }
      return findProblems({ subject: 'x', content: { root, image } }, purpose).map(({ code }) => code)
    }

    expect(findingsFor({ url: '{{ logo }}', alt: '' })).toEqual([])
    expect(findingsFor({ url: '{{ logo }}' })).toEqual(['missing_alternative'])
    expect(findingsFor({ url: 'https://acme.example/a.png', alt: '' })).toEqual(['missing_alternative'])
  })

  test('name why a mail cannot be rendered, and the block of a circle', () => {
    const box: Block = { type: 'Container', data: { props: { childrenIds: ['box'] } } }
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`b${index}`, button]))

    expect(findingsOf({ button }, { isRooted: false })).toContainEqual(['error', 'no_root', null, null, undefined])
    expect(findingsOf({ button, box })).toContainEqual(['error', 'circle', 'box', null, undefined])
    expect(findingsOf(many)).toContainEqual(['error', 'too_many_blocks', null, null, undefined])
  })
})
