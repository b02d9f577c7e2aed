import type { ActiveSession } from '@portico/client'
import { useEffect, useRef, useState } from 'react'
import { useLatestUser } from '../app/useUser.ts'
import { useSignedInUser } from './useSignedInUser.ts'
import { readyAfter } from './ready-after.ts'
import { useAction, type Action } from './useAction.ts'

export interface Sessions {
  /** The current session first, then by last use. Undefined until loaded. */
  readonly sessions: readonly ActiveSession[] | undefined
  /** The failure of loading the sessions. */
  readonly failure: unknown
  readonly reload: () => void
  /** Ends another session. To end the current one, use `signOut`. */
  readonly end: Action<[sessionId: string], never>
  readonly endOthers: Action<[], never>
}

/**
 * Returns the sessions of the signed-in user, loaded once on mount.
 *
 * @param onEnded called after a session, or all other sessions, ended
 */
export function useSessions(onEnded?: () => void): Sessions {
  const requireUser = useSignedInUser()
  const [sessions, setSessions] = useState<readonly ActiveSession[]>()
  const [failure, setFailure] = useState<unknown>(null)
  const [round, setRound] = useState(0)
  const user = useLatestUser()
  const userId = user?.id
  // Each change of the user creates a new object. Only a different user requires a reload.
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
