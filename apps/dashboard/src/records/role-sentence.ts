import { rightsOfRole, staffRoles, type StaffRole } from '@portico/client/admin'
import type { Format } from '@portico/ui/language/format'

import type { RecordsTexts } from '../texts/en/records.ts'

type StaffTexts = RecordsTexts['staff']

/** A sentence says what a role cannot do if that is shorter. */
const EXCEPTIONS_MAX = 5

/** What a role may do in a project, from the table of rights. */
export function roleSentence(role: StaffRole, projectId: string, t: StaffTexts, format: Pick<Format, 'list'>): string {
  const [all, own] = [rightsOfRole('owner', projectId), rightsOfRole(role, projectId)]
  const missing = all.filter((right) => !own.includes(right))
  if (missing.length === 0) return t.everything
  const inWords = (rights: typeof all): string => format.list(rights.map((right) => t.rights[right]))
  return missing.length <= EXCEPTIONS_MAX ? t.everythingBut(inWords(missing)) : t.only(inWords(own))
}

/** The roles with what each may do, for a choice. */
export function roleOptions(
  projectId: string,
  t: StaffTexts,
  format: Pick<Format, 'list'>,
): { readonly value: StaffRole; readonly label: string; readonly note: string }[] {
  return staffRoles.map((value) => ({ value, label: t.roles[value], note: roleSentence(value, projectId, t, format) }))
}
