import type { AdminProjectWithHooks } from '@portico/react/internal'

import type { ProjectUpdate } from '../../data/project-config.ts'
import { completeUrl } from '../../kit/typed-url.ts'
import { color } from '../../page/form/design-fields.tsx'
import { LogoInput } from '../../page/form/LogoInput.tsx'
import { email, flag, framed, text, type Field, type FieldsOf } from '../../page/form/fields.tsx'
import type { BrandingTexts } from '../../texts/en/branding.ts'

export const logoNames = ['logoUrl', 'logoDarkModeUrl', 'logoFullUrl', 'logoFullDarkModeUrl'] as const

/** The branding as a form edits it. An empty text is a value that the project does not have. */
export interface BrandingValues extends Readonly<
  Record<(typeof logoNames)[number] | 'accentColor' | 'supportEmail' | 'termsUrl' | 'privacyUrl', string>
> {
  readonly showsPortico: boolean
}

export function brandingOf(project: Partial<AdminProjectWithHooks>): BrandingValues {
  return {
    logoUrl: project.logoUrl ?? '',
    logoDarkModeUrl: project.logoDarkModeUrl ?? '',
    logoFullUrl: project.logoFullUrl ?? '',
    logoFullDarkModeUrl: project.logoFullDarkModeUrl ?? '',
    accentColor: project.accentColor ?? '',
    supportEmail: project.supportEmail ?? '',
    termsUrl: project.termsUrl ?? '',
    privacyUrl: project.privacyUrl ?? '',
    showsPortico: project.showsPortico ?? false,
  }
}

export function brandingUpdate(changes: Partial<BrandingValues>): ProjectUpdate {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, typeof value === 'string' ? writtenOf(name, value) : value]),
  )
}

function writtenOf(name: string, value: string): string | null {
  const written = name === 'termsUrl' || name === 'privacyUrl' ? completeUrl(value) : value.trim()
  return written === '' ? null : written
}

export function brandingFields(t: BrandingTexts): FieldsOf<BrandingValues> {
  return {
    logoUrl: logo(t, t.logoUrl),
    logoDarkModeUrl: logo(t, t.logoDarkModeUrl, t.darkHelp),
    logoFullUrl: logo(t, t.logoFullUrl, t.logoFullHelp),
    logoFullDarkModeUrl: logo(t, t.logoFullDarkModeUrl, t.darkHelp),
    accentColor: color({ label: t.accentColor, standard: t.standard, clear: t.clear }),
    supportEmail: email({ label: t.supportEmail, help: t.supportHelp, isOptional: true }),
    termsUrl: link(t, t.termsUrl),
    privacyUrl: link(t, t.privacyUrl),
    showsPortico: flag({ label: t.showsPortico, note: t.showsPorticoNote }),
  }
}

function logo(t: BrandingTexts, label: string, help?: string): Field<string> {
  return framed({
    label,
    initial: '',
    isOptional: true,
    ...(help !== undefined && { help }),
    // An image in a sentence has no words of its own.
    inWords: () => label,
    // Not attached: a form reads the `value` of its controls, and a button has an empty one.
    render: ({ onChange, value }) => <LogoInput label={label} value={value} onChange={onChange} texts={t} />,
  })
}

function link(t: BrandingTexts, label: string): Field<string> {
  return text({
    label,
    help: t.linksHelp,
    isOptional: true,
    isCode: true,
    input: { type: 'url', placeholder: 'https://' },
    problemOf: (typed) => (typed === '' || /^https?:\/\/[^\s@*]+$/i.test(completeUrl(typed)) ? null : t.notUrl),
  })
}
