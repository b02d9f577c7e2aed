import { toCamelCase } from '@portico/contract/letter-case'

import type { ImportDependencies } from '../../accounts/import-users.ts'
import { seedPermissions } from '../permission-definitions/definitions.ts'

/** Adds `definePermission`, which belongs to this floor, to the dependencies of an import. */
export function importingWith(dependencies: Omit<ImportDependencies, 'definePermission'>): ImportDependencies {
  return {
    ...dependencies,
    definePermission: (tx, call, { kind: _kind, scope, ...definition }) =>
      seedPermissions(tx, call, scope, [toCamelCase(definition)]),
  }
}
