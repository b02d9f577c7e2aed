import type { TeamsPageOptions } from '../../data/teams.ts'
import { startOfLocalDay } from '../../kit/local-day.ts'

/** Search, filter, sort, place and dialogs of the list, as in its address. */
export interface TeamsSearch {
  readonly q?: string
  /** The first and last day of the creation: `2026-11-23`. */
  readonly from?: string
  readonly until?: string
  /** Oldest first. */
  readonly asc?: true
  readonly cursor?: string
  readonly create?: true
  /** The act on the team of the drawer whose dialog is open. */
  readonly act?: 'delete'
}

/** Changes of an address. Undefined removes a part of it. */
export type SearchChanges = { readonly [Name in keyof TeamsSearch]: TeamsSearch[Name] | undefined }

/** Reads the address of the list. Unknown and malformed parts are dropped. */
export function readTeamsSearch(search: Record<string, unknown>): TeamsSearch {
  const [q, from, until, cursor] = ['q', 'from', 'until', 'cursor'].map((name) => textOf(search[name]))
  return {
    ...(q !== undefined && { q }),
    ...(from !== undefined && startOfLocalDay(from) && { from }),
    ...(until !== undefined && startOfLocalDay(until) && { until }),
    ...(search['asc'] === true && { asc: true as const }),
    ...(cursor !== undefined && { cursor }),
    ...(search['create'] !== undefined && { create: true as const }),
    ...(search['act'] === 'delete' && { act: 'delete' as const }),
  }
}

/** Another search, filter or sort begins at the first page, without the dialog of a team. */
export function changeSearch(search: TeamsSearch, changes: SearchChanges): TeamsSearch {
  return readTeamsSearch({ ...search, cursor: undefined, act: undefined, ...changes })
}

/** What the list shows. The last day belongs to it. */
export function pageOptionsOf({ q = '', from, until, asc, cursor }: TeamsSearch): TeamsPageOptions {
  return {
    query: q,
    createdFrom: startOfLocalDay(from) ?? null,
    createdUntil: startOfLocalDay(until, 1) ?? null,
    isOldestFirst: asc === true,
    cursor: cursor ?? null,
  }
}

function textOf(value: unknown): string | undefined {
  // The router reads a number in the address as a number.
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const teamTabs = ['members', 'invitations', 'profile', 'keys', 'metadata', 'events'] as const
export type TeamTab = (typeof teamTabs)[number]

export function isTeamTab(tab: string): tab is TeamTab {
  return (teamTabs as readonly string[]).includes(tab)
}
