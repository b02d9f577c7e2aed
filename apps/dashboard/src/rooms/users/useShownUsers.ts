import { useUsersPage, type ListedUser, type UsersPage } from '../../data/users.ts'
import { filterOf, type UsersSearch } from './search.ts'

export interface ShownUsers {
  readonly users: readonly ListedUser[] | undefined
  readonly ids: readonly string[]
  readonly total: UsersPage['total'] | undefined
  readonly nextCursor: string | null
  /** Whether the list has more users than the shown ones. */
  readonly hasMore: boolean
  readonly isFetching: boolean
  /** The users belong to the previous address, because the new ones are still loading. */
  readonly isOutdated: boolean
  /** Nothing can be shown. */
  readonly isFailed: boolean
  readonly error: unknown
  readonly retry: () => void
}

/** The page of users of an address. List and drawer share it. */
export function useShownUsers(search: UsersSearch): ShownUsers {
  const {
    data: read,
    error,
    isError,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useUsersPage({
    filter: filterOf(search),
    orderBy: search.sort === 'lastActive' ? 'lastActiveAt' : 'signedUpAt',
    desc: !search.asc,
    cursor: search.cursor ?? null,
  })
  // If the previous list was empty, show the loading state instead of an empty list.
  const data = isPlaceholderData && read?.users.length === 0 ? undefined : read
  const nextCursor = data?.nextCursor ?? null
  return {
    users: data?.users,
    ids: (data?.users ?? []).map(({ id }) => id),
    total: data?.total,
    nextCursor,
    hasMore: nextCursor !== null || search.cursor !== undefined,
    isFetching,
    isOutdated: isPlaceholderData,
    isFailed: isError && !data,
    error,
    retry: () => void refetch(),
  }
}
