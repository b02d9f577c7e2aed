import type { ReactNode } from 'react'

import type { ImportRun } from '../../data/imports.ts'
import { Figures } from '../../kit/States.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { importsTexts } from '../../texts/en/imports.ts'

const others = ['alreadyImported', 'refused', 'duplicate', 'unreadable'] as const

/** What an import has done so far, or what it would do. */
export function Counts({ run: { counts, isDryRun, users } }: { readonly run: ImportRun }): ReactNode {
  const t = useTexts(importsTexts)
  const format = useFormat()
  return (
    <Figures
      figures={[
        { label: isDryRun ? t.figures.wouldCreate : t.figures.created, value: format.number(users) },
        ...others
          .filter((name) => counts[name] > 0)
          .map((name) => ({ label: t.figures[name], value: format.number(counts[name]), note: t.figureNotes[name] })),
      ]}
    />
  )
}
