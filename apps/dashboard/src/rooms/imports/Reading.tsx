import { useState, type ReactNode } from 'react'

import { imports, type ImportRun } from '../../data/imports.ts'
import { Button } from '../../kit/Button.tsx'
import { Section } from '../../kit/States.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { ConfirmAction } from '../../page/ConfirmAction.tsx'
import { importsTexts } from '../../texts/en/imports.ts'
import { Counts } from './Counts.tsx'
import css from './imports.module.css'
import { useSize } from './use-size.ts'

/** How far the service has read the files. */
export function Reading({ run }: { readonly run: ImportRun }): ReactNode {
  const t = useTexts(importsTexts)
  const format = useFormat()
  const sizeOf = useSize()
  const [isCancelling, setIsCancelling] = useState(false)
  const { job } = run
  if (!job) return null
  const share = job.bytesTotal === 0 ? 0 : Math.min(1, job.bytesRead / job.bytesTotal)
  return (
    <Section
      title={t.reading}
      note={run.isDryRun ? t.readingDry : t.readingImport}
      action={<Button onClick={() => setIsCancelling(true)}>{run.isDryRun ? t.cancelDry : t.cancel}</Button>}
    >
      <progress className={css['progress']} aria-label={t.reading} max={1} value={share} />
      <p className="num soft" role="status">
        {job.state === 'queued'
          ? t.waiting
          : `${t.read(sizeOf(job.bytesRead), sizeOf(job.bytesTotal))} (${format.number(Math.floor(share * 100))} %)`}
      </p>
      {job.state === 'running' && <Counts run={run} />}
      {isCancelling && <CancelImport run={run} onClose={() => setIsCancelling(false)} />}
    </Section>
  )
}

function CancelImport({ run, onClose }: { readonly run: ImportRun; readonly onClose: () => void }): ReactNode {
  const t = useTexts(importsTexts)
  const cancel = imports.useChange('cancel')
  return (
    <ConfirmAction
      title={run.isDryRun ? t.cancelDry : t.cancel}
      consequence={run.isDryRun ? t.cancelDryText : t.cancelText}
      pending="ending"
      isDanger
      run={() => cancel(run.id)}
      onClose={onClose}
    />
  )
}
