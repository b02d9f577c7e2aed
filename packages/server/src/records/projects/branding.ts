import { correctAccent } from '@portico/protocols/accent-color'
import type { BrandingAdminRead, LogoField } from '@portico/contract'

import { toCamelCase, toSnakeCase, type CamelCased } from '@portico/contract/letter-case'
import { presentImage } from '../images/image-path.ts'

type Corrected = 'accent_color_light' | 'accent_color_dark'

/** The branding as stored in the column `branding`: named as on the wire. A logo is the path of its image. */
export type StoredBranding = Omit<BrandingAdminRead, Corrected>

export type Branding = CamelCased<StoredBranding>

/** The branding of a new project. Also the values of fields that are newer than a stored project. */
export const noBranding: Branding = {
  logoUrl: null,
  logoFullUrl: null,
  logoDarkModeUrl: null,
  logoFullDarkModeUrl: null,
  accentColor: null,
  supportEmail: null,
  termsUrl: null,
  privacyUrl: null,
  showsPortico: false,
}

/** The logos, with their names on the wire and in the database. */
export const logoFieldOf = {
  logoUrl: 'logo_url',
  logoFullUrl: 'logo_full_url',
  logoDarkModeUrl: 'logo_dark_mode_url',
  logoFullDarkModeUrl: 'logo_full_dark_mode_url',
} as const satisfies Partial<Record<keyof Branding, LogoField>>

export type LogoName = keyof typeof logoFieldOf

// The type names every member.
export const logoNames = Object.keys(logoFieldOf) as readonly LogoName[]

export function toBranding(stored: Partial<StoredBranding>): Branding {
  return { ...noBranding, ...toCamelCase(stored) }
}

export function toStoredBranding(branding: Branding): StoredBranding {
  return toSnakeCase(branding)
}

/**
 * Presents the branding to owners.
 *
 * @param baseUrl the URL of the service, for the logos
 */
export function presentBranding(branding: Branding, baseUrl: string): BrandingAdminRead {
  const logoOf = (name: LogoName): string | null => presentImage(baseUrl, branding[name])
  return {
    ...toStoredBranding(branding),
    logo_url: logoOf('logoUrl'),
    logo_full_url: logoOf('logoFullUrl'),
    logo_dark_mode_url: logoOf('logoDarkModeUrl'),
    logo_full_dark_mode_url: logoOf('logoFullDarkModeUrl'),
    accent_color_light: accentOf(branding, 'light'),
    accent_color_dark: accentOf(branding, 'dark'),
  }
}

/** The accent with the contrast that pages and mails of the theme need; null: the default. */
export function accentOf({ accentColor }: Branding, theme: 'light' | 'dark'): string | null {
  return accentColor === null ? null : correctAccent(accentColor, theme)
}

/** The logo above a card or a mail, for one theme. */
interface ShownLogo {
  readonly reference: string
  /** The logo has the name of the project in it. */
  readonly hasName: boolean
}

/**
 * Returns the logo with the name, or else the square one; null without both. A dark page without its own logo shows the
 * one for light pages.
 */
export function logoOf(branding: Branding, theme: 'light' | 'dark'): ShownLogo | null {
  const { logoDarkModeUrl, logoFullDarkModeUrl, logoFullUrl, logoUrl } = branding
  const hasName = logoFullUrl !== null
  const [light, dark] = hasName ? [logoFullUrl, logoFullDarkModeUrl] : [logoUrl, logoDarkModeUrl]
  const reference = theme === 'dark' && light !== null ? (dark ?? light) : light
  return reference === null ? null : { reference, hasName }
}
