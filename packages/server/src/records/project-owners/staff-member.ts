import type { StaffRole } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'

export const staffColumns = columns({
  userId: column<string>('user_id'),
  role: column<StaffRole>('role'),
  /** Null for members from before the service recorded it. */
  memberSince: column<Date | null>('created_at'),
})

export type StaffMember = RowOf<typeof staffColumns>

/** A member of the staff with the name and the address of the user. */
export interface NamedStaffMember extends StaffMember {
  readonly displayName: string | null
  readonly primaryEmail: string | null
}
