import { emitEach, type EventCall } from '../../../kernel/emit.ts'
import { firstRow, json, statement, type Statement } from '../../../kernel/statement.ts'
import type { StoredMail } from '../../mails/mail.ts'

/** Queues the mail unless the user got one about the same moment, and records the moment. */
export function queueDueNotice(
  call: EventCall,
  dueAt: Date,
  mail: StoredMail & { readonly id: string },
): Statement<void> {
  const { projectId } = call
  const at = call.now()
  return emitEach(
    call,
    'email.queued',
    statement<{ template: string }>`
      with announced as (
        update users set second_factor_announced_for = ${dueAt}
        where project_id = ${projectId} and id = ${mail.userId}::uuid and second_factor_announced_for is distinct from ${dueAt}::timestamptz
        returning id
      ), changed as (
        insert into emails (project_id, id, user_id, template, locale, recipient, payload, next_attempt_at, created_at)
        select ${projectId}, ${mail.id}, announced.id, ${mail.template}, ${mail.locale}, ${mail.recipient},
          ${json(mail.payload)}::jsonb, ${at}, ${at}
        from announced
        returning template
      )`,
  )
}

/**
 * Finds the address of a user who got no mail about this moment. Null if the user got one or has no verified address.
 */
export function findUninformedAddress(projectId: string, userId: string, dueAt: Date): Statement<string | null> {
  return statement<{ address: string }>`
    select p.notice_email as address from users u
    join user_profiles p on p.project_id = u.project_id and p.id = u.id
    where u.project_id = ${projectId} and u.id = ${userId} and u.second_factor_announced_for is distinct from ${dueAt}::timestamptz
      and p.notice_email is not null`.map((rows) => firstRow(rows)?.address ?? null)
}
