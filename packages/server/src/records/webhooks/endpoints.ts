import { WEBHOOK_ENDPOINTS_MAX, type WebhookDisabledReason } from '@portico/contract'

import {
  allRows,
  firstRow,
  isAnyTouched,
  noResult,
  statement,
  type Statement,
  unscoped,
} from '../../kernel/statement.ts'
import { type RowOf } from '../../kernel/columns.ts'
import { endpointColumns, type WebhookEndpoint } from './endpoint.ts'

export function listEndpoints(projectId: string): Statement<WebhookEndpoint[]> {
  return statement<WebhookEndpoint>`
    select ${endpointColumns} from webhook_endpoints
    where project_id = ${projectId} and deleted_at is null
    order by created_at desc, id desc limit ${WEBHOOK_ENDPOINTS_MAX}`.map(allRows)
}

export function findEndpoint(projectId: string, id: string): Statement<WebhookEndpoint | null> {
  return statement<WebhookEndpoint>`
    select ${endpointColumns} from webhook_endpoints
    where project_id = ${projectId} and id = ${id} and deleted_at is null`.map(firstRow)
}

export function lockEndpoint(projectId: string, id: string): Statement<WebhookEndpoint | null> {
  return statement<WebhookEndpoint>`
    select ${endpointColumns} from webhook_endpoints
    where project_id = ${projectId} and id = ${id} and deleted_at is null for update`.map(firstRow)
}

/**
 * Writes a new endpoint, unless the project has the largest number of them. Lock the project first, so that the number
 * is exact.
 *
 * @returns whether it was written
 */
export function insertEndpoint(projectId: string, endpoint: WebhookEndpoint): Statement<boolean> {
  return statement`
    insert into webhook_endpoints
      (project_id, id, url, description, event_types, header_names, headers_sealed, rate_limit, secret_sealed, disabled_reason,
       disabled_at, created_at, updated_at)
    select ${projectId}, ${endpoint.id}::uuid, ${endpoint.url}::text, ${endpoint.description}::text, ${endpoint.eventTypes}::text[],
      ${endpoint.headerNames}::text[], ${endpoint.headersSealed}::text, ${endpoint.rateLimit}::integer,
      ${endpoint.secretSealed}::text, ${endpoint.disabledReason}::text, ${endpoint.disabledAt}::timestamptz,
      ${endpoint.createdAt}::timestamptz, ${endpoint.updatedAt}::timestamptz
    where (
      select count(*) from webhook_endpoints where project_id = ${projectId} and deleted_at is null
    ) < ${WEBHOOK_ENDPOINTS_MAX}::integer`.map(isAnyTouched)
}

/** Writes all fields of an endpoint that its transaction has locked. */
export function updateEndpoint(projectId: string, endpoint: WebhookEndpoint): Statement<void> {
  return statement`
    update webhook_endpoints set
      url = ${endpoint.url}, description = ${endpoint.description}, event_types = ${endpoint.eventTypes}::text[],
      header_names = ${endpoint.headerNames}::text[], headers_sealed = ${endpoint.headersSealed}, rate_limit = ${endpoint.rateLimit},
      secret_sealed = ${endpoint.secretSealed}, old_secret_sealed = ${endpoint.oldSecretSealed},
      old_secret_ends_at = ${endpoint.oldSecretEndsAt}, disabled_reason = ${endpoint.disabledReason},
      disabled_at = ${endpoint.disabledAt}, failing_since = ${endpoint.failingSince}, updated_at = ${endpoint.updatedAt}
    where project_id = ${projectId} and id = ${endpoint.id}`.map(noResult)
}

/** Hides an endpoint from its owners. `sweepDeletedWebhookEndpoints` removes it with its deliveries. */
export function deleteEndpoint(projectId: string, id: string, now: Date): Statement<boolean> {
  return statement`
    update webhook_endpoints set deleted_at = ${now}, secret_sealed = '', old_secret_sealed = null, headers_sealed = null
    where project_id = ${projectId} and id = ${id} and deleted_at is null`.map(isAnyTouched)
}

/** Records the first failed attempt after a success. */
export function noteFailing(projectId: string, id: string, since: Date): Statement<void> {
  return statement`
    update webhook_endpoints set failing_since = ${since}
    where project_id = ${projectId} and id = ${id} and failing_since is null`.map(noResult)
}

/** Records that an attempt succeeded. */
export function noteWorking(projectId: string, id: string): Statement<void> {
  return statement`
    update webhook_endpoints set failing_since = null
    where project_id = ${projectId} and id = ${id} and failing_since is not null`.map(noResult)
}

/**
 * Disables an endpoint that answers 410, or that has only failed since `failingUntil`.
 *
 * @returns whether it was enabled
 */
export function disableEndpoint(
  projectId: string,
  id: string,
  {
    reason,
    at,
    failingUntil,
  }: { readonly reason: WebhookDisabledReason; readonly at: Date; readonly failingUntil: Date | null },
): Statement<boolean> {
  return statement`
    update webhook_endpoints set disabled_reason = ${reason}, disabled_at = ${at}
    where project_id = ${projectId} and id = ${id} and disabled_reason is null and deleted_at is null
      and (${failingUntil}::timestamptz is null or failing_since <= ${failingUntil})`.map(isAnyTouched)
}

export type SealedEndpoint = RowOf<typeof sealedColumns> & { readonly projectId: string }

const sealedColumns = endpointColumns.only('id', 'secretSealed', 'oldSecretSealed', 'headersSealed')

export function listSealedEndpoints(
  after: Pick<SealedEndpoint, 'projectId' | 'id'>,
  limit: number,
): Statement<SealedEndpoint[]> {
  return unscoped.statement<SealedEndpoint>`
    select project_id as "projectId", ${sealedColumns} from webhook_endpoints
    where (project_id, id) > (${after.projectId}, ${after.id}::uuid) and deleted_at is null
    order by project_id, id limit ${limit}`.map(allRows)
}

/** @returns false if the endpoint is gone or its sealed values have changed */
export function replaceSealedValues(
  { projectId, id, ...old }: SealedEndpoint,
  next: Pick<SealedEndpoint, 'secretSealed' | 'oldSecretSealed' | 'headersSealed'>,
): Statement<boolean> {
  return statement`
    update webhook_endpoints set secret_sealed = ${next.secretSealed}, old_secret_sealed = ${next.oldSecretSealed},
      headers_sealed = ${next.headersSealed}
    where project_id = ${projectId} and id = ${id} and secret_sealed = ${old.secretSealed}
      and old_secret_sealed is not distinct from ${old.oldSecretSealed}
      and headers_sealed is not distinct from ${old.headersSealed}`.map(isAnyTouched)
}
