import '@portico/react/styles.css'

import { PorticoHandler, PorticoProvider, PorticoTheme } from '@portico/react'
import { useLocation } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'

import { internalApp, isSessionEnded } from '../../data/session.ts'
import { useTexts } from '../../language/useTexts.ts'
import { useLanguage } from '../../language/language.ts'
import { shellTexts } from '../../texts/en/shell.ts'
import css from './sign-in.module.css'

/** The sign-in pages of the project "internal": those that customers use. */
export function SignIn(): ReactNode {
  const { sessionEnded } = useTexts(shellTexts)
  const { pathname } = useLocation()
  const language = useLanguage()
  return (
    <main>
      {isSessionEnded() && (
        <p className={css['reason']} role="status">
          {sessionEnded.reason}
        </p>
      )}
      <PorticoProvider app={internalApp} lang={language}>
        <PorticoTheme>
          <Suspense>
            <PorticoHandler app={internalApp} location={pathname} fullPage />
          </Suspense>
        </PorticoTheme>
      </PorticoProvider>
    </main>
  )
}
