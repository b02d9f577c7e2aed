import type { Transaction } from '../../kernel/database.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { listChangesAfter, type FieldChange } from '../../records/projects/changes.ts'
import type { Project } from '../../records/projects/project.ts'
import { listDisplayNames } from '../../records/users/store.ts'
import { presentVersionConflict, type SettingConflict } from './present.ts'

/**
 * Refuses an update that changes a setting which was changed after the version that the caller has read. A setting that
 * the update leaves as it is stored is not a conflict.
 *
 * @param wanted the changes that the update would make to the project as it is stored now
 * @param tx holds the lock of the project. It also reads owners, who are users of "internal"
 * @throws PROJECT_VERSION_CONFLICT, PlainError 400 for a version that the project does not have yet
 */
export async function refuseConflicts(
  tx: Transaction,
  present: Project,
  wanted: readonly FieldChange[],
  version: number,
): Promise<void> {
  if (version > present.version) {
    throw new PlainError(400, `if_version is ${version}, but the project has the version ${present.version}.`)
  }
  if (version === present.version || wanted.length === 0) return
  const recorded = await tx.run(listChangesAfter(present.id, version))
  const isComplete = recorded.length === present.version - version
  const conflicts = wanted.flatMap(({ field, before: value = null }): SettingConflict[] => {
    const change = recorded.find(({ fields }) => fields.includes(field)) ?? null
    // Without a record of every change, the setting may be one of those that were changed.
    return change || !isComplete ? [{ field, value, change }] : []
  })
  if (conflicts.length === 0) return
  const ownerIds = conflicts.flatMap(({ change }) => change?.actorId ?? [])
  const ownerNames = await tx.run(listDisplayNames('internal', [...new Set(ownerIds)]))
  throw new KnownError(
    'PROJECT_VERSION_CONFLICT',
    presentVersionConflict({ version: present.version, conflicts, ownerNames }),
  )
}
