import { EMAIL_FAILURES_KEPT } from '@portico/contract'

import type { MailError } from '../../platform/mailer/mail-failure.ts'
import {
  unretryableTemplates,
  type ClaimedMail,
  type ListedMail,
  type MailFailure,
  type MailSender,
  type StoredMail,
} from './mail.ts'
import {
  firstRow,
  fragment,
  isAnyTouched,
  json,
  noResult,
  sequence,
  statement,
  type SqlFragment,
  type Statement,
} from '../../kernel/statement.ts'

export function insertMail(projectId: string, mail: StoredMail & { id: string; createdAt: Date }): Statement<void> {
  return statement`
    insert into emails (project_id, id, user_id, template, locale, recipient, payload, next_attempt_at, created_at)
    values (${projectId}, ${mail.id}, ${mail.userId}, ${mail.template}, ${mail.locale}, ${mail.recipient}, ${json(mail.payload)}::jsonb,
            ${mail.createdAt}, ${mail.createdAt})`.map(noResult)
}

type Claim = Pick<ClaimedMail, 'id' | 'attempts'>

/** What an attempt was to send; null if the mail could not be composed. */
export interface Attempted {
  /** Without codes and links. */
  readonly subject: string
  readonly sender: MailSender
  /** Both parts, packed; null if they are too large. */
  readonly contents: Uint8Array | null
}

/** Marks a mail as sent or failed, unless another worker has claimed it since. */
export function closeMail(
  projectId: string,
  claim: Claim,
  attempted: Attempted | null,
  outcome: { state: 'sent'; at: Date } | { state: 'failed'; error: MailError; at: Date },
): Statement<void> {
  const isSent = outcome.state === 'sent'
  const failure = isSent ? null : failureOf(claim, attempted, outcome)
  const closed = fragment`
    update emails set state = ${outcome.state}, subject = ${attempted && attempted.subject}, sent_at = ${isSent ? outcome.at : null},
      sender = coalesce(${senderOf(attempted)}::jsonb, sender), error = ${isSent ? null : json(outcome.error)}::jsonb,
      failures = ${failuresWith(failure)}
    where project_id = ${projectId} and id = ${claim.id} and attempts = ${claim.attempts} and state = 'queued'`
  return withContents(closed, attempted)
}

/** Releases the claim and schedules the next attempt. */
export function postponeMail(
  projectId: string,
  claim: Claim,
  attempted: Attempted | null,
  failed: { readonly error: MailError; readonly at: Date; readonly until: Date; readonly isUncounted: boolean },
): Statement<void> {
  const { at, error, isUncounted, until } = failed
  const postponed = fragment`
    update emails set next_attempt_at = ${until}, retried_after = retried_after + ${isUncounted ? 1 : 0}, error = ${json(error)}::jsonb, subject = coalesce(${attempted && attempted.subject}::text, subject),
      sender = coalesce(${senderOf(attempted)}::jsonb, sender), failures = ${failuresWith(failureOf(claim, attempted, { at, error }))}
    where project_id = ${projectId} and id = ${claim.id} and attempts = ${claim.attempts} and state = 'queued'`
  return withContents(postponed, attempted)
}

/** Stores the contents of the mail that the change writes. A claim that has ended writes none. */
function withContents(change: SqlFragment, attempted: Attempted | null): Statement<void> {
  return statement`
    with written as (${change} returning project_id, id)
    insert into email_contents (project_id, email_id, content)
    select project_id, id, ${attempted && attempted.contents}::bytea from written
    where ${attempted && attempted.contents}::bytea is not null
    on conflict (email_id, project_id) do update set content = excluded.content`.map(noResult)
}

function failureOf(
  { attempts: attempt }: Claim,
  attempted: Attempted | null,
  { at, error }: { readonly at: Date; readonly error: MailError },
): MailFailure {
  return { attempt, atMillis: at.getTime(), sender: attempted && attempted.sender, error }
}

/** The failures of the mail with one more. If there are too many, the oldest is left out. */
function failuresWith(failure: MailFailure | null): SqlFragment {
  const added = failure && json([failure])
  return fragment`case when ${added}::jsonb is null then failures
        when jsonb_array_length(failures) >= ${EMAIL_FAILURES_KEPT} then failures - 0 || ${added}::jsonb
        else coalesce(failures, '[]') || ${added}::jsonb end`
}

function senderOf(attempted: Attempted | null): ReturnType<typeof json> | null {
  return attempted && json(attempted.sender)
}

/** A mail that was sent without the queue, and its result. */
interface ClosedMail extends Pick<ListedMail, 'id' | 'template' | 'recipient' | 'error'>, Attempted {
  readonly at: Date
}

export function insertClosedMail(projectId: string, mail: ClosedMail): Statement<void> {
  const { at, error, id, recipient, sender, subject, template } = mail
  const failures = error && [failureOf({ id, attempts: 1 }, mail, { at, error })]
  const inserted = fragment`
    insert into emails (project_id, id, template, recipient, payload, state, attempts, next_attempt_at, subject, error, failures, sender, created_at, sent_at)
    values (${projectId}, ${id}, ${template}, ${recipient}, '{}', ${error ? 'failed' : 'sent'}, 1, ${at}, ${subject},
      ${error && json(error)}::jsonb, ${failures && json(failures)}::jsonb, ${json(sender)}::jsonb, ${at}, ${error ? null : at})`
  return withContents(inserted, mail)
}

/** Queues a failed mail again. Null for a mail that does not exist or cannot be sent again (`isRetryable`). */
export function requeueMail(projectId: string, id: string, now: Date): Statement<Pick<ListedMail, 'template'> | null> {
  return statement<Pick<ListedMail, 'template'>>`
    update emails set state = 'queued', next_attempt_at = ${now}, retried_after = attempts
    where project_id = ${projectId} and id = ${id} and state = 'failed' and error ->> 'canRetry' = 'true'
      and template <> all (${unretryableTemplates}::text[])
    returning template`.map(firstRow)
}

/** The packed contents of a mail; null if none are kept. */
export function findContents(projectId: string, id: string): Statement<Uint8Array | null> {
  return statement<{ content: Uint8Array }>`
    select content from email_contents where email_id = ${id} and project_id = ${projectId}`.map(
    ({ rows }) => rows[0]?.content ?? null,
  )
}

export function isStored(projectId: string, id: string): Statement<boolean> {
  return statement`select from emails where project_id = ${projectId} and id = ${id}`.map(isAnyTouched)
}

/** Deletes a mail to an address without an account, so that callers cannot fill the table with invented addresses. */
export function deleteMail(projectId: string, claim: Claim): Statement<void> {
  return statement`
    delete from emails where project_id = ${projectId} and id = ${claim.id} and attempts = ${claim.attempts}`.map(
    noResult,
  )
}

/**
 * Deletes the mails to these addresses, sent or not.
 *
 * @param kept the templates of mails that stay
 */
export function deleteMailsTo(
  projectId: string,
  addresses: readonly string[],
  kept: readonly string[] = [],
): Statement<void> {
  return sequence(
    addresses.map(
      (address) => statement`
        delete from emails
        where recipient = ${address} and project_id = ${projectId} and template <> all (${kept}::text[])`,
    ),
  ).map(noResult)
}
