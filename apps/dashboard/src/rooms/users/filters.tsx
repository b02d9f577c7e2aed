import { useState, type ReactNode } from 'react'

import { useFoundTeams } from '../../data/found-records.ts'
import { useCurrentProject } from '../../data/projects.ts'
import { useTeamName } from '../../data/users.ts'
import { DaySpanForm, daySpanText, type DaySpan } from '../../kit/DaySpanForm.tsx'
import { Checkbox, CheckGroup, FilterChoices, Option } from '../../kit/Field.tsx'
import { startOfLocalDay } from '../../kit/local-day.ts'
import { SearchInput } from '../../kit/SearchInput.tsx'
import { CutText } from '../../kit/Text.tsx'
import type { Filter } from '../../kit/Toolbar.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { useFormat } from '../../language/format.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { usersTexts } from '../../texts/en/users.ts'
import { nameOfMethod } from './names.ts'
import { methodsOf, signInMethods, statuses, type SearchChanges, type UsersSearch } from './search.ts'
import css from './users.module.css'

/** The filters of the list, from its address. */
export function useUserFilters(search: UsersSearch, change: (changes: SearchChanges) => void): Filter[] {
  const t = useTexts(usersTexts)
  const kit = useTexts(kitTexts)
  const format = useFormat()
  const teamName = useTeamName(search.team)
  const methods = methodsOf(search.methods)

  const dayText = (day: string | undefined): string | null => {
    const at = startOfLocalDay(day)
    return at ? format.date(at) : null
  }
  const days = (
    name: 'signedUp' | 'lastActive',
    span: DaySpan,
    changesOf: (span: DaySpan) => SearchChanges,
  ): Filter => ({
    id: name,
    name: t.filters[name],
    value: daySpanText(kit, dayText(span.from), dayText(span.until)),
    onClear: () => change(changesOf({ from: undefined, until: undefined })),
    choices: (close) => (
      <DaySpanForm
        label={t.filters[name]}
        span={span}
        onApply={(chosen) => {
          change(changesOf(chosen))
          close()
        }}
      />
    ),
  })
  const yesNo = (
    name: 'verified' | 'factor',
    [yes, no]: readonly [yes: string, no: string],
    changesOf: (value: boolean | undefined) => SearchChanges,
  ): Filter => {
    const value = search[name]
    return {
      id: name,
      name: t.filters[name],
      value: value === undefined ? null : value ? yes : no,
      onClear: () => change(changesOf(undefined)),
      choices: (close) => (
        <FilterChoices
          label={t.filters[name]}
          value={value === undefined ? null : String(value)}
          options={[
            { value: 'true', label: yes },
            { value: 'false', label: no },
          ]}
          onChoose={(chosen) => {
            change(changesOf(chosen === 'true'))
            close()
          }}
        />
      ),
    }
  }

  return [
    {
      id: 'status',
      name: t.filters.status,
      value: search.status ? t.statuses[search.status] : null,
      onClear: () => change({ status: undefined }),
      choices: (close) => (
        <FilterChoices
          label={t.filters.status}
          value={search.status ?? null}
          options={statuses.map((status) => ({ value: status, label: t.statuses[status] }))}
          onChoose={(status) => {
            change({ status })
            close()
          }}
        />
      ),
    },
    yesNo('verified', [t.verifiedYes, t.verifiedNo], (verified) => ({ verified })),
    {
      id: 'methods',
      name: t.filters.methods,
      value: methods.length === 0 ? null : format.list(methods.map((method) => nameOfMethod(method, t))),
      onClear: () => change({ methods: undefined }),
      choices: () => (
        <CheckGroup label={t.filters.methods}>
          {signInMethods.map((method) => (
            <Option
              key={method}
              control={
                <Checkbox
                  checked={methods.includes(method)}
                  onChange={(isOn) =>
                    change({
                      methods:
                        signInMethods.filter((one) => (one === method ? isOn : methods.includes(one))).join(',') ||
                        undefined,
                    })
                  }
                />
              }
            >
              {nameOfMethod(method, t)}
            </Option>
          ))}
        </CheckGroup>
      ),
    },
    yesNo('factor', [t.factorYes, t.factorNo], (factor) => ({ factor })),
    {
      id: 'team',
      name: t.filters.team,
      value: search.team === undefined ? null : (teamName ?? t.unknownTeam),
      onClear: () => change({ team: undefined }),
      choices: (close) => (
        <div className={css['filter']}>
          <TeamChoice
            onChoose={(team) => {
              change({ team })
              close()
            }}
          />
        </div>
      ),
    },
    days('signedUp', { from: search.from, until: search.until }, (span) => span),
    days('lastActive', { from: search.activeFrom, until: search.activeUntil }, ({ from, until }) => ({
      activeFrom: from,
      activeUntil: until,
    })),
  ]
}

/** Searches a team and chooses it. */
export function TeamChoice({
  onChoose,
  without = [],
}: {
  readonly onChoose: (teamId: string) => void
  /** The ids of teams that cannot be chosen. */
  readonly without?: readonly string[]
}): ReactNode {
  const t = useTexts(usersTexts)
  const [query, setQuery] = useState('')
  const { id: projectId } = useCurrentProject()
  const found = useFoundTeams(projectId, query)
  const teams = found.data?.filter(({ id }) => !without.includes(id))
  return (
    <>
      <SearchInput label={t.searchTeams} value={query} onChange={setQuery} hasShortcut={false} />
      {teams?.length === 0 ? (
        <p className={css['soft']}>{t.noTeam}</p>
      ) : (
        <ul className={css['found']}>
          {teams?.map(({ id, displayName }) => (
            <li key={id}>
              <button type="button" className="menu-item" onClick={() => onChoose(id)}>
                <CutText>{displayName}</CutText>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
