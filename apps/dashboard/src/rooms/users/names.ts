import { providerName } from '@portico/client/admin'
import type { ListedUser } from '../../data/users.ts'
import type { UsersTexts } from '../../texts/users.en.ts'
import type { SignInMethod } from './search.ts'

/** What has to be typed to delete a user: the name, without one the address or the id. */
export function nameToType({ displayName, primaryEmail, id }: ListedUser): string {
  return displayName?.trim() || primaryEmail || id
}

export function nameOfMethod(method: SignInMethod, t: UsersTexts): string {
  return method === 'password' || method === 'otp' || method === 'passkey' ? t.methods[method] : providerName(method)
}
