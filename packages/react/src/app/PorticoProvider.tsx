'use client'

import { porticoAppInternalsSymbol, type CurrentUser, type Project } from '@portico/client'
import { useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react'
import { LanguageContext } from '../i18n/language.ts'
import { peekLocale } from '../i18n/locales.ts'
import type { TranslationOverrides } from '../i18n/translate.ts'
import { inDevelopment } from './development.ts'
import { PageEndContext } from './page-end.ts'
import type { PorticoClientApp } from './PorticoClientApp.ts'
import { usePreferredLanguage } from './usePreferredLanguage.ts'
import { AppContext } from './usePorticoApp.ts'

/** Data that a server loaded before it rendered the page. */
export interface ProviderSeed {
  /** `user.toClientJson()`, or null for a signed-out visitor. */
  readonly user?: ReturnType<CurrentUser['toClientJson']> | null
  /** The result of `app.getProject()`. */
  readonly project?: Project
}

/** The props of `PorticoProvider`. */
export interface PorticoProviderProps {
  /** The app that the hooks and components below use. Create it once, outside of components. */
  readonly app: PorticoClientApp
  /**
   * Language of the components, such as `de-DE` or `de`. English if the language has no texts. Default: the first of
   * these that has texts: the language of the signed-in user, the one chosen in the language menu, those of the
   * browser, the project's default language, English. With `translationOverrides`, which are in one language, the
   * default is English.
   */
  readonly lang?: string
  /** Shown at the end of each page that fills the window, such as `<LanguageMenu />`. */
  readonly languageMenu?: ReactNode
  /** Replacement texts, keyed by the English text. They take precedence over the language. */
  readonly translationOverrides?: TranslationOverrides
  /**
   * Data for the first render, on the server and in the browser, which avoids a loading state. On a server, create one
   * app per request: a seeded app shows its user in everything it renders.
   */
  readonly seed?: ProviderSeed
  /** Your app. */
  readonly children?: ReactNode
}

/** Gives an app, a language and first data to the hooks and components below it. */
export function PorticoProvider({
  app,
  lang,
  languageMenu,
  translationOverrides,
  seed,
  children,
}: PorticoProviderProps): ReactNode {
  // A state initializer runs before the children's first render. An effect would run after it.
  useState(() => {
    const internals = app[porticoAppInternalsSymbol]
    if (seed?.user !== undefined) internals.seedUser(seed.user)
    if (seed?.project !== undefined) internals.projectResource().seed(seed.project)
  })
  useEffect(() => inDevelopment(({ watchSetUp }) => watchSetUp()), [])
  useEffect(
    () => inDevelopment(({ checkLanguage }) => checkLanguage(lang, translationOverrides)),
    [lang, translationOverrides],
  )
  const [ofUser, follow] = useState(seed?.user?.locale ?? null)
  const [chosen, choose] = useState<string | null>(null)
  const [ofProject, followProject] = useState(seed?.project?.config.defaultLocale)
  const preferred = usePreferredLanguage({ chosen, ofUser, ofProject })
  const isFound = !lang && !translationOverrides
  // A page in use keeps its texts until those of another language are loaded.
  const shown = useDeferredValue(isFound ? preferred : (lang ?? null))
  const language = useMemo(
    () => ({
      lang: shown,
      overrides: translationOverrides ?? {},
      follow,
      followProject,
      choose: isFound ? choose : undefined,
    }),
    [isFound, shown, translationOverrides],
  )
  useEffect(() => {
    // Starts loading in parallel with the code of the page.
    peekLocale(language.lang)
  }, [language.lang])
  return (
    <AppContext.Provider value={app}>
      <LanguageContext.Provider value={language}>
        <PageEndContext.Provider value={languageMenu}>{children}</PageEndContext.Provider>
      </LanguageContext.Provider>
    </AppContext.Provider>
  )
}
