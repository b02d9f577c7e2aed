import type { ReactNode } from 'react'

import { useOwnerNames } from '../../data/owners.ts'
import { useRecordName } from '../../data/records.ts'
import { useTexts } from '../../language/useTexts.ts'
import type { AddressChanges } from '../../page/address.ts'
import { ChoiceGroup } from '../../page/ChoiceGroup.tsx'
import { useFilterKinds, type Filter } from '../../page/filters.tsx'
import { actionsOf, meaningOf } from '../../records/event-words.ts'
import { auditTexts } from '../../texts/en/audit.ts'
import { eventsTexts } from '../../texts/en/events.ts'
import { actorTypes, outcomes, periods, type AuditSearch } from './address.ts'
import { RecordInput } from './RecordInput.tsx'

/** The filters of the audit log, with their values in words. */
export function useAuditFilters(search: AuditSearch, change: (changes: AddressChanges<AuditSearch>) => void): Filter[] {
  const t = useTexts(auditTexts)
  const words = useTexts(eventsTexts)
  const { about, by, target } = search
  const { choice, days, chosen, searched } = useFilterKinds(search, (changes) => change(withoutOther(changes)))
  const nameOf = useNameOf()
  const [aboutName, byName, targetName] = [
    nameOf(useRecordName(about), about),
    nameOf(useRecordName(by), by),
    nameOf(useRecordName(target), target),
  ]
  const record =
    (label: string, name: string, also: 'owners' | 'records') =>
    (onChoose: (id: string) => void): ReactNode => (
      <ChoiceGroup label={name}>
        <RecordInput label={label} also={also} onChoose={onChoose} />
      </ChoiceGroup>
    )
  const either = (first: Filter, second: Filter, onClear: () => void): Filter => ({
    ...first,
    value: second.value ?? first.value,
    onClear,
    choices: (close) => (
      <ChoiceGroup label={first.name}>
        {first.choices(close)}
        {second.choices(close)}
      </ChoiceGroup>
    ),
  })
  const { filters } = t
  return [
    ...(about === undefined
      ? []
      : [chosen('about', filters.about, aboutName, record(t.search, filters.about, 'owners'))]),
    either(
      choice(
        'days',
        filters.time,
        periods.map((period) => ({ value: `${period}` as const, label: t.periods[period] })),
      ),
      days(['from', 'until'], filters.time, { isUtc: true }),
      () => change({ days: undefined, from: undefined, until: undefined }),
    ),
    either(
      choice(
        'actor',
        filters.actor,
        actorTypes.map((value) => ({ value, label: t.actors[value] })),
      ),
      chosen('by', filters.actor, byName, (onChoose) => (
        <RecordInput label={t.onePerson} also="owners" onChoose={onChoose} />
      )),
      () => change({ actor: undefined, by: undefined }),
    ),
    chosen('target', filters.target, targetName, record(t.oneRecord, filters.target, 'records')),
    searched(
      'action',
      filters.action,
      { label: t.searchActions, none: t.noAction },
      actionsOf(words).map((value) => ({ value, label: meaningOf(value, words) })),
    ),
    choice(
      'outcome',
      filters.outcome,
      outcomes.map((value) => ({ value, label: t.outcomes[value] })),
    ),
  ]
}

/**
 * A period ends with now or has its days, and an actor is a kind or one person: setting one of the two removes the
 * other.
 */
function withoutOther(changes: AddressChanges<AuditSearch>): AddressChanges<AuditSearch> {
  return {
    ...('days' in changes && { from: undefined, until: undefined }),
    ...('from' in changes && { days: undefined }),
    ...('actor' in changes && { by: undefined }),
    ...('by' in changes && { actor: undefined }),
    ...changes,
  }
}

/** Returns a function that names a person or record, by the end of its id if it has no name. */
function useNameOf(): (found: string | null | undefined, id: string | undefined) => string | null {
  const ownerNames = useOwnerNames()
  return (found, id) => {
    if (id === undefined) return null
    return ownerNames.get(id) || found || (id.length > 20 ? `…${id.slice(-8)}` : id)
  }
}
