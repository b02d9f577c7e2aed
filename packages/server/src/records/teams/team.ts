import type { Json } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'

export const teamColumns = columns({
  id: column<string>('id'),
  displayName: column<string>('display_name'),
  /** An http(s) URL or the path of an uploaded image. `presentImage` returns the URL. */
  profileImage: column<string | null>('profile_image_url'),
  clientMetadata: column<Json>('client_metadata'),
  clientReadOnlyMetadata: column<Json>('client_read_only_metadata'),
  serverMetadata: column<Json>('server_metadata'),
  createdAt: column<Date>('created_at'),
  /** When the team began to require a second factor of its members; null if it requires none. */
  secondFactorRequiredSince: column<Date | null>('second_factor_required_since'),
})

export type Team = RowOf<typeof teamColumns>
