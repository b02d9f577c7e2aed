import { fill } from '@portico/ui/language/fill'
import type { ReactNode } from 'react'

import { useDeletion } from '../../data/project-settings.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Failed } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { settingsTexts } from '../../texts/en/settings.ts'
import css from './projects.module.css'

/** The progress of removing the records of a deleted project. The removal continues without this page. */
export function DeletionProgress({
  projectId,
  onClose,
}: {
  readonly projectId: string
  readonly onClose: () => void
}): ReactNode {
  const { remove: t } = useTexts(settingsTexts)
  const { close } = useTexts(kitTexts)
  const format = useFormat()
  const deletion = useDeletion(projectId)
  const { data } = deletion
  // The owner did not own this project, or its removal ended long ago.
  if (data === null) return null
  const isDone = data?.state === 'done'
  const total = data?.total ?? null
  const name = <bdi className="strong">{data?.displayName}</bdi>
  return (
    <Dialog
      title={t.runningTitle}
      lead={data && fill(isDone ? t.removed : t.running, { name })}
      onClose={onClose}
      footer={
        <Button data-autofocus="" onClick={onClose}>
          {close}
        </Button>
      }
    >
      {!data && deletion.isError ? (
        <Failed
          title={t.progressFailed}
          error={deletion.error}
          isRetrying={deletion.isFetching}
          onRetry={() => void deletion.refetch()}
        />
      ) : (
        <progress
          className={css['progress']}
          aria-label={t.runningTitle}
          max={1}
          value={isDone ? 1 : data && total ? Math.min(1, data.done / total) : undefined}
        />
      )}
      {data && (
        <p className="small soft" role="status">
          {total === null
            ? t.progressWithoutTotal(format.number(data.done))
            : t.progress(format.number(data.done), format.number(total))}
        </p>
      )}
    </Dialog>
  )
}
