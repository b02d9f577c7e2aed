import { Link } from '@tanstack/react-router'

import { Badge } from '../../kit/Badge.tsx'
import type { Column } from '../../kit/columns.ts'
import { CutText, Time } from '../../kit/Text.tsx'
import type { Format } from '../../language/format.ts'
import { firstRoom } from '../../shell/rail-items.ts'
import type { ProjectsTexts } from '../../texts/projects.en.ts'
import css from './projects.module.css'

export interface ListedProject {
  readonly id: string
  readonly displayName: string
  readonly userCount: number
  readonly isProductionMode: boolean
  readonly createdAt: Date
}

export function projectColumns(t: ProjectsTexts, format: Format): Column<ListedProject>[] {
  return [
    {
      id: 'project',
      head: t.columns.project,
      onPhone: 'title',
      cell: ({ id, displayName, isProductionMode }) => (
        <div className={css['name']}>
          <span className="who">
            <Link to={`/projects/$projectId${firstRoom}`} params={{ projectId: id }} className="cut" tabIndex={-1}>
              <CutText>{displayName}</CutText>
            </Link>
            {isProductionMode && <Badge>{t.production}</Badge>}
          </span>
          {id === 'internal' ? (
            <span className={css['note']}>{t.internal}</span>
          ) : (
            <span className={`${css['note']} ${css['id']}`}>{id}</span>
          )}
        </div>
      ),
    },
    {
      id: 'users',
      head: t.columns.users,
      width: '120px',
      align: 'end',
      onPhone: 'line',
      cell: ({ userCount }) => (
        <>
          {format.number(userCount)}
          <span className="sr unit"> {t.usersUnit}</span>
        </>
      ),
    },
    {
      id: 'created',
      head: t.columns.created,
      width: '130px',
      align: 'end',
      cell: ({ createdAt }) => <Time at={createdAt} isDate />,
    },
  ]
}
