'use client'

import type { Project, ProjectBranding } from '@portico/client'
import { useContext, type ReactNode } from 'react'
import { useTranslate } from '../i18n/language.ts'
import { usePageColourMode } from '../theme/colour-mode.ts'
import { ThemeContext } from '../theme/PorticoTheme.tsx'

/** What a card shows of a project. */
export type ShownProject = ProjectBranding & Partial<Pick<Project, 'displayName'>>

export interface CardBrandingProps {
  readonly project: ShownProject
  /** Shows the links below the card instead of the logo above it. */
  readonly isFoot?: boolean
}

/**
 * The logo of a project above a card, with the name unless the logo contains it, or the links to its terms and its
 * privacy policy.
 */
export function CardBranding({ project, isFoot }: CardBrandingProps): ReactNode {
  return isFoot ? <Terms {...project} /> : <Logo {...project} />
}

function Logo({ displayName, logoDarkModeUrl, logoFullDarkModeUrl, logoFullUrl, logoUrl }: ShownProject): ReactNode {
  const { mode } = useContext(ThemeContext)
  const pageMode = usePageColourMode()
  const shown = mode === 'auto' ? (pageMode ?? 'auto') : mode
  const light = logoFullUrl ?? logoUrl ?? undefined
  const dark = (logoFullUrl ? logoFullDarkModeUrl : logoDarkModeUrl) ?? light
  return (
    <>
      <picture>
        {shown === 'auto' && <source srcSet={dark} media="(prefers-color-scheme: dark)" />}
        <img className="portico-logo" src={shown === 'dark' ? dark : light} alt={logoFullUrl ? displayName : ''} />
      </picture>
      {!logoFullUrl && ` ${displayName ?? ''}`}
    </>
  )
}

function Terms({ privacyUrl, termsUrl }: ShownProject): ReactNode {
  const t = useTranslate()
  const link = (text: string, href: string | null | undefined): ReactNode =>
    href && (
      <a className="portico-link" href={href} target="_blank" rel="noreferrer">
        {text}
      </a>
    )
  return (
    <>
      {link(t('Terms of service'), termsUrl)}
      {termsUrl && privacyUrl && ' · '}
      {link(t('Privacy policy'), privacyUrl)}
    </>
  )
}
