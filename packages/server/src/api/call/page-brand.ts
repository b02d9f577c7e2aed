import { API_PREFIX } from '@portico/contract'

import type { PageBrand } from '../../platform/http/page.ts'
import { accentOf, logoOf } from '../../records/projects/branding.ts'
import type { Project } from '../../records/projects/project.ts'

export type BrandedProject = Pick<Project, 'id' | 'displayName' | 'branding'>

/**
 * Returns what a page shows of its project; null for a page of the service itself. Images have the origin of the page,
 * so that its policy allows no other.
 */
export function pageBrandOf(project: BrandedProject | null): PageBrand | null {
  if (!project || project.id === 'internal') return null
  const { branding, displayName } = project
  const [light, dark] = [accentOf(branding, 'light'), accentOf(branding, 'dark')]
  const logo = logoOf(branding, 'light')
  return {
    name: displayName,
    accent: light && dark ? { light, dark } : null,
    logo: logo && {
      light: API_PREFIX + logo.reference,
      dark: API_PREFIX + (logoOf(branding, 'dark') ?? logo).reference,
      hasName: logo.hasName,
    },
  }
}
