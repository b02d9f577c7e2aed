'use client'

import { keptLanguage } from '../i18n/kept-language.ts'
import { firstLocale } from '../i18n/locales.ts'
import { useInBrowser } from './useInBrowser.ts'

interface KnownLanguages {
  /** The one chosen on this page. */
  readonly chosen: string | null
  readonly ofUser: string | null
  readonly ofProject: string | undefined
}

/**
 * Returns the language for a provider without `lang`: the first of these that has texts, or null for English. A server
 * does not know the languages of the browser.
 */
export function usePreferredLanguage({ chosen, ofUser, ofProject }: KnownLanguages): string | null {
  return useInBrowser(
    // React Native has a `navigator` without languages.
    () => firstLocale([chosen, ofUser, keptLanguage(), ...(navigator.languages ?? []), ofProject]),
    firstLocale([ofUser, ofProject]),
  )
}
