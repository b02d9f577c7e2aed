import { porticoAppInternalsSymbol, type CurrentUser, type Project } from '@portico/client'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { LanguageContext } from '../i18n/language.ts'
import { loadLocale } from '../i18n/locales.ts'
import type { TranslationOverrides } from '../i18n/translate.ts'
import type { PorticoClientApp } from './PorticoClientApp.ts'
import { AppContext } from './usePorticoApp.ts'

/** What a server knew when it rendered the page. */
export interface ProviderSeed {
  /** `user.toClientJson()`, or null for a signed-out visitor. */
  readonly user?: ReturnType<CurrentUser['toClientJson']> | null
  readonly project?: Project
}

export interface PorticoProviderProps {
  readonly app: PorticoClientApp
  /** Language of the components, such as `de-DE` or `de`. English without one. */
  readonly lang?: string
  /** Own texts by their English originals; they win over the language. */
  readonly translationOverrides?: TranslationOverrides
  /**
   * Data for the first render, on the server and in the browser, so that nothing flashes. On a server, make one app per
   * request: a seeded app shows its user to everyone it renders for.
   */
  readonly seed?: ProviderSeed
  readonly children?: ReactNode
}

/** Gives an app, a language and first data to the hooks and components below it. */
export function PorticoProvider({ app, lang, translationOverrides, seed, children }: PorticoProviderProps): ReactNode {
  // Before the children's first render, which is why this is not an effect.
  useState(() => {
    const internals = app[porticoAppInternalsSymbol]
    if (seed?.user !== undefined) internals.seedUser(seed.user)
    if (seed?.project !== undefined) internals.projectResource().seed(seed.project)
  })
  useEffect(() => {
    // While the page's own code is still on its way, instead of after it.
    if (lang !== undefined) loadLocale(lang)
  }, [lang])
  const language = useMemo(
    () => ({ lang: lang ?? null, overrides: translationOverrides ?? {} }),
    [lang, translationOverrides],
  )
  return (
    <AppContext.Provider value={app}>
      <LanguageContext.Provider value={language}>{children}</LanguageContext.Provider>
    </AppContext.Provider>
  )
}
