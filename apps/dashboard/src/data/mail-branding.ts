import type { ProjectBranding } from '@portico/client'

/** The branding of a project in the placeholders of its mails. What the project does not have is empty. */
export function brandingInMails(project: ProjectBranding): Readonly<Record<string, string>> {
  const { logoDarkModeUrl, logoFullDarkModeUrl, logoFullUrl, logoUrl, privacyUrl, supportEmail, termsUrl } = project
  const [light, dark] = logoFullUrl ? [logoFullUrl, logoFullDarkModeUrl] : [logoUrl, logoDarkModeUrl]
  return {
    supportEmail: supportEmail ?? '',
    supportLink: supportEmail ? `mailto:${supportEmail}` : '',
    termsUrl: termsUrl ?? '',
    privacyUrl: privacyUrl ?? '',
    projectLogo: light ?? '',
    projectLogoDark: (light && dark) ?? light ?? '',
  }
}
