import { useState, type PointerEvent, type ReactNode } from 'react'

import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { overviewTexts } from '../../texts/en/overview.ts'
import css from './overview.module.css'
import type { Share } from './shares.ts'
import { world, WORLD_HEIGHT, WORLD_WIDTH } from './world.ts'

export interface WorldMapProps {
  readonly shares: readonly Share[]
  /** The country that the pointer is on, here or in the list. */
  readonly pointed: string | null
  readonly onPoint: (country: string | null) => void
}

const shapes = Object.entries(world)
/** The fill of the country with the fewest and the most users. */
const [PALEST, DARKEST] = [0.18, 0.85]

/** Where users were active last. The list beside it has the same figures. */
export function WorldMap({ shares, pointed, onPoint }: WorldMapProps): ReactNode {
  const t = useTexts(overviewTexts)
  const format = useFormat()
  const [place, setPlace] = useState<{ readonly x: number; readonly y: number } | null>(null)
  const byCountry = new Map(shares.map((share) => [share.id.toUpperCase(), share]))
  const shown = pointed === null ? undefined : byCountry.get(pointed)
  function onPointerMove({ clientX, clientY, currentTarget, target }: PointerEvent<SVGSVGElement>): void {
    const { left, top } = currentTarget.getBoundingClientRect()
    setPlace({ x: clientX - left, y: clientY - top })
    const country = target instanceof SVGElement ? (target.dataset['country'] ?? null) : null
    onPoint(country !== null && byCountry.has(country) ? country : null)
  }
  return (
    <div className={css['map']} dir="ltr">
      <svg
        viewBox={`0 0 ${WORLD_WIDTH} ${WORLD_HEIGHT}`}
        role="img"
        aria-label={t.mapLabel}
        onPointerMove={onPointerMove}
        onPointerLeave={() => {
          setPlace(null)
          onPoint(null)
        }}
      >
        {shapes.map(([country, outline]) => {
          const share = byCountry.get(country)
          return (
            <path
              key={country}
              d={outline}
              data-country={country}
              data-pointed={(share !== undefined && country === pointed) || undefined}
              data-used={share === undefined ? undefined : ''}
              style={share && { fillOpacity: PALEST + share.length * (DARKEST - PALEST) }}
            />
          )
        })}
      </svg>
      {shown && place && (
        <div
          className={css['map-tip']}
          aria-hidden="true"
          style={{ insetInlineStart: `${place.x}px`, insetBlockStart: `${place.y}px` }}
        >
          {format.country(shown.id)} <b>{format.number(shown.count)}</b>
        </div>
      )}
    </div>
  )
}
