import { useState, type ReactNode } from 'react'

import { Button } from '../../kit/Button.tsx'
import { Field, Input } from '../../kit/Field.tsx'
import { startOfLocalDay } from '../../kit/local-day.ts'
import type { Filter } from '../../kit/Toolbar.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormat } from '../../language/format.ts'
import { teamsTexts } from '../../texts/teams.ts'
import type { SearchChanges, TeamsSearch } from './search.ts'

/** The filter by the day of the creation. */
export function useCreatedFilter(search: TeamsSearch, change: (changes: SearchChanges) => void): Filter {
  const t = useTexts(teamsTexts)
  const format = useFormat()
  const [first, last] = [startOfLocalDay(search.from), startOfLocalDay(search.until)]
  const value =
    first && last
      ? t.between(format.date(first), format.date(last))
      : first
        ? t.since(format.date(first))
        : last
          ? t.before(format.date(last))
          : null
  return {
    id: 'created',
    name: t.filterCreated,
    value,
    onClear: () => change({ from: undefined, until: undefined }),
    choices: (close) => (
      <Days
        search={search}
        onApply={(days) => {
          change(days)
          close()
        }}
      />
    ),
  }
}

function Days({
  search,
  onApply,
}: {
  readonly search: TeamsSearch
  readonly onApply: (days: Pick<SearchChanges, 'from' | 'until'>) => void
}): ReactNode {
  const t = useTexts(teamsTexts)
  const [from, setFrom] = useState(search.from ?? '')
  const [until, setUntil] = useState(search.until ?? '')
  const [fromLimit, untilLimit] = [until === '' ? undefined : until, from === '' ? undefined : from]
  return (
    <form
      aria-label={t.filterCreated}
      onSubmit={(event) => {
        event.preventDefault()
        onApply({ from: from === '' ? undefined : from, until: until === '' ? undefined : until })
      }}
    >
      <div className="pair">
        <Field label={t.from}>
          <Input type="date" value={from} max={fromLimit} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field label={t.until}>
          <Input type="date" value={until} min={untilLimit} onChange={(event) => setUntil(event.target.value)} />
        </Field>
      </div>
      <div className="form-foot">
        <Button type="submit" size="small">
          {t.apply}
        </Button>
      </div>
    </form>
  )
}
