import type { RemovedCredential } from '@portico/contract'

import { admitProvedAddress, SignUpRefused } from '../../accounts/admission.ts'
import { finishFirstStep, type FirstStepDependencies } from '../../accounts/first-step.ts'
import { proveMailbox } from '../../accounts/prove-mailbox.ts'
import { magicLinkNotEnabled, mailedCodesOff } from '../../accounts/session-basis.ts'
import type { SignedIn } from '../../accounts/start-session.ts'
import { getUpgradableUser } from '../../accounts/upgrade-anonymous-user.ts'
import { openGuessedCode } from '../../api/rules/guessed-code.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import { KnownError } from '../../kernel/errors.ts'
import { nothing } from '../../kernel/statement.ts'
import { queueSignInCode } from '../../mails/queue-mail.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import type { Project } from '../../records/projects/project.ts'
import { requireTrustedUrl } from '../../records/projects/trusted-origins.ts'
import { findOwnerOfSignInCode } from '../../records/queries/codes/owner-of-code.ts'
import { canSignUpWith } from '../../records/queries/users/sign-up-right.ts'
import type { AccessTokens } from '../../records/sessions/access-token.ts'
import { endAccessCodesOfAddresses } from '../../records/verification-codes/store.ts'
import {
  hashNonceOf,
  newCodeNonce,
  tryCode,
  type CodeChecking,
  type TriedCode,
} from '../../records/verification-codes/verification-codes.ts'

export interface OtpDependencies {
  readonly accessTokens: AccessTokens
  readonly secret: MasterSecret
  readonly settings: CodeChecking['settings'] & FirstStepDependencies['settings']
}

/** The mailbox that a sign-in code proves. */
export interface SignInCodeTarget {
  readonly email: string
}

/**
 * Queues a mail with a link and a code, and returns the nonce of the code. The call does the same work for every
 * address. The worker looks up the account when it composes the mail (rule S-25).
 */
export async function sendSignInCode(
  dependencies: OtpDependencies,
  call: ProjectCall,
  email: string,
  callbackUrl: string,
): Promise<string> {
  const { db, project } = call
  requireMagicLinkEnabled(project)
  // guard: a sign-in mail links to a trusted URL (keep `callbackUrl`)
  const trusted = requireTrustedUrl(project, callbackUrl)
  const nonce = newCodeNonce()
  await db.run(queueSignInCode(dependencies, call, { recipient: email, callbackUrl: trusted, nonce }))
  return nonce
}

/** A code whose attempt was counted, and the account that a wrong code counts against. */
export interface TriedSignInCode {
  readonly tried: TriedCode<SignInCodeTarget>
  /** The user who signs in with the mailed address; null without one. */
  readonly ownerId: string | null
  /** The id of that user. An address without a user counts under itself. Null if there is no code. */
  readonly account: string | null
}

/** Counts an attempt, and finds the account of the mailed address. It does the same work for every code. */
export async function trySignInCode({ db }: Pick<ProjectCall, 'db'>, code: string): Promise<TriedSignInCode> {
  const { tried, ownerId } = await db.batch({
    tried: tryCode<SignInCodeTarget>(db.projectId, 'sign_in', code),
    ownerId: findOwnerOfSignInCode(db.projectId, hashNonceOf(code)),
  })
  // guard: wrong mailed codes count for the user, whichever address got the mail (drop `: ownerId`) [sign-in-addresses]
  return { tried, ownerId, account: ownerId ?? tried.candidate?.target.email ?? null }
}

/**
 * Returns the masked address that a link signs in. A page can show it before the sign-in, so that a person does not use
 * the account of another person by mistake. The mask shows just enough for the owner to recognize the address.
 */
export async function checkSignInCode(
  dependencies: OtpDependencies,
  call: ProjectCall,
  tried: TriedCode<SignInCodeTarget>,
): Promise<{ maskedEmail: string }> {
  requireMagicLinkEnabled(call.project)
  const open = await openGuessedCode(dependencies, call, tried)
  return { maskedEmail: maskEmail(open.target.email) }
}

function maskEmail(email: string): string {
  const [first = ''] = email
  return `${first}***${email.slice(email.lastIndexOf('@'))}`
}

/**
 * Signs in the owner of the mailbox, and creates an account if there is none. An unclaimed account loses all
 * credentials that it had before.
 *
 * @throws SIGN_UP_NOT_ENABLED, SignUpRefused, MULTI_FACTOR_AUTHENTICATION_REQUIRED, a refusal if a server turned mailed
 *   codes off for the user; all use up the code
 */
export async function signInWithCode(
  dependencies: OtpDependencies,
  call: ProjectCall,
  { ownerId, tried }: TriedSignInCode,
): Promise<SignedIn & { readonly isNewUser: boolean; readonly removed: readonly RemovedCredential[] }> {
  const { project } = call
  requireMagicLinkEnabled(project)
  const open = await openGuessedCode(dependencies, call, tried)
  const outcome = await proveMailbox(dependencies, call, getUpgradableUser(call.caller), {
    email: open.target.email,
    code: open,
    by: 'otp',
    // guard: a mailed sign-in code ends the others when it is used
    //   (replace `endAccessCodesOfAddresses(…)` with `nothing`)
    use: () => endAccessCodesOfAddresses(project.id, [open.target.email], call.now(), ['sign_in', 'password_reset']),
    isApproval: false,
    accepted: () => nothing,
    admit: async (tx) => {
      const { email } = open.target
      if (!(await tx.run(canSignUpWith(project, email, call.now(), open.createdAt)))) return 'closed'
      return admitProvedAddress(tx, call, 'otp', email)
    },
  })
  if (outcome === 'closed' || outcome === 'held') throw new KnownError('SIGN_UP_NOT_ENABLED')
  if (outcome === 'off') throw mailedCodesOff()
  if (outcome instanceof SignUpRefused) throw outcome
  const { user, step, isNewUser, claim } = outcome
  const isClaimed = claim !== null
  // If a second factor follows, do not reset the count: access to the mailbox must not clear the wrong codes of the app.
  // The failures of another account stay: the address may have left it, and this code proves only the mailbox.
  // guard: a mailed code does not reset the failures of another account (drop `user.id === ownerId`)
  //   [sign-in-addresses]
  if (step.next === 'signed_in' && user.id === ownerId) {
    await call.limits.succeeded({ verifiedEmail: open.target.email, isClaimed })
  }
  return {
    ...(await finishFirstStep(dependencies, project.id, user, step)),
    isNewUser,
    removed: claim?.removed ?? [],
  }
}

function requireMagicLinkEnabled(project: Project): void {
  if (!project.config.magicLinkEnabled) {
    throw magicLinkNotEnabled()
  }
}
