import { providerName } from '@portico/client/admin'
import type { ListedUser } from '../../data/users.ts'
import type { UsersTexts } from '../../texts/en/users.ts'
import type { SignInMethod } from './address.ts'

/**
 * The text to type before a user is deleted: the address, or a plain word without one. Names can have characters that
 * the owner's keyboard lacks.
 */
export function nameToType({ primaryEmail }: Pick<ListedUser, 'primaryEmail'>, t: UsersTexts): string {
  return primaryEmail ?? t.deleteDialog.word
}

export function nameOfMethod(method: SignInMethod, t: UsersTexts): string {
  return method === 'password' || method === 'otp' || method === 'passkey' ? t.methods[method] : providerName(method)
}

export function namesOfFactors(factors: ListedUser['secondFactors'], t: UsersTexts): string {
  return factors.map((factor) => t.factors[factor]).join(', ')
}
