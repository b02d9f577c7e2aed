import type { ProjectTransaction } from '../kernel/database.ts'
import { isMarkedForSignIn, type ContactChannel } from '../records/contact-channels/channel.ts'
import type { Project } from '../records/projects/project.ts'
import type { AccessTokenClaims } from '../records/sessions/access-token.ts'
import type { User } from '../records/users/user.ts'
import type { ProvedFactor } from './proved-factor.ts'

/** The change requires a code of the authenticator app, and the code was missing, wrong or already used. */
export class FactorNotProved extends Error {}

/** The proof for a change that a user makes to their own account. */
export interface OwnChange {
  readonly project: Project
  readonly claims: AccessTokenClaims | null
  /** From a code that the call carries. It is used up in the transaction of the change. */
  readonly provedFactor: ProvedFactor | null
  /** The time step of a code that proves a first authenticator app; null without one. */
  readonly enrolledStep?: number | null
  /** Of the browser; null if unknown. Describes who added an address. */
  readonly userAgent: string | null
  /** Whether the mailbox of a new address may get a notice. */
  readonly isNewAddressInformed: boolean
}

/*
 * The changes for which a user who has an authenticator app must prove it, one rule for each kind of change.
 */

interface CredentialUpdate {
  readonly primaryEmail?: string | null | undefined
  readonly totpSecretBase64?: Uint8Array | string | null | undefined
}

/** Whether an update of the user may require the proof, whatever address the user has. */
export function mayChangeCredential({ primaryEmail, totpSecretBase64 }: CredentialUpdate): boolean {
  return totpSecretBase64 !== undefined || primaryEmail !== undefined
}

/** Whether an update of the user requires the proof. Writing the present address again does not. */
export function changesCredential(
  user: Pick<User, 'primaryEmail'>,
  { primaryEmail, totpSecretBase64 }: CredentialUpdate,
): boolean {
  // guard: the removal of the primary address through the profile requires a code of the authenticator app
  //   (replace `primaryEmail !== undefined` with `typeof primaryEmail === 'string'`) [added-addresses]
  const isOtherAddress = primaryEmail !== undefined && primaryEmail !== user.primaryEmail
  return totpSecretBase64 !== undefined || isOtherAddress
}

/** The fields of an address that a call sets. Absent fields stay unchanged. */
export interface AddressFields {
  /** Canonical. */
  readonly value?: string | undefined
  readonly isPrimary?: boolean | undefined
  /** Set by servers only. A server that sets it also vouches for the owner of the mailbox. */
  readonly isVerified?: boolean | undefined
  readonly usedForAuth?: boolean | undefined
}

/**
 * Whether an address change requires the proof: it adds or replaces an address that may sign in, or unmarks one that
 * protects the account.
 *
 * @param present null for a new address
 */
export function changesSignInAddress(
  present: ContactChannel | null,
  { isPrimary, usedForAuth, value }: AddressFields,
): boolean {
  // guard: a new address requires a code of the authenticator app (replace `true` with `false`) [added-addresses]
  if (!present) return true
  const isMarked = isMarkedForSignIn(present)
  return (
    // guard: an address is no longer used for sign-in only with a code of the authenticator app
    //   (drop `usedForAuth === false && isMarked`) [added-addresses]
    (value !== undefined && value !== present.value) ||
    // guard: an address is no longer primary only with a code of the authenticator app
    //   (replace `isPrimary !== undefined && isPrimary !== present.isPrimary` with `isPrimary === true && !present.isPrimary`)
    //   [added-addresses]
    (isPrimary !== undefined && isPrimary !== present.isPrimary) ||
    (usedForAuth === true && !present.usedForAuth) ||
    (usedForAuth === false && isMarked)
  )
}

/** Whether the removal of this address requires the proof. */
export function protectsAccount(channel: ContactChannel): boolean {
  return channel.isPrimary || channel.isVerified || channel.isClaimed || isMarkedForSignIn(channel)
}

/**
 * Requires a code of the authenticator app, or a recovery code, from a user who has an app, unless the project does not
 * require it. Lock the user first, so that a factor that is added concurrently is checked too.
 *
 * @throws FactorNotProved
 */
export async function requireProvedFactor(
  tx: ProjectTransaction,
  user: User,
  { project, provedFactor }: Pick<OwnChange, 'project' | 'provedFactor'>,
): Promise<void> {
  if (!provedFactor) {
    // guard: replacing or removing an authenticator app requires one of its codes [prove-second-factor]
    if (user.requiresTotp && project.config.totpCodeRequiredForChange) throw new FactorNotProved()
    return
  }
  // guard: a code that changes the authenticator app works once [prove-second-factor]
  await useFactor(tx, provedFactor)
}

/** @throws FactorNotProved if the code was used before */
async function useFactor(tx: ProjectTransaction, { use }: ProvedFactor): Promise<void> {
  const usedFactor = await tx.run(use)
  if (!usedFactor) throw new FactorNotProved()
  await tx.run(usedFactor.used)
}
