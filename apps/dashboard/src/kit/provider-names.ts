const names: Readonly<Record<string, string>> = {
  apple: 'Apple',
  bitbucket: 'Bitbucket',
  discord: 'Discord',
  facebook: 'Facebook',
  github: 'GitHub',
  gitlab: 'GitLab',
  google: 'Google',
  linkedin: 'LinkedIn',
  microsoft: 'Microsoft',
  spotify: 'Spotify',
  x: 'X',
}

/** The name of a sign-in provider; its id if this version does not know it. */
export function nameOfProvider(id: string): string {
  return (Object.hasOwn(names, id) ? names[id] : undefined) ?? id
}
