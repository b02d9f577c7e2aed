import { useMemo } from 'react'

import type { AuditEvent } from '../data/audit.ts'
import { useOwnerNames, useUserNames, type Names } from '../data/people.ts'
import { targetUserOf } from './event-words.ts'

/** The names of the people in events: actors and targets. */
export function useNamesOf(events: readonly AuditEvent[] | undefined): {
  readonly names: Names
  readonly ownerNames: Names
} {
  const userIds = useMemo(
    () =>
      (events ?? []).flatMap((event) =>
        [event.actor.type === 'admin' ? null : event.actor.id, targetUserOf(event)].filter((id) => id !== null),
      ),
    [events],
  )
  const names = useUserNames(userIds)
  const ownerNames = useOwnerNames()
  return useMemo(() => ({ names, ownerNames }), [names, ownerNames])
}
