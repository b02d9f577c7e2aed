import { useState, type ReactNode } from 'react'

import { useFoundTeams } from '../../data/records.ts'
import { SearchInput } from '../../kit/SearchInput.tsx'
import { CutText } from '../../kit/Text.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { Loaded } from '../../page/Loaded.tsx'
import { usersTexts } from '../../texts/en/users.ts'
import css from './users.module.css'

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
  const found = useFoundTeams(query)
  return (
    <>
      <SearchInput label={t.searchTeams} value={query} onChange={setQuery} hasShortcut={false} />
      <Loaded query={found}>
        {(all) => {
          const teams = all.filter(({ id }) => !without.includes(id))
          if (teams.length === 0) return <p className={css['soft']}>{t.noTeam}</p>
          return (
            <ul className={css['found']}>
              {teams.map(({ id, displayName }) => (
                <li key={id}>
                  <button type="button" className="menu-item" onClick={() => onChoose(id)}>
                    <CutText>{displayName}</CutText>
                  </button>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </>
  )
}
