import { column, columns, type RowOf } from '../../kernel/columns.ts'

export const ownerColumns = columns({
  userId: column<string>('user_id'),
  /** Null for owners from before the service recorded it. */
  ownerSince: column<Date | null>('created_at'),
})

export type Owner = RowOf<typeof ownerColumns>
