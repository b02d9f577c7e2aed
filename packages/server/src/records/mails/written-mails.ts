import { firstOrNull, json, noResult, statement, type Statement } from '../../kernel/statement.ts'

/** Stores what a server has written, once for all of its mails. `mails/` defines the content. */
export function insertWrittenMail(
  projectId: string,
  { content, createdAt, id }: { readonly id: string; readonly content: unknown; readonly createdAt: Date },
): Statement<void> {
  return statement`
    insert into written_emails (project_id, id, content, created_at)
    values (${projectId}, ${id}, ${json(content)}::json, ${createdAt})`.map(noResult)
}

/** A mail to one user, with the content of a written mail. */
interface MailOfWritten {
  readonly id: string
  readonly userId: string
  /** Canonical address. */
  readonly recipient: string
}

/** Queues a mail to each of the users who still exist. Lock them before (`lockUsersShared`). */
export function insertMailsOfWritten(
  projectId: string,
  writtenId: string,
  mails: readonly MailOfWritten[],
  at: Date,
): Statement<void> {
  return statement`
    insert into emails (project_id, id, user_id, written_id, template, recipient, payload, next_attempt_at, created_at)
    select ${projectId}, mail.id::uuid, present.id, ${writtenId}::uuid, 'written', mail.recipient,
      jsonb_build_object('userId', present.id, 'writtenId', ${writtenId}::text), ${at}, ${at}
    from unnest(${mails.map(({ id }) => id)}::text[], ${mails.map(({ userId }) => userId)}::text[],
      ${mails.map(({ recipient }) => recipient)}::text[]) mail (id, user_id, recipient), lateral (
      select id from users where project_id = ${projectId} and id = mail.user_id::uuid offset 0
    ) present`.map(noResult)
}

/** The content of a written mail; null if it was deleted. */
export function findWrittenMail(projectId: string, id: string): Statement<unknown> {
  return statement<{ content: unknown }>`
    select content from written_emails where id = ${id} and project_id = ${projectId}`.map(
    firstOrNull(({ content }) => content),
  )
}

/**
 * Subject and HTML of a mail that a server has written as HTML, once an attempt was made to send it; null for every
 * other mail.
 */
export function findWrittenHtml(
  projectId: string,
  mailId: string,
): Statement<{ readonly subject: string; readonly html: string } | null> {
  return statement<{ subject: string; html: string }>`
    with mail as materialized (
      select written_id, subject from emails where project_id = ${projectId} and id = ${mailId} and subject is not null
    )
    select mail.subject, written.html from mail, lateral (
      select content ->> 'html' as html from written_emails
      where id = mail.written_id and project_id = ${projectId} offset 0
    ) written
    where written.html is not null`.map(({ rows }) => rows[0] ?? null)
}

/** Deletes the mails that servers have written to these users, and what only these users got. */
export function deleteWrittenMailsOf(projectId: string, userIds: readonly string[]): Statement<void> {
  // The lookups of mails name one column each (platform/db/README.md, "Plans" 2).
  return statement`
    with own as (
      delete from emails where ctid = any (array(
        select mail.ctid from unnest(${userIds}::text[]) wanted (id), lateral (
          select ctid, project_id, written_id from emails where user_id = wanted.id::uuid offset 0
        ) mail
        where mail.project_id = ${projectId} and mail.written_id is not null))
      returning written_id
    ), ended as materialized (
      select distinct written_id from own
    )
    delete from written_emails where ctid = any (array(
      select content.ctid from ended, lateral (
        select ctid from written_emails where project_id = ${projectId} and id = ended.written_id offset 0
      ) content
      where not exists (
        -- The snapshot of this statement still has the mails that it deletes.
        select from (
          select project_id from emails where written_id = ended.written_id and user_id::text <> all (${userIds}::text[]) offset 0
        ) other where other.project_id = ${projectId}
      )))`.map(noResult)
}
