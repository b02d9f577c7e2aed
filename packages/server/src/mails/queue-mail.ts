import type { RemovedSignInMethod } from '@portico/contract'

import { nothing, type Statement } from '../kernel/statement.ts'
import { insertEmail } from '../records/mails/store.ts'
import type { SignInMethodChange, NewEmail, ClaimedEmail } from '../records/mails/mail.ts'
import { newUuid } from '../platform/crypto/random.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'

/** Delivers queued mails. */
export interface MailQueue {
  /** Looks for queued mails now. Call it after the commit; without the call, a worker finds the mail seconds later. */
  wake(): void
}

/** Writes a mail that goes out once the caller's transaction has committed, and not if it rolls back. */
export function queueEmail(projectId: string, email: NewEmail, now: Date): Statement<void> {
  return insertEmail(projectId, { ...email, id: newUuid(), createdAt: now })
}

/** Asks for a mail with a sign-in code that ends with the given nonce. */
export function queueSignInCode(
  { secret }: { readonly secret: MasterSecret },
  projectId: string,
  { recipient, callbackUrl, nonce }: { recipient: string; callbackUrl: string; nonce: string },
  now: Date,
): Statement<void> {
  const sealedNonce = secret.seal(nonce, nonceIdentity(projectId, recipient))
  return queueEmail(projectId, { template: 'sign_in_code', recipient, payload: { callbackUrl, sealedNonce } }, now)
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

/**
 * Notices about an account go to its primary address only if that address is verified. An unverified one may belong to a
 * stranger, whom an attacker could send any number of notices.
 */
interface NoticeReader {
  readonly primaryEmail: string | null
  readonly primaryEmailVerified: boolean
}

/** Informs the owner of an account that its password has changed, in case another person changed it. */
export function queuePasswordChanged(
  projectId: string,
  user: NoticeReader & { readonly id: string },
  now: Date,
): Statement<void> {
  if (user.primaryEmail === null || !user.primaryEmailVerified) return nothing
  return queueEmail(
    projectId,
    {
      template: 'password_changed',
      recipient: user.primaryEmail,
      payload: { userId: user.id, changedAtMillis: now.getTime() },
    },
    now,
  )
}

/** Informs the mailbox that an account has lost, because the change may be an attacker's. */
export function queueEmailChanged(
  projectId: string,
  old: { readonly value: string; readonly isVerified: boolean },
  now: Date,
): Statement<void> {
  if (!old.isVerified) return nothing
  return queueEmail(
    projectId,
    {
      template: 'email_changed',
      recipient: old.value,
      payload: { changedAtMillis: now.getTime() },
    },
    now,
  )
}

/**
 * Informs the owner of an account that a way to sign in was added or removed, in case another person did it.
 *
 * @param providerName what the connected provider is called; one of our own catalogue, never text of a user
 */
export function queueSignInMethodChanged(
  projectId: string,
  user: NoticeReader,
  change: SignInMethodChange,
  now: Date,
  providerName = '',
): Statement<void> {
  if (user.primaryEmail === null || !user.primaryEmailVerified) return nothing
  return queueEmail(
    projectId,
    {
      template: 'sign_in_method_changed',
      recipient: user.primaryEmail,
      payload: { change, providerName, changedAtMillis: now.getTime() },
    },
    now,
  )
}

/** Tells the person who has just proved the mailbox what they have to set up again, if there was anything. */
export function queueUnprovedAccessRemoved(
  projectId: string,
  user: { readonly primaryEmail: string | null },
  methods: readonly RemovedSignInMethod[],
  now: Date,
): Statement<void> {
  if (user.primaryEmail === null || methods.length === 0) return nothing
  const removed = methods.flatMap(({ type }) => (type === 'provider' ? [] : [type]))
  const disconnected = methods.flatMap(({ provider_id: id }) => id ?? [])
  return queueEmail(
    projectId,
    {
      template: 'sign_in_method_changed',
      recipient: user.primaryEmail,
      payload: {
        change: 'unproved_access_removed',
        removed,
        disconnected,
        providerName: '',
        changedAtMillis: now.getTime(),
      },
    },
    now,
  )
}

/** Informs the owner of an account that an address was removed, because its reader said that the account belongs to another person. */
export function queueAddressDisowned(
  projectId: string,
  recipient: string,
  address: string,
  now: Date,
): Statement<void> {
  return queueEmail(
    projectId,
    {
      template: 'sign_in_method_changed',
      recipient,
      payload: {
        change: 'address_disowned',
        address,
        providerName: '',
        changedAtMillis: now.getTime(),
      },
    },
    now,
  )
}
