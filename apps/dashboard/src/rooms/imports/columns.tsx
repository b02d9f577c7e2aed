import type { Format } from '@portico/ui/language/format'

import type { ImportRun } from '../../data/imports.ts'
import { Badge } from '../../kit/Badge.tsx'
import { DATE_WIDTH, type Column } from '../../kit/columns.ts'
import { Time } from '../../kit/Text.tsx'
import type { ImportsTexts } from '../../texts/en/imports.ts'
import css from './imports.module.css'
import { countFindings, Stage } from './states.tsx'

export function importColumns(
  t: ImportsTexts,
  format: Format,
  titleOf: (source: ImportRun['source']) => string,
): Column<ImportRun>[] {
  return [
    {
      id: 'source',
      head: t.columns.source,
      onPhone: 'title',
      cell: ({ isDryRun, source }) => (
        <span className={css['source']}>
          <span className="strong">{titleOf(source)}</span>
          {isDryRun && <Badge>{t.dryRun}</Badge>}
        </span>
      ),
    },
    {
      id: 'state',
      head: t.columns.state,
      width: '200px',
      onPhone: 'line',
      cell: (run) => <Stage run={run} t={t} />,
    },
    {
      id: 'users',
      head: t.columns.users,
      width: '120px',
      isSecondary: true,
      cell: ({ users }) => <span className="num">{format.number(users)}</span>,
    },
    {
      id: 'findings',
      head: t.columns.findings,
      width: '120px',
      isSecondary: true,
      cell: (run) => <span className="num">{format.number(countFindings(run))}</span>,
    },
    {
      id: 'created',
      head: t.columns.created,
      width: DATE_WIDTH,
      onPhone: 'corner',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ]
}
