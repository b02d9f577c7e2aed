import type { ReactNode } from 'react'

import './chart.css'

const WIDTH = 96
const HEIGHT = 24
const EDGE = 2

/** The shape of a few days, without scale. */
export function Sparkline({
  values,
  label,
}: {
  readonly values: readonly number[]
  readonly label: string
}): ReactNode {
  const highest = Math.max(1, ...values)
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * WIDTH
    const y = HEIGHT - EDGE - (value / highest) * (HEIGHT - 2 * EDGE)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return (
    <svg className="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path d={`M${points.join('L')}`} />
    </svg>
  )
}
