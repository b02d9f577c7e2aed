'use client'

import { useContext, useDeferredValue, useMemo, type ReactNode } from 'react'
import { LanguageContext } from '../i18n/language.ts'
import { firstLocale } from '../i18n/locales.ts'
import { useInBrowser } from './useInBrowser.ts'

interface LanguageOfServerProps {
  /** The languages for the request, the preferred one first. */
  readonly languages: readonly string[]
  readonly children: ReactNode
}

/**
 * Shows the language that a server has found until the page has hydrated, then that of the provider. For the adapters of frameworks, whose
 * providers may be in a static part of the page, which knows no request.
 */
export function LanguageOfServer({ languages, children }: LanguageOfServerProps): ReactNode {
  const ofProvider = useContext(LanguageContext)
  const isHydrated = useInBrowser(() => true, false)
  const lang = useDeferredValue(isHydrated || !ofProvider.choose ? ofProvider.lang : firstLocale(languages))
  const language = useMemo(() => ({ ...ofProvider, lang }), [ofProvider, lang])
  return <LanguageContext.Provider value={language}>{children}</LanguageContext.Provider>
}
