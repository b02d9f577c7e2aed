'use client'

import type { CurrentUser } from '@portico/client'
import { useEffect, useRef, useState } from 'react'
import { useLatestUser } from '../app/useUser.ts'
import type { Loading } from './loading.ts'

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
 * Loads a list of the signed-in user on mount, and again for another user.
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
  useEffect(() => {
    latest.current = { user, load }
  })

  useEffect(() => {
    const { user: owner, load: request } = latest.current
    if (userId === undefined || !owner) return
    let current = true
    request(owner).then(
      (found) => {
        if (!current) return
        setItems(found)
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
