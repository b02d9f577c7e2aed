import { expect, test } from 'vitest'

import { pluralsOf, type PluralCategories } from './plural.ts'

type CategoriesOf<Language extends keyof PluralCategories> = Readonly<Record<PluralCategories[Language], true>>

const ofThree = { one: true, many: true, other: true } as const
/** The type as a value. Does not compile with a missing or an additional category. */
const categories: { readonly [Language in keyof PluralCategories]: CategoriesOf<Language> } = {
  ar: { zero: true, one: true, two: true, few: true, many: true, other: true },
  de: { one: true, other: true },
  en: { one: true, other: true },
  es: ofThree,
  fr: ofThree,
  he: { one: true, two: true, other: true },
  it: ofThree,
  ja: { other: true },
  ko: { other: true },
  pt: ofThree,
  zh: { other: true },
}

test.each(Object.entries(categories))('the plural categories of "%s" are those of Intl', (language, expected) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()

  expect(pluralCategories.toSorted()).toEqual(Object.keys(expected).toSorted())
})

test('pluralsOf selects the form by the rules of the language', () => {
  const arabic = { zero: 'z', one: 'o', two: 't', few: 'f', many: 'm', other: 'x' }

  expect([0, 1, 2, 5, 11, 100].map((count) => pluralsOf('ar')(count, arabic))).toEqual(['z', 'o', 't', 'f', 'm', 'x'])
  expect([0, 1, 2].map((count) => pluralsOf('en')(count, { one: 'user', other: 'users' }))).toEqual([
    'users',
    'user',
    'users',
  ])
})
