import type { RemovedSignInMethod } from '@portico/contract'

import type { ProjectSql } from '../kernel/database.ts'
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
export async function queueEmail(tx: ProjectSql, email: NewEmail, now: Date): Promise<void> {
  await insertEmail(tx, { ...email, id: newUuid(), createdAt: now })
}

/** Asks for a mail with a sign-in code that ends with the given nonce. */
export async function queueSignInCode(
  { secret }: { readonly secret: MasterSecret },
  sql: ProjectSql,
  { recipient, callbackUrl, nonce }: { recipient: string; callbackUrl: string; nonce: string },
  now: Date,
): Promise<void> {
  const sealedNonce = secret.seal(nonce, nonceIdentity(sql.projectId, recipient))
  await queueEmail(sql, { template: 'sign_in_code', recipient, payload: { callbackUrl, sealedNonce } }, now)
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
 * Who is told about changes of an account: the mailbox somebody has proved. To any other address they would go to a stranger,
 * and be a way to send them as many mails as one likes.
 */
interface NoticeReader {
  readonly primaryEmail: string | null
  readonly primaryEmailVerified: boolean
}

/** Tells the owner of an account that its password is another one now; whoever changed it may not be them. */
export async function queuePasswordChanged(
  tx: ProjectSql,
  user: NoticeReader & { readonly id: string },
  now: Date,
): Promise<void> {
  if (user.primaryEmail === null || !user.primaryEmailVerified) return
  await queueEmail(
    tx,
    {
      template: 'password_changed',
      recipient: user.primaryEmail,
      payload: { userId: user.id, changedAtMillis: now.getTime() },
    },
    now,
  )
}

/** Tells whoever reads the mailbox an account has just lost; a thief would not. */
export async function queueEmailChanged(
  tx: ProjectSql,
  old: { readonly value: string; readonly isVerified: boolean },
  now: Date,
): Promise<void> {
  if (!old.isVerified) return
  await queueEmail(
    tx,
    {
      template: 'email_changed',
      recipient: old.value,
      payload: { changedAtMillis: now.getTime() },
    },
    now,
  )
}

/**
 * Tells the owner of an account that there is another way into it now, or one less; whoever did it may not be them.
 *
 * @param providerName what the connected provider is called; one of our own catalogue, never text of a user
 */
export async function queueSignInMethodChanged(
  tx: ProjectSql,
  user: NoticeReader,
  change: SignInMethodChange,
  now: Date,
  providerName = '',
): Promise<void> {
  if (user.primaryEmail === null || !user.primaryEmailVerified) return
  await queueEmail(
    tx,
    {
      template: 'sign_in_method_changed',
      recipient: user.primaryEmail,
      payload: { change, providerName, changedAtMillis: now.getTime() },
    },
    now,
  )
}

/** Tells the person who has just proved the mailbox what they have to set up again, if there was anything. */
export async function queueUnprovedAccessRemoved(
  tx: ProjectSql,
  user: { readonly primaryEmail: string | null },
  methods: readonly RemovedSignInMethod[],
  now: Date,
): Promise<void> {
  if (user.primaryEmail === null || methods.length === 0) return
  const removed = methods.flatMap(({ type }) => (type === 'provider' ? [] : [type]))
  const disconnected = methods.flatMap(({ provider_id: id }) => id ?? [])
  await queueEmail(
    tx,
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

/** Tells the owner of an account that it has lost an address, whose reader said that the account is not theirs. */
export async function queueAddressDisowned(
  tx: ProjectSql,
  recipient: string,
  address: string,
  now: Date,
): Promise<void> {
  await queueEmail(
    tx,
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
