import type { ReactNode } from 'react'

import { useDeletion } from '../../data/project-settings.ts'
import { useTexts } from '../../language/useTexts.ts'
import { fill } from '@portico/ui/language/fill'
import { useFormat } from '../../language/format.ts'
import { Loaded } from '../../page/Loaded.tsx'
import { Message } from '../../page/Message.tsx'
import { kitTexts } from '../../texts/en/kit.ts'
import { settingsTexts } from '../../texts/en/settings.ts'
import css from './projects.module.css'

/** The progress of removing a deleted project's records. The removal continues without this page. */
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
  const query = useDeletion(projectId)
  const { data } = query
  // The owner did not own this project, or its removal ended long ago.
  if (data === null) return null
  const isDone = data?.state === 'done'
  const bar = (value?: number): ReactNode => (
    <progress className={css['progress']} aria-label={t.runningTitle} max={1} value={value} />
  )
  return (
    <Message
      title={t.runningTitle}
      lead={data && fill(isDone ? t.removed : t.running, { name: <bdi className="strong">{data.displayName}</bdi> })}
      closeLabel={close}
      isClosePlain
      onClose={onClose}
    >
      <Loaded query={{ ...query, data }} failed={t.progressFailed} skeleton={bar()}>
        {({ done, total }) => (
          <>
            {bar(isDone ? 1 : total ? Math.min(1, done / total) : undefined)}
            <p className="small soft" role="status">
              {total === null
                ? t.progressWithoutTotal(format.number(done))
                : t.progress(format.number(done), format.number(total))}
            </p>
          </>
        )}
      </Loaded>
    </Message>
  )
}
