import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useOldSystemMove, type OldSystemMove } from '../../data/old-system.ts'
import { AreaChart } from '../../kit/AreaChart.tsx'
import { ListRow, Rows } from '../../kit/Rows.tsx'
import { Bone, Figures, Section } from '../../kit/States.tsx'
import { Segments } from '../../kit/Tabs.tsx'
import { Time } from '../../kit/Text.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { Loaded } from '../../page/Loaded.tsx'
import { oldSystemTexts } from '../../texts/en/old-system.ts'
import css from './methods.module.css'

export interface MoveProps {
  /** The stored settings. After a change of them, the move is read again. */
  readonly settings: string
  /** Whether the project names a previous system. */
  readonly isNamed: boolean
}

/** How far the move from the previous system is, and what has failed, from the first moment of a move on. */
export function Move({ isNamed, settings }: MoveProps): ReactNode {
  const t = useTexts(oldSystemTexts)
  const { period } = useSearch({ from: '/owner/projects/$projectId/sign-in/previous-system' })
  const query = useOldSystemMove(period ? 90 : 30, settings)
  return (
    <Loaded query={query} failed={t.moveFailed} skeleton={isNamed && <WaitingMove />}>
      {(move) =>
        move.type === null && move.movedUsers === 0 ? null : (
          <>
            <Progress move={move} />
            <Failures move={move} />
            {move.isAsked && <Limits move={move} />}
          </>
        )
      }
    </Loaded>
  )
}

function Progress({ move }: { readonly move: OldSystemMove }): ReactNode {
  const t = useTexts(oldSystemTexts)
  const format = useFormat()
  const { endsAt, failuresByDay, isAsked, lastMovedAt, movedByDay, movedUsers, waitingUsers } = move
  const days = movedByDay.map(({ date }) => new Date(`${date}T00:00:00Z`))
  const [first, last] = [days[0], days.at(-1)]
  return (
    <Section title={t.progress} action={<Period />}>
      <Figures
        figures={[
          {
            label: t.moved,
            value: format.number(movedUsers),
            ...(lastMovedAt && { note: t.lastMoved(format.date(lastMovedAt)) }),
          },
          { label: t.waiting, value: format.number(waitingUsers), note: t.waitingNote },
          {
            label: t.state,
            value: isAsked ? t.isAsked : t.isNotAsked,
            ...(endsAt && { note: isAsked ? t.endsAt(format.date(endsAt)) : t.endedAt(format.date(endsAt)) }),
          },
        ]}
      />
      <AreaChart
        days={days}
        series={[
          { label: t.moved, values: movedByDay.map(({ activity }) => activity) },
          { label: t.notMoved, values: failuresByDay.map(({ activity }) => activity), height: 60 },
        ]}
        caption={first && last ? t.period(format.longDate(first), format.longDate(last)) : ''}
      />
    </Section>
  )
}

function Period(): ReactNode {
  const t = useTexts(oldSystemTexts)
  const navigate = useNavigate()
  const { period = '30-days' } = useSearch({ from: '/owner/projects/$projectId/sign-in/previous-system' })
  return (
    <Segments
      label={t.periodLabel}
      segments={[
        { id: '30-days', label: t.days(30) },
        { id: '90-days', label: t.days(90) },
      ]}
      current={period}
      onChange={(next) =>
        void navigate({
          to: '.',
          search: next === '90-days' ? { period: next } : {},
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}

/** The sign-ins that did not move a user, by cause, each with its last attempt. */
function Failures({ move: { failures } }: { readonly move: OldSystemMove }): ReactNode {
  const t = useTexts(oldSystemTexts)
  const format = useFormat()
  return (
    <Section title={t.notMoved} note={t.notMovedNote}>
      {failures.length === 0 ? (
        <p className="soft">{t.noFailures}</p>
      ) : (
        <Rows kind="list">
          {failures.map(({ cause, count, last }) => (
            <ListRow key={cause} action={<span className="num">{format.number(count)}</span>}>
              <div className={css['failure']}>
                <span className="strong">{t.causes[cause].title}</span>
                <span className="soft">{t.causes[cause].text}</span>
                <LastAttempt last={last} />
              </div>
            </ListRow>
          ))}
        </Rows>
      )}
    </Section>
  )
}

function LastAttempt({ last }: { readonly last: OldSystemMove['failures'][number]['last'] }): ReactNode {
  const t = useTexts(oldSystemTexts)
  const said = [last.status === null ? null : t.status(last.status), last.code].filter((part) => part !== null)
  return (
    <span className="soft small">
      {t.lastAttempt} <Time at={last.at} />
      {last.request !== null && (
        <>
          {' · '}
          <code dir="ltr">{last.request}</code>
        </>
      )}
      {said.length > 0 && (
        <>
          {' · '}
          <bdi>{said.join(', ')}</bdi>
        </>
      )}
    </span>
  )
}

function Limits({ move: { answerSeconds, limits } }: { readonly move: OldSystemMove }): ReactNode {
  const t = useTexts(oldSystemTexts)
  const format = useFormat()
  const sentences = limits
    ? [
        t.limitPerAccount(format.number(limits.perAccount.calls), format.duration(limits.perAccount.seconds * 1_000)),
        t.limitPerProject(format.number(limits.perProject.calls), format.duration(limits.perProject.seconds * 1_000)),
      ]
    : [t.noLimits]
  return (
    <Section title={t.limits} note={t.limitsNote}>
      <ul className={css['limits']}>
        {[...sentences, t.answerTime(format.duration(answerSeconds * 1_000))].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Section>
  )
}

function WaitingMove(): ReactNode {
  const t = useTexts(oldSystemTexts)
  return (
    <div aria-busy="true">
      <Section title={t.progress}>
        <Figures
          figures={[t.moved, t.waiting, t.state].map((label) => ({
            label,
            value: <Bone width="96px" />,
            note: <Bone width="72px" />,
          }))}
        />
        <div className={css['chart']} />
      </Section>
    </div>
  )
}
