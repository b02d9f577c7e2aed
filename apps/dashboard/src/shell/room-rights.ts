import type { StaffRight } from '@portico/client/admin'

import * as endpointRights from '../data/endpoint-rights.ts'
import { railItems } from './rail-items.ts'

/** The pages below a room that need another right than the room. */
const pageRights: readonly { readonly path: RegExp; readonly right: StaffRight }[] = [
  { path: /^\/users\/import(?:\/|$)/, right: endpointRights.listImports },
  { path: /^\/emails\/sent(?:\/|$)/, right: endpointRights.listSentEmails },
  {
    path: /^\/sign-in\/(?!rules$|users$|sessions$|access-tokens$|previous-system$)/,
    right: endpointRights.updateCurrentProject,
  },
]

/** The right that a page of a project needs, by its path below the project. */
export function rightOfPage(path: string): StaffRight {
  const page = pageRights.find((known) => known.path.test(path))
  if (page) return page.right
  const rooms = railItems.filter((item) => path === item.path || path.startsWith(`${item.path}/`))
  const [room] = rooms.toSorted((one, other) => other.path.length - one.path.length)
  // Every path begins with that of the first room.
  return room?.right ?? endpointRights.readMetrics
}
