import { useTeamNames } from '../../data/records.ts'
import { useTexts } from '../../language/useTexts.ts'
import type { AddressChanges } from '../../page/address.ts'
import { useFilterKinds, type Filter } from '../../page/filters.tsx'
import { usersTexts } from '../../texts/en/users.ts'
import { signInMethods, statuses, type UsersSearch } from './address.ts'
import { nameOfMethod } from './names.ts'
import { TeamChoice } from './TeamChoice.tsx'
import css from './users.module.css'

/** The filters of the list, from its address. */
export function useUserFilters(search: UsersSearch, change: (changes: AddressChanges<UsersSearch>) => void): Filter[] {
  const t = useTexts(usersTexts)
  const kinds = useFilterKinds(search, change)
  const { team } = search
  const teamName = useTeamNames(team === undefined ? [] : [team]).get(team ?? '')
  return [
    kinds.choice(
      'status',
      t.filters.status,
      statuses.map((value) => ({ value, label: t.statuses[value] })),
    ),
    kinds.yesNo('verified', t.columns.email, [t.verifiedYes, t.verifiedNo]),
    kinds.checks(
      'methods',
      t.columns.methods,
      signInMethods.map((value) => ({ value, label: nameOfMethod(value, t) })),
    ),
    kinds.yesNo('factor', t.columns.factor, [t.factorYes, t.factorNo]),
    kinds.chosen('team', t.filters.team, team === undefined ? null : (teamName ?? t.unknownTeam), (onChoose) => (
      <div className={css['filter']}>
        <TeamChoice onChoose={onChoose} />
      </div>
    )),
    kinds.days(['from', 'until'], t.columns.signedUp),
    kinds.days(['activeFrom', 'activeUntil'], t.columns.lastActive),
  ]
}
