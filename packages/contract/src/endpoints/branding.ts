import { z } from 'zod'

import { BRANDING_URL_MAX_CHARACTERS, LOGO_MAX_BYTES } from '../limits/constants.ts'
import { exportedEmail, imageUrl, nonEmptyEmail, trustedDomain } from './primitives.ts'

/** Fields of a project that are images, with the names of the protocol. */
export const logoFields = ['logo_url', 'logo_full_url', 'logo_dark_mode_url', 'logo_full_dark_mode_url'] as const

export type LogoField = (typeof logoFields)[number]

const color = z.string().regex(/^#[\da-f]{6}$/, '{path} must be a colour such as #3b5bdb, in lower case')
const webUrl = trustedDomain.max(
  BRANDING_URL_MAX_CHARACTERS,
  `{path} must be at most ${BRANDING_URL_MAX_CHARACTERS} characters long`,
)

const logo = imageUrl.nullable()
const logos = {
  logo_url: logo.describe(
    `A square logo: an inline PNG, JPEG, GIF, BMP or WebP (data:image/png;base64,…) of at most ${LOGO_MAX_BYTES} bytes. The service stores it, and the address of the stored image comes back. An image of another address is refused. Null: none.`,
  ),
  logo_full_url: logo.describe('The logo with the name. Null: `logo_url` and the name of the project.'),
  logo_dark_mode_url: logo.describe('For dark pages. Null: `logo_url`.'),
  logo_full_dark_mode_url: logo.describe('For dark pages. Null: `logo_full_url`.'),
}

const settings = {
  accent_color: color
    .nullable()
    .describe(
      'The colour of buttons and links, such as #3b5bdb. The service corrects its contrast. Null: the default.',
    ),
  support_email: nonEmptyEmail.nullable().describe('Where users of the project get help.'),
  terms_url: webUrl.nullable().describe('The terms of service, a web address.'),
  privacy_url: webUrl.nullable().describe('The privacy policy, a web address.'),
  shows_portico: z.boolean().describe('Whether mails say "by Portico". False for a new project.'),
}

/** What an update of a project can change about its branding. An extension of the protocol, except for the logos. */
export const brandingUpdate = z.strictObject({ ...logos, ...settings }).partial()

/**
 * The branding in an exported document. Logos are inline images, so that the document does not depend on the project.
 */
export const brandingDocument = brandingUpdate.extend({
  support_email: exportedEmail.nullable().optional().describe('Where users of the project get help.'),
})

const corrected = z.string().nullable()

/** The branding of a project, which every caller may read. */
export const brandingRead = z.object({
  logo_url: z.string().nullable().describe('The address of the square logo.'),
  logo_full_url: z.string().nullable().describe('The address of the logo with the name.'),
  logo_dark_mode_url: z.string().nullable().describe('The same for dark pages.'),
  logo_full_dark_mode_url: z.string().nullable().describe('The same for dark pages.'),
  accent_color: z.string().nullable().describe('The colour of buttons and links as the owner has chosen it.'),
  accent_color_light: corrected.describe('The accent, with the contrast that light pages need (WCAG 2.2).'),
  accent_color_dark: corrected.describe('The accent, with the contrast that dark pages need (WCAG 2.2).'),
  support_email: z.string().nullable().describe('Where users of the project get help.'),
  terms_url: z.string().nullable().describe('The terms of service, a web address.'),
  privacy_url: z.string().nullable().describe('The privacy policy, a web address.'),
})

/** The branding for owners. Only they read whether mails name the service. */
export const brandingAdminRead = brandingRead.extend({
  shows_portico: z.boolean().describe('Whether mails say "by Portico". False for a new project.'),
})
