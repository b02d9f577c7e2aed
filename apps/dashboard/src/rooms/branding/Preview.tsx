import '@portico/react/styles.css'

import { exampleValues } from '@portico/client/admin'
import { correctAccent } from '@portico/protocols/accent-color'
import { nameInMail } from '@portico/protocols/email-document/name-in-mail'
import { renderEmail } from '@portico/protocols/email-document/render'
import { AuthPage, PorticoProvider, PorticoTheme } from '@portico/react'
import type { AdminProjectWithHooks } from '@portico/react/internal'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import { emailTemplates, variablesOf, type WrittenTemplate } from '../../data/email-templates.ts'
import { brandingInMails } from '../../data/mail-branding.ts'
import { internalApp } from '../../data/session.ts'
import { settings } from '../../data/settings.ts'
import { Segments } from '../../kit/Tabs.tsx'
import { useLanguage } from '../../language/language.ts'
import { mailFormatOf } from '../../language/mail-languages.ts'
import { MailFrame } from '../../page/MailFrame.tsx'
import type { BrandingTexts } from '../../texts/en/branding.ts'
import css from './branding.module.css'
import type { BrandingValues } from './forms.tsx'

const MAIL = 'password_reset'

export interface PreviewProps {
  readonly project: AdminProjectWithHooks
  /** The typed values. */
  readonly values: BrandingValues
  readonly isChanged: boolean
  readonly texts: BrandingTexts
}

/** The sign-up card with the typed values, and an email as it is sent now. */
export function Preview({ project, values, isChanged, texts: t }: PreviewProps): ReactNode {
  const [mode, setMode] = useState<'light' | 'dark'>('light')
  const language = useLanguage()
  const { config, displayName } = project
  const { credentialEnabled, magicLinkEnabled, passkeyEnabled } = config
  const oauthProviders = config.oauthProviders.filter(({ enabled }) => enabled)
  const shown = { signUpEnabled: true, credentialEnabled, magicLinkEnabled, passkeyEnabled, oauthProviders }
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
      <MailPreview project={project} mode={mode} label={t.preview.mailLabel} />
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

function MailPreview({
  project,
  mode,
  label,
}: Pick<PreviewProps, 'project'> & { readonly mode: 'light' | 'dark'; readonly label: string }): ReactNode {
  const { data: all, refetch } = emailTemplates.useRead('all', [undefined])
  const { version } = project
  const read = useRef(version)
  // The templates of the service have the accent of the project in them.
  useEffect(() => {
    if (read.current === version) return
    read.current = version
    void refetch()
  }, [version, refetch])
  const template = all?.find(({ type }) => type === MAIL)
  if (!template) return <div className={css['loading']} />
  const { direction, locale } = mailFormatOf(template.locale)
  const known = {
    projectDisplayName: nameInMail(project.displayName),
    serviceHost: new URL(settings.baseUrl).host,
    ...brandingInMails(project),
  }
  const variables = exampleValues(variablesOf(MAIL), { known, locale })
  // Unchecked cast: the service stores checked documents only.
  const { html } = renderEmail(template as unknown as WrittenTemplate, {
    variables,
    locale: template.locale,
    direction,
    scheme: mode,
  })
  return <MailFrame html={html} label={label} view="desktop" />
}
