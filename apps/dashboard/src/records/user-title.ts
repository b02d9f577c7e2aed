import type { FoundUser } from '../data/found-users.ts'
import type { RecordsTexts } from '../texts/records.en.ts'

/** What a user is called: name, else address, else that there is none. */
export function titleOfUser(
  { displayName, primaryEmail, isAnonymous }: Pick<FoundUser, 'displayName' | 'primaryEmail' | 'isAnonymous'>,
  t: RecordsTexts,
): string {
  return displayName?.trim() || primaryEmail || (isAnonymous ? t.anonymous : t.noName)
}
