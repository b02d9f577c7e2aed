import { useProject } from '../../data/projects.ts'
import type { List } from '../../page/useListPage.ts'
import { domainsTexts, type DomainsTexts } from '../../texts/en/domains.ts'
import { domainsAddress, type DomainsSearch } from './address.ts'
import type { Domain } from './domain-rules.ts'

export const domainsList: List<Domain, DomainsSearch, DomainsTexts> = {
  id: 'domains',
  path: '/projects/$projectId/domains',
  address: domainsAddress,
  texts: domainsTexts,
  usePage: () => {
    const query = useProject()
    return {
      ...query,
      data: query.data && { rows: query.data.config.domains, nextCursor: null },
      isPlaceholderData: false,
    }
  },
  idOf: ({ domain, handlerPath }) => `${domain} ${handlerPath}`,
  nameOf: ({ domain }) => domain,
}
