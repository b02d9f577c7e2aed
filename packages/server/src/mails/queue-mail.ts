import { emit, type EventCall } from '../kernel/emit.ts'
import { noResult, sequence, type Statement } from '../kernel/statement.ts'
import { insertEmail } from '../records/mails/store.ts'
import type { NewEmail, ClaimedEmail } from '../records/mails/mail.ts'
import { newUuid } from '../platform/crypto/random.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'

/** Writes a mail that goes out once the transaction has committed, and not if it rolls back. */
export function queueEmail(call: EventCall, email: NewEmail): Statement<void> {
  return sequence([
    insertEmail(call.projectId, { ...email, id: newUuid(), createdAt: call.now() }),
    emit(call, 'email.queued', { template: email.template }),
  ]).map(noResult)
}

/** Asks for a mail with a sign-in code that ends with the given nonce. */
export function queueSignInCode(
  { secret }: { readonly secret: MasterSecret },
  call: EventCall,
  { recipient, callbackUrl, nonce }: { recipient: string; callbackUrl: string; nonce: string },
): Statement<void> {
  const sealedNonce = secret.seal(nonce, nonceIdentity(call.projectId, recipient))
  return queueEmail(call, { template: 'sign_in_code', recipient, payload: { callbackUrl, sealedNonce } })
}

export function openSignInNonce(
  { secret }: { readonly secret: MasterSecret },
  { projectId, recipient }: Pick<ClaimedEmail, 'projectId' | 'recipient'>,
  sealedNonce: string,
): string {
  return secret.open(sealedNonce, nonceIdentity(projectId, recipient))
}

function nonceIdentity(projectId: string, recipient: string): string {
  return `emails/${projectId}/${recipient}/nonce`
}
