'use client'

import { porticoAppInternalsSymbol, type CurrentUser, type Project } from '@portico/client'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { LanguageContext } from '../i18n/language.ts'
import { peekLocale } from '../i18n/locales.ts'
import type { TranslationOverrides } from '../i18n/translate.ts'
import { inDevelopment } from './development.ts'
import type { PorticoClientApp } from './PorticoClientApp.ts'
import { AppContext } from './usePorticoApp.ts'

/** Data that a server loaded before it rendered the page. */
export interface ProviderSeed {
  /** `user.toClientJson()`, or null for a signed-out visitor. */
  readonly user?: ReturnType<CurrentUser['toClientJson']> | null
  /** The result of `app.getProject()`. */
  readonly project?: Project
}

export interface PorticoProviderProps {
  /** The app that the hooks and components below use. Create it once, outside of components. */
  readonly app: PorticoClientApp
  /** Language of the components, such as `de-DE` or `de`. Default: English. */
  readonly lang?: string
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
export function PorticoProvider({ app, lang, translationOverrides, seed, children }: PorticoProviderProps): ReactNode {
  // A state initializer runs before the children's first render. An effect would run after it.
  useState(() => {
    const internals = app[porticoAppInternalsSymbol]
    if (seed?.user !== undefined) internals.seedUser(seed.user)
    if (seed?.project !== undefined) internals.projectResource().seed(seed.project)
  })
  useEffect(() => inDevelopment(({ watchSetUp }) => watchSetUp()), [])
  const language = useMemo(
    () => ({ lang: lang ?? null, overrides: translationOverrides ?? {} }),
    [lang, translationOverrides],
  )
  useEffect(() => {
    // Starts loading in parallel with the code of the page.
    peekLocale(language.lang)
  }, [language.lang])
  return (
    <AppContext.Provider value={app}>
      <LanguageContext.Provider value={language}>{children}</LanguageContext.Provider>
    </AppContext.Provider>
  )
}
