import type { ListedUser } from './users.ts'

/** The title of a user: name, otherwise address, otherwise a text that says that there is no name. */
export function titleOfUser(
  { displayName, primaryEmail, isAnonymous }: Pick<ListedUser, 'displayName' | 'primaryEmail' | 'isAnonymous'>,
  t: { readonly anonymous: string; readonly noName: string },
): string {
  return displayName?.trim() || primaryEmail || (isAnonymous ? t.anonymous : t.noName)
}
