import { useRef, type ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { useFormat } from '../language/format.ts'
import { kitTexts } from '../texts/en/kit.ts'
import './text.css'
import { Tip } from './Tip.tsx'
import { useMiddleCut } from './useMiddleCut.ts'

export interface UserTextProps {
  /** Written by a user. It is shown as text and keeps its own direction. */
  readonly children: string
  readonly className?: string
}

/** One line of a user's text. A longer one ends in "…" and is complete in its tooltip. */
export function CutText({ children, className }: UserTextProps): ReactNode {
  return (
    <Tip text={children} onlyIfCut isUserText className={className === undefined ? 'cut' : `cut ${className}`}>
      <bdi>{children}</bdi>
    </Tip>
  )
}

/**
 * One line that is cut in the middle, so that the end stays: the domain of an e-mail address, the last characters of an
 * id. Screen readers and copying have the whole text.
 */
export function MiddleCut({ children, className }: UserTextProps): ReactNode {
  const line = useRef<HTMLElement>(null)
  const shown = useMiddleCut(children, line)
  return (
    <Tip text={children} onlyIfCut className={className === undefined ? 'middle-cut' : `middle-cut ${className}`}>
      <bdi ref={line}>
        <span data-covered={shown === null ? undefined : ''}>{children}</span>
        {shown !== null && (
          <span className="shown" aria-hidden="true">
            {shown}
          </span>
        )}
      </bdi>
    </Tip>
  )
}

/** A missing value. */
export function None(): ReactNode {
  const { none } = useTexts(kitTexts)
  return (
    <span className="faint">
      <span aria-hidden="true">—</span>
      <span className="sr">{none}</span>
    </span>
  )
}

/** A time: relative for 7 days, then a date. The tooltip has the exact time in UTC. */
export function Time({ at, isDate = false }: { readonly at: Date; readonly isDate?: boolean }): ReactNode {
  const format = useFormat()
  return (
    <Tip text={format.exact(at)}>
      <time dateTime={at.toISOString()} dir="auto">
        {isDate ? format.date(at) : format.relative(at)}
      </time>
    </Tip>
  )
}
