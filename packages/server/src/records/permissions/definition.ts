import type { PermissionScope } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'

export const definitionColumns = columns({
  /** Random and permanent. Grants and containment refer to it, so that a rename changes one row. */
  key: column<string>('key'),
  id: column<string>('id'),
  scope: column<PermissionScope>('scope'),
  description: column<string | null>('description'),
  /** Keys of definitions of the same scope. The key of a system permission is its id. */
  containedKeys: column<readonly string[]>('contained_keys'),
})

export type PermissionDefinition = RowOf<typeof definitionColumns>
