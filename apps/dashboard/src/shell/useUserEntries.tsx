import { useEffect, useMemo, useState, type ReactNode } from 'react'

import { useFoundUsers } from '../data/users.ts'
import { Avatar } from '../kit/Avatar.tsx'
import type { PaletteEntry } from './palette-ranking.ts'

/** Long enough not to ask the service for each letter. */
const DELAY_MILLIS = 250
const QUERY_MIN = 2

interface UserEntry extends PaletteEntry {
  readonly icon: ReactNode
  readonly shortcut?: never
  readonly href: string
}

/** The users of the project that fit what was typed in the palette. */
export function useUserEntries(projectId: string | undefined, typed: string, noName: string): readonly UserEntry[] {
  const query = useDelayed(typed.trim())
  const isWanted = projectId !== undefined && query.length >= QUERY_MIN && !query.startsWith('>')
  const { data } = useFoundUsers(isWanted ? projectId : undefined, query)
  return useMemo(
    () =>
      (isWanted ? (data ?? []) : []).map((user) => {
        const name = user.displayName?.trim()
        return {
          id: `users ${user.id}`,
          group: 'users',
          label: name || user.primaryEmail || noName,
          ...(name && user.primaryEmail !== null && { detail: user.primaryEmail }),
          keywords: user.id,
          isFound: true,
          icon: <Avatar name={name || user.primaryEmail} imageUrl={user.profileImageUrl} />,
          href: `/projects/${projectId}/users/${user.id}/profile`,
        }
      }),
    [isWanted, data, noName, projectId],
  )
}

function useDelayed(text: string): string {
  const [delayed, setDelayed] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), DELAY_MILLIS)
    return () => clearTimeout(timer)
  }, [text])
  return delayed
}
