import { Link } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'

import { useFigures, type Figures as ProjectFigures } from '../../data/metrics.ts'
import { useCurrentProject, useProject } from '../../data/projects.ts'
import { AreaChart } from '../../kit/AreaChart.tsx'
import { buttonLook } from '../../kit/Button.tsx'
import { May } from '../../kit/May.tsx'
import { Bone, Empty, Figures } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { Loaded } from '../../page/Loaded.tsx'
import { PageHead } from '../../shell/PageHead.tsx'
import { rightOfPage } from '../../shell/room-rights.ts'
import { overviewTexts } from '../../texts/en/overview.ts'
import { Countries, Methods } from './Bars.tsx'
import css from './overview.module.css'
import { RecentUsers } from './RecentUsers.tsx'

/** How many users the project has, what they do and how they sign in. */
export function Overview(): ReactNode {
  const t = useTexts(overviewTexts)
  const { id } = useCurrentProject()
  return (
    <>
      <PageHead title={t.title} of={useProject().data?.displayName} />
      <Loaded query={useFigures()} failed={t.loadFailed} skeleton={<Waiting />}>
        {(figures) =>
          figures.totalUsers === 0 && figures.dailyActiveUsers.every(({ activity }) => activity === 0) ? (
            <Empty
              icon={<UserPlus />}
              title={t.empty.title}
              text={t.empty.text}
              action={
                <May right={rightOfPage('/start')}>
                  <Link
                    to="/projects/$projectId/start"
                    params={{ projectId: id }}
                    {...buttonLook({ variant: 'primary' })}
                  >
                    {t.empty.action}
                  </Link>
                </May>
              }
            />
          ) : (
            <Full figures={figures} />
          )
        }
      </Loaded>
    </>
  )
}

function Full({ figures }: { readonly figures: ProjectFigures }): ReactNode {
  const t = useTexts(overviewTexts)
  const format = useFormat()
  const { dailyActiveUsers, dailyUsers, totalUsers } = figures
  const days = dailyUsers.map(({ date }) => new Date(`${date}T00:00:00Z`))
  const active = dailyActiveUsers.map(({ activity }) => activity)
  const signUps = dailyUsers.map(({ activity }) => activity)
  const newUsers = signUps.reduce((sum, count) => sum + count, 0)
  const [first, last] = [days[0], days.at(-1)]
  return (
    <>
      <Figures
        figures={[
          { label: t.users, value: format.number(totalUsers), note: t.newUsers(format.number(newUsers)) },
          {
            label: t.activeToday,
            value: format.number(active.at(-1) ?? 0),
            note: t.yesterday(format.number(active.at(-2) ?? 0)),
          },
          {
            label: t.signUpsToday,
            value: format.number(signUps.at(-1) ?? 0),
            note: t.yesterday(format.number(signUps.at(-2) ?? 0)),
          },
        ]}
      />
      <AreaChart
        days={days}
        series={[
          { label: t.activeUsers, values: active, height: 170 },
          { label: t.signUps, values: signUps, height: 60 },
        ]}
        caption={first && last ? t.period(format.longDate(first), format.longDate(last)) : ''}
      />
      <div className={css['columns']}>
        <Methods figures={figures} />
        <RecentUsers figures={figures} />
      </div>
      <Countries figures={figures} />
    </>
  )
}

function Waiting(): ReactNode {
  const t = useTexts(overviewTexts)
  return (
    <div aria-busy="true">
      <Figures
        figures={[t.users, t.activeToday, t.signUpsToday].map((label) => ({
          label,
          value: <Bone width="96px" />,
          note: <Bone width="72px" />,
        }))}
      />
      <div className={css['chart']} aria-hidden="true">
        <span>{t.activeUsers}</span>
        <span>{t.signUps}</span>
      </div>
    </div>
  )
}
