'use client'

import type { CurrentUser, Project } from '@portico/client'
import { createContext, useContext, useEffect, useMemo } from 'react'
import { hasLocale, peekLocale, readLocale } from './locales.ts'
import { createTranslate, type Translate, type TranslationOverrides } from './translate.ts'

export interface Language {
  readonly lang: string | null
  readonly overrides: TranslationOverrides
  /** Sets the language of the signed-in user, null if the user has chosen none. */
  readonly follow: (locale: string | null) => void
  /** Sets the default language of the project. */
  readonly followProject: (locale: string) => void
  /** Sets the language that the visitor chooses. Undefined if the host has chosen the language. */
  readonly choose: ((lang: string) => void) | undefined
}

export const LanguageContext = createContext<Language>({
  lang: null,
  overrides: {},
  follow: () => {},
  followProject: () => {},
  choose: undefined,
})

/** Tells the provider which language the user has chosen. After a sign-out, the page keeps the language of its user. */
export function useLanguageOf(user: CurrentUser | null | undefined): void {
  const { follow } = useContext(LanguageContext)
  useEffect(() => {
    if (user) follow(user.locale)
  })
}

/**
 * Tells the provider the default language of the project. A service with the first release of the protocol sends none.
 */
export function useLanguageOfProject(project: Project | undefined): void {
  const { followProject } = useContext(LanguageContext)
  useEffect(() => {
    if (project) followProject(project.config.defaultLocale)
  })
}

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
