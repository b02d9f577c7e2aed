'use client'

import { createContext, useContext, useMemo } from 'react'
import { hasLocale, peekLocale, readLocale } from './locales.ts'
import { createTranslate, type Translate, type TranslationOverrides } from './translate.ts'

export interface Language {
  readonly lang: string | null
  readonly overrides: TranslationOverrides
}

export const LanguageContext = createContext<Language>({ lang: null, overrides: {} })

/** Returns the translate function of the provider's language. Suspends while the language loads. */
export function useTranslate(): Translate {
  const { lang, overrides } = useContext(LanguageContext)
  const locale = readLocale(lang)
  return useMemo(() => createTranslate(locale, overrides), [locale, overrides])
}

/** Returns the translate function without suspending. Texts are in English until the language is loaded. */
export function useTranslateNow(): Translate {
  const { lang, overrides } = useContext(LanguageContext)
  return useMemo(() => createTranslate(peekLocale(lang), overrides), [lang, overrides])
}

/**
 * Returns the language of the displayed texts: English if there is no locale for the requested language, unless the
 * host provides its own texts, which are in the requested language.
 */
export function useShownLanguage(): { readonly lang: string; readonly isChosen: boolean } {
  const { lang, overrides } = useContext(LanguageContext)
  if (lang === null) return { lang: 'en', isChosen: false }
  const isShown = hasLocale(lang) || Object.keys(overrides).length > 0
  return { lang: isShown ? lang : 'en', isChosen: true }
}
