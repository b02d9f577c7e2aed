import { useState, type ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts, type KitTexts } from '../texts/en/kit.ts'
import { Button } from './Button.tsx'
import { Field, Input } from './Field.tsx'

/** The first and the last day of a filter: `2026-11-23`. Undefined: no limit. */
export interface DaySpan {
  readonly from: string | undefined
  readonly until: string | undefined
}

export interface DaySpanFormProps {
  /** What happened on the days, for screen readers. */
  readonly label: string
  readonly span: DaySpan
  /** The days are in UTC, not in the time zone of the visitor. */
  readonly isUtc?: boolean
  readonly onApply: (span: DaySpan) => void
}

/** The choice of a filter by day. */
export function DaySpanForm({ label, span, isUtc = false, onApply }: DaySpanFormProps): ReactNode {
  const t = useTexts(kitTexts).days
  const [from, setFrom] = useState(span.from)
  const [until, setUntil] = useState(span.until)
  return (
    <form
      className="day-span"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onApply({ from, until })
      }}
    >
      <div className="pair">
        <Field label={isUtc ? t.firstUtc : t.first}>
          <Input
            type="date"
            value={from ?? ''}
            max={until}
            onChange={(event) => setFrom(event.target.value || undefined)}
          />
        </Field>
        <Field label={isUtc ? t.lastUtc : t.last}>
          <Input
            type="date"
            value={until ?? ''}
            min={from}
            onChange={(event) => setUntil(event.target.value || undefined)}
          />
        </Field>
      </div>
      <Button type="submit" size="small">
        {t.apply}
      </Button>
    </form>
  )
}

/** The value of a filter by day, from its formatted days; null without a limit. */
export function daySpanText(t: KitTexts, first: string | null, last: string | null): string | null {
  if (first !== null && last !== null) return t.days.between(first, last)
  if (first !== null) return t.days.since(first)
  return last === null ? null : t.days.until(last)
}
