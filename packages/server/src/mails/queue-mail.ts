import { emit, type EventCall } from '../kernel/emit.ts'
import { noResult, sequence, type Statement } from '../kernel/statement.ts'
import { newUuid } from '../platform/crypto/random.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import { insertEmail } from '../records/mails/store.ts'
import { wantedLanguage } from '../language/languages.ts'
import type { NewEmail } from './catalogue.ts'
import { sealSignInNonce } from './sign-in-code.ts'

/**
 * Queues a mail in the transaction of the caller. It is sent after the commit.
 *
 * @param userId the user whom the mail is about, with whom it is deleted; null for an address that may have no account
 */
export function queueEmail(call: EventCall, email: NewEmail, userId: string | null): Statement<void> {
  const locale = wantedLanguage(call.origin.acceptLanguage ?? null)
  return sequence([
    insertEmail(call.projectId, { ...email, locale, userId, id: newUuid(), createdAt: call.now() }),
    emit(call, 'email.queued', { template: email.template }),
  ]).map(noResult)
}

/** Queues a mail with a sign-in code that ends with the given nonce. */
export function queueSignInCode(
  { secret }: { readonly secret: MasterSecret },
  call: EventCall,
  { recipient, callbackUrl, nonce }: { recipient: string; callbackUrl: string; nonce: string },
): Statement<void> {
  const sealedNonce = sealSignInNonce(secret, call.projectId, recipient, nonce)
  return queueEmail(call, { template: 'sign_in_code', recipient, payload: { callbackUrl, sealedNonce } }, null)
}
