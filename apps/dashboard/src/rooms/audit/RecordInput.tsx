import { containsTyped } from '@portico/ui/list/search-text'
import { useState, type ReactNode } from 'react'

import { keySets as keySetsOf } from '../../data/api-keys.ts'
import * as endpointRights from '../../data/endpoint-rights.ts'
import { useOwners } from '../../data/owners.ts'
import { failureOf, useFoundTeams, useFoundUsers } from '../../data/records.ts'
import { Badge } from '../../kit/Badge.tsx'
import { useMay } from '../../kit/May.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { SuggestInput } from '../../records/SuggestInput.tsx'
import { auditTexts } from '../../texts/en/audit.ts'
import css from './audit.module.css'

export interface RecordInputProps {
  readonly label: string
  /** What is suggested besides users: others who act, or other records. */
  readonly also: 'owners' | 'records'
  readonly onChoose: (id: string) => void
}

/** Chooses a person or record by name, or any other by its id. */
export function RecordInput({ label, also, onChoose }: RecordInputProps): ReactNode {
  const t = useTexts(auditTexts)
  const [query, setQuery] = useState('')
  const typed = query.trim()
  const asked = typed === '' ? undefined : query
  const foundUsers = useFoundUsers(asked)
  const foundTeams = useFoundTeams(also === 'records' ? asked : undefined)
  const owners = useOwners().data ?? []
  const areKeySetsNeeded = useMay()(endpointRights.listInternalApiKeys) && also === 'records'
  const keySets = keySetsOf.useRead('page', [], { isNeeded: areKeySetsNeeded }).data?.rows ?? []
  const fits = (...texts: readonly (string | null)[]): boolean => typed !== '' && containsTyped(typed, ...texts)
  // Enter chooses the first suggestion, so outdated ones are shown only if they match the present text.
  const users = (asked === undefined ? [] : (foundUsers.data ?? [])).filter(
    ({ id, displayName, primaryEmail }) => !foundUsers.isOutdated || fits(id, displayName, primaryEmail),
  )
  const teams = (asked === undefined ? [] : (foundTeams.data ?? [])).filter(
    ({ id, displayName }) => !foundTeams.isOutdated || fits(id, displayName),
  )
  const options = [
    ...(also === 'owners' ? owners : [])
      .filter(({ userId, displayName, primaryEmail }) => fits(userId, displayName, primaryEmail))
      .map(({ userId, displayName, primaryEmail }) => ({
        id: userId,
        name: displayName?.trim() || primaryEmail || t.noName,
        badge: t.badges.owner,
      })),
    ...users.map(({ id, displayName, primaryEmail }) => ({
      id,
      name: displayName?.trim() || primaryEmail || t.noName,
      badge: null,
    })),
    ...teams.map(({ id, displayName }) => ({ id, name: displayName, badge: t.drawer.kinds.team })),
    ...(also === 'records' ? keySets : [])
      .filter(({ id, description }) => fits(id, description))
      .map(({ id, description }) => ({ id, name: description.trim() || t.noName, badge: t.badges.key })),
  ]
  const isNew = typed !== '' && options.every(({ id }) => id !== typed)
  return (
    <SuggestInput
      label={label}
      placeholder={label}
      empty={t.noRecord}
      query={query}
      onQuery={setQuery}
      onChoose={onChoose}
      failure={asked === undefined ? null : failureOf(foundUsers, ...(also === 'records' ? [foundTeams] : []))}
      options={[
        ...options.map(({ id, name, badge }) => ({
          id,
          content: (
            <>
              <bdi className={css['found']}>{name}</bdi>
              {badge !== null && <Badge>{badge}</Badge>}
            </>
          ),
        })),
        ...(isNew
          ? [
              {
                id: typed,
                content: (
                  <span className={css['found']}>
                    {t.withId} <bdi className="mono">{typed}</bdi>
                  </span>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}
