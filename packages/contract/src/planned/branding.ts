import { z } from 'zod'

import { imageUrl, nonEmptyEmail, url } from '../primitives.ts'
import type { Plan } from './plan.ts'

/** Contrast of text on the accent, and of the accent on the page (WCAG 2.2, 1.4.3 and 1.4.11). */
const ACCENT_TEXT_CONTRAST_MIN = 4.5
const ACCENT_SHAPE_CONTRAST_MIN = 3

const color = z.string().regex(/^#[\da-f]{6}$/, '{path} must be a colour such as #3b5bdb, in lower case')

const images = {
  logo_url: imageUrl
    .nullable()
    .optional()
    .describe('A square sign. A data URL is uploaded, and its address comes back.'),
  logo_full_url: imageUrl.nullable().optional().describe('The sign with the name.'),
  logo_dark_mode_url: imageUrl.nullable().optional().describe('Null: `logo_url`.'),
  logo_full_dark_mode_url: imageUrl.nullable().optional().describe('Null: `logo_full_url`.'),
}

export const branding: Plan = {
  decision: '086',
  constants: { ACCENT_TEXT_CONTRAST_MIN, ACCENT_SHAPE_CONTRAST_MIN },
  endpoints: {},
  fields: {
    projectUpdate: {
      ...images,
      accent_color: color.nullable().optional(),
      support_email: nonEmptyEmail.nullable().optional(),
      terms_url: url.nullable().optional(),
      privacy_url: url.nullable().optional(),
      shows_portico: z
        .boolean()
        .optional()
        .describe('Whether mails and cards say "by Portico". False for a new project.'),
    },
    projectClientRead: {
      ...images,
      accent_color: color.nullable(),
      accent_color_light: color.describe('The accent, corrected for contrast on a light page.'),
      accent_color_dark: color.describe('The accent, corrected for contrast on a dark page.'),
      support_email: z.string().nullable(),
      terms_url: z.string().nullable(),
      privacy_url: z.string().nullable(),
      shows_portico: z.boolean(),
    },
  },
  errors: {},
  limits: {},
  events: {},
  mails: {},
  sdk: {
    Project: [
      'logoUrl',
      'logoFullUrl',
      'logoDarkModeUrl',
      'logoFullDarkModeUrl',
      'accentColor',
      'supportEmail',
      'termsUrl',
      'privacyUrl',
    ],
    AdminProject: ['update({ logoUrl, … })'],
  },
}
