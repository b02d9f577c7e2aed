import type { Job } from '@portico/client/admin'
import type { ReactNode } from 'react'

import { useJob, users } from '../../data/users.ts'
import { Button } from '../../kit/Button.tsx'
import { download } from '../../kit/download.ts'
import { isPast } from '../../kit/is-past.ts'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { unloaded } from '../../page/Loaded.tsx'
import { Message } from '../../page/Message.tsx'
import { useAct } from '../../page/useAct.tsx'
import { usersTexts } from '../../texts/en/users.ts'
import css from './users.module.css'

const FAILURES_SHOWN = 10

/** The progress of an act on many users, and its outcome. Its address can be opened again. */
export function JobDialog({ jobId, onClose }: { readonly jobId: string; readonly onClose: () => void }): ReactNode {
  const t = useTexts(usersTexts)
  const query = useJob(jobId)
  const job = query.data
  const hasEnded = job != null && job.endedAt !== null
  const cancel = users.useChange('cancelJob')
  const stop = useAct(async () => job && cancel(job))
  const saving = useAct(async () => job && saveResult(job))
  const isFile = job?.type === 'export_users' && job.state === 'done'
  const hasFile = isFile && job.resultExpiresAt !== null && !isPast(job.resultExpiresAt)
  return (
    <Message
      title={job ? t.job.titles[job.type] : t.title}
      closeLabel={t.job.close}
      onClose={onClose}
      actions={
        <>
          {job && !hasEnded && (
            <Button
              variant="danger"
              phase={stop.isPending ? 'pending' : 'idle'}
              pendingLabel={t.job.stopping}
              onClick={() => stop.run()}
            >
              {t.job.stop}
            </Button>
          )}
          {hasFile && (
            <Button
              variant="primary"
              data-autofocus=""
              phase={saving.isPending ? 'pending' : saving.isDone ? 'done' : 'idle'}
              pendingLabel={t.job.downloading}
              onClick={() => saving.run()}
            >
              {t.job.download}
            </Button>
          )}
        </>
      }
      isClosePlain={!hasFile}
    >
      <div className={css['job']}>
        {unloaded(query) ?? (job ? <Progress job={job} /> : <p>{t.job.missing}</p>)}
        {isFile && !hasFile && <p>{t.job.expired}</p>}
        {stop.failure}
        {saving.failure}
      </div>
    </Message>
  )
}

function Progress({ job }: { readonly job: Job }): ReactNode {
  const t = useTexts(usersTexts)
  const format = useFormat()
  const handled = job.done + job.failed
  const shown = format.number(job.done)
  const outcome =
    job.state === 'failed'
      ? t.job.failed(job.error ?? '')
      : job.state === 'cancelled'
        ? t.job.cancelled(job.done, shown)
        : t.job.done(job.done, shown)
  return (
    <>
      {job.endedAt === null ? (
        <>
          <progress
            className={css['progress']}
            aria-label={t.job.titles[job.type]}
            {...(job.total !== null && { value: handled, max: Math.max(1, job.total) })}
          />
          <p className="num">
            {job.startedAt === null
              ? t.job.waiting
              : job.total === null
                ? t.job.progressOpen(format.number(handled))
                : t.job.progress(format.number(handled), format.number(job.total))}
          </p>
          <p className={css['soft']}>{t.job.running}</p>
        </>
      ) : (
        <p role="status">{outcome}</p>
      )}
      {job.failed > 0 && (
        <div>
          <p>{t.job.someFailed(job.failed, format.number(job.failed))}</p>
          <ul className={css['failures']}>
            {job.failures.slice(0, FAILURES_SHOWN).map(({ userId, reason }) => (
              <li key={userId}>
                <span className="mono">{userId}</span>: {reason}
              </li>
            ))}
            {job.failed > FAILURES_SHOWN && <li>{t.job.more(format.number(job.failed - FAILURES_SHOWN))}</li>}
          </ul>
        </div>
      )}
    </>
  )
}

/** Saves the file of an export. */
async function saveResult(job: Job): Promise<void> {
  let start = ''
  const parts: Blob[] = []
  for await (const part of job.readResult()) {
    start ||= part
    parts.push(new Blob([part]))
  }
  // The service writes the format into the file, not into the job: JSON begins with a bracket.
  const isJson = /^\s*[[{]/.test(start)
  download(isJson ? 'users.json' : 'users.csv', parts, isJson ? 'application/json' : 'text/csv')
}
