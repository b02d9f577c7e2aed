import '@portico/react/styles.css'

import { PorticoHandler, PorticoProvider, PorticoTheme } from '@portico/react'
import { useLocation } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'

import { internalApp } from '../../data/session.ts'
import { useLanguage } from '../../language/language.ts'

/** The sign-in pages of the project "internal": those that customers use. */
export function SignIn(): ReactNode {
  const { pathname } = useLocation()
  const language = useLanguage()
  return (
    <PorticoProvider app={internalApp} lang={language}>
      <PorticoTheme>
        <Suspense>
          <PorticoHandler app={internalApp} location={pathname} fullPage />
        </Suspense>
      </PorticoTheme>
    </PorticoProvider>
  )
}
