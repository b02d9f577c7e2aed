import { expect, test } from 'vitest'

import { closestLanguage, firstClosestLanguage } from './closest-language.ts'

const variants = ['es-419', 'es-ES', 'fr-CA', 'fr-FR', 'pt-BR', 'pt-PT', 'zh-CN', 'zh-TW'] as const
const offered = ['en', 'de-DE', 'he', 'it', ...variants] as const

test.each([
  ['de', 'de-DE'],
  ['DE-at', 'de-DE'],
  ['de-Latn-CH', 'de-DE'],
  ['it-CH', 'it'],
  ['iw', 'he'],
  ['es', 'es-ES'],
  ['es-GQ', 'es-ES'],
  ['es-DE', 'es-ES'],
  ['es-419', 'es-419'],
  ['es-MX', 'es-419'],
  ['es-us', 'es-419'],
  ['fr', 'fr-FR'],
  ['fr-BE', 'fr-FR'],
  ['fr-CA', 'fr-CA'],
  ['pt', 'pt-BR'],
  ['pt-AO', 'pt-PT'],
  ['zh', 'zh-CN'],
  ['zh-SG', 'zh-CN'],
  ['zh-HK', 'zh-TW'],
  ['zh-Hant', 'zh-TW'],
  ['zh-Hant-US', 'zh-TW'],
  ['zh-Hans-HK', 'zh-CN'],
  ['zh-Hans-TW', 'zh-CN'],
  ['en-AU', 'en'],
  ['la', undefined],
  ['', undefined],
  ['*', undefined],
  ['constructor', undefined],
  ['__proto__', undefined],
  ['x'.repeat(10_000), undefined],
])('the closest language of %j is %s', (wanted, closest) => {
  expect(closestLanguage(offered, wanted)).toBe(closest)
})

test('a variant that is missing is replaced by another one of the language', () => {
  expect(closestLanguage(['fr-CA'], 'fr-FR')).toBe('fr-CA')
})

test('the first tag that has a language counts', () => {
  expect(firstClosestLanguage(offered, ['la', 'es-AR', 'de'])).toBe('es-419')
  expect(firstClosestLanguage(offered, ['la'])).toBe(undefined)
})
