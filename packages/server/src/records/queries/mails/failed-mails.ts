import { allRows, sequence, type Statement, unscoped } from '../../../kernel/statement.ts'
import { preferIndexes, preferOrderedIndexes } from '../../../platform/db/sweep.ts'

/** From the first moment until before the second one. */
export interface Period {
  readonly from: Date
  readonly until: Date
}

/** A project with its mails of a period that could not be delivered. */
export interface ProjectWithFailedMails {
  readonly id: string
  readonly displayName: string
  /** The number of these mails, at most one more than are counted; 0 for a project without any. */
  readonly failed: number
  /** The newest ones, newest first. The subject is empty if the mail was never composed. */
  readonly mails: readonly { readonly subject: string; readonly recipient: string }[]
}

/** An owner with a verified address. */
export interface ReachableOwner {
  readonly id: string
  readonly email: string
}

interface FailedMailBounds {
  readonly projects: number
  readonly counted: number
  readonly shown: number
}

/**
 * Lists projects in the order of their ids, with their failed mails. A project without any is in the list too, so that
 * the last id begins the next page.
 */
export function listFailedMails(
  { from, until }: Period,
  after: string,
  bounds: FailedMailBounds,
): Statement<ProjectWithFailedMails[]> {
  const listed = unscoped.statement<ProjectWithFailedMails>`
    with page as materialized (
      select id, display_name, deleted_at from projects where id > ${after} order by id limit ${bounds.projects}
    )
    select p.id, p.display_name as "displayName", f.failed, f.mails
    from page p, lateral (
      select count(*)::integer as failed, coalesce(
        jsonb_agg(jsonb_build_object('subject', coalesce(subject, ''), 'recipient', recipient) order by place)
          filter (where place <= ${bounds.shown}), '[]') as mails
      from (
        select subject, recipient, row_number() over (order by created_at desc, id desc) as place
        from (
          select subject, recipient, created_at, id from emails
          where project_id || ' failed' = p.id || ' failed' and state = 'failed' and created_at > '-infinity'
            and created_at >= ${from} and created_at < ${until} and p.deleted_at is null
          order by created_at desc, id desc limit ${bounds.counted + 1}
        ) newest
      ) numbered offset 0
    ) f
    order by p.id`.map(allRows)
  return sequence({ planning: preferOrderedIndexes, listed }).map((results) => results.listed)
}

interface OwnerOfProject {
  readonly projectId: string
  readonly id: string
  readonly email: string | null
}

/**
 * Lists the owners of projects who have a verified address, oldest ownership first, at most `ownersMax` of each
 * project.
 */
export function listReachableOwners(
  projectIds: readonly string[],
  ownersMax: number,
): Statement<ReadonlyMap<string, readonly ReachableOwner[]>> {
  const listed = unscoped.statement<OwnerOfProject>`
    select owner.owned_project_id as "projectId", owner.user_id as id, u.notice_email as email
    from unnest(${projectIds}::text[]) with ordinality wanted (id, place), lateral (
      select owned_project_id, user_id, position from project_owners
      where owned_project_id = wanted.id and role = 'owner' limit ${ownersMax}
    ) owner, lateral (
      select notice_email from user_profiles where project_id = 'internal' and id = owner.user_id offset 0
    ) u
    order by wanted.place, owner.position`.map(({ rows }) => {
    const reachable = rows.flatMap(({ email, id, projectId }) => (email === null ? [] : [{ email, id, projectId }]))
    return Map.groupBy(reachable, ({ projectId }) => projectId)
  })
  return sequence({ planning: preferIndexes, listed }).map((results) => results.listed)
}
