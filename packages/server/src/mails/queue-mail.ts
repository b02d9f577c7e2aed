import type { RemovedSignInMethod } from '@portico/contract'

import type { ProjectSql } from '../platform/db/sql.ts'
import type { Ports } from '../ports.ts'
import { insertEmail } from '../records/mails/store.ts'

export { claimDueEmails, closeEmail, forgetEmail, postponeEmail } from '../records/mails/store.ts'

/** What was done to the ways a user signs in, apart from their password. */
export type SignInMethodChange =
  | 'authenticator_app_added'
  | 'authenticator_app_replaced'
  | 'authenticator_app_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'provider_account_connected'

/** What the first proof of a mailbox has removed from an account. */
export type RemovedPart = Exclude<RemovedSignInMethod['type'], 'provider'>

/** What is mailed and what its template needs. No secrets: codes are made when the mail is sent. */
export type EmailContent =
  | {
      readonly template: 'email_verification'
      readonly payload: { readonly userId: string; readonly channelId: string; readonly callbackUrl: string }
    }
  | {
      // Whether anybody signs in with the address is found out when the mail is sent, far from the call that asked.
      readonly template: 'password_reset'
      readonly payload: { readonly callbackUrl: string }
    }
  | {
      readonly template: 'password_changed'
      readonly payload: { readonly userId: string; readonly changedAtMillis: number }
    }
  | {
      readonly template: 'email_changed'
      readonly payload: { readonly changedAtMillis: number }
    }
  | {
      // Who has the address, and what they are told, is found out when the mail is sent. The nonce is half of the code,
      // and the caller has it already.
      readonly template: 'sign_in_code'
      readonly payload: { readonly callbackUrl: string; readonly sealedNonce: string }
    }
  | {
      readonly template: 'sign_in_method_changed'
      readonly payload: {
        readonly change: SignInMethodChange | 'unproved_access_removed' | 'address_disowned'
        readonly changedAtMillis: number
        /** How people know the sign-in provider, such as "GitHub"; empty where there is none. */
        readonly providerName: string
        readonly removed?: readonly RemovedPart[]
        /** Ids of the providers whose accounts were disconnected. */
        readonly disconnected?: readonly string[]
        /** The address that the account has lost. */
        readonly address?: string
      }
    }

export type EmailTemplate = EmailContent['template']

export type NewEmail = EmailContent & {
  /** Canonical address. */
  readonly recipient: string
}

/** Which mail server a mail goes through: the operator's, or its project's own. */
export type MailRoute = 'shared' | 'own'

/** A mail that a worker has claimed. */
export type ClaimedEmail = NewEmail & {
  /** As the project is configured at the moment of the claim. */
  readonly route: MailRoute
  readonly id: string
  readonly projectId: string
  readonly queuedAt: Date
  /** How many tries there were, this one included. Also the proof of the claim: whoever claims later has a higher one. */
  readonly attempts: number
}

/**
 * Writes a mail that goes out once the caller's transaction has committed, and not if it rolls back. Call
 * `ports.outbox.wake()` after the commit, or it waits until a worker looks again.
 */
export async function queueEmail(
  ports: Pick<Ports, 'clock' | 'random'>,
  tx: ProjectSql,
  email: NewEmail,
): Promise<void> {
  await insertEmail(tx, { ...email, id: ports.random.uuid(), createdAt: ports.clock.now() })
}

/** Asks for a mail with a sign-in code that ends with the given nonce. */
export async function queueSignInCode(
  ports: Pick<Ports, 'clock' | 'random' | 'secret'>,
  sql: ProjectSql,
  { recipient, callbackUrl, nonce }: { recipient: string; callbackUrl: string; nonce: string },
): Promise<void> {
  const sealedNonce = ports.secret.seal(nonce, nonceIdentity(sql.projectId, recipient))
  await queueEmail(ports, sql, { template: 'sign_in_code', recipient, payload: { callbackUrl, sealedNonce } })
}

export function openSignInNonce(
  ports: Pick<Ports, 'secret'>,
  { projectId, recipient }: Pick<ClaimedEmail, 'projectId' | 'recipient'>,
  sealedNonce: string,
): string {
  return ports.secret.open(sealedNonce, nonceIdentity(projectId, recipient))
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
  ports: Pick<Ports, 'clock' | 'random'>,
  tx: ProjectSql,
  user: NoticeReader & { readonly id: string },
): Promise<void> {
  if (user.primaryEmail === null || !user.primaryEmailVerified) return
  await queueEmail(ports, tx, {
    template: 'password_changed',
    recipient: user.primaryEmail,
    payload: { userId: user.id, changedAtMillis: ports.clock.now().getTime() },
  })
}

/** Tells whoever reads the mailbox an account has just lost; a thief would not. */
export async function queueEmailChanged(
  ports: Pick<Ports, 'clock' | 'random'>,
  tx: ProjectSql,
  old: { readonly value: string; readonly isVerified: boolean },
): Promise<void> {
  if (!old.isVerified) return
  await queueEmail(ports, tx, {
    template: 'email_changed',
    recipient: old.value,
    payload: { changedAtMillis: ports.clock.now().getTime() },
  })
}

/**
 * Tells the owner of an account that there is another way into it now, or one less; whoever did it may not be them.
 *
 * @param providerName what the connected provider is called; one of our own catalogue, never text of a user
 */
export async function queueSignInMethodChanged(
  ports: Pick<Ports, 'clock' | 'random'>,
  tx: ProjectSql,
  user: NoticeReader,
  change: SignInMethodChange,
  providerName = '',
): Promise<void> {
  if (user.primaryEmail === null || !user.primaryEmailVerified) return
  await queueEmail(ports, tx, {
    template: 'sign_in_method_changed',
    recipient: user.primaryEmail,
    payload: { change, providerName, changedAtMillis: ports.clock.now().getTime() },
  })
}

/** Tells the person who has just proved the mailbox what they have to set up again, if there was anything. */
export async function queueUnprovedAccessRemoved(
  ports: Pick<Ports, 'clock' | 'random'>,
  tx: ProjectSql,
  user: { readonly primaryEmail: string | null },
  methods: readonly RemovedSignInMethod[],
): Promise<void> {
  if (user.primaryEmail === null || methods.length === 0) return
  const removed = methods.flatMap(({ type }) => (type === 'provider' ? [] : [type]))
  const disconnected = methods.flatMap(({ provider_id: id }) => id ?? [])
  await queueEmail(ports, tx, {
    template: 'sign_in_method_changed',
    recipient: user.primaryEmail,
    payload: {
      change: 'unproved_access_removed',
      removed,
      disconnected,
      providerName: '',
      changedAtMillis: ports.clock.now().getTime(),
    },
  })
}

/** Tells the owner of an account that it has lost an address, whose reader said that the account is not theirs. */
export async function queueAddressDisowned(
  ports: Pick<Ports, 'clock' | 'random'>,
  tx: ProjectSql,
  recipient: string,
  address: string,
): Promise<void> {
  await queueEmail(ports, tx, {
    template: 'sign_in_method_changed',
    recipient,
    payload: {
      change: 'address_disowned',
      address,
      providerName: '',
      changedAtMillis: ports.clock.now().getTime(),
    },
  })
}
