import { fill } from '@portico/ui/language/fill'
import type { ReactNode } from 'react'

import type { ImportRun } from '../../data/imports.ts'
import { Note } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { importsTexts } from '../../texts/en/imports.ts'

/** Why the service could not read the files of an import, if it could not, and what can be done. */
export function ReadingFailed({ next, run }: { readonly run: ImportRun; readonly next: string }): ReactNode {
  const t = useTexts(importsTexts)
  if (run.state !== 'open' || run.job?.state !== 'failed') return null
  const { error, errorCode } = run.job
  return (
    <Note tone="danger">
      <p className="strong">{t.failedTitle}</p>
      <p>
        {errorCode === null ? <bdi>{error}</bdi> : fill(t.errors[errorCode], { detail: <bdi>{error}</bdi> })} {next}
      </p>
    </Note>
  )
}
