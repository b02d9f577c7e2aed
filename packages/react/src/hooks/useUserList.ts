'use client'

import type { CurrentUser } from '@portico/client'
import { useContext, useEffect, useRef, useState } from 'react'
import { KeptUserContext, useLatestUser } from '../app/useUser.ts'
import type { Loading } from './loading.ts'
import { StaleReadsContext } from './stale-reads.ts'

/** A list of the signed-in user, such as the sessions. */
export interface UserList<Item> extends Loading {
  /** Undefined until loaded. */
  readonly items: readonly Item[] | undefined
  /** Loads the list again after a change and shows the present items meanwhile. */
  readonly refresh: () => void
  /** Replaces the items without a request. */
  readonly change: (edit: (items: readonly Item[]) => readonly Item[]) => void
}

/**
 * Loads a list of the signed-in user on mount, and again for another user or after a new sign-in in place.
 *
 * @param load the same request at each render
 */
export function useUserList<Item>(load: (user: CurrentUser) => Promise<readonly Item[]>): UserList<Item> {
  const [items, setItems] = useState<readonly Item[]>()
  const [failure, setFailure] = useState<unknown>(null)
  const [round, setRound] = useState(0)
  const user = useLatestUser()
  const userId = user?.id
  // Each change of the user creates a new object. Only a different user requires a reload.
  const latest = useRef({ user, load })
  const stale = useContext(StaleReadsContext)
  const hasEnded = useContext(KeptUserContext) !== null
  const wasEnded = useRef(false)
  useEffect(() => {
    latest.current = { user, load }
  })

  useEffect(() => {
    const { user: owner, load: request } = latest.current
    if (hasEnded) wasEnded.current = true
    if (userId === undefined || !owner || hasEnded) return
    let current = true
    const end = wasEnded.current ? stale?.begin() : undefined
    request(owner)
      .then(
        (found) => {
          if (!current) return
          wasEnded.current = false
          setItems(found)
          setFailure(null)
        },
        (thrown: unknown) => {
          if (current) setFailure(thrown)
        },
      )
      .finally(end)
    return () => {
      current = false
      end?.()
    }
  }, [userId, round, hasEnded, stale])

  const refresh = (): void => setRound((before) => before + 1)
  return {
    items,
    failure,
    refresh,
    reload: () => {
      setFailure(null)
      setItems(undefined)
      refresh()
    },
    change: (edit) => setItems((all) => all && edit(all)),
  }
}
