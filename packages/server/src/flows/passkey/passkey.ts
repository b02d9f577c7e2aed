import {
  PASSKEY_RP_ID_PLACEHOLDER,
  PASSKEYS_PER_USER,
  type PasskeyAuthentication,
  type PasskeyRegistration,
} from '@portico/contract'

import { KnownError } from '../../kernel/errors.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import {
  finishFirstStep,
  takeFirstStep,
  withTrustedDevice,
  type FirstStep,
  type FirstStepDependencies,
} from '../../accounts/first-step.ts'
import { endResetOfReplacedFactor } from '../../accounts/factor-reset.ts'
import { recordEnrolment } from '../../accounts/record-enrolment.ts'
import { requireProvedFactor } from '../../accounts/own-change.ts'
import type { ProvedFactor } from '../../accounts/proved-factor.ts'
import type { Project } from '../../records/projects/project.ts'
import { requireProvedSessionOfCall, requireSessionOfCall } from '../../records/sessions/active-session.ts'
import type { SignedIn } from '../../accounts/start-session.ts'
import type { User } from '../../records/users/user.ts'
import {
  consumeCode,
  createVerificationCode,
  openCode,
  type CodeChecking,
} from '../../records/verification-codes/verification-codes.ts'
import {
  findPasskey,
  insertPasskey,
  listPasskeysOfUser,
  passkeyIdOf,
  PasskeyTaken,
  type StoredPasskey,
  usePasskey,
} from '../../records/credentials/passkey.ts'
import {
  CeremonyRefused,
  offeredAlgorithms,
  userHandleOf,
  verifyAuthentication,
  verifyRegistration,
  type AuthenticationResponse,
  type RegistrationResponse,
  type VerifiedUse,
} from './verify.ts'
import { defaultPasskeyName } from './default-name.ts'
import { findUser, lockUser } from '../../records/users/store.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { randomBytes } from '../../platform/crypto/random.ts'
import type { AccessTokens } from '../../records/sessions/access-token.ts'
import { asClient, asUser, emit } from '../../kernel/emit.ts'
import { nothing } from '../../kernel/statement.ts'
import { userAgentOf } from '../../platform/http/end-user.ts'
import { SessionRefused } from '../../records/queries/sessions/new-session.ts'

export interface PasskeyDependencies {
  readonly accessTokens: AccessTokens
  readonly secret: MasterSecret
  readonly settings: CodeChecking['settings'] & FirstStepDependencies['settings']
}

/** The data that the code of a ceremony carries. */
interface CeremonyTarget {
  readonly challenge: string
}

/** The options of a WebAuthn ceremony and the code of its challenge. */
interface StartedCeremony<Presented extends { options_json: unknown }> {
  readonly code: string
  readonly options: Presented['options_json']
}

const CHALLENGE_BYTES = 32
const CEREMONY_TIMEOUT_MILLIS = 60_000
const CHANGED_MEANWHILE = 'The passkey or its user changed during the sign-in. Try again.'

/** Starts a registration: returns the ceremony's options and the code of its challenge. */
export async function initiateRegistration(
  dependencies: PasskeyDependencies,
  call: ProjectCall,
  user: User,
): Promise<StartedCeremony<PasskeyRegistration>> {
  const { db } = call
  const registered = await db.run(listPasskeysOfUser(db.projectId, user.id))
  requirePlace(registered.length)
  const { challenge, code } = await startCeremony(dependencies, call, 'passkey_registration', user.id)
  const name = user.displayName ?? user.primaryEmail ?? 'Your account'
  return {
    code,
    options: {
      rp: { id: PASSKEY_RP_ID_PLACEHOLDER, name: call.project.displayName },
      user: { id: userHandleOf(user.id), name, displayName: name },
      challenge,
      pubKeyCredParams: offeredAlgorithms.map((alg) => ({ alg, type: 'public-key' as const })),
      timeout: CEREMONY_TIMEOUT_MILLIS,
      attestation: 'none',
      // The browser refuses an authenticator that already has one of these.
      excludeCredentials: registered.map((passkey) => ({ id: passkeyIdOf(passkey), type: 'public-key' as const })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
      extensions: { credProps: true },
    },
  }
}

interface RegistrationRequest {
  readonly credential: RegistrationResponse
  readonly code: string
  /** Null for a name that describes the authenticator. */
  readonly name: string | null
  /** Set after a code of the authenticator app. */
  readonly provedFactor: ProvedFactor | null
}

/**
 * Completes a registration, which adds a passkey to the user.
 *
 * A passkey with user verification counts as two factors, so it can replace the authenticator app. A user who has an
 * app must prove it; otherwise the thief of a session could avoid the app by adding a passkey.
 *
 * @returns the credential id
 * @throws PASSKEY_REGISTRATION_FAILED, FactorNotProved, the code errors
 */
export async function register(
  dependencies: PasskeyDependencies,
  call: ProjectCall,
  user: User,
  { credential, code, name: chosenName, provedFactor }: RegistrationRequest,
): Promise<string> {
  const { db, now, project, request } = call
  const open = await openCode<CeremonyTarget>(dependencies, call, 'passkey_registration', code)
  requirePasskeysEnabled(project)
  // The code works only for its own user. An attempt by another user does not use it up.
  // guard: a passkey challenge belongs to the user who requested it
  if (open.userId !== user.id) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  // Use up the code before the verification: a challenge accepts one response, valid or not.
  await db.run(consumeCode(project.id, open, now()))
  const { aaguid, ...passkey } = await verifyRegistration(project, credential, open.target.challenge).catch(
    (error: unknown) => {
      throw error instanceof CeremonyRefused ? registrationFailed(error.message) : error
    },
  )
  const name = chosenName ?? defaultPasskeyName(aaguid, userAgentOf(request.headers), now())
  await db
    .transaction(async (tx) => {
      const { locked, proof, registered } = await tx.batch({
        locked: lockUser(project.id, user.id),
        // guard: a passkey is added only in an active session
        //   (replace `requireSessionOfCall(call)` with `nothing.map(() => 'exempt')`) [proof-race.postgres]
        proof: requireSessionOfCall(call),
        registered: listPasskeysOfUser(project.id, user.id),
      })
      if (locked) requireProvedSessionOfCall(call, locked, proof)
      // guard: the number of passkeys of a user is limited when a registration completes [manage]
      requirePlace(registered.length)
      // guard: a passkey that makes the authenticator app unnecessary requires its code [manage]
      if (locked && passkey.hasVerified) await requireProvedFactor(tx, locked, { project, provedFactor })
      await tx.batch({
        passkey: insertPasskey(project.id, { ...passkey, userId: user.id, name }, now()),
        settled:
          locked && passkey.hasVerified
            ? recordEnrolment(project.id, locked, { claims: call.caller.claims, provedFactor })
            : nothing,
        // The removal of an app continues: a passkey does not replace it.
        reset: passkey.hasVerified && !locked?.requiresTotp ? endResetOfReplacedFactor(call, user.id) : nothing,
        added: emit(asUser(call, user.id), 'passkey.registered', { user, passkeyId: credential.id, name }),
      })
    })
    .catch((error: unknown) => {
      throw error instanceof PasskeyTaken ? registrationFailed('This passkey is already registered.') : error
    })
  return credential.id
}

/** Starts a sign-in without a user name: the authenticator offers its passkeys for the page. */
export async function initiateAuthentication(
  dependencies: PasskeyDependencies,
  call: ProjectCall,
): Promise<StartedCeremony<PasskeyAuthentication>> {
  const { challenge, code } = await startCeremony(dependencies, call, 'passkey_authentication', null)
  return {
    code,
    options: {
      rpId: PASSKEY_RP_ID_PLACEHOLDER,
      challenge,
      allowCredentials: [],
      timeout: CEREMONY_TIMEOUT_MILLIS,
      userVerification: 'preferred',
    },
  }
}

/**
 * Signs in with the response of an authenticator. A passkey with user verification counts as two factors. Without it, a
 * user with an authenticator app must also send a code.
 *
 * @throws PASSKEY_AUTHENTICATION_FAILED, MULTI_FACTOR_AUTHENTICATION_REQUIRED, the code errors
 */
export async function signInWithPasskey(
  dependencies: PasskeyDependencies,
  call: ProjectCall,
  response: AuthenticationResponse,
  code: string,
): Promise<SignedIn> {
  const { db, now, project } = call
  const open = await openCode<CeremonyTarget>(dependencies, call, 'passkey_authentication', code)
  requirePasskeysEnabled(project)
  // Use up the code before the verification: a challenge accepts one response, valid or not.
  await db.run(consumeCode(project.id, open, now()))
  const passkey = await db.run(findPasskey(db.projectId, Buffer.from(response.id, 'base64url')))
  if (!passkey) {
    return refuse(call, null, 'This passkey was not found. It may have been removed from the account.')
  }
  const use = await verifyAuthentication(project, passkey, response, open.target.challenge).catch((error: unknown) => {
    if (error instanceof CeremonyRefused) return refuse(call, passkey, error.message)
    throw error
  })
  const outcome = await recordUseAndSignIn(dependencies, call, passkey, use)
  if (outcome === 'not_used') return refuseUse(call, passkey, use)
  if (!outcome) return refuse(call, passkey, CHANGED_MEANWHILE)
  return finishFirstStep(dependencies, project.id, outcome.user, outcome.step)
}

/** Records the use of the passkey and takes the first step, in one transaction. Null if the user has changed. */
async function recordUseAndSignIn(
  dependencies: PasskeyDependencies,
  call: ProjectCall,
  passkey: StoredPasskey,
  use: VerifiedUse,
): Promise<{ user: User; step: FirstStep } | 'not_used' | null> {
  const { db, now, projectId } = call
  const { userId, credentialId } = passkey
  const { counter, deviceType, isBackedUp } = use
  return withTrustedDevice((findDevice) =>
    db.transaction(async (tx) => {
      const user = await tx.run(findUser(tx.projectId, userId))
      if (!user) throw new NotUsed()
      const isSecondFactorProved = countsAsTwoFactors(passkey, use)
      const device = isSecondFactorProved ? null : await findDevice(tx, call, user)
      const { step, isUsed } = await tx.batch({
        // Before the use of the passkey: the first step locks the user, as does every removal of a passkey.
        step: takeFirstStep(dependencies, call, user, {
          method: 'passkey',
          isNewUser: false,
          isSecondFactorProved,
          device,
        }),
        isUsed: usePasskey(projectId, { userId, credentialId, counter, deviceType, isBackedUp }, now()),
        backup:
          // guard: a changed backup eligibility of a passkey is recorded
          //   (replace `deviceType === passkey.deviceType` with `true`)
          deviceType === passkey.deviceType
            ? nothing
            : emit(asUser(call, userId), 'passkey.backup_eligibility_changed', { userId }),
      })
      if (!isUsed) throw new NotUsed()
      return { user, step }
    }),
  ).catch((error: unknown) => {
    if (error instanceof NotUsed) return 'not_used' as const
    if (error instanceof SessionRefused) return null
    throw error
  })
}

/** Rolls back the transaction, and with it the first step. */
class NotUsed extends Error {
  override readonly name = 'NotUsed'
}

/**
 * Returns whether the passkey counts as two factors (WebAuthn Level 3, section 7.2 on `uvInitialized`). If the passkey
 * was registered without user verification, a person who found the authenticator may have set its PIN later.
 */
function countsAsTwoFactors(passkey: StoredPasskey, use: VerifiedUse): boolean {
  // guard: a passkey counts as two factors only with user verification (drop `use.isUserVerified`)
  // guard: a passkey registered without user verification counts as one factor (drop `passkey.hasVerified`)
  return use.isUserVerified && passkey.hasVerified
}

/**
 * Refuses the sign-in and reports whether the passkey changed or its counter did not increase, which indicates a copy.
 */
async function refuseUse(call: ProjectCall, passkey: StoredPasskey, use: VerifiedUse): Promise<never> {
  const present = await call.db.run(findPasskey(call.db.projectId, passkey.credentialId))
  if (!present || present.counter === 0 || use.counter > present.counter) {
    return refuse(call, passkey, CHANGED_MEANWHILE)
  }
  await call.db.run(emit(asClient(call), 'passkey.counter_refused', { userId: passkey.userId }))
  return refuse(
    call,
    passkey,
    'The counter of the authenticator did not increase, so a copy of this passkey may be in use.',
  )
}

async function refuse(call: ProjectCall, passkey: StoredPasskey | null, message: string): Promise<never> {
  await call.db.run(
    emit(asClient(call), 'user.sign_in_refused', {
      userId: passkey?.userId ?? null,
      method: 'passkey',
      reason: 'PASSKEY_AUTHENTICATION_FAILED',
    }),
  )
  throw new KnownError('PASSKEY_AUTHENTICATION_FAILED', { message })
}

async function startCeremony(
  dependencies: PasskeyDependencies,
  { db, now, project }: ProjectCall,
  kind: 'passkey_registration' | 'passkey_authentication',
  userId: string | null,
): Promise<{ challenge: string; code: string }> {
  requirePasskeysEnabled(project)
  const challenge = Buffer.from(randomBytes(CHALLENGE_BYTES)).toString('base64url')
  const target: CeremonyTarget = { challenge }
  const code = await db.run(createVerificationCode(dependencies, project.id, { kind, userId, target }, now()))
  return { challenge, code }
}

function requirePasskeysEnabled(project: Project): void {
  if (!project.config.passkeyEnabled) throw new KnownError('PASSKEY_AUTHENTICATION_NOT_ENABLED')
}

/** Refuses a passkey above the maximum (rule S-34). */
function requirePlace(registered: number): void {
  if (registered < PASSKEYS_PER_USER) return
  throw registrationFailed(`An account can have at most ${PASSKEYS_PER_USER} passkeys. Remove one first.`)
}

function registrationFailed(message: string): KnownError {
  return new KnownError('PASSKEY_REGISTRATION_FAILED', { message })
}
