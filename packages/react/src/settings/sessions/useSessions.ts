'use client'

import type { ActiveSession, CurrentUser } from '@portico/client'
import { useSignedInUser } from '../../hooks/useSignedInUser.ts'
import type { Action } from '../../hooks/useAction.ts'
import { useChange } from '../../hooks/useChange.ts'
import { useUserList } from '../../hooks/useUserList.ts'
import type { Loading } from '../../hooks/loading.ts'

/** The sessions of the user, and what a page can do with them. */
export interface Sessions extends Loading {
  /** The current session first, then by last use. Undefined until loaded. */
  readonly sessions: readonly ActiveSession[] | undefined
  /** Ends another session. To end the current one, use `signOut`. */
  readonly end: Action<[sessionId: string], never>
  /** Ends all sessions except the current one. */
  readonly endOthers: Action<[], never>
}

/**
 * Returns the sessions of the signed-in user, loaded once on mount.
 *
 * @param onEnded called after a session, or all other sessions, ended
 */
export function useSessions(onEnded?: () => void): Sessions {
  const requireUser = useSignedInUser()
  const { items: sessions, failure, reload, change } = useUserList(loadSessions)
  const end = useChange(async (sessionId: string) => {
    await requireUser().revokeSession(sessionId)
    change((all) => all.filter(({ id }) => id !== sessionId))
  }, onEnded)
  const endOthers = useChange(async () => {
    await requireUser().revokeOtherSessions()
    change((all) => all.filter(({ isCurrentSession }) => isCurrentSession))
  }, onEnded)
  return { sessions, failure, reload, end, endOthers }
}

async function loadSessions(user: CurrentUser): Promise<readonly ActiveSession[]> {
  return (await user.getActiveSessions()).toSorted(byUse)
}

function byUse(one: ActiveSession, other: ActiveSession): number {
  if (one.isCurrentSession !== other.isCurrentSession) return one.isCurrentSession ? -1 : 1
  return lastUse(other) - lastUse(one)
}

function lastUse({ lastUsedAt, createdAt }: ActiveSession): number {
  return (lastUsedAt ?? createdAt).getTime()
}
