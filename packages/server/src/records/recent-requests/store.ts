import { allRows, firstRow, json, noResult, statement, type Statement, unscoped } from '../../kernel/statement.ts'
import {
  firstUseColumns,
  KEPT_PER_KIND,
  recentRequestColumns,
  type FirstUse,
  type RecentRequest,
  type RequestKind,
} from './recent-request.ts'

/** A record of any project. An id of a project that does not exist is ignored. */
type OfProject<R> = R & { readonly projectId: string }

/** Writes requests of several projects. Run `preferIndexes` before it. */
export function insertRequests(requests: readonly OfProject<RecentRequest>[]): Statement<void> {
  return unscoped.statement`
    insert into recent_requests (project_id, kind, at, id, method, route, status, error_code, access_type, origin,
      is_origin_trusted, client_version, client_address, request_id)
    select given."projectId", kind, at, id, method, route, status, "errorCode", "accessType", origin,
      "isOriginTrusted", "clientVersion", "clientAddress", "requestId"
    from jsonb_to_recordset(${json(requests)}::jsonb) given ("projectId" text, kind text, at timestamptz, id uuid, method text,
      route text, status integer, "errorCode" text, "accessType" text, origin text, "isOriginTrusted" boolean,
      "clientVersion" text, "clientAddress" text, "requestId" text),
      lateral (select from projects where id = given."projectId" offset 0) existing`.map(noResult)
}

/**
 * Deletes all but the newest requests of these kinds. Run `preferIndexes` before it. Skips rows that another node
 * deletes.
 */
export function trimRequests(
  kinds: readonly { readonly projectId: string; readonly kind: RequestKind }[],
): Statement<void> {
  return unscoped.statement`
    delete from recent_requests
    where ctid = any (array(
      select old.ctid
      from unnest(${kinds.map(({ projectId }) => projectId)}::text[], ${kinds.map(({ kind }) => kind)}::text[]) of_kind (project_id, kind),
        lateral (
          select ctid from recent_requests
          where project_id = of_kind.project_id and kind = of_kind.kind
          order by at desc, id desc offset ${KEPT_PER_KIND}
          for update skip locked
        ) old))`.map(noResult)
}

/** Writes first uses of several projects, and keeps what is known already. Run `preferIndexes` before it. */
export function insertFirstUses(uses: readonly OfProject<FirstUse>[]): Statement<void> {
  return unscoped.statement`
    insert into first_uses (project_id, request_at, request_origin, request_client_version, sign_in_at, sign_in_user_id,
      sign_in_method)
    select given."projectId", "requestAt", "requestOrigin", "requestClientVersion", "signInAt", signed_in.id, "signInMethod"
    from jsonb_to_recordset(${json(uses)}::jsonb) given ("projectId" text, "requestAt" timestamptz, "requestOrigin" text,
      "requestClientVersion" text, "signInAt" timestamptz, "signInUserId" uuid, "signInMethod" text)
      -- Skips a user whom another transaction deletes, because the foreign key would wait for it.
      left join lateral (
        select id from users where project_id = given."projectId" and id = "signInUserId" for key share skip locked
      ) signed_in on true,
      lateral (select from projects where id = given."projectId" offset 0) existing
    order by given."projectId"
    on conflict (project_id) do update set
      request_at = coalesce(first_uses.request_at, excluded.request_at),
      request_origin = case when first_uses.request_at is null then excluded.request_origin else first_uses.request_origin end,
      request_client_version = case when first_uses.request_at is null then excluded.request_client_version
        else first_uses.request_client_version end,
      sign_in_at = coalesce(first_uses.sign_in_at, excluded.sign_in_at),
      sign_in_user_id = case when first_uses.sign_in_at is null then excluded.sign_in_user_id else first_uses.sign_in_user_id end,
      sign_in_method = coalesce(first_uses.sign_in_method, excluded.sign_in_method)
    where (first_uses.request_at is null and excluded.request_at is not null)
      or (first_uses.sign_in_at is null and excluded.sign_in_at is not null)`.map(noResult)
}

/** Lists the kept requests of these kinds, newest first. */
export function listRequests(projectId: string, kinds: readonly RequestKind[]): Statement<RecentRequest[]> {
  return statement<RecentRequest>`
    select ${recentRequestColumns.of('r')}
    from unnest(${kinds}::text[]) wanted (kind), lateral (
      select * from recent_requests
      where project_id = ${projectId} and kind = wanted.kind
      order by at desc, id desc limit ${KEPT_PER_KIND}
    ) r
    order by r.at desc, r.id desc`.map(allRows)
}

export function findFirstUse(projectId: string): Statement<FirstUse | null> {
  return statement<FirstUse>`select ${firstUseColumns} from first_uses where project_id = ${projectId}`.map(firstRow)
}
