import type { ListedUser } from '../../data/users.ts'
import type { UsersTexts } from '../../texts/users.en.ts'
import type { SignInMethod } from './search.ts'

/** What a user is called: name, else address, else that there is none. */
export function nameOfUser({ displayName, primaryEmail, isAnonymous }: ListedUser, t: UsersTexts): string {
  return displayName?.trim() || primaryEmail || (isAnonymous ? t.anonymous : t.noName)
}

/** What has to be typed to delete a user: the name, without one the address or the id. */
export function nameToType({ displayName, primaryEmail, id }: ListedUser): string {
  return displayName?.trim() || primaryEmail || id
}

const providerNames: Readonly<Record<string, string>> = {
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
}

export function nameOfProvider(id: string): string {
  return providerNames[id] ?? id
}

export function nameOfMethod(method: SignInMethod, t: UsersTexts): string {
  return method === 'password' || method === 'otp' || method === 'passkey' ? t.methods[method] : nameOfProvider(method)
}
