import { webhookEndpoints, type WebhookEndpoint } from '../../data/webhooks.ts'
import type { SearchOf } from '../../page/address.ts'
import type { List } from '../../page/useListPage.ts'
import { webhooksTexts, type WebhooksTexts } from '../../texts/en/webhooks.ts'
import { webhooksAddress } from './address.ts'
import { endpointColumns } from './columns.tsx'

export const webhooksList: List<WebhookEndpoint, SearchOf<typeof webhooksAddress>, WebhooksTexts> = {
  id: 'webhooks',
  path: '/projects/$projectId/webhooks',
  address: webhooksAddress,
  texts: webhooksTexts,
  usePage: () => webhookEndpoints.useRead('page', []),
  nameOf: ({ url }) => url,
  columns: ({ t, format }) => endpointColumns(t, format),
}
