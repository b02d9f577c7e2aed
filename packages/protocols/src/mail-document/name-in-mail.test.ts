import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { nameInMail, quotedNameInMail } from './name-in-mail.ts'

describe('a name in a mail', () => {
  test.each([
    ['Marginalia', 'Marginalia'],
    ['Büchertisch & Söhne, Inc.', 'Büchertisch & Söhne, Inc.'],
    ['Acme.io', 'Acme·io'],
    ['https://evil.example/login', 'https: evil·example/login'],
    ['www.evil.example', 'www·evil·example'],
    ['evil。example', 'evil·example'],
    ['ｅｖｉｌ．ｅｘａｍｐｌｅ', 'ｅｖｉｌ·ｅｘａｍｐｌｅ'],
    ['write to eve@evil.example', 'write to eve @ evil·example'],
    ['tel:+4930123456', 'tel: +4930123456'],
    ['\\\\evil\\share', 'evil\\share'],
    ['//evil.example', 'evil·example'],
    ['evil.\u200dexample', 'evil·\u200dexample'],
    ['evil\u202e.elpmaxe', 'evil ·elpmaxe'],
    ['two\r\nlines\u2028more\0', 'two lines more'],
    ['Open 12:30', 'Open 12:30'],
    ['👩‍🚀 Space', '👩‍🚀 Space'],
    ['x'.repeat(65), `${'x'.repeat(63)}…`],
    [`${'x'.repeat(62)}. y`, `${'x'.repeat(62)}…`],
  ])('%j becomes %j', (name, written) => {
    expect(nameInMail(name)).toBe(written)
  })

  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.constantFrom(
      ...[
        'https://',
        'http:',
        '//',
        '\\\\',
        '.',
        '。',
        '．',
        '｡',
        '․',
        '﹒',
        '@',
        '＠',
        ':',
        '：',
        'mailto:',
        'www',
        'com',
      ],
      ...[' ', '\t', '\r\n', '\0', '\u202e', '\u2066', '\u200b', '\u200c', '\u200d', '\u2028', '\ufeff', '👩‍🚀', 'é'],
    ),
  )
  const names = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

  test('never contains text that a mail client turns into a link', () => {
    fc.assert(
      fc.property(names, (name) => {
        const written = nameInMail(name)

        expect(written).not.toMatch(/[.\u2024\u3002\ufe52\uff0e\uff61]\S/u)
        expect(written).not.toMatch(/[/\\\uff0f\uff3c]{2}/u)
        expect(written).not.toMatch(/\p{L}[:\ufe55\uff1a]\S/u)
        expect(written).not.toMatch(/\S[@\ufe6b\uff20]|[@\ufe6b\uff20]\S/u)
      }),
      { numRuns: 2_000 },
    )
  })

  test('is one short line without invisible characters and does not change when converted again', () => {
    fc.assert(
      fc.property(names, (name) => {
        const written = nameInMail(name)

        expect(written).not.toMatch(/(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/u)
        expect([...written].length).toBeLessThanOrEqual(64)
        expect(nameInMail(written)).toBe(written)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a quoted name in a mail', () => {
  test.each([
    ['The “A” Team', 'The A Team'],
    ['"x"', 'x'],
    ['«x» „y“ ＂z＂', 'x y z'],
    ['O’Brien', 'O’Brien'],
    ['evil"."example', 'evil·example'],
  ])('%j becomes %j, which cannot end the quotation', (name, written) => {
    expect(quotedNameInMail(name)).toBe(written)
  })
})
