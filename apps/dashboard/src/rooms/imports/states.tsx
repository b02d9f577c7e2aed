import { Ban, CircleAlert, CircleCheck, Clock, LoaderCircle, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'

import { isBeingRead, type ImportRun } from '../../data/imports.ts'
import { State, type Tone } from '../../kit/Badge.tsx'
import type { ImportsTexts } from '../../texts/en/imports.ts'

export type ImportStage = keyof ImportsTexts['states']

export function stageOf(run: ImportRun): ImportStage {
  if (run.state === 'undone') return 'undone'
  if (run.state === 'running') return 'undoing'
  if (isBeingRead(run)) return 'reading'
  if (run.job?.state === 'cancelled') return 'cancelled'
  if (run.state === 'done') return 'done'
  return run.job?.state === 'failed' ? 'failed' : 'open'
}

/** Records with something to say about them. */
export function countFindings({ counts }: ImportRun): number {
  return counts.refused + counts.duplicate + counts.unreadable
}

const looks: Readonly<Record<ImportStage, { readonly tone?: Tone; readonly icon: ReactNode }>> = {
  open: { icon: <Clock /> },
  reading: { icon: <LoaderCircle /> },
  failed: { tone: 'danger', icon: <CircleAlert /> },
  cancelled: { icon: <Ban /> },
  done: { tone: 'ok', icon: <CircleCheck /> },
  undoing: { tone: 'warn', icon: <Undo2 /> },
  undone: { icon: <Undo2 /> },
}

export function Stage({ run, t }: { readonly run: ImportRun; readonly t: ImportsTexts }): ReactNode {
  const stage = stageOf(run)
  return <State {...looks[stage]}>{t.states[stage]}</State>
}
