import '@portico/react/styles.css'

import { AuthPage, PorticoProvider, PorticoTheme, PredefinedMessageCard } from '@portico/react'
import type { AdminProjectWithHooks } from '@portico/react/internal'
import type { ReactNode } from 'react'

import { internalApp } from '../../data/session.ts'
import { Segments } from '../../kit/Tabs.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useLanguage } from '../../language/language.ts'
import { methodsTexts } from '../../texts/en/methods.ts'
import css from './methods.module.css'
import type { MethodsSearch } from './address.ts'

export interface PreviewProps {
  readonly project: AdminProjectWithHooks
  readonly search: MethodsSearch
  readonly onChange: (search: MethodsSearch) => void
}

/** The sign-in card that users see with these settings: the component itself, which cannot be used here. */
export function Preview({ project, search, onChange }: PreviewProps): ReactNode {
  const t = useTexts(methodsTexts)
  const language = useLanguage()
  const card = search.card ?? 'sign-in'
  const mode = search.colours ?? 'light'
  const { signUpEnabled, credentialEnabled, passkeyEnabled, magicLinkEnabled } = project.config
  const oauthProviders = project.config.oauthProviders.filter(({ enabled }) => enabled)
  const oidcProviders = project.config.oidcProviders.filter(({ enabled }) => enabled)
  const shown = { signUpEnabled, credentialEnabled, passkeyEnabled, magicLinkEnabled, oauthProviders, oidcProviders }

  function show(next: { card: 'sign-in' | 'sign-up'; mode: 'light' | 'dark' }): void {
    onChange({
      ...(next.card === 'sign-up' && { card: next.card }),
      ...(next.mode === 'dark' && { colours: next.mode }),
    })
  }

  return (
    <>
      <div className={css['choices']}>
        <Segments
          label={t.preview.card}
          segments={[
            { id: 'sign-in', label: t.preview.signIn },
            { id: 'sign-up', label: t.preview.signUp },
          ]}
          current={card}
          onChange={(next) => show({ card: next, mode })}
        />
        <Segments
          label={t.preview.mode}
          segments={[
            { id: 'light', label: t.preview.light },
            { id: 'dark', label: t.preview.dark },
          ]}
          current={mode}
          onChange={(next) => show({ card, mode: next })}
        />
      </div>
      <div className={css['stage']} data-mode={mode} inert>
        <PorticoProvider app={internalApp} lang={language}>
          <PorticoTheme mode={mode}>
            {card === 'sign-up' && !signUpEnabled ? (
              <PredefinedMessageCard type="signUpDisabled" />
            ) : (
              <AuthPage key={card} type={card} mockProject={{ ...project, config: shown }} />
            )}
          </PorticoTheme>
        </PorticoProvider>
      </div>
    </>
  )
}
