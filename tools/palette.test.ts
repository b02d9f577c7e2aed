import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { paletteFiles, readPalette, withPalette } from './palette.ts'

const palette = readPalette()
const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

describe('the palette', () => {
  test('has each colour in light and dark', () => {
    expect([...palette.keys()]).toContain('accent')
    expect(palette.size).toBe(read('packages/ui/src/tokens.css').match(/--portico-/g)?.length)
  })

  test.each(paletteFiles.map((file) => [file.pathname.split('/').at(-1), file] as const))(
    'is in the generated file %s',
    (_name, file) => {
      const text = readFileSync(file, 'utf8')

      expect(withPalette(text, palette)).toBe(text)
    },
  )

  test.each(['ink', 'accent'])('changes each use of %s', (name) => {
    const changed = new Map(palette).set(name, { light: '#111111', dark: '#eeeeee' })

    const texts = paletteFiles.map((file) => withPalette(readFileSync(file, 'utf8'), changed))

    for (const text of texts) {
      expect(text).toContain('#111111')
      expect(text).not.toContain(palette.get(name)?.light)
    }
  })
})

/** Providers define the colours of their buttons. QR codes must be dark on a light background. */
const otherColours =
  /\/\* Generated from `auth\/provider-marks[\s\S]*?End of the generated rules|svg\.portico-qr \{[\s\S]*?\}/g

test.each([
  'packages/react/src/styles.css',
  'packages/react/src/app/set-up-notice.ts',
  'packages/server/src/platform/http/pages.css',
  'packages/server/src/mails/standard-document.ts',
  'apps/dashboard/src/kit/tokens.css',
  'apps/dashboard/src/kit/text.css',
  'apps/dashboard/src/mark.svg',
])('%s has only colours of the palette', (path) => {
  const known = [...palette.values()].flatMap(({ light, dark }) => [light, dark])

  const used = read(path)
    .replaceAll(otherColours, '')
    .matchAll(/(?<!&)#(?:[0-9a-f]{6}|[0-9a-f]{3})\b/gi)

  expect([...used].map(([colour]) => colour).filter((colour) => !known.includes(colour))).toEqual([])
})
