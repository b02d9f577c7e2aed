import { containsTyped } from '@portico/ui/list/search-text'
import { useProjects } from '../../data/projects.ts'
import type { SearchOf } from '../../page/address.ts'
import type { List } from '../../page/useListPage.ts'
import { projectsTexts, type ProjectsTexts } from '../../texts/en/projects.ts'
import { projectsAddress } from './address.ts'
import { projectColumns, type ListedProject } from './columns.tsx'

export const projectsList: List<ListedProject, SearchOf<typeof projectsAddress>, ProjectsTexts> = {
  id: 'projects',
  path: '/projects',
  address: projectsAddress,
  texts: projectsTexts,
  usePage: ({ q = '' }) => {
    const query = useProjects()
    const { data: all } = query
    return {
      ...query,
      data: all && {
        rows: all.filter((project) => matches(project, q)),
        nextCursor: null,
        total: { count: all.length, isCapped: false },
      },
      isPlaceholderData: false,
    }
  },
  nameOf: ({ displayName }) => displayName,
  columns: ({ t, format }) => projectColumns(t, format),
}

function matches({ id, displayName }: ListedProject, query: string): boolean {
  return containsTyped(query, displayName) || id === query.trim().toLowerCase()
}
