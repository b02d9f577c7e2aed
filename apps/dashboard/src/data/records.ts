import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'

import type { Names } from './owners.ts'
import type { CurrentProject } from './projects.ts'
import { resource } from './resource.ts'
import { teams, type ListedTeam } from './teams.ts'
import { users, type ListedUser } from './users.ts'

const NAME_STALE_MILLIS = 300_000
const RECORD_STALE_MILLIS = 60_000
const PAUSE_MILLIS = 200
/** A search for an id also finds records whose name contains it. */
const SAME_NAME_MAX = 10

/** A user or team by its id. */
export interface RecordRef {
  readonly kind: 'users' | 'teams'
  readonly id: string
}

export type KnownRecord =
  | { readonly kind: 'users'; readonly record: ListedUser }
  | { readonly kind: 'teams'; readonly record: ListedTeam }

/** The users and teams with these ids, in this order, without those that do not exist. The drawers share them. */
export function useRecords(of: CurrentProject | undefined, refs: readonly RecordRef[]): readonly KnownRecord[] {
  const options = { of, staleTime: RECORD_STALE_MILLIS }
  const foundUsers = users.useReads('one', argsOf(refs, 'users'), options)
  const foundTeams = teams.useReads('one', argsOf(refs, 'teams'), options)
  return useMemo(
    () =>
      refs.flatMap(({ kind, id }): KnownRecord[] => {
        if (kind === 'users') {
          const record = foundUsers.find((user) => user?.id === id)
          return record ? [{ kind, record }] : []
        }
        const record = foundTeams.find((team) => team?.id === id)
        return record ? [{ kind, record }] : []
      }),
    [refs, foundUsers, foundTeams],
  )
}

function argsOf(refs: readonly RecordRef[], wanted: RecordRef['kind']): [id: string][] {
  return refs.filter(({ kind }) => kind === wanted).map(({ id }) => [id])
}

/** The result of a search. */
export type Found<Record> = UseQueryResult<readonly Record[]> & {
  /** The records belong to an earlier text. */
  readonly isOutdated: boolean
}

/** Why a search has no result. */
export interface FailedSearch {
  readonly error: unknown
  readonly retry: () => void
}

/** The failure of searches that are shown together; null if each has a result. A retry repeats those that failed. */
export function failureOf(...searches: readonly Found<unknown>[]): FailedSearch | null {
  const failed = searches.filter(({ data, isError }) => isError && data === undefined)
  const retry = (): void => failed.forEach(({ refetch }) => void refetch())
  return failed[0] ? { error: failed[0].error, retry } : null
}

/**
 * The newest users that match the typed text. Sends a request after a pause in typing, and none for undefined.
 *
 * @param of the project, for calls outside its rooms
 */
export function useFoundUsers(typed: string | undefined, of?: CurrentProject): Found<ListedUser> {
  const search = useSearchFor(typed)
  return withAge(users.useRead('found', [search.query], { of, ...search.options }), search.isPaused)
}

/** The teams that match the typed text, like `useFoundUsers`. */
export function useFoundTeams(typed: string | undefined, of?: CurrentProject): Found<ListedTeam> {
  const search = useSearchFor(typed)
  return withAge(teams.useRead('found', [search.query], { of, ...search.options }), search.isPaused)
}

/** The text to search for, after a pause in typing. */
function useSearchFor(typed: string | undefined): {
  readonly query: string
  readonly isPaused: boolean
  readonly options: { readonly isNeeded: boolean; readonly meanwhile: 'previous' }
} {
  const wanted = typed?.trim()
  const [paused, setPaused] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(wanted), PAUSE_MILLIS)
    return () => clearTimeout(timer)
  }, [wanted])
  return {
    query: paused ?? '',
    isPaused: paused !== wanted,
    options: { isNeeded: paused !== undefined, meanwhile: 'previous' },
  }
}

function withAge<Record>(found: UseQueryResult<Record[]>, isPaused: boolean): Found<Record> {
  return { ...found, isOutdated: isPaused || found.isPlaceholderData }
}

const records = resource('records', {
  reads: {
    teamName: async ({ app }, teamId: string) => (await app.getTeam(teamId))?.displayName ?? null,
    /** The name of the user or team with this id. */
    name: async ({ app }, recordId: string): Promise<string | null> => {
      const [user] = await app.listUsers({ query: recordId, limit: 1 })
      if (user?.id === recordId) return user.displayName?.trim() || user.primaryEmail
      const found = await app.listTeams({ query: recordId, limit: SAME_NAME_MAX })
      return found.find(({ id }) => id === recordId)?.displayName ?? null
    },
  },
})

/**
 * The names of the project's users. Each user is read at most once in five minutes, even if several lists show the
 * user.
 */
export function useUserNames(userIds: readonly string[]): Names {
  const ids = useDistinct(userIds)
  return useNames(ids, users.useReads('one', ids, { staleTime: NAME_STALE_MILLIS }), nameOf)
}

/** The names of the project's teams. Each is read at most once in five minutes. */
export function useTeamNames(teamIds: readonly string[]): Names {
  const ids = useDistinct(teamIds)
  return useNames(ids, records.useReads('teamName', ids, { staleTime: NAME_STALE_MILLIS }), sameName)
}

/** The name of the user or team with this id. Null if there is none, undefined until loaded. */
export function useRecordName(recordId: string | undefined): string | null | undefined {
  return records.useRead('name', [recordId ?? ''], {
    isNeeded: recordId !== undefined,
    staleTime: NAME_STALE_MILLIS,
  }).data
}

function useDistinct(ids: readonly string[]): readonly [id: string][] {
  return useMemo(() => [...new Set(ids)].toSorted().map((id) => [id]), [ids])
}

function useNames<Answer>(
  ids: readonly [id: string][],
  answers: readonly (Answer | undefined)[],
  toName: (answer: Answer) => string | null,
): Names {
  return useMemo(
    () =>
      new Map(
        ids.flatMap(([id], at) => {
          const answer = answers[at]
          return answer === undefined ? [] : [[id, toName(answer)] as const]
        }),
      ),
    [ids, answers, toName],
  )
}

function nameOf(user: ListedUser | null): string | null {
  return user && (user.displayName?.trim() || user.primaryEmail || '')
}

function sameName(name: string | null): string | null {
  return name
}
