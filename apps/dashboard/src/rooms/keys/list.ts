import { keySets, type KeySet } from '../../data/api-keys.ts'
import type { SearchOf } from '../../page/address.ts'
import type { List } from '../../page/useListPage.ts'
import { keysTexts, type KeysTexts } from '../../texts/en/keys.ts'
import { keysAddress } from './address.ts'
import { keyColumns } from './columns.tsx'

export const keysList: List<KeySet, SearchOf<typeof keysAddress>, KeysTexts> = {
  id: 'keys',
  path: '/projects/$projectId/keys',
  address: keysAddress,
  texts: keysTexts,
  usePage: () => keySets.useRead('page', []),
  nameOf: ({ description }, t) => description.trim() || t.noDescription,
  columns: ({ t, format }) => keyColumns(t, format),
}
