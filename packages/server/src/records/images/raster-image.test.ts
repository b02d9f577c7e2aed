import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { parseInlineImage } from './raster-image.ts'

/** The shortest content of each format. */
const heads = {
  'image/png': '89504e470d0a1a0a',
  'image/jpeg': 'ffd8ff',
  'image/gif': '474946383961',
  'image/webp': '52494646ffffffff574542505650',
  'image/bmp': '424d',
}

function inline(bytes: Uint8Array, type = 'png'): string {
  return `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`
}

describe('parseInlineImage', () => {
  test.each(Object.entries(heads))(
    'recognises %s by its first bytes, whatever the declared type',
    (contentType, hex) => {
      const bytes = Buffer.from(`${hex}00`, 'hex')

      for (const type of ['png', 'jpg', 'jpeg', 'gif', 'bmp', 'webp']) {
        expect(parseInlineImage(inline(bytes, type))).toEqual({ contentType, bytes })
      }
    },
  )

  test.each(Object.values(heads))('refuses the signature %s without its last or with a wrong byte', (hex) => {
    const bytes = Buffer.from(hex, 'hex').subarray(0, -1)
    const changed = Buffer.from(hex, 'hex')
    changed[0] = 0

    expect(parseInlineImage(inline(changed))).toBeNull()
    if (hex !== heads['image/webp']) expect(parseInlineImage(inline(bytes))).toBeNull()
  })

  test.each([
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:image/PNG;base64,iVBORw0KGgo=',
    'data:image/png,iVBORw0KGgo=',
    'data:image/png;base64,',
    'data:image/png;base64,=',
    'data:image/png;base64,iVBORw0KGgo===',
    'data:image/png;base64,iVBORw0KGg o=',
    'data:image/png;base64,iVBORw0KGgo=\n',
    'data:image/png;charset=utf-8;base64,iVBORw0KGgo=',
    ' data:image/png;base64,iVBORw0KGgo=',
    'https://images.example/a.png',
    '',
  ])('refuses %j', (url) => {
    expect(parseInlineImage(url)).toBeNull()
  })

  test('returns one of the five formats with the decoded bytes, or null, for any content', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const image = parseInlineImage(inline(bytes))

        expect([undefined, ...Object.keys(heads)]).toContain(image?.contentType)
        if (image) expect(image.bytes).toEqual(Buffer.from(bytes))
      }),
    )
  })

  test('handles a million characters in linear time', () => {
    const long = `data:image/png;base64,${'A'.repeat(1_000_000)}`

    expect(parseInlineImage(`${long}!`)).toBeNull()
    expect(parseInlineImage(long)).toBeNull()
  })
})
