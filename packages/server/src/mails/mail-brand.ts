import type { Variables } from '@portico/protocols/mail-document/template'

import type { ProjectDatabase } from '../kernel/database.ts'
import type { InlineImage } from '../platform/mailer/mailer.ts'
import { presentImage } from '../records/images/image-path.ts'
import { findImage } from '../records/images/store.ts'
import { accentOf, logoOf, type Branding } from '../records/projects/branding.ts'
import type { Project } from '../records/projects/project.ts'
import type { MailBrand } from './standard-document.ts'

const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/**
 * The placeholder of the logo and its address in the mail (RFC 2392). A mail carries its images, so that opening it is
 * not reported.
 */
const logos = {
  light: { variable: 'projectLogo', contentId: 'logo-light@portico' },
  dark: { variable: 'projectLogoDark', contentId: 'logo-dark@portico' },
} as const

export type BrandedProject = Pick<Project, 'id' | 'displayName' | 'branding'>

export function brandOf(branding: Branding): MailBrand {
  const [light, dark] = themes.map((theme) => accentOf(branding, theme))
  const logo = logoOf(branding, 'light')
  const url = (theme: Theme): string => `{{ ${logos[theme].variable} }}`
  return {
    accent: light && dark ? { light, dark } : null,
    logo: logo && { url: url('light'), darkUrl: url('dark'), hasName: logo.hasName },
  }
}

/** The values of the branding for a template. */
export function brandVariables({ branding }: Pick<Project, 'branding'>): Variables {
  const { privacyUrl, supportEmail, termsUrl } = branding
  const light = logoOf(branding, 'light')
  const shown = themes.map((theme) => {
    const logo = logoOf(branding, theme)
    // The mail carries an image of both modes once.
    const { contentId } = logos[logo?.reference === light?.reference ? 'light' : theme]
    return [logos[theme].variable, { value: logo === null ? '' : `cid:${contentId}`, isImage: true }] as const
  })
  return {
    supportEmail: { value: supportEmail ?? '', isLeftToRight: true },
    supportLink: { value: supportEmail === null ? '' : `mailto:${supportEmail}`, isAddress: true },
    termsUrl: { value: termsUrl ?? '', isAddress: true },
    privacyUrl: { value: privacyUrl ?? '', isAddress: true },
    ...Object.fromEntries(shown),
  }
}

/** The images that the HTML part refers to. */
export async function loadImages(
  db: ProjectDatabase,
  { branding, id }: BrandedProject,
  html: string,
): Promise<InlineImage[]> {
  const used = themes.filter((theme) => html.includes(`cid:${logos[theme].contentId}`))
  const found = await Promise.all(
    used.map(async (theme) => {
      const logo = logoOf(branding, theme)
      const image = logo && (await db.run(findImage(id, idOf(logo.reference), true)))
      return image?.bytes
        ? [{ contentId: logos[theme].contentId, contentType: image.contentType, bytes: image.bytes }]
        : []
    }),
  )
  return found.flat()
}

function idOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

/** The HTML part for a browser, which loads the images from the service instead. */
export function withHostedImages(html: string, { branding }: BrandedProject, baseUrl: string): string {
  return themes.reduce((shown, theme) => {
    const address = presentImage(baseUrl, logoOf(branding, theme)?.reference ?? null)
    return address === null ? shown : shown.replaceAll(`cid:${logos[theme].contentId}`, () => address)
  }, html)
}
