import * as contract from '@portico/contract'

import { ofSvixApp, projectAdmin, recentProjectAdmin } from '../../api/rules/access.ts'
import { Forbidden } from '../../kernel/errors.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { sendTestEvent } from '../webhooks/deliveries.ts'
import {
  changeHeaders,
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  readEndpoint,
  readSecret,
  rotateSecret,
  updateEndpoint,
  type EndpointUpdate,
  type WebhookDependencies,
} from '../webhooks/endpoints.ts'
import { listAttemptsOfEndpoint, listAttemptsOfMessage, readAttempt } from './attempts.ts'
import {
  createMessage,
  listEndpointsOfMessage,
  listMessages,
  listMessagesOfEndpoint,
  readMessage,
  type MessageDependencies,
} from './messages.ts'
import { pageOf } from './pages.ts'
import { presentEndpoint, presentMessage } from './present.ts'
import { readStats, replayAll, resend } from './replays.ts'
import { createToken } from './token.ts'

const admin = ofSvixApp(projectAdmin)
const recentAdmin = ofSvixApp(recentProjectAdmin)

/** Svix has a time for each type; these do not change. */
const EVENT_TYPES_AT = '2026-01-01T00:00:00.000Z'

export function svixRoutes(dependencies: WebhookDependencies & MessageDependencies): Route[] {
  return [
    route(contract.createSvixToken, { allow: projectAdmin }, (call) => ({ token: createToken(dependencies, call) })),

    route(contract.listSvixEndpoints, { allow: admin }, async (call) => {
      const endpoints = (await listEndpoints(call)).map(presentEndpoint)
      return pageOf(ordered(endpoints, call.query.order), ({ id }) => id, call.query)
    }),

    route(contract.createSvixEndpoint, { allow: recentAdmin, limit: 'changeWebhooks' }, async (call) => {
      const { headers, secret, url, ...fields } = call.body
      const wanted = { ...updateOf(fields), url, headers: headers ?? {}, secret: secret ?? undefined }
      return presentEndpoint((await createEndpoint(dependencies, call, wanted)).endpoint)
    }),

    route(contract.readSvixEndpoint, { allow: admin }, async (call) =>
      presentEndpoint(await readEndpoint(call, call.params.endpoint_id)),
    ),

    route(contract.replaceSvixEndpoint, { allow: recentAdmin, limit: 'changeWebhooks' }, async (call) => {
      const { url, ...fields } = call.body
      const defaults = { description: '', eventTypes: null, isEnabled: true, rateLimit: null }
      const update = { ...defaults, ...definedOf(updateOf(fields)), url }
      return presentEndpoint(await updateEndpoint(dependencies, call, call.params.endpoint_id, update))
    }),

    route(contract.updateSvixEndpoint, { allow: recentAdmin, limit: 'changeWebhooks' }, async (call) => {
      const update = { ...updateOf(call.body), url: call.body.url }
      return presentEndpoint(await updateEndpoint(dependencies, call, call.params.endpoint_id, update))
    }),

    route(contract.deleteSvixEndpoint, { allow: recentAdmin, limit: 'changeWebhooks' }, async (call) => {
      await deleteEndpoint(dependencies, call, call.params.endpoint_id)
      return null
    }),

    route(contract.readSvixHeaders, { allow: admin }, async (call) => ({
      headers: {},
      sensitive: (await readEndpoint(call, call.params.endpoint_id)).headerNames,
    })),

    route(contract.replaceSvixHeaders, { allow: recentAdmin, limit: 'changeWebhooks' }, async (call) => {
      await updateEndpoint(dependencies, call, call.params.endpoint_id, { headers: call.body.headers })
      return null
    }),

    route(contract.updateSvixHeaders, { allow: recentAdmin, limit: 'changeWebhooks' }, async (call) => {
      const { deleteHeaders = [], headers } = call.body
      await changeHeaders(dependencies, call, call.params.endpoint_id, { added: headers, deleted: deleteHeaders })
      return null
    }),

    route(contract.readSvixSecret, { allow: recentAdmin }, async (call) => {
      // The secret could be used after the impersonation, like a changed one.
      if (call.caller.isStaffImpersonated)
        throw new Forbidden('This session impersonates a member of the staff of the project and cannot read secrets.')
      return { key: await readSecret(dependencies, call, call.params.endpoint_id) }
    }),

    route(contract.rotateSvixSecret, { allow: recentAdmin, limit: 'changeWebhooks' }, async (call) => {
      await rotateSecret(dependencies, call, call.params.endpoint_id, call.body.key ?? undefined)
      return null
    }),

    route(contract.sendSvixExample, { allow: admin, limit: 'replayWebhooks' }, async (call) => {
      const { messageId } = await sendTestEvent(call, call.params.endpoint_id, call.body.eventType)
      return presentMessage(await readMessage(dependencies, call, messageId), true)
    }),

    route(contract.readSvixStats, { allow: admin }, (call) => readStats(call, call.params.endpoint_id, call.query)),

    route(contract.recoverSvixEndpoint, { allow: admin, limit: 'replayWebhooks' }, (call) =>
      replayAll(call, call.params.endpoint_id, 'failed', call.body),
    ),

    route(contract.replayMissingSvix, { allow: admin, limit: 'replayWebhooks' }, (call) =>
      replayAll(call, call.params.endpoint_id, 'skipped', call.body),
    ),

    route(contract.listSvixMessages, { allow: admin }, (call) => listMessages(dependencies, call, call.query)),

    route(contract.createSvixMessage, { allow: recentAdmin, limit: 'changeWebhooks' }, async (call) =>
      presentMessage(await createMessage(dependencies, call, call.body), call.query.with_content ?? true),
    ),

    route(contract.readSvixMessage, { allow: admin }, async (call) =>
      presentMessage(await readMessage(dependencies, call, call.params.msg_id), call.query.with_content ?? true),
    ),

    route(contract.listSvixAttemptsOfMessage, { allow: admin }, (call) =>
      listAttemptsOfMessage(dependencies, call, call.params.msg_id, call.query),
    ),

    route(contract.listSvixAttemptsOfEndpoint, { allow: admin }, (call) =>
      listAttemptsOfEndpoint(dependencies, call, call.params.endpoint_id, call.query),
    ),

    route(contract.readSvixAttempt, { allow: admin }, (call) =>
      readAttempt(dependencies, call, call.params.msg_id, call.params.attempt_id, call.query),
    ),

    route(contract.listSvixMessagesOfEndpoint, { allow: admin }, (call) =>
      listMessagesOfEndpoint(dependencies, call, call.params.endpoint_id, call.query),
    ),

    route(contract.listSvixEndpointsOfMessage, { allow: admin }, (call) =>
      listEndpointsOfMessage(dependencies, call, call.params.msg_id, call.query),
    ),

    route(contract.resendSvixMessage, { allow: admin, limit: 'replayWebhooks' }, async (call) => {
      await resend(call, call.params.msg_id, call.params.endpoint_id)
      return {}
    }),

    // The path names no project.
    route(contract.listSvixEventTypes, { allow: projectAdmin }, (call) => {
      const types = contract.webhookEventTypes.map((name) => ({
        name,
        description: contract.webhookEvents[name].description,
        archived: false,
        deprecated: false,
        schemas: null,
        createdAt: EVENT_TYPES_AT,
        updatedAt: EVENT_TYPES_AT,
      }))
      return pageOf(call.query.order === 'descending' ? types.toReversed() : types, ({ name }) => name, call.query)
    }),
  ]
}

interface SvixFields {
  readonly description?: string | undefined
  readonly disabled?: boolean | undefined
  readonly filterTypes?: contract.WebhookEventType[] | null | undefined
  readonly rateLimit?: number | null | undefined
  readonly throttleRate?: number | null | undefined
}

function updateOf({ description, disabled, filterTypes, rateLimit, throttleRate }: SvixFields): EndpointUpdate {
  return {
    description,
    eventTypes: filterTypes,
    // Two names of the same setting. A client that sends both has changed the newer one.
    rateLimit: throttleRate === undefined ? rateLimit : throttleRate,
    isEnabled: disabled === undefined ? undefined : !disabled,
  }
}

function definedOf(update: EndpointUpdate): EndpointUpdate {
  return Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined))
}

function ordered<Item>(newestFirst: readonly Item[], order: 'ascending' | 'descending' | undefined): readonly Item[] {
  return order === 'ascending' ? newestFirst.toReversed() : newestFirst
}
