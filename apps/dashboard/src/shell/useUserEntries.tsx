import { useMemo, type ReactNode } from 'react'

import { useFoundUsers } from '../data/found-records.ts'
import { Avatar } from '../kit/Avatar.tsx'
import type { PaletteEntry } from './palette-ranking.ts'

const QUERY_MIN = 2

interface UserEntry extends PaletteEntry {
  readonly icon: ReactNode
  readonly shortcut?: never
  readonly href: string
}

/** The users of the project that fit what was typed in the palette. */
export function useUserEntries(projectId: string | undefined, typed: string, noName: string): readonly UserEntry[] {
  const isWanted = projectId !== undefined && typed.trim().length >= QUERY_MIN && !typed.startsWith('>')
  const { data } = useFoundUsers(projectId ?? '', isWanted ? typed : undefined)
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
