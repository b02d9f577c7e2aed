'use client'

import { useContext, useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { LanguageContext } from '../i18n/language.ts'
import { firstLocale } from '../i18n/locales.ts'
import { seedOfServer, type PageSeed } from './useAppOfServer.ts'
import { useInBrowser } from './useInBrowser.ts'
import { usePorticoApp } from './usePorticoApp.ts'

interface PageOfServerProps {
  readonly page: PageSeed
  readonly children: ReactNode
}

/**
 * Shows what a server has read for a page, until the first newer answer. The language is the one that the server has
 * found, and that of the provider once the page has hydrated. For the adapters of frameworks, whose providers may be in
 * a static part of the page without a request.
 *
 * @internal
 */
export function PageOfServer({ page, children }: PageOfServerProps): ReactNode {
  const app = usePorticoApp()
  // A state initializer runs before the first render of the page.
  useState(() => seedOfServer(app, page))
  const ofProvider = useContext(LanguageContext)
  const isHydrated = useInBrowser(() => true, false)
  const lang = useDeferredValue(isHydrated || !ofProvider.choose ? ofProvider.lang : firstLocale(page.languages))
  const language = useMemo(() => ({ ...ofProvider, lang }), [ofProvider, lang])
  return <LanguageContext.Provider value={language}>{children}</LanguageContext.Provider>
}
