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
 * Notices about an account go to its primary address only if that address is verified. An unverified one may belong to a
 * stranger, whom an attacker could send any number of notices.
 */
interface NoticeReader {
  readonly primaryEmail: string | null
  readonly primaryEmailVerified: boolean
}

/** Informs the owner of an account that its password has changed, in case another person changed it. */
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

/** Informs the mailbox that an account has lost, because the change may be an attacker's. */
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
 * Informs the owner of an account that a way to sign in was added or removed, in case another person did it.
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

/** Informs the owner of an account that an address was removed, because its reader said that the account belongs to another person. */
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
