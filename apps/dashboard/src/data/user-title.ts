import type { FoundUser } from './found-records.ts'

/** What a user is called: name, else address, else that there is none. */
export function titleOfUser(
  { displayName, primaryEmail, isAnonymous }: Pick<FoundUser, 'displayName' | 'primaryEmail' | 'isAnonymous'>,
  t: { readonly anonymous: string; readonly noName: string },
): string {
  return displayName?.trim() || primaryEmail || (isAnonymous ? t.anonymous : t.noName)
}
