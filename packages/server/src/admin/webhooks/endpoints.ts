import {
  WEBHOOK_ENDPOINTS_MAX,
  WEBHOOK_FIGURE_ATTEMPTS_MAX,
  WEBHOOK_HEADERS_MAX,
  type WebhookEventType,
} from '@portico/contract'

import type { CallerFacts } from '../../api/rules/route.ts'
import type { Call } from '../../kernel/call.ts'
import { later } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import { emit, writtenFields } from '../../kernel/emit.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { pick } from '../../kernel/pick.ts'
import type { Statement } from '../../kernel/statement.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import { requireOpened } from '../../platform/crypto/require-opened.ts'
import { scopeToProject } from '../../platform/db/project-scope.ts'
import type { OutboundSettings } from '../../platform/outbound-http/outbound-addresses.ts'
import { createWebhookSecret } from '../../platform/webhooks/webhook-signature.ts'
import type { Project } from '../../records/projects/project.ts'
import { lockProject } from '../../records/projects/store.ts'
import { readFigures, type WebhookFigures } from '../../records/webhooks/deliveries.ts'
import { headersIdentity, secretIdentity, type WebhookEndpoint } from '../../records/webhooks/endpoint.ts'
import * as store from '../../records/webhooks/endpoints.ts'
import { tellOtherOwners } from '../projects/takeover-settings.ts'
import { requireDeliverableUrl } from './endpoint-url.ts'

export interface WebhookDependencies {
  readonly db: Database
  readonly secret: MasterSecret
  readonly settings: OutboundSettings
}

/** A call of a staff member, or of a backend with the admin key. */
export interface WebhookCall extends Call {
  readonly project: Project
  readonly caller: Pick<CallerFacts, 'isStaffSignInOld' | 'staffUserId'>
}

/** The fields of an endpoint that a call may set. Absent fields stay unchanged. */
export interface EndpointUpdate {
  readonly url?: string | undefined
  readonly description?: string | undefined
  /** Null: the standard events. */
  readonly eventTypes?: WebhookEventType[] | null | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly rateLimit?: number | null | undefined
  readonly isEnabled?: boolean | undefined
}

export interface NewEndpoint extends EndpointUpdate {
  readonly url: string
  /** Default: a random one. */
  readonly secret?: string | undefined
}

const DAY_MILLIS = 24 * 60 * 60_000
/** How long deliveries are also signed with the secret before a rotation. */
const OLD_SECRET_MILLIS = DAY_MILLIS
/** The field that the mail to the other owners names. */
const WEBHOOKS_FIELD = 'webhooks'

export function listEndpoints({ db }: WebhookCall): Promise<WebhookEndpoint[]> {
  return db.run(store.listEndpoints(db.projectId))
}

/** @throws PlainError 404 */
export async function readEndpoint({ db }: Call, id: string): Promise<WebhookEndpoint> {
  return requireFound(await db.run(store.findEndpoint(db.projectId, id)))
}

/**
 * Adds an endpoint.
 *
 * @returns it and its secret, which no other call shows
 * @throws SCHEMA_ERROR, PlainError
 */
export async function createEndpoint(
  { db, secret, settings }: WebhookDependencies,
  call: WebhookCall,
  { description, eventTypes, headers, isEnabled, rateLimit, url, ...wanted }: NewEndpoint,
): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }> {
  await requireDeliverableUrl(settings, url)
  const { projectId } = call
  const id = newUuid()
  const key = wanted.secret ?? createWebhookSecret()
  const now = call.now()
  const isDisabled = isEnabled === false
  const endpoint: WebhookEndpoint = {
    id,
    url,
    description: description ?? '',
    eventTypes: eventTypes ?? null,
    ...sealHeaders(secret, projectId, id, headers ?? {}),
    rateLimit: rateLimit ?? null,
    secretSealed: secret.seal(key, secretIdentity(projectId, id)),
    oldSecretSealed: null,
    oldSecretEndsAt: null,
    disabledReason: isDisabled ? 'requested' : null,
    disabledAt: isDisabled ? now : null,
    failingSince: null,
    createdAt: now,
    updatedAt: now,
  }
  await db.transaction(async (whole) => {
    const tx = scopeToProject(whole, projectId)
    const { isWritten } = await tx.batch({
      project: lockProject(projectId),
      isWritten: store.insertEndpoint(projectId, endpoint),
    })
    if (!isWritten)
      throw new PlainError(400, `A project can have ${WEBHOOK_ENDPOINTS_MAX} webhook endpoints. Delete one first.`)
    await tx.run(emit(call, 'webhook_endpoint.created', { endpointId: id }))
    await tellOtherOwners(whole, call, call.project, [WEBHOOKS_FIELD])
  })
  return { endpoint, secret: key }
}

/** @throws SCHEMA_ERROR, PlainError 404, 400 for another server without its headers */
export async function updateEndpoint(
  { db, secret, settings }: WebhookDependencies,
  call: WebhookCall,
  id: string,
  update: EndpointUpdate,
): Promise<WebhookEndpoint> {
  if (update.url !== undefined) await requireDeliverableUrl(settings, update.url)
  return changeEndpoint(db, call, id, (present) => {
    const now = call.now()
    // guard: the stored headers of an endpoint are not sent to another server [webhooks/webhooks, svix/svix]
    requireOwnHeaders(present, update)
    const changed: WebhookEndpoint = {
      ...present,
      url: pick(update.url, present.url),
      description: pick(update.description, present.description),
      eventTypes: pick(update.eventTypes, present.eventTypes),
      ...(update.headers && sealHeaders(secret, call.projectId, id, update.headers)),
      rateLimit: pick(update.rateLimit, present.rateLimit),
      ...(update.isEnabled === true && { disabledReason: null, disabledAt: null, failingSince: null }),
      ...(update.isEnabled === false &&
        present.disabledAt === null && { disabledReason: 'requested' as const, disabledAt: now }),
      updatedAt: now,
    }
    return {
      changed,
      event: emit(call, 'webhook_endpoint.updated', { endpointId: id, changedFields: writtenFields(update) }),
    }
  })
}

/**
 * Adds, replaces and deletes headers.
 *
 * @throws SCHEMA_ERROR, PlainError 404, 409 if the present headers cannot be opened
 */
export async function changeHeaders(
  { db, secret }: WebhookDependencies,
  call: WebhookCall,
  id: string,
  { added, deleted }: { readonly added: Readonly<Record<string, string>>; readonly deleted: readonly string[] },
): Promise<void> {
  const gone = new Set([...deleted, ...Object.keys(added)].map((name) => name.toLowerCase()))
  await changeEndpoint(db, call, id, (present) => {
    const kept = Object.entries(openHeaders(secret, call.projectId, present)).filter(
      ([name]) => !gone.has(name.toLowerCase()),
    )
    const headers = Object.fromEntries([...kept, ...Object.entries(added)])
    if (Object.keys(headers).length > WEBHOOK_HEADERS_MAX) {
      throw new KnownError('SCHEMA_ERROR', {
        message: `The endpoint would have more than ${WEBHOOK_HEADERS_MAX} headers. Delete some.`,
      })
    }
    return {
      changed: { ...present, ...sealHeaders(secret, call.projectId, id, headers), updatedAt: call.now() },
      event: emit(call, 'webhook_endpoint.updated', { endpointId: id, changedFields: writtenFields({ headers }) }),
    }
  })
}

/** @throws PlainError 404 */
export async function deleteEndpoint({ db }: WebhookDependencies, call: WebhookCall, id: string): Promise<void> {
  await db.transaction(async (whole) => {
    const tx = scopeToProject(whole, call.projectId)
    if (!(await tx.run(store.deleteEndpoint(tx.projectId, id, call.now())))) throw notFound()
    await tx.run(emit(call, 'webhook_endpoint.deleted', { endpointId: id }))
    await tellOtherOwners(whole, call, call.project, [WEBHOOKS_FIELD])
  })
}

/**
 * Replaces the secret. The old one signs as well for a day.
 *
 * @param wanted the new secret. Default: a new random one
 * @throws PlainError 404
 */
export async function rotateSecret(
  { db, secret }: WebhookDependencies,
  call: WebhookCall,
  id: string,
  wanted: string = createWebhookSecret(),
): Promise<string> {
  await changeEndpoint(db, call, id, (present) => ({
    changed: {
      ...present,
      secretSealed: secret.seal(wanted, secretIdentity(call.projectId, id)),
      oldSecretSealed: present.secretSealed,
      oldSecretEndsAt: later(call.now(), OLD_SECRET_MILLIS),
      updatedAt: call.now(),
    },
    event: emit(call, 'webhook_endpoint.secret_rotated', { endpointId: id }),
  }))
  return wanted
}

/** @throws PlainError 404, 409 if the secret cannot be opened */
export async function readSecret({ secret }: WebhookDependencies, call: WebhookCall, id: string): Promise<string> {
  const { secretSealed } = await readEndpoint(call, id)
  const opened = requireOpened('The secret of the endpoint is', 'rotate the secret', () =>
    secret.open(secretSealed, secretIdentity(call.projectId, id)),
  )
  await call.db.run(emit(call, 'webhook_endpoint.secret_read', { endpointId: id }))
  return opened
}

/** How the attempts of the last day ended. */
export async function readEndpointFigures(call: Call, id: string): Promise<WebhookFigures> {
  const { db } = call
  await readEndpoint(call, id)
  return db.run(readFigures(db.projectId, id, later(call.now(), -DAY_MILLIS), WEBHOOK_FIGURE_ATTEMPTS_MAX))
}

/** Changes an endpoint under its lock, and tells the other owners. */
async function changeEndpoint(
  db: Database,
  call: WebhookCall,
  id: string,
  change: (present: WebhookEndpoint) => { readonly changed: WebhookEndpoint; readonly event: Statement<void> },
): Promise<WebhookEndpoint> {
  return db.transaction(async (whole) => {
    const tx = scopeToProject(whole, call.projectId)
    const { changed, event } = change(requireFound(await tx.run(store.lockEndpoint(tx.projectId, id))))
    await tx.batch([store.updateEndpoint(tx.projectId, changed), event])
    await tellOtherOwners(whole, call, call.project, [WEBHOOKS_FIELD])
    return changed
  })
}

/**
 * Stored headers, such as the key of a gateway, must not be sent to another server.
 *
 * @throws PlainError 400
 */
function requireOwnHeaders({ headersSealed, url: present }: WebhookEndpoint, { headers, url }: EndpointUpdate): void {
  if (headersSealed === null || headers !== undefined || url === undefined) return
  if (new URL(url).origin === new URL(present).origin) return
  throw new PlainError(
    400,
    'The endpoint has headers, which are not sent to another server. Send the headers of the new server with its address, or delete them before.',
  )
}

function sealHeaders(
  secret: MasterSecret,
  projectId: string,
  id: string,
  headers: Readonly<Record<string, string>>,
): Pick<WebhookEndpoint, 'headerNames' | 'headersSealed'> {
  const headerNames = Object.keys(headers)
  const isEmpty = headerNames.length === 0
  return {
    headerNames,
    headersSealed: isEmpty ? null : secret.seal(JSON.stringify(headers), headersIdentity(projectId, id)),
  }
}

function openHeaders(
  secret: MasterSecret,
  projectId: string,
  { headersSealed, id }: WebhookEndpoint,
): Record<string, string> {
  if (headersSealed === null) return {}
  const opened = requireOpened('The headers of the endpoint are', 'replace all headers', () =>
    secret.open(headersSealed, headersIdentity(projectId, id)),
  )
  // Written by `sealHeaders`.
  return JSON.parse(opened) as Record<string, string>
}

function requireFound(endpoint: WebhookEndpoint | null): WebhookEndpoint {
  if (!endpoint) throw notFound()
  return endpoint
}

function notFound(): PlainError {
  return new PlainError(404, 'The project has no such webhook endpoint.')
}
