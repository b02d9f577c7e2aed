import type { MethodsTexts } from '../../texts/methods.en.ts'

export type ProviderId = keyof MethodsTexts['steps']

export interface Provider {
  readonly id: ProviderId
  readonly name: string
  /** Where an app is registered at the provider. */
  readonly url: string
}

/** The sign-in providers: those with shared keys first. */
export const providers: readonly Provider[] = [
  { id: 'google', name: 'Google', url: 'https://console.cloud.google.com/auth/clients' },
  { id: 'github', name: 'GitHub', url: 'https://github.com/settings/applications/new' },
  {
    id: 'microsoft',
    name: 'Microsoft',
    url: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade',
  },
  { id: 'spotify', name: 'Spotify', url: 'https://developer.spotify.com/dashboard/create' },
  { id: 'apple', name: 'Apple', url: 'https://developer.apple.com/account/resources/identifiers/list/serviceId' },
  { id: 'discord', name: 'Discord', url: 'https://discord.com/developers/applications' },
  { id: 'facebook', name: 'Facebook', url: 'https://developers.facebook.com/apps/' },
  { id: 'gitlab', name: 'GitLab', url: 'https://gitlab.com/-/user_settings/applications' },
  {
    id: 'bitbucket',
    name: 'Bitbucket',
    url: 'https://support.atlassian.com/bitbucket-cloud/docs/use-oauth-on-bitbucket-cloud/',
  },
  { id: 'linkedin', name: 'LinkedIn', url: 'https://www.linkedin.com/developers/apps/new' },
  { id: 'x', name: 'X', url: 'https://developer.x.com/en/portal/projects-and-apps' },
]

export function findProvider(id: string): Provider | undefined {
  return providers.find((provider) => provider.id === id)
}
