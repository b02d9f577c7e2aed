import type { Format } from '@portico/ui/language/format'
import { Link } from '@tanstack/react-router'

import { Avatar } from '../../kit/Avatar.tsx'
import { Badge } from '../../kit/Badge.tsx'
import { DATE_WIDTH, type Column } from '../../kit/columns.ts'
import { Pictured } from '../../kit/Pictured.tsx'
import { Sparkline } from '../../kit/Sparkline.tsx'
import { CutText, None, Time } from '../../kit/Text.tsx'
import { firstRoom } from '../../shell/first-room.ts'
import type { ProjectsTexts } from '../../texts/en/projects.ts'
import css from './projects.module.css'

export interface ListedProject {
  readonly id: string
  readonly displayName: string
  readonly userCount: number
  readonly isProductionMode: boolean
  readonly createdAt: Date
  readonly dailySignUps: readonly { readonly activity: number }[]
}

export function projectColumns(t: ProjectsTexts, format: Format): Column<ListedProject>[] {
  return [
    {
      id: 'project',
      head: t.columns.project,
      onPhone: 'title',
      cell: ({ id, displayName, isProductionMode }) => (
        <Pictured picture={<Avatar kind="project" name={displayName} colourOf={id} size="medium" />}>
          <span className="who">
            <Link to={`/projects/$projectId${firstRoom}`} params={{ projectId: id }} className="cut" tabIndex={-1}>
              <CutText>{displayName}</CutText>
            </Link>
            {isProductionMode && <Badge>{t.production}</Badge>}
          </span>
          {id === 'internal' ? (
            <span className={css['note']}>{t.internal}</span>
          ) : (
            <span className={css['note']}>
              <bdi dir="ltr" className={css['id']}>
                {id}
              </bdi>
            </span>
          )}
        </Pictured>
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
          <span className="sr unit"> {t.usersUnit(userCount)}</span>
        </>
      ),
    },
    {
      id: 'signUpsToday',
      head: t.columns.signUpsToday,
      width: '140px',
      align: 'end',
      cell: ({ dailySignUps }) => {
        const today = dailySignUps.at(-1)
        return today ? format.number(today.activity) : <None />
      },
    },
    {
      id: 'lastDays',
      head: t.columns.lastDays,
      width: '136px',
      align: 'end',
      isSecondary: true,
      cell: ({ dailySignUps }) => {
        const values = dailySignUps.map(({ activity }) => activity)
        const label = t.sparkline(format.number(Math.max(0, ...values)))
        return (
          <div className={css['trend']}>
            <Sparkline values={values} label={label} />
          </div>
        )
      },
    },
    {
      id: 'created',
      head: t.columns.created,
      width: DATE_WIDTH,
      align: 'end',
      cell: ({ createdAt }) => <Time at={createdAt} isDate />,
    },
  ]
}
