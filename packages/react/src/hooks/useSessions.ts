import type { ActiveSession } from '@portico/client'
import { useEffect, useRef, useState } from 'react'
import { useLatestUser } from '../app/useUser.ts'
import { useSignedInUser } from './useSignedInUser.ts'
import { readyAfter } from './ready-after.ts'
import { useAction, type Action } from './useAction.ts'

export interface Sessions {
  /** The current one first, then by last use; undefined until they are known. */
  readonly sessions: readonly ActiveSession[] | undefined
  /** Why they could not be loaded. */
  readonly failure: unknown
  readonly reload: () => void
  /** Ends one session; not the current one, which `signOut` ends. */
  readonly end: Action<[sessionId: string], never>
  readonly endOthers: Action<[], never>
}

/**
 * Where the signed-in user is signed in. Loaded once on entry.
 *
 * @param onEnded called after a session, or all others, have been ended
 */
export function useSessions(onEnded?: () => void): Sessions {
  const requireUser = useSignedInUser()
  const [sessions, setSessions] = useState<readonly ActiveSession[]>()
  const [failure, setFailure] = useState<unknown>(null)
  const [round, setRound] = useState(0)
  const user = useLatestUser()
  const userId = user?.id
  // Each change of the user gives a new object; only another person is a reason to load anew.
  const latest = useRef(user)
  useEffect(() => {
    latest.current = user
  })

  useEffect(() => {
    if (userId === undefined || !latest.current) return
    let current = true
    latest.current.getActiveSessions().then(
      (found) => {
        if (!current) return
        setSessions(found.toSorted(byUse))
        setFailure(null)
      },
      (thrown: unknown) => {
        if (current) setFailure(thrown)
      },
    )
    return () => {
      current = false
    }
  }, [userId, round])

  const keep = (isKept: (session: ActiveSession) => boolean): void => setSessions((all) => all?.filter(isKept))
  const end = useAction<[string], never>(async (sessionId) => {
    await requireUser().revokeSession(sessionId)
    keep(({ id }) => id !== sessionId)
    return { status: 'ok' }
  }, readyAfter(onEnded))
  const endOthers = useAction<[], never>(async () => {
    await requireUser().revokeOtherSessions()
    keep(({ isCurrentSession }) => isCurrentSession)
    return { status: 'ok' }
  }, readyAfter(onEnded))

  return {
    sessions,
    failure,
    reload: () => {
      setFailure(null)
      setSessions(undefined)
      setRound((before) => before + 1)
    },
    end,
    endOthers,
  }
}

function byUse(one: ActiveSession, other: ActiveSession): number {
  if (one.isCurrentSession !== other.isCurrentSession) return one.isCurrentSession ? -1 : 1
  return lastUse(other) - lastUse(one)
}

function lastUse({ lastUsedAt, createdAt }: ActiveSession): number {
  return (lastUsedAt ?? createdAt).getTime()
}
