import { useMemo } from 'react'

import { useKeySetNames } from '../data/api-keys.ts'
import type { AuditEvent } from '../data/audit.ts'
import * as endpointRights from '../data/endpoint-rights.ts'
import { useOwnerNames, type Names } from '../data/owners.ts'
import { useProviderName } from '../data/projects.ts'
import { useTeamNames, useUserNames } from '../data/records.ts'
import { useMay } from '../kit/May.tsx'
import { targetKindOf, targetUserOf } from './event-words.ts'

/** The names of the people and records in events. */
export interface KnownNames {
  readonly names: Names
  readonly ownerNames: Names
  /** The names of teams and key sets that are targets, and of key sets that acted. */
  readonly titles: Names
  readonly providerName: (id: string) => string
}

/** The names of the actors and targets of events. */
export function useNamesOf(events: readonly AuditEvent[] | undefined): KnownNames {
  const userIds = useMemo(
    () =>
      (events ?? []).flatMap((event) => {
        const { actor } = event
        const target = targetUserOf(event)
        return [
          ...(actor.type !== 'admin' && actor.id !== null ? [actor.id] : []),
          ...(target === null ? [] : [target]),
        ]
      }),
    [events],
  )
  const teamIds = useMemo(
    () => [...targetsOf(events, 'team'), ...(events ?? []).flatMap(({ teamId }) => teamId ?? [])],
    [events],
  )
  const providerName = useProviderName()
  const names = useUserNames(userIds)
  const ownerNames = useOwnerNames()
  const teamNames = useTeamNames(teamIds)
  const namesKeySets = (events ?? []).some(({ actor }) => actor.keySetId !== null)
  const mayReadKeySets = useMay()(endpointRights.listInternalApiKeys)
  const keySetNames = useKeySetNames(mayReadKeySets && (namesKeySets || targetsOf(events, 'keySet').length > 0))
  return useMemo(
    () => ({ names, ownerNames, providerName, titles: new Map([...teamNames, ...keySetNames]) }),
    [names, ownerNames, providerName, teamNames, keySetNames],
  )
}

function targetsOf(events: readonly AuditEvent[] | undefined, kind: 'team' | 'keySet'): string[] {
  return (events ?? []).flatMap((event) =>
    targetKindOf(event) === kind && event.targetId !== null ? [event.targetId] : [],
  )
}
