import { emit, type EventCall } from '../kernel/emit.ts'
import { noResult, sequence, type Statement } from '../kernel/statement.ts'
import { newUuid } from '../platform/crypto/random.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import { insertMail } from '../records/mails/store.ts'
import { queueDueNotice } from '../records/queries/mails/due-notice.ts'
import type { NewDeviceMail } from '../records/queries/sessions/new-device.ts'
import { wantedLanguage } from '../language/languages.ts'
import type { NewMail, PayloadOfMail } from './catalogue.ts'
import { sealSignInNonce } from './sign-in-code.ts'

/**
 * Queues a mail in the transaction of the caller. It is sent after the commit.
 *
 * @param userId the user whom the mail is about, with whom it is deleted; null for an address that may have no account
 */
export function queueMail(call: EventCall, mail: NewMail, userId: string | null): Statement<void> {
  const locale = wantedLanguage(call.origin.acceptLanguage ?? null)
  return sequence([
    insertMail(call.projectId, { ...mail, locale, userId, id: newUuid(), createdAt: call.now() }),
    emit(call, 'email.queued', { template: mail.template }),
  ]).map(noResult)
}

/**
 * Queues the mail about a second factor that is required from a later moment on, once for each moment. Lock the user
 * first, so that the second of two sign-ins sees the mail of the first.
 */
export function queueSecondFactorDue(
  call: EventCall,
  { dueAtMillis, recipient, userId }: { userId: string; recipient: string; dueAtMillis: number },
): Statement<void> {
  const locale = wantedLanguage(call.origin.acceptLanguage ?? null)
  const mail = { template: 'second_factor_due', recipient, payload: { userId, dueAtMillis } } satisfies NewMail
  return queueDueNotice(call, new Date(dueAtMillis), { ...mail, locale, userId, id: newUuid() })
}

/**
 * Prepares the mail about a sign-in on a new device. The statement that records the device decides whether it is
 * queued, and finds the recipient. It is not in the language of the request: an attacker who signs in must not choose
 * the language of the warning.
 */
export function newDeviceMail(payload: PayloadOfMail<'new_device'>): NewDeviceMail {
  return { id: newUuid(), template: 'new_device', locale: null, payload }
}

/** Queues a mail with a sign-in code that ends with the given nonce. */
export function queueSignInCode(
  { secret }: { readonly secret: MasterSecret },
  call: EventCall,
  { recipient, callbackUrl, nonce }: { recipient: string; callbackUrl: string; nonce: string },
): Statement<void> {
  const sealedNonce = sealSignInNonce(secret, call.projectId, recipient, nonce)
  return queueMail(call, { template: 'sign_in_code', recipient, payload: { callbackUrl, sealedNonce } }, null)
}
