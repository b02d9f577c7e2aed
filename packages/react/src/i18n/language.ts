import { createContext, useContext, useMemo } from 'react'
import { peekLocale, readLocale, resolveLocale } from './locales.ts'
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

/**
 * The language in which texts really appear: English where we do not have the wanted one, unless the host brings texts of
 * its own, which are then in the language it names.
 */
export function useShownLanguage(): { readonly lang: string; readonly isChosen: boolean } {
  const { lang, overrides } = useContext(LanguageContext)
  if (lang === null) return { lang: 'en', isChosen: false }
  const isShown = resolveLocale(lang) !== null || Object.keys(overrides).length > 0
  return { lang: isShown ? lang : 'en', isChosen: true }
}
