import '@portico/react/styles.css'

import { AccountSettings, PorticoProvider, PorticoTheme } from '@portico/react'
import type { ReactNode } from 'react'

import { internalApp } from '../../data/session.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useLanguage } from '../../language/language.ts'
import { shellTexts } from '../../texts/shell.ts'

/** The account settings of the owner: the component that customers use. */
export function Account(): ReactNode {
  const t = useTexts(shellTexts)
  const language = useLanguage()
  return (
    <PorticoProvider app={internalApp} lang={language}>
      <title>{`${t.account.settings} · ${t.product}`}</title>
      <PorticoTheme>
        <AccountSettings />
      </PorticoTheme>
    </PorticoProvider>
  )
}
