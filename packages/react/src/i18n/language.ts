import { createContext, useContext, useMemo } from 'react'
import { peekLocale, readLocale } from './locales.ts'
import { createTranslate, type Translate, type TranslationOverrides } from './translate.ts'

export interface Language {
  readonly lang: string | null
  readonly overrides: TranslationOverrides
}

export const LanguageContext = createContext<Language>({ lang: null, overrides: {} })

/** The translate function of the provider's language. Suspends while the language is on its way. */
export function useTranslate(): Translate {
  const { lang, overrides } = useContext(LanguageContext)
  const locale = lang === null ? null : readLocale(lang)
  return useMemo(() => createTranslate(locale, overrides), [locale, overrides])
}

/** The same for places that must not wait: English stands in until the language is there. */
export function useTranslateNow(): Translate {
  const { lang, overrides } = useContext(LanguageContext)
  return useMemo(() => createTranslate(lang === null ? null : peekLocale(lang), overrides), [lang, overrides])
}
