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

export type OAuthProviderId = keyof typeof oauthProviderNames

// The keys of this literal are exactly the ids.
export const oauthProviderIds = Object.keys(oauthProviderNames) as readonly OAuthProviderId[]
