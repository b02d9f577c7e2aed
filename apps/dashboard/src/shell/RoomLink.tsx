import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useCurrentProject } from '../data/projects.ts'
import { useMay } from '../kit/May.tsx'
import { railItems, type RailItem } from './rail-items.ts'
import { rightOfPage } from './room-rights.ts'

export interface RoomLinkProps {
  readonly room: RailItem['id']
  /** What follows the path of the room, such as `/{id}`. */
  readonly path?: string
  /** The `anchor` of a row of the room. */
  readonly hash?: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A link to another room of the same project. Without that room, or the right for it, its content. */
export function RoomLink({ room, path = '', hash, className, children }: RoomLinkProps): ReactNode {
  const { id } = useCurrentProject()
  const may = useMay()
  const item = railItems.find((known) => known.id === room)
  if (!item || !may(rightOfPage(item.path + path))) return children
  const to = `/projects/${id}${item.path}${path}`
  return (
    <Link to={to} {...(hash !== undefined && { hash })} {...(className !== undefined && { className })}>
      {children}
    </Link>
  )
}
