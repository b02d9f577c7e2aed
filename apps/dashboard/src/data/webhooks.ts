import type { ProjectApp } from './projects.ts'
import { change, resource, type PageOf } from './resource.ts'

export type WebhookEndpoint = Awaited<ReturnType<ProjectApp['listWebhookEndpoints']>>[number]
export type WebhookEventType = NonNullable<WebhookEndpoint['eventTypes']>[number]
type NewEndpoint = Parameters<ProjectApp['createWebhookEndpoint']>[0]
type EndpointEdit = Parameters<ProjectApp['updateWebhookEndpoint']>[1]

/** The webhook endpoints of the project of the URL, newest first. Only the answers to a creation and a rotation have a secret. */
export const webhookEndpoints = resource('webhook-endpoints', {
  reads: {
    page: async ({ app }): Promise<PageOf<WebhookEndpoint>> => ({
      rows: await app.listWebhookEndpoints(),
      nextCursor: null,
    }),
    figures: ({ app }, endpoint: WebhookEndpoint) => app.getWebhookFigures(endpoint.id),
  },
  changes: {
    add: change(({ app }, endpoint: NewEndpoint) => app.createWebhookEndpoint(endpoint)),
    update: change(({ app }, id: string, edit: EndpointEdit) => app.updateWebhookEndpoint(id, edit)),
    enable: change(
      async ({ app }, { id, disabled }: WebhookEndpoint, isReplayed: boolean) => {
        await app.updateWebhookEndpoint(id, { isEnabled: true })
        if (isReplayed && disabled) await app.replayWebhookDeliveries(id, { since: disabled.at })
      },
      { isPartial: true },
    ),
    rotateSecret: change(({ app }, id: string) => app.rotateWebhookSecret(id)),
    sendTest: change(({ app }, endpointId: string, eventType: WebhookEventType) =>
      app.sendTestWebhook({ endpointId, eventType }),
    ),
    remove: change(({ app }, id: string) => app.deleteWebhookEndpoint(id)),
  },
})
