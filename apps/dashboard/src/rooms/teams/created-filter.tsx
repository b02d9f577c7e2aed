import { DaySpanForm, daySpanText } from '../../kit/DaySpanForm.tsx'
import { startOfLocalDay } from '../../kit/local-day.ts'
import type { Filter } from '../../kit/Toolbar.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { teamsTexts } from '../../texts/en/teams.ts'
import type { AddressChanges } from '../../page/address.ts'
import type { TeamsSearch } from './address.ts'

/** The filter by the day of the creation. */
export function useCreatedFilter(
  { from, until }: TeamsSearch,
  change: (changes: AddressChanges<TeamsSearch>) => void,
): Filter {
  const t = useTexts(teamsTexts)
  const kit = useTexts(kitTexts)
  const format = useFormat()
  const dayText = (day: string | undefined): string | null => {
    const at = startOfLocalDay(day)
    return at ? format.date(at) : null
  }
  return {
    id: 'created',
    name: t.filterCreated,
    value: daySpanText(kit, dayText(from), dayText(until)),
    onClear: () => change({ from: undefined, until: undefined }),
    choices: (close) => (
      <DaySpanForm
        label={t.filterCreated}
        span={{ from, until }}
        onApply={(span) => {
          change(span)
          close()
        }}
      />
    ),
  }
}
