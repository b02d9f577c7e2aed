import type { ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import './rows.css'
import { Bone } from './States.tsx'

export interface RowsSkeletonProps {
  /** See `Rows`. */
  readonly kind?: 'settings' | 'list'
  readonly isFlush?: boolean
  readonly count?: number
  /** Each row of a list has a picture. */
  readonly hasPictures?: boolean
}

/** Loading rows, as high as the rows that replace them. */
export function RowsSkeleton({ kind, isFlush = false, count = 3, hasPictures = false }: RowsSkeletonProps): ReactNode {
  const { loading } = useTexts(kitTexts)
  return (
    <div className="rows" data-kind={kind} data-flush={isFlush || undefined} aria-busy="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index}>
          {index === 0 && <span className="sr">{loading}</span>}
          {kind === undefined ? (
            <>
              <div className="row-label">
                <Bone width="72px" />
              </div>
              <div className="row-value">
                <Bone width={widthOf(index)} />
              </div>
            </>
          ) : (
            <div className="bones">
              {hasPictures && <Bone isRound />}
              <div>
                <Bone width={widthOf(index)} />
                <Bone width={widthOf(index + 2)} />
              </div>
            </div>
          )}
        </div>
      ))}
    </div>
  )
}

/** Rows of different lengths look like text. */
function widthOf(index: number): string {
  return `${32 + ((index * 17) % 31)}%`
}
