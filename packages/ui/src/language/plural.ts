/** The plural categories of each language (Unicode CLDR, cardinal numbers). */
export interface PluralCategories {
  readonly ar: 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
  readonly de: 'one' | 'other'
  readonly en: 'one' | 'other'
  readonly es: 'one' | 'many' | 'other'
  readonly fr: 'one' | 'many' | 'other'
  readonly he: 'one' | 'two' | 'other'
  readonly it: 'one' | 'many' | 'other'
  readonly ja: 'other'
  readonly ko: 'other'
  readonly pt: 'one' | 'many' | 'other'
  readonly zh: 'other'
}

/** Selects the form of a text for a number. The forms are exactly those of the language. */
export type Plural<Language extends keyof PluralCategories> = (
  count: number,
  forms: Readonly<Record<PluralCategories[Language], string>>,
) => string

export function pluralsOf<Language extends keyof PluralCategories>(language: Language): Plural<Language> {
  const rules = new Intl.PluralRules(language)
  // The categories above are those of `Intl`.
  return (count, forms) => forms[rules.select(count) as PluralCategories[Language]]
}
