import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readImageSize, removeMetadata, TooManyPieces } from './image-content.ts'
import { parseInlineImage, type RasterImage } from './raster-image.ts'

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
    'data:image/png,iVBORw0KGgo=',
    'data:image/png;base64,',
    'data:image/png;base64,=',
    'data:image/png;base64,iVBORw0KGgo===',
    'data:image/png;base64,iVBORw0KGg o=',
    'data:image/png;charset=utf-8,iVBORw0KGgo=',
    'data:image/png;charset;base64,iVBORw0KGgo=',
    ' data:image/png;base64,iVBORw0KGgo=',
    'https://images.example/a.png',
    '',
  ])('refuses %j', (url) => {
    expect(parseInlineImage(url)).toBeNull()
  })

  test.each([
    'DATA:IMAGE/PNG;BASE64,iVBORw0KGgo=',
    'data:image/png;charset=utf-8;base64,iVBORw0KGgo=',
    'data:image/png;name=a.png;charset=UTF-8;base64,iVBORw0KGgo=',
    'data:image/png;base64,iVBO\r\nRw0K\nGgo=\n',
  ])('reads %j', (url) => {
    expect(parseInlineImage(url)).toMatchObject({ contentType: 'image/png' })
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

/** A JPEG segment. */
function segment(marker: string, ...data: (string | Buffer)[]): Buffer {
  const bytes = Buffer.concat(data.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length + 2)
  return Buffer.concat([Buffer.from(marker, 'hex'), length, bytes])
}

/** A PNG chunk with an arbitrary check value. */
function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)])
}

function riff(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks])
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), uint32(body.length), body])
}

function webpChunk(name: string, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from(name, 'latin1'), uint32(data.length), data, Buffer.alloc(data.length % 2)])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')
/** Exif data with the given orientation, and with a position. */
const exif = (orientation: number): Buffer =>
  Buffer.concat([
    hex(`49492a00 08000000 0100 1201 0300 01000000 0${orientation}00 0000 00000000`),
    Buffer.from('GPSLatitude'),
  ])
const comment = Buffer.from('GPSLatitude 52.5')

const jpegHead = segment('ffe0', 'JFIF\0', hex('0101 0000 0001 0001 0000'))
const jpegColours = segment('ffe2', 'ICC_PROFILE\0', hex('0101 aabb'))
const jpegFrame = segment('ffc2', hex('08 0020 0010 01 01 11 00'))
const jpegScan = Buffer.concat([segment('ffda', hex('01 01 00 00 3f 00')), hex('12 ff00 34 ffd0 56')])
const jpegEnd = hex('ffd9')
const pngHead = hex('89504e470d0a1a0a')
const pngSize = chunk('IHDR', hex('00000010 00000020 08 02 00 00 00'))
const pngPixels = Buffer.concat([chunk('IDAT', hex('aabbcc')), chunk('IEND', Buffer.alloc(0))])
const gifHead = Buffer.concat([Buffer.from('GIF89a'), hex('1000 2000 80 00 00 000000 ffffff')])
const gifLoop = Buffer.concat([hex('21ff 0b'), Buffer.from('NETSCAPE2.0'), hex('03 01 0000 00')])
const gifPixels = hex('2c 0000 0000 1000 2000 00 02 02 4401 00 3b')
const webpHead = (flags: number): Buffer =>
  webpChunk('VP8X', hex(`${flags.toString(16).padStart(2, '0')} 000000 0f0000 1f0000`))
const webpPixels = webpChunk('VP8L', hex('2f 0f c0 07 00'))
const bmp = Buffer.concat([
  Buffer.from('BM'),
  Buffer.alloc(12),
  uint32(40),
  uint32(16),
  hex('e0ffffff'),
  Buffer.alloc(28),
])

/** Pictures with metadata, and without it. */
const pictures: readonly (readonly [
  name: string,
  type: RasterImage['contentType'],
  given: Buffer[],
  expected: Buffer[],
])[] = [
  [
    'a JPEG',
    'image/jpeg',
    [
      hex('ffd8'),
      jpegHead,
      segment('ffe1', 'Exif\0\0', exif(1)),
      segment('ffe1', 'http://ns.adobe.com/xap/1.0/\0', comment),
      jpegColours,
      segment('ffe2', 'MPF\0', comment),
      segment('ffed', 'Photoshop 3.0\0', comment),
      segment('fffe', comment),
      jpegFrame,
      jpegScan,
      segment('ffe1', comment),
      jpegScan,
      jpegEnd,
      Buffer.from('video with GPSLatitude'),
    ],
    [hex('ffd8'), jpegHead, jpegColours, jpegFrame, jpegScan, jpegScan, jpegEnd],
  ],
  [
    'a JPEG on its side',
    'image/jpeg',
    [hex('ffd8'), jpegHead, segment('ffe1', 'Exif\0\0', exif(6)), jpegFrame, jpegScan, jpegEnd],
    [
      hex('ffd8'),
      segment('ffe1', 'Exif\0\0', hex('49492a00 08000000 0100 1201 0300 01000000 0600 0000 00000000')),
      ...[jpegHead, jpegFrame, jpegScan, jpegEnd],
    ],
  ],
  [
    'a PNG',
    'image/png',
    [
      pngHead,
      pngSize,
      ...['tEXt', 'zTXt', 'iTXt', 'tIME', 'caBX'].map((name) => chunk(name, comment)),
      chunk('eXIf', exif(1)),
      pngPixels,
    ],
    [pngHead, pngSize, pngPixels],
  ],
  [
    'a GIF',
    'image/gif',
    [
      gifHead,
      gifLoop,
      Buffer.concat([hex('21fe 10'), comment, hex('00')]),
      Buffer.concat([hex('21ff 0b'), Buffer.from('XMP DataXMP'), hex('10'), comment, hex('00')]),
      gifPixels,
    ],
    [gifHead, gifLoop, gifPixels],
  ],
  [
    'a WebP',
    'image/webp',
    [riff(webpHead(0x0c), webpPixels, webpChunk('EXIF', exif(1)), webpChunk('XMP ', comment))],
    [riff(webpHead(0), webpPixels)],
  ],
  [
    'a WebP on its side',
    'image/webp',
    [riff(webpHead(0x08), webpPixels, webpChunk('EXIF', Buffer.concat([Buffer.from('Exif\0\0'), exif(8)])))],
    [
      riff(
        webpHead(0x08),
        webpPixels,
        webpChunk('EXIF', hex('49492a00 08000000 0100 1201 0300 01000000 0800 0000 00000000')),
      ),
    ],
  ],
  ['a BMP', 'image/bmp', [bmp], [bmp]],
]

describe('metadata', () => {
  test.each(pictures)('is removed from %s, and nothing else', (_name, contentType, given, expected) => {
    const cleaned = removeMetadata({ contentType, bytes: Buffer.concat(given) })

    expect(cleaned.bytes.toString('hex')).toBe(Buffer.concat(expected).toString('hex'))
    expect(removeMetadata(cleaned)).toEqual(cleaned)
  })

  test('keeps the orientation of a PNG on its side, with its check value', () => {
    const bytes = Buffer.concat([pngHead, pngSize, chunk('eXIf', exif(3)), pngPixels])

    const cleaned = removeMetadata({ contentType: 'image/png', bytes }).bytes

    expect(cleaned.toString('hex')).toContain(
      `${Buffer.from('eXIf').toString('hex')}49492a0008000000010012010300010000000300000000000000ffa81f4d`,
    )
    expect(cleaned.includes('GPS')).toBe(false)
  })

  test('is removed from content of any shape without an error, once and for all', () => {
    const pieces = pictures.flatMap(([, , given]) => given)
    const content = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.uint8Array({ maxLength: 12 })), { maxLength: 8 })
    fc.assert(
      fc.property(fc.constantFrom(...(Object.keys(heads) as (keyof typeof heads)[])), content, (contentType, parts) => {
        const bytes = Buffer.concat([Buffer.from(heads[contentType], 'hex'), ...parts])
        const cleaned = removeMetadata({ contentType, bytes })
        readImageSize({ contentType, bytes })
        expect(cleaned.bytes.length).toBeLessThanOrEqual(bytes.length)
      }),
    )
  })
})

/** The shortest segments or chunks of each format. */
const shortestPieces = [
  ['image/png', heads['image/png'], '00000000494441540000'.padEnd(24, '0')],
  ['image/jpeg', heads['image/jpeg'], 'ffe00002'],
  ['image/gif', `${heads['image/gif']}00000000000000`, '210100'],
  ['image/webp', heads['image/webp'].slice(0, 24), '5650385800000000'],
] as const

describe('an image of very many pieces', () => {
  test.each(shortestPieces)('is refused as %s', (contentType, head, piece) => {
    const image = { contentType, bytes: Buffer.from(head + piece.repeat(20_000), 'hex') }

    expect(() => removeMetadata(image)).toThrow(TooManyPieces)
  })

  test('may have any number of restart markers', () => {
    const bytes = Buffer.from(`ffd8${'ffd055'.repeat(20_000)}ffd9`, 'hex')

    expect(removeMetadata({ contentType: 'image/jpeg', bytes }).bytes).toEqual(bytes)
  })
})

describe('the size of an image', () => {
  test.each(pictures)('comes from the headers of %s', (_name, contentType, given) => {
    expect(readImageSize({ contentType, bytes: Buffer.concat(given) })).toEqual({ width: 16, height: 32 })
  })

  test.each([
    [
      'a PNG that is cut off',
      'image/png',
      Buffer.concat([pngHead, hex('0000000d'), Buffer.from('IHDR'), hex('0000ea60 00000010')]),
      60_000,
    ],
    [
      'a GIF with a larger frame',
      'image/gif',
      Buffer.concat([gifHead, hex('2c 0000 0000 60ea 2000 00 02 02 4401 00 3b')]),
      60_000,
    ],
    ['a lossy WebP', 'image/webp', riff(webpChunk('VP8 ', hex('000000 9d012a ff3f 1000'))), 16_383],
    [
      'a JPEG with stray bytes before the frame',
      'image/jpeg',
      Buffer.concat([hex('ffd8 aabb ffff'), segment('ffc0', hex('08 0010 ea60 01 01 11 00'))]),
      60_000,
    ],
    [
      'an old BMP',
      'image/bmp',
      Buffer.concat([Buffer.from('BM'), Buffer.alloc(12), uint32(12), hex('60ea 1000 0100 1800')]),
      60_000,
    ],
  ] as const)('is read from %s', (_name, contentType, bytes, width) => {
    expect(readImageSize({ contentType, bytes })?.width).toBe(width)
  })

  test('is unknown without a header', () => {
    for (const [type, head] of Object.entries(heads)) {
      expect(readImageSize({ contentType: type as keyof typeof heads, bytes: Buffer.from(head, 'hex') })).toBeNull()
    }
  })
})
