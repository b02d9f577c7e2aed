import { brandingInMails, exampleValues } from '@portico/client/admin'
import { nameInMail } from '@portico/protocols/mail-document/name-in-mail'
import { renderTemplate } from '@portico/protocols/mail-document/render'
import type { AdminProjectWithHooks } from '@portico/react/internal'
import { useEffect, useRef, type ReactNode } from 'react'

import { emailTemplates, variablesOf, type WrittenTemplate } from '../../data/email-templates.ts'
import { settings } from '../../data/settings.ts'
import { mailFormatOf } from '../../language/mail-languages.ts'
import { MailFrame } from '../../page/MailFrame.tsx'
import css from './branding.module.css'

const MAIL = 'password_reset'

export interface MailPreviewProps {
  readonly project: AdminProjectWithHooks
  readonly mode: 'light' | 'dark'
  readonly label: string
}

/** A mail as it is sent now. */
export function MailPreview({ project, mode, label }: MailPreviewProps): ReactNode {
  const { data: all, refetch } = emailTemplates.useRead('all', [undefined])
  const { version } = project
  const read = useRef(version)
  // The standard templates contain the project's accent.
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
  const { html } = renderTemplate(template as unknown as WrittenTemplate, {
    variables,
    locale: template.locale,
    direction,
    scheme: mode,
  })
  return <MailFrame html={html} label={label} view="desktop" />
}
