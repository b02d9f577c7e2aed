/** The sign-in providers: their names as people know them, by id, in the order in which people see them. */
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

export type OAuthProviderId = keyof typeof oauthProviderNames

// The keys of a literal are the ids and nothing else.
export const oauthProviderIds = Object.keys(oauthProviderNames) as readonly OAuthProviderId[]
