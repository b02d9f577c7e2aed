import '@portico/react/styles.css'

import { correctAccent } from '@portico/protocols/accent-color'
import { AuthPage, PorticoProvider, PorticoTheme } from '@portico/react'
import type { AdminProjectWithHooks } from '@portico/react/internal'
import { lazy, Suspense, useState, type ReactNode } from 'react'

import { internalApp } from '../../data/session.ts'
import { Segments } from '../../kit/Tabs.tsx'
import { useLanguage } from '../../language/language.ts'
import type { BrandingTexts } from '../../texts/en/branding.ts'
import css from './branding.module.css'
import type { BrandingValues } from './forms.tsx'

const MailPreview = lazy(async () => ({ default: (await import('./MailPreview.tsx')).MailPreview }))

export interface PreviewProps {
  readonly project: AdminProjectWithHooks
  /** The typed values. */
  readonly values: BrandingValues
  readonly isChanged: boolean
  readonly texts: BrandingTexts
}

/** The sign-up card with the typed values, and a mail as it is sent now. */
export function Preview({ project, values, isChanged, texts: t }: PreviewProps): ReactNode {
  const [mode, setMode] = useState<'light' | 'dark'>('light')
  const language = useLanguage()
  const { config, displayName } = project
  const { credentialEnabled, magicLinkEnabled, passkeyEnabled } = config
  const oauthProviders = config.oauthProviders.filter(({ enabled }) => enabled)
  const oidcProviders = config.oidcProviders.filter(({ enabled }) => enabled)
  const methods = { credentialEnabled, magicLinkEnabled, passkeyEnabled, oauthProviders, oidcProviders }
  const shown = { signUpEnabled: true, ...methods }
  return (
    <section className={css['preview']} aria-label={t.preview.title}>
      <Segments
        label={t.preview.mode}
        segments={(['light', 'dark'] as const).map((id) => ({ id, label: t.modes[id] }))}
        current={mode}
        onChange={setMode}
      />
      <h3>{t.preview.card}</h3>
      <div className={css['stage']} data-mode={mode} inert>
        <PorticoProvider app={internalApp} lang={language}>
          <PorticoTheme mode={mode}>
            <AuthPage type="sign-up" mockProject={{ displayName, ...shownBranding(values), config: shown }} />
          </PorticoTheme>
        </PorticoProvider>
      </div>
      <h3>{t.preview.mail}</h3>
      <Suspense fallback={<div className={css['loading']} />}>
        <MailPreview project={project} mode={mode} label={t.preview.mailLabel} />
      </Suspense>
      {isChanged && <p className="help">{t.preview.unsaved}</p>}
    </section>
  )
}

/** The typed values as the service presents them. The typed logos are inline. */
function shownBranding({ accentColor, ...values }: BrandingValues): Record<string, string | null> {
  const texts = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value === '' ? null : value] as const] : [],
  )
  return {
    ...Object.fromEntries(texts),
    accentColorLight: accentColor === '' ? null : correctAccent(accentColor, 'light'),
    accentColorDark: accentColor === '' ? null : correctAccent(accentColor, 'dark'),
  }
}
