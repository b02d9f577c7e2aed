import type { AdminProjectWithHooks } from '@portico/react/internal'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { nameToTypeOf } from '../../kit/typed-name.ts'
import { useAction } from '@portico/ui/form/useAction'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { ActFailure } from '../../kit/ActFailure.tsx'
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
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = useAction(async () => {
    await project.delete()
    // What was typed into the settings of a deleted project is lost in any case.
    await navigate({ to: '/projects', search: { deleted: project.id }, ignoreBlocker: true })
    client.removeQueries({ queryKey: [project.id] })
    await client.invalidateQueries({ queryKey: ['owner', 'projects'] })
  })
  return (
    <ConfirmDialog
      title={t.title}
      consequence={t.consequence(project.userCount, format.number(project.userCount))}
      nameToType={nameToTypeOf(project.displayName, project.id)}
      pendingLabel={t.pending}
      phase={remove.phase}
      onConfirm={() => void remove.run()}
      onClose={onClose}
    >
      <ActFailure failure={remove.failure} onRepeat={() => void remove.run()} />
    </ConfirmDialog>
  )
}
