import { allRows, sequence, type Statement, unscoped } from '../../../kernel/statement.ts'
import { preferOrderedIndexes } from '../../../platform/db/sweep.ts'

/** From the first moment to before the second one. */
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
  /** The owners with a verified address, oldest ownership first. */
  readonly owners: readonly { readonly id: string; readonly email: string }[]
}

interface FailedMailBounds {
  readonly projects: number
  readonly counted: number
  readonly shown: number
  readonly owners: number
}

/**
 * Lists projects in the order of their ids, with their failed mails. A project without any is in the list too, so that the last id begins
 * the next page.
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
    select p.id, p.display_name as "displayName", f.failed, f.mails, coalesce(o.owners, '[]') as owners
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
    ) f left join lateral (
      select jsonb_agg(jsonb_build_object('id', owner.user_id, 'email', u.notice_email) order by owner.position) as owners
      from (
        select user_id, position from project_owners
        where owned_project_id = p.id and role = 'owner' and f.failed > 0 limit ${bounds.owners}
      ) owner, lateral (
        select notice_email from user_profiles where project_id = 'internal' and id = owner.user_id offset 0
      ) u
      where u.notice_email is not null
    ) o on true
    order by p.id`.map(allRows)
  return sequence({ planning: preferOrderedIndexes, listed }).map((results) => results.listed)
}
