import type { SignInMethod } from '@portico/contract'

import type { ProjectTransaction } from '../kernel/database.ts'
import { nothing, sequence, type Statement } from '../kernel/statement.ts'
import { KnownError } from '../kernel/errors.ts'
import {
  issueTokens,
  startSession,
  type SessionCall,
  type StartSessionDependencies,
  type SignedIn,
  type StartedSession,
} from './start-session.ts'
import { noticeDevice } from './new-device.ts'
import { requireAllowedBasis, type SessionBasis } from './session-basis.ts'
import {
  DeviceForgotten,
  findDeviceOfCall,
  requireRememberedDevice,
  type DeviceCall,
  type RememberedDevice,
} from './remembered-device.ts'
import { newUuid } from '../platform/crypto/random.ts'
import type { Project } from '../records/projects/project.ts'
import { secondFactorsOf, type SecondFactor, type User } from '../records/users/user.ts'
import { createVerificationCode, type CodeIssuing } from '../records/verification-codes/verification-codes.ts'
import type { AccessTokens } from '../records/sessions/access-token.ts'
import { asUser, emit, type EventCall } from '../kernel/emit.ts'

/** What follows the first proof of a sign-in. */
export type FirstStep =
  | { readonly next: 'signed_in'; readonly session: StartedSession }
  | { readonly next: 'second_factor'; readonly attemptCode: string; readonly factors: readonly SecondFactor[] }

/** The data that an attempt code carries from the first step to the second. */
export interface AttemptTarget {
  readonly isNewUser: boolean
  /** The basis of the session, under the name that stored codes have. */
  readonly way: SessionBasis
  /** The id of the session that the second step starts. Absent in a code from before the service recorded it. */
  readonly sessionId?: string
}

export interface FirstStepCall extends SessionCall, DeviceCall {
  readonly project: Project
  readonly request: DeviceCall['request']
}

export interface FirstProof {
  readonly method: Exclude<SignInMethod, 'totp' | 'recovery_code'>
  /** Set with `oauth`. */
  readonly providerId?: string | null
  /** Default: the method. */
  readonly basis?: SessionBasis
  readonly isNewUser: boolean
  /** The hash that the password was checked against, for a password sign-in. */
  readonly provedPasswordHash?: string
  /** For a caller that needs the session id before the session exists. */
  readonly sessionId?: string
  /** Whether the proof counts as two factors: a passkey with user verification. */
  readonly isSecondFactorProved?: boolean
  /** Takes the place of the second factor; see `withTrustedDevice`. */
  readonly device?: RememberedDevice | null
}

export interface FirstStepDependencies {
  readonly secret: CodeIssuing['secret']
  readonly settings: CodeIssuing['settings'] & StartSessionDependencies['settings']
}

/** The user of a first step, with their second factors at that moment. */
export type FirstStepUser = Pick<
  User,
  'id' | 'requiresTotp' | 'hasVerifiedPasskey' | 'isSecondFactorRequired' | 'secondFactorDueAt' | 'noticeEmail'
>

/** A user without a second factor, such as a new one. */
export const withoutFactor = {
  requiresTotp: false,
  hasVerifiedPasskey: false,
  isSecondFactorRequired: false,
  secondFactorDueAt: null,
  noticeEmail: null,
} as const satisfies Partial<User>

/** A passkey that verifies its user is asked for only if the policy requires a second factor. */
export function mustProveFactor(user: Omit<FirstStepUser, 'id'>): boolean {
  // guard: a user whose only second factor is a passkey proves it if the policy requires one
  //   (drop `user.isSecondFactorRequired && user.hasVerifiedPasskey`) [second-factor-policy]
  return user.requiresTotp || (user.isSecondFactorRequired && user.hasVerifiedPasskey)
}

/**
 * Finds the remembered device that takes the place of the second factor. Reads nothing for a user who has none to
 * prove. The first step checks the device again.
 */
export async function findTrustedDevice(
  db: Pick<ProjectTransaction, 'run'>,
  call: FirstStepCall,
  user: FirstStepUser,
): Promise<RememberedDevice | null> {
  return mustProveFactor(user) ? findDeviceOfCall(db, call, user.id) : null
}

/**
 * Takes a first step that may use a remembered device. If the device is forgotten before the step has recorded its use,
 * repeats the step without the device, so that the user must prove the second factor. What the first step proved still
 * counts.
 *
 * @param take must change the database in one transaction only, which `DeviceForgotten` rolls back
 */
export async function withTrustedDevice<T>(take: (findDevice: typeof findTrustedDevice) => Promise<T>): Promise<T> {
  try {
    return await take(findTrustedDevice)
  } catch (error) {
    if (error instanceof DeviceForgotten) return take(async () => null)
    throw error
  }
}

/**
 * Completes the first step of every sign-in (password, code, passkey, provider) in the caller's transaction. A user
 * with a second factor to prove gets only an attempt code, except on a remembered device; one without an authenticator
 * app signs in with their passkey instead. Any other user gets a session.
 *
 * @throws SessionRefused if the user was deleted, the proved credential changed or the device was forgotten
 * @throws the errors of `requireAllowedBasis`
 */
export function takeFirstStep(
  dependencies: FirstStepDependencies,
  call: FirstStepCall,
  user: FirstStepUser,
  {
    method,
    providerId,
    isNewUser,
    provedPasswordHash,
    sessionId = newUuid(),
    basis: givenBasis,
    isSecondFactorProved = false,
    device = null,
  }: FirstProof,
): Statement<FirstStep> {
  const basis: SessionBasis = givenBasis ?? { by: method, ...(providerId !== undefined && { providerId }) }
  requireAllowedBasis(call.project, basis)
  const isSettled = isSecondFactorProved || device !== null
  // guard: a user with an authenticator app gets no session from the first step [second-step]
  if (!isSettled && mustProveFactor(user)) {
    const target: AttemptTarget = { isNewUser, way: basis, sessionId }
    return sequence({
      attemptCode: createVerificationCode(
        dependencies,
        call.projectId,
        { kind: 'mfa_attempt', userId: user.id, target },
        call.now(),
      ),
      required: emit(asUser(call, user.id), 'user.second_factor_required', { userId: user.id, method }),
    }).map(({ attemptCode }) => ({ next: 'second_factor', attemptCode, factors: secondFactorsOf(user) }))
  }
  return sequence({
    // The insert checks again for a second factor, which may have been added after the user was read.
    session: startSession(dependencies, call, {
      id: sessionId,
      userId: user.id,
      method,
      basis,
      isSecondFactorSettled: isSettled,
      factorProof: isSettled ? 'proved' : null,
      ...(provedPasswordHash !== undefined && { provedPasswordHash }),
    }),
    device: device ? requireRememberedDevice(call, user.id, device) : nothing,
    newDevice: noticeDevice(call, user.id, sessionId),
    signedIn: emit(asUser(call, user.id), 'user.signed_in', { userId: user.id, method }),
    announced: announceFactor(call, user),
  }).map(({ session }) => ({ next: 'signed_in', session }))
}

/** Informs a user about a required second factor that is not due yet. Once it is due, the session informs the user. */
export function announceFactor(
  call: EventCall,
  {
    id: userId,
    noticeEmail: recipient,
    secondFactorDueAt: dueAt,
  }: Pick<User, 'id' | 'noticeEmail' | 'secondFactorDueAt'>,
): Statement<void> {
  if (dueAt === null || dueAt <= call.now() || recipient === null) return nothing
  return emit(asUser(call, userId), 'second_factor.announced', { userId, recipient, dueAtMillis: dueAt.getTime() })
}

/**
 * Returns the result of the first step. Call it after the transaction commits.
 *
 * @throws MULTI_FACTOR_AUTHENTICATION_REQUIRED with the attempt code and the factors of the user
 */
export async function finishFirstStep(
  dependencies: { readonly accessTokens: AccessTokens },
  projectId: string,
  user: User,
  step: FirstStep,
): Promise<SignedIn> {
  if (step.next === 'second_factor') {
    throw new KnownError('MULTI_FACTOR_AUTHENTICATION_REQUIRED', {
      attempt_code: step.attemptCode,
      factors: [...step.factors],
    })
  }
  return issueTokens(dependencies, projectId, user, step.session)
}
