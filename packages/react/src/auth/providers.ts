/** The names of the providers as people know them (specification section 9). */
const names: Readonly<Record<string, string>> = {
  google: 'Google',
  github: 'GitHub',
  facebook: 'Facebook',
  microsoft: 'Microsoft',
  spotify: 'Spotify',
  discord: 'Discord',
  gitlab: 'GitLab',
  apple: 'Apple',
  bitbucket: 'Bitbucket',
  linkedin: 'LinkedIn',
  x: 'X',
}

/** The name of a provider; of one that this version does not know, its id. */
export function providerName(provider: string): string {
  return (Object.hasOwn(names, provider) ? names[provider] : undefined) ?? provider
}
