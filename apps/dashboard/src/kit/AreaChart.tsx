import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { useFormat } from '../language/format.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { announce } from './announce.ts'
import { LinkButton } from './Button.tsx'
import { labelledDays, ticksOf } from './chart-scale.ts'
import './chart.css'
import { useWidth } from './useWidth.ts'

export interface ChartSeries {
  readonly label: string
  /** One value per day. */
  readonly values: readonly number[]
  /** Height of its area in pixels. */
  readonly height?: number
}

export interface AreaChartProps {
  /** The days, oldest first. */
  readonly days: readonly Date[]
  /** Each has its own area and scale; all share the time axis and the crosshair. */
  readonly series: readonly ChartSeries[]
  /** The period in words, below the chart. */
  readonly caption: string
}

const AXIS_WIDTH = 44
const TITLE_HEIGHT = 28
const GAP = 32
const FOOT_HEIGHT = 24
/** From this height on, an area has one more tick. */
const TALL_PX = 150

/**
 * Areas of daily figures with an exact tooltip. Arrow keys move between the days; "Show as table" has the same numbers.
 * The SVG is as wide as its container, so that its text is never scaled.
 */
export function AreaChart({ days, series, caption }: AreaChartProps): ReactNode {
  const t = useTexts(kitTexts)
  const format = useFormat()
  const chart = useRef<HTMLDivElement>(null)
  const width = useWidth(chart)
  const [at, setAt] = useState<number | null>(null)
  const [isTable, setTable] = useState(false)

  const plotWidth = Math.max(1, width - AXIS_WIDTH)
  const x = (index: number): number =>
    AXIS_WIDTH + (days.length > 1 ? (index / (days.length - 1)) * plotWidth : plotWidth / 2)
  const rows = layOut(series)
  const height = (rows.at(-1)?.bottom ?? 0) + FOOT_HEIGHT
  const hasData = days.length > 0

  function show(index: number, isSpoken: boolean): void {
    const clamped = Math.max(0, Math.min(days.length - 1, index))
    const day = days[clamped]
    if (!day) return
    setAt(clamped)
    const values = series.map(({ label, values: ofDay }) => `${label} ${format.number(ofDay[clamped] ?? 0)}`)
    if (isSpoken) announce(`${format.day(day)}: ${values.join(', ')}`)
  }

  function onPointerMove({ clientX, currentTarget }: PointerEvent): void {
    const offset = clientX - currentTarget.getBoundingClientRect().left - AXIS_WIDTH
    show(Math.round((offset / plotWidth) * (days.length - 1)), false)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const from = at ?? days.length
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: from - 1,
      ArrowRight: at === null ? days.length - 1 : from + 1,
      Home: 0,
      End: days.length - 1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    show(target, true)
  }

  const day = at === null ? undefined : days[at]
  const names = series.map(({ label }) => label).join(', ')
  return (
    <figure>
      <div className="chart" ref={chart} dir="ltr">
        {!hasData && <p className="soft">{t.noData}</p>}
        {hasData && width > 0 && (
          <svg
            width={width}
            height={height}
            role="img"
            aria-label={`${names}. ${caption}. ${t.chartHint}`}
            tabIndex={0}
            onPointerMove={onPointerMove}
            onPointerLeave={() => setAt(null)}
            onBlur={() => setAt(null)}
            onKeyDown={onKeyDown}
          >
            <Areas rows={rows} width={width} x={x} />
            {labelledDays(days.length, plotWidth).map((index, place, all) => (
              <text
                key={index}
                x={x(index)}
                y={height - 4}
                textAnchor={place === 0 ? 'start' : place === all.length - 1 ? 'end' : 'middle'}
              >
                {format.shortDay(days[index] ?? new Date(0))}
              </text>
            ))}
            {at !== null && <Marker rows={rows} x={x(at)} at={at} />}
          </svg>
        )}
        {day && at !== null && (
          <ChartTip x={x(at)} width={width}>
            <p>{format.day(day)}</p>
            {series.map(({ label, values }) => (
              <div key={label}>
                {label}
                <b>{format.number(values[at] ?? 0)}</b>
              </div>
            ))}
          </ChartTip>
        )}
      </div>
      <figcaption className="chart-foot">
        <span>{caption}</span>
        {hasData && (
          <LinkButton aria-expanded={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? t.hideTable : t.showAsTable}
          </LinkButton>
        )}
      </figcaption>
      {isTable && <ChartTable days={days} series={series} />}
    </figure>
  )
}

/** The day that the pointer or the keys have reached. */
function Marker({
  rows,
  x,
  at,
}: {
  readonly rows: ReturnType<typeof layOut>
  readonly x: number
  readonly at: number
}): ReactNode {
  return (
    <>
      <line className="hair" x1={x} x2={x} y1={(rows[0]?.top ?? 0) - 4} y2={rows.at(-1)?.bottom} />
      {rows.map(({ label, values, y }) => (
        <circle key={label} className="dot" cx={x} cy={y(values[at] ?? 0)} r={4} />
      ))}
    </>
  )
}

interface AreasProps {
  readonly rows: ReturnType<typeof layOut>
  readonly width: number
  /** The place of a day. */
  readonly x: (index: number) => number
}

function Areas({ rows, width, x }: AreasProps): ReactNode {
  const format = useFormat()
  return rows.map(({ label, values, top, bottom, ticks, y }) => (
    <g key={label}>
      <text className="chart-title" x={0} y={top - TITLE_HEIGHT + 12}>
        {label}
      </text>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={tick === 0 ? 'base' : 'grid'} x1={AXIS_WIDTH} x2={width} y1={y(tick)} y2={y(tick)} />
          <text x={AXIS_WIDTH - 10} y={y(tick) + 4} textAnchor="end">
            {format.number(tick)}
          </text>
        </g>
      ))}
      <path className="area" d={`M${x(0)} ${bottom}L${pointsOf(values, x, y)}L${x(values.length - 1)} ${bottom}Z`} />
      <path className="line" d={`M${pointsOf(values, x, y)}`} />
    </g>
  ))
}

function ChartTable({ days, series }: Pick<AreaChartProps, 'days' | 'series'>): ReactNode {
  const t = useTexts(kitTexts)
  const format = useFormat()
  return (
    <table className="chart-table">
      <thead>
        <tr>
          <th scope="col">{t.day}</th>
          {series.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((shown, index) => (
          <tr key={shown.getTime()}>
            <th scope="row">{format.day(shown)}</th>
            {series.map(({ label, values }) => (
              <td key={label}>{format.number(values[index] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ChartTip({
  x,
  width,
  children,
}: {
  readonly x: number
  readonly width: number
  readonly children: ReactNode
}): ReactNode {
  const tip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = tip.current
    if (!element) return
    const besideRight = x + 12
    const left = besideRight + element.offsetWidth > width ? x - 12 - element.offsetWidth : besideRight
    element.style.translate = `${Math.max(0, left)}px 0`
  })
  return (
    <div className="chart-tip" ref={tip} aria-hidden="true">
      {children}
    </div>
  )
}

interface ChartRow extends ChartSeries {
  readonly top: number
  readonly bottom: number
  readonly ticks: readonly number[]
  readonly y: (value: number) => number
}

function layOut(series: readonly ChartSeries[]): ChartRow[] {
  const rows: ChartRow[] = []
  for (const entry of series) {
    const top = (rows.at(-1)?.bottom ?? -GAP) + GAP + TITLE_HEIGHT
    const height = entry.height ?? 120
    const bottom = top + height
    const highest = Math.max(...entry.values, 0)
    const ticks = ticksOf(highest, height >= TALL_PX ? 4 : 3)
    const scale = Math.max(highest, ticks.at(-1) ?? 1, 1)
    rows.push({ ...entry, top, bottom, ticks, y: (value) => bottom - (value / scale) * (bottom - top) })
  }
  return rows
}

function pointsOf(values: readonly number[], x: (index: number) => number, y: (value: number) => number): string {
  return values.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join('L')
}
