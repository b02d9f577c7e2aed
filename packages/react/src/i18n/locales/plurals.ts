import { pluralsOf } from '@portico/ui/language/plural'

/** The key of a text with a form for each number: the English form for several. */
export type PluralText = '{n} valid keys' | 'End {n} other sessions?'

/** The forms of these texts in English. All are keys of overrides. */
export const pluralForms = [
  '{n} valid keys',
  '1 valid key',
  'End {n} other sessions?',
  'End the other session?',
] as const

export type PluralForm = (typeof pluralForms)[number]

/** Returns the form of each text for a number in one language. */
export type LocalePlurals = Readonly<Record<PluralText, (n: number) => string>>

const plural = pluralsOf('en')

export const plurals: LocalePlurals = {
  '{n} valid keys': (n) => plural(n, { one: '1 valid key', other: '{n} valid keys' }),
  'End {n} other sessions?': (n) => plural(n, { one: 'End the other session?', other: 'End {n} other sessions?' }),
}
