import { useState, type ReactNode } from 'react'

import { useFoundTeams } from '../../data/found-records.ts'
import { useCurrentProject } from '../../data/projects.ts'
import { useTeamName } from '../../data/users.ts'
import { Button } from '../../kit/Button.tsx'
import { Checkbox, CheckGroup, Field, Input, Option, RadioGroup } from '../../kit/Field.tsx'
import { startOfLocalDay } from '../../kit/local-day.ts'
import { SearchInput } from '../../kit/SearchInput.tsx'
import { CutText } from '../../kit/Text.tsx'
import type { Filter } from '../../kit/Toolbar.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormat } from '../../language/format.ts'
import { usersTexts } from '../../texts/users.ts'
import { nameOfMethod } from './names.ts'
import { methodsOf, signInMethods, statuses, type SearchChanges, type UsersSearch } from './search.ts'
import css from './users.module.css'

/** The filters of the list, from its address. */
export function useUserFilters(search: UsersSearch, change: (changes: SearchChanges) => void): Filter[] {
  const t = useTexts(usersTexts)
  const format = useFormat()
  const teamName = useTeamName(search.team)
  const methods = methodsOf(search.methods)

  const days = (
    name: 'signedUp' | 'lastActive',
    [from, until]: DaySpan,
    changesOf: (span: DaySpan) => SearchChanges,
  ): Filter => {
    const [first, last] = [startOfLocalDay(from), startOfLocalDay(until)]
    const value =
      first && last
        ? t.between(format.date(first), format.date(last))
        : first
          ? t.since(format.date(first))
          : last
            ? t.until(format.date(last))
            : null
    return {
      id: name,
      name: t.filters[name],
      value,
      onClear: () => change(changesOf([undefined, undefined])),
      choices: (close) => (
        <Days
          label={t.filters[name]}
          span={[from, until]}
          onApply={(span) => {
            change(changesOf(span))
            close()
          }}
        />
      ),
    }
  }
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
        <RadioGroup
          label={t.filters[name]}
          value={String(value)}
          options={[
            { value: 'true', label: yes },
            { value: 'false', label: no },
          ]}
          onChange={(chosen) => {
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
        <RadioGroup<string>
          label={t.filters.status}
          value={search.status ?? ''}
          options={statuses.map((status) => ({ value: status, label: t.statuses[status] }))}
          onChange={(chosen) => {
            change({ status: statuses.find((status) => status === chosen) })
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
    days('signedUp', [search.from, search.until], ([from, until]) => ({ from, until })),
    days('lastActive', [search.activeFrom, search.activeUntil], ([activeFrom, activeUntil]) => ({
      activeFrom,
      activeUntil,
    })),
  ]
}

/** The first and the last day, as in the address. */
type DaySpan = readonly [from: string | undefined, until: string | undefined]

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

interface DaysProps {
  readonly label: string
  readonly span: DaySpan
  readonly onApply: (span: DaySpan) => void
}

function Days({ label, span: [from, until], onApply }: DaysProps): ReactNode {
  const t = useTexts(usersTexts)
  const [first, setFirst] = useState(from ?? '')
  const [last, setLast] = useState(until ?? '')
  return (
    <form
      className={css['filter']}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onApply([first || undefined, last || undefined])
      }}
    >
      <div className="pair">
        <Field label={t.firstDay}>
          <Input type="date" value={first} max={last || undefined} onChange={(event) => setFirst(event.target.value)} />
        </Field>
        <Field label={t.lastDay}>
          <Input type="date" value={last} min={first || undefined} onChange={(event) => setLast(event.target.value)} />
        </Field>
      </div>
      <Button type="submit" size="small">
        {t.apply}
      </Button>
    </form>
  )
}
