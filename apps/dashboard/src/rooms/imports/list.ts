import { useImports, type ImportRun } from '../../data/imports.ts'
import type { SearchOf } from '../../page/address.ts'
import type { List } from '../../page/useListPage.ts'
import { importsTexts, type ImportsTexts } from '../../texts/en/imports.ts'
import { importsAddress } from './address.ts'

/** Its columns show the titles of the sources, which the service knows. */
export const importsList: List<ImportRun, SearchOf<typeof importsAddress>, ImportsTexts> = {
  id: 'imports',
  path: '/projects/$projectId/users/import',
  record: { path: '/projects/$projectId/users/import/$importId', param: 'importId' },
  address: importsAddress,
  texts: importsTexts,
  usePage: () => useImports(),
  nameOf: ({ source }) => source,
}
