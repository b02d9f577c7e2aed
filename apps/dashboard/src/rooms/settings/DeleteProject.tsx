import type { AdminProjectWithHooks } from '@portico/react/internal'
import type { ReactNode } from 'react'

import { useLoseProject } from '../../data/project-settings.ts'
import { nameToTypeOf } from '../../kit/typed-name.ts'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { ConfirmAction } from '../../page/ConfirmAction.tsx'
import { settingsTexts } from '../../texts/en/settings.ts'

/** Deletes the project after its name is typed. The list of projects then shows the removal of its records. */
export function DeleteProject({
  project,
  onClose,
}: {
  readonly project: AdminProjectWithHooks
  readonly onClose: () => void
}): ReactNode {
  const { remove: t } = useTexts(settingsTexts)
  const format = useFormat()
  const lose = useLoseProject()
  return (
    <ConfirmAction
      title={t.title}
      consequence={t.consequence(project.userCount, format.number(project.userCount))}
      nameToType={nameToTypeOf(project.displayName, project.id)}
      pending="deleting"
      run={() => lose(() => project.delete(), { deleted: project.id })}
      // The page of the project is left.
      onDone={() => undefined}
      onClose={onClose}
    />
  )
}
