import type { StaffRole } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'

export const ownerColumns = columns({
  userId: column<string>('user_id'),
  role: column<StaffRole>('role'),
  /** Null for owners from before the service recorded it. */
  ownerSince: column<Date | null>('created_at'),
})

export type Owner = RowOf<typeof ownerColumns>

/** An owner with the name and the address of the user. */
export interface NamedOwner extends Owner {
  readonly displayName: string | null
  readonly primaryEmail: string | null
}
