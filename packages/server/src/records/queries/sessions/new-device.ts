import { NEW_DEVICE_MAILS_PER_DAY } from '@portico/contract'

import { later } from '../../../kernel/clock.ts'
import { emitEach, type EventCall } from '../../../kernel/emit.ts'
import { json, statement, type Statement } from '../../../kernel/statement.ts'
import type { StoredMail } from '../../mails/mail.ts'

const DAY_MILLIS = 24 * 60 * 60_000

/** The mail about a sign-in on a new device. Its recipient is the address for notices of the user. */
export type NewDeviceMail = Omit<StoredMail, 'recipient' | 'userId'> & { readonly id: string }

/**
 * Records that a locked user has signed in on a device. Queues the mail if the user has signed in on other devices
 * before, but not on this one, and not too often within a day: further mails would hide the first one. A device without
 * its mail stays a new one. Of two concurrent sign-ins on a new device, one queues the mail: the second one waits for
 * the lock and finds the device.
 */
export function recordSignInOnDevice(
  call: EventCall,
  userId: string,
  device: string,
  mail: NewDeviceMail,
): Statement<void> {
  const { projectId } = call
  const at = call.now()
  return emitEach(
    call,
    'email.queued',
    statement<{ template: string }>`
      with before as (
        select device, is_forgotten, created_at from known_devices where project_id = ${projectId} and user_id = ${userId}
      ), today as (
        select count(*) >= ${NEW_DEVICE_MAILS_PER_DAY} as is_full from before where created_at > ${later(at, -DAY_MILLIS)}
      ), recorded as (
        insert into known_devices (project_id, user_id, device, created_at, last_used_at, is_forgotten)
        select ${projectId}, ${userId}, ${device}, ${at}, ${at}, is_full from today
        on conflict (user_id, project_id, device) do update set
          last_used_at = excluded.last_used_at,
          is_forgotten = known_devices.is_forgotten and excluded.is_forgotten
      ), changed as (
        insert into emails (project_id, id, user_id, template, locale, recipient, payload, next_attempt_at, created_at)
        select ${projectId}, ${mail.id}, ${userId}, ${mail.template}, ${mail.locale}, notice_email,
          ${json(mail.payload)}::jsonb, ${at}, ${at}
        from user_profiles
        where project_id = ${projectId} and id = ${userId} and notice_email is not null
          and exists (select from before)
          and not exists (select from before where device = ${device} and not is_forgotten)
          and not (select is_full from today)
        returning template
      )`,
  )
}
