'use client'

import { Suspense, useContext, type ReactNode } from 'react'
import { LanguageContext } from '../i18n/language.ts'
import { lazyPart } from '../parts/lazy-part.ts'
import { Root } from '../parts/Root.tsx'

const select = lazyPart('LanguageSelect', () => import('./LanguageSelect.tsx'))

/**
 * A menu of the components' languages. The choice is kept in the browser, and in `user.locale` of a signed-in user.
 * Renders nothing if the provider has `lang` or `translationOverrides`, because then the host has chosen the language.
 */
export function LanguageMenu(): ReactNode {
  const { choose } = useContext(LanguageContext)
  if (!choose) return null
  return (
    <Root inline>
      <Suspense>
        <select.Component choose={choose} />
      </Suspense>
    </Root>
  )
}
