import { titleOfUser } from '../../data/user-title.ts'
import { users, type ListedUser } from '../../data/users.ts'
import type { List } from '../../page/useListPage.ts'
import type { UsersTexts } from '../../texts/en/users.ts'
import { usersTexts } from '../../texts/en/users.ts'
import { usersAddress, type UsersSearch } from './address.ts'
import { userColumns } from './columns.tsx'
import { filterOf } from './filter-of.ts'
import { useUserFilters } from './filters.tsx'

export const usersList: List<ListedUser, UsersSearch, UsersTexts> = {
  id: 'users',
  path: '/projects/$projectId/users',
  record: { path: '/projects/$projectId/users/$userId/$tab', param: 'userId', tab: 'profile' },
  address: usersAddress,
  texts: usersTexts,
  usePage: (search) =>
    users.useRead(
      'page',
      [
        {
          filter: filterOf(search),
          orderBy: search.sort === 'lastActive' ? 'lastActiveAt' : 'signedUpAt',
          desc: !search.asc,
          cursor: search.cursor,
        },
      ],
      { meanwhile: 'previous' },
    ),
  nameOf: titleOfUser,
  columns: ({ t, projectId }) => userColumns(t, projectId),
  hasColumnChoice: true,
  order: {
    of: ({ sort, asc }) => ({ column: sort ?? 'signedUp', isDescending: !asc }),
    to: ({ column, isDescending }) => ({
      sort: column === 'lastActive' ? 'lastActive' : undefined,
      asc: isDescending ? undefined : true,
    }),
  },
  useFilters: useUserFilters,
}
