import { FilterChoices } from '../../kit/Field.tsx'
import type { Filter } from '../../kit/Toolbar.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { emailsTexts } from '../../texts/en/emails.ts'
import { emailStates, emailTypes, type SearchChanges, type SentSearch } from './search.ts'

/** The filters of the sent emails, with their values in words. */
export function useSentFilters({ state, type }: SentSearch, change: (changes: SearchChanges) => void): Filter[] {
  const { sent: t } = useTexts(emailsTexts)
  return [
    {
      id: 'state',
      name: t.filters.state,
      value: state === undefined ? null : t.states[state],
      onClear: () => change({ state: undefined }),
      choices: (close) => (
        <FilterChoices
          label={t.filters.state}
          value={state ?? null}
          options={emailStates.map((value) => ({ value, label: t.states[value] }))}
          onChoose={(chosen) => {
            change({ state: chosen })
            close()
          }}
        />
      ),
    },
    {
      id: 'type',
      name: t.filters.type,
      value: type === undefined ? null : t.types[type],
      onClear: () => change({ type: undefined }),
      choices: (close) => (
        <FilterChoices
          label={t.filters.type}
          value={type ?? null}
          options={emailTypes.map((value) => ({ value, label: t.types[value] }))}
          onChoose={(chosen) => {
            change({ type: chosen })
            close()
          }}
        />
      ),
    },
  ]
}
