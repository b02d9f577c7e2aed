/** Display names of the sign-in providers by id, in display order. */
export const oauthProviderNames = {
  google: 'Google',
  github: 'GitHub',
  microsoft: 'Microsoft',
  spotify: 'Spotify',
  facebook: 'Facebook',
  discord: 'Discord',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket',
  linkedin: 'LinkedIn',
  apple: 'Apple',
  x: 'X',
} as const

/** The id of a provider that the service knows, such as `github`. */
export type OAuthProviderId = keyof typeof oauthProviderNames

// The keys of this literal are exactly the ids.
/** The ids of the providers that the service knows. */
export const oauthProviderIds = Object.keys(oauthProviderNames) as readonly OAuthProviderId[]

/** Where owners register their app at each provider, to get their own keys. */
export const providerRegistrationUrls: Readonly<Record<OAuthProviderId, string>> = {
  google: 'https://console.cloud.google.com/auth/clients',
  github: 'https://github.com/settings/applications/new',
  microsoft: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade',
  spotify: 'https://developer.spotify.com/dashboard/create',
  facebook: 'https://developers.facebook.com/apps/',
  discord: 'https://discord.com/developers/applications',
  gitlab: 'https://gitlab.com/-/user_settings/applications',
  bitbucket: 'https://support.atlassian.com/bitbucket-cloud/docs/use-oauth-on-bitbucket-cloud/',
  linkedin: 'https://www.linkedin.com/developers/apps/new',
  apple: 'https://developer.apple.com/account/resources/identifiers/list/serviceId',
  x: 'https://developer.x.com/en/portal/projects-and-apps',
}

/**
 * Returns the last part of a provider's callback URL. That of an issuer names its project, because the issuers of two
 * projects can have the same id, and each provider needs a URL of its own, against mix-up attacks (RFC 9700 section
 * 4.4).
 */
export function callbackNameOf(providerId: string, projectId: string): string {
  return providerId.startsWith('custom:') ? `${providerId}@${projectId}` : providerId
}

/** Returns a provider's name, or the id if the provider is unknown. */
export function providerName(id: string): string {
  const names: Readonly<Record<string, string>> = oauthProviderNames
  return (Object.hasOwn(names, id) ? names[id] : undefined) ?? id
}
