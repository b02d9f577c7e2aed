import type { LocaleTexts, Text } from './locales/texts.ts'

export type TextParams = Readonly<Record<string, string | number>>

/** Gives the text in the visitor's language; `{name}` is replaced by the parameter of that name. */
export type Translate = (text: Text, params?: TextParams) => string

export type TranslationOverrides = Readonly<Partial<Record<Text, string>>>

/** Makes the translate function of one language. Overrides win over the language, and English stands in for both. */
export function createTranslate(locale: LocaleTexts | null, overrides: TranslationOverrides = {}): Translate {
  return (text, params = {}) => {
    // `hasOwn`, because a sentence of the service is looked up here too, and nothing says it is not "constructor".
    const pattern = Object.hasOwn(overrides, text)
      ? (overrides[text] ?? text)
      : locale && Object.hasOwn(locale, text)
        ? locale[text]
        : text
    return pattern.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder))
  }
}

const rightToLeftLanguages = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** The writing direction of a language tag, for the `dir` attribute. */
export function directionOf(lang: string): 'ltr' | 'rtl' {
  return rightToLeftLanguages.has(lang.split('-', 1)[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr'
}
