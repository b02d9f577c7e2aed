import * as contract from '@portico/contract'
import { toCamelCase, toCamelCaseMembers } from '@portico/contract/letter-case'

import { projectAdmin, recentProjectAdmin } from '../../api/rules/access.ts'
import { presentPage, wholeList } from '../../api/call/list-page.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { presentAttempt, presentDelivery, presentEndpoint } from '../../records/webhooks/present.ts'
import { listDeliveries, readDelivery, replayDeliveries, replayDelivery, sendTestEvent } from './deliveries.ts'
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  readEndpoint,
  readEndpointFigures,
  rotateSecret,
  updateEndpoint,
  type WebhookDependencies,
} from './endpoints.ts'
import { fetchListened, startListening, stopListening } from './listeners.ts'

export function webhookRoutes(
  dependencies: WebhookDependencies & { readonly settings: { readonly baseUrl: string } },
): Route[] {
  return [
    route(contract.listWebhookEndpoints, { allow: projectAdmin }, async (call) =>
      wholeList((await listEndpoints(call)).map((endpoint) => presentEndpoint(endpoint, call.now()))),
    ),

    route(contract.createWebhookEndpoint, { allow: recentProjectAdmin, limit: 'changeWebhooks' }, async (call) => {
      const { headers, ...fields } = call.body
      const { endpoint, secret } = await createEndpoint(dependencies, call, { ...toCamelCaseMembers(fields), headers })
      return { ...presentEndpoint(endpoint, call.now()), secret }
    }),

    route(contract.readWebhookEndpoint, { allow: projectAdmin }, async (call) =>
      presentEndpoint(await readEndpoint(call, call.params.id), call.now()),
    ),

    route(contract.updateWebhookEndpoint, { allow: recentProjectAdmin, limit: 'changeWebhooks' }, async (call) => {
      const { headers, ...fields } = call.body
      const update = { ...toCamelCaseMembers(fields), headers }
      return presentEndpoint(await updateEndpoint(dependencies, call, call.params.id, update), call.now())
    }),

    route(contract.deleteWebhookEndpoint, { allow: recentProjectAdmin, limit: 'changeWebhooks' }, async (call) => {
      await deleteEndpoint(dependencies, call, call.params.id)
      return { success: true as const }
    }),

    route(contract.rotateWebhookSecret, { allow: recentProjectAdmin, limit: 'changeWebhooks' }, async (call) => ({
      secret: await rotateSecret(dependencies, call, call.params.id),
    })),

    route(contract.readWebhookFigures, { allow: projectAdmin }, async (call) => {
      const { medianDurationMillis, ...counts } = await readEndpointFigures(call, call.params.id)
      return { ...counts, median_duration_millis: medianDurationMillis }
    }),

    route(contract.listWebhookDeliveries, { allow: projectAdmin }, async (call) =>
      presentPage(await listDeliveries(call, toCamelCase(call.query)), presentDelivery),
    ),

    route(contract.readWebhookDelivery, { allow: projectAdmin }, async (call) => {
      const { attempts, delivery, endpoint, payload } = await readDelivery(call, call.params.id)
      return { ...presentDelivery(delivery), url: endpoint.url, payload, tries: attempts.map(presentAttempt) }
    }),

    route(contract.replayWebhookDelivery, { allow: projectAdmin, limit: 'replayWebhooks' }, async (call) =>
      presentDelivery(await replayDelivery(call, call.params.id)),
    ),

    route(contract.replayWebhookDeliveries, { allow: projectAdmin, limit: 'replayWebhooks' }, async (call) => {
      const { since_millis, states } = call.body
      const { hasMore, replayed } = await replayDeliveries(call, call.params.id, {
        states,
        since: new Date(since_millis),
      })
      return { replayed, has_more: hasMore }
    }),

    route(contract.createWebhookListener, { allow: projectAdmin, limit: 'changeWebhooks' }, async (call) => ({
      id: await startListening(call, call.body.event_types ?? null),
    })),

    route(contract.fetchListenedWebhooks, { allow: projectAdmin }, async (call) => {
      const listened = await fetchListened(dependencies, call, call.params.id, call.body.handled_ids)
      return { items: listened.map(({ eventType, id, payload }) => ({ id, event_type: eventType, payload })) }
    }),

    route(contract.deleteWebhookListener, { allow: projectAdmin }, async (call) => {
      await stopListening(call, call.params.id)
      return { success: true as const }
    }),

    route(contract.sendTestWebhook, { allow: projectAdmin, limit: 'replayWebhooks' }, async (call) =>
      presentDelivery(await sendTestEvent(call, call.params.id, call.body.event_type)),
    ),
  ]
}
