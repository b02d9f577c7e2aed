import { toCamelCase } from '@portico/contract/letter-case'

import type { ImportDependencies } from '../../accounts/import-users.ts'
import { seedPermissions } from '../permission-definitions/definitions.ts'

/** What importing a batch needs, with the definition of permissions, which is on this floor. */
export function importingWith(dependencies: Omit<ImportDependencies, 'definePermission'>): ImportDependencies {
  return {
    ...dependencies,
    definePermission: (tx, call, { kind: _kind, scope, ...definition }) =>
      seedPermissions(tx, call, scope, [toCamelCase(definition)]),
  }
}
