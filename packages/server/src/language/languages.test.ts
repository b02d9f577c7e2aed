import { readdirSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { languages, preferredLanguage } from './languages.ts'

const texts = new URL('../texts/', import.meta.url)

describe('the languages of the service', () => {
  test('are the folders of the texts, each with the areas of English', () => {
    const folders = readdirSync(texts).toSorted()
    const areas = folders.map((folder) => readdirSync(new URL(folder, texts)).toSorted())

    expect(folders).toEqual(Object.keys(languages).toSorted())
    expect(new Set(areas.map(String)).size).toBe(1)
  })

  test.each([
    [null, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['DE-at', 'de'],
    ['de-Latn-AT', 'de'],
    ['la-VA, la;q=0.9, de;q=0.5, en;q=0.4', 'de'],
    ['de;q=0.5, en-US;q=0.9', 'en'],
    ['de;q=0, en;q=0.1', 'en'],
    ['*', 'en'],
    ['la, *;q=0.5, de;q=0.1', 'en'],
    ['de, *;q=0.5', 'de'],
    ['*, en;q=0', 'ar'],
    ['es-MX', 'es-419'],
    ['zh-HK, en;q=0.5', 'zh-TW'],
    ['pt-AO', 'pt-PT'],
    ['constructor, __proto__, x', 'en'],
    ['-,;q=,de', 'de'],
  ])('%j prefers %s', (acceptLanguage, language) => {
    expect(preferredLanguage(acceptLanguage)).toBe(language)
  })

  test.each(Object.values(languages).map((texts) => [texts.locale, texts] as const))(
    'have errors in %s that isolate their details in sentences from right to left',
    (_, { direction, errors }) => {
      const requestId = 'req-1/2'

      expect(errors.unexpected(requestId)).toContain(direction === 'rtl' ? `\u2068${requestId}\u2069` : requestId)
      expect(errors.unexpected(requestId).includes('\u2068')).toBe(direction === 'rtl')
    },
  )

  test('are found in a header of any length', () => {
    expect(preferredLanguage(`${'x-'.repeat(8_000)}x`)).toBe('en')
    expect(preferredLanguage(`${'x,'.repeat(8_000)}de`)).toBe('de')
  })
})
