import { noResult, sequence, type Statement } from '../../kernel/statement.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import type { PermissionDefinition } from './definition.ts'
import { insertDefinition } from './store.ts'

type InitialDefinition = Omit<PermissionDefinition, 'key'>

/** The permissions that the default settings of a project name. Migration 0040 has created them for older projects. */
const initialDefinitions: readonly InitialDefinition[] = [
  {
    id: 'team_member',
    scope: 'team',
    description: 'Default permission of team members.',
    containedKeys: ['$read_members', '$invite_members'],
  },
  {
    id: 'team_admin',
    scope: 'team',
    description: 'Default permission of team creators.',
    containedKeys: [
      '$update_team',
      '$delete_team',
      '$read_members',
      '$remove_members',
      '$invite_members',
      '$manage_api_keys',
    ],
  },
]

/** Defines the first permissions of a new project. */
export function insertInitialDefinitions(projectId: string): Statement<void> {
  return sequence(
    initialDefinitions.map((definition) => insertDefinition(projectId, { ...definition, key: newUuid() })),
  ).map(noResult)
}
