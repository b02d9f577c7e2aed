import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { loadedLocale } from '../packages/react/src/i18n/locales/loaded-locale.ts'
import { locale } from '../packages/react/src/i18n/locales/de-DE/texts.ts'
import { shortKey } from '../packages/react/src/i18n/locales/short-key.ts'
import { texts } from '../packages/react/src/i18n/locales/texts.ts'
import { compactLocale } from './locale-keys.ts'

test('the texts have different short keys', () => {
  expect(new Set(texts.map(shortKey)).size).toBe(texts.length)
})

test('a compact locale has the texts of its source', () => {
  const source = readFileSync(new URL('../packages/react/src/i18n/locales/de-DE/texts.ts', import.meta.url), 'utf8')

  const [, lines = ''] = /^const texts: LocaleTexts = (".*")$/m.exec(compactLocale(source)) ?? []
  const published = loadedLocale({ ...locale, texts: JSON.parse(lines) as string })

  const fromSource = loadedLocale(locale)
  expect(texts.map(published.text)).toEqual(texts.map(fromSource.text))
})

test('a locale without a table of texts is an error', () => {
  expect(() => compactLocale('export const locale = {}')).toThrow('A locale has no table "texts".')
})
