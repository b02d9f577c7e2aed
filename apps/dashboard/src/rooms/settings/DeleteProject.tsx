import type { AdminProjectWithHooks } from '@portico/react/internal'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'

import { useDeletion } from '../../data/project-settings.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog, Dialog } from '../../kit/Dialog.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormat } from '../../language/format.ts'
import { ActFailure } from '../../shell/SignInAgain.tsx'
import { settingsTexts } from '../../texts/settings.ts'
import css from './settings.module.css'

/** Deletes the project after its name is typed, then shows how far the removal of its records is. */
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
  const [isDeleted, setDeleted] = useState(false)
  const deletion = useDeletion(project.id, isDeleted).data
  const remove = useAction(async () => {
    await project.delete()
    setDeleted(true)
  })
  const leave = async (): Promise<void> => {
    await navigate({ to: '/projects' })
    client.removeQueries({ queryKey: [project.id] })
    await client.invalidateQueries({ queryKey: ['owner', 'projects'] })
  }
  if (!isDeleted) {
    return (
      <ConfirmDialog
        title={t.title}
        consequence={t.consequence(project.userCount, format.number(project.userCount))}
        nameToType={project.displayName.trim() || project.id}
        pendingLabel={t.pending}
        phase={remove.phase}
        onConfirm={() => void remove.run()}
        onClose={onClose}
      >
        <ActFailure failure={remove.failure} onRepeat={() => void remove.run()} />
      </ConfirmDialog>
    )
  }
  const isDone = deletion?.state === 'done'
  const total = deletion?.total ?? project.userCount
  return (
    <Dialog
      title={t.runningTitle}
      lead={isDone ? t.removed : t.running}
      onClose={() => void leave()}
      footer={
        <Button variant="primary" onClick={() => void leave()}>
          {t.close}
        </Button>
      }
    >
      <progress
        className={css['progress']}
        aria-label={t.runningTitle}
        max={1}
        value={shareOf(deletion?.done ?? 0, total, isDone)}
      />
      <p className="small soft" role="status">
        {t.progress(format.number(deletion?.done ?? 0), format.number(total))}
      </p>
    </Dialog>
  )
}

function shareOf(done: number, total: number, isDone: boolean): number {
  if (isDone) return 1
  return total === 0 ? 0 : Math.min(1, done / total)
}
