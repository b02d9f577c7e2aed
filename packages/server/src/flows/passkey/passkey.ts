import { PASSKEY_RP_ID_PLACEHOLDER, type PasskeyAuthentication, type PasskeyRegistration } from '@portico/contract'

import { KnownError } from '../../kernel/errors.ts'
import type { ProjectCall } from '../../api/route.ts'
import {
  finishFirstStep,
  takeFirstStep,
  type FirstStep,
  type FirstStepDependencies,
} from '../../accounts/first-step.ts'
import type { Project } from '../../records/projects/project.ts'
import { requireActiveSession } from '../../records/sessions/active-session.ts'
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
  PasskeyTaken,
  replacePasskey,
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
import { findUser, lockUserRow } from '../../records/users/store.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { randomBytes } from '../../platform/crypto/random.ts'
import type { AccessTokens } from '../../records/sessions/access-token.ts'
import { asClient, asUser, emit } from '../../kernel/emit.ts'
import { SessionRefused } from '../../records/queries/new-session.ts'

export interface PasskeyDependencies {
  readonly accessTokens: AccessTokens
  readonly secret: MasterSecret
  readonly settings: CodeChecking['settings'] & FirstStepDependencies['settings']
}

/** What a challenge's code remembers. */
interface CeremonyTarget {
  readonly challenge: string
}

const CHALLENGE_BYTES = 32
const CEREMONY_TIMEOUT_MILLIS = 60_000
const CHANGED_MEANWHILE = 'The passkey or its user was changed while the sign-in was under way.'

/** Starts a registration for the user: the options of the ceremony, and the code that stands for its challenge. */
export async function initiateRegistration(
  dependencies: PasskeyDependencies,
  call: ProjectCall,
  user: User,
): Promise<PasskeyRegistration> {
  const { challenge, code } = await startCeremony(dependencies, call, 'passkey_registration', user.id)
  const name = user.displayName ?? user.primaryEmail ?? 'Your account'
  return {
    code,
    options_json: {
      rp: { id: PASSKEY_RP_ID_PLACEHOLDER, name: call.project.displayName },
      user: { id: userHandleOf(user.id), name, displayName: name },
      challenge,
      pubKeyCredParams: offeredAlgorithms.map((alg) => ({ alg, type: 'public-key' as const })),
      timeout: CEREMONY_TIMEOUT_MILLIS,
      attestation: 'none',
      // Registering again replaces the passkey, so the authenticator that has it may make a new one.
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
      extensions: { credProps: true },
    },
  }
}

/**
 * Finishes a registration; a passkey the user has is replaced.
 *
 * @returns the credential id
 * @throws PASSKEY_REGISTRATION_FAILED, the code errors
 */
export async function register(
  dependencies: PasskeyDependencies,
  call: ProjectCall,
  user: User,
  credential: RegistrationResponse,
  code: string,
): Promise<string> {
  const { db, now, project } = call
  const open = await openCode<CeremonyTarget>(dependencies, call, 'passkey_registration', code)
  requirePasskeysEnabled(project)
  // A code is worth nothing to anybody but the user it was made for, and they can still use it.
  if (open.userId !== user.id) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  // Used up before anything is verified: a challenge is good for one answer, right or wrong.
  await db.run(consumeCode(project.id, open, now()))
  const passkey = await verifyRegistration(project, credential, open.target.challenge).catch((error: unknown) => {
    throw error instanceof CeremonyRefused ? registrationFailed(error.message) : error
  })
  await db
    .transaction(async (tx) => {
      await tx.batch({
        lock: lockUserRow(project.id, user.id),
        session: requireActiveSession(project.id, call.caller.claims, now()),
        passkey: replacePasskey(project.id, { ...passkey, userId: user.id }, now()),
        registered: emit(asUser(call, user.id), 'passkey.registered', { user }),
      })
    })
    .catch((error: unknown) => {
      throw error instanceof PasskeyTaken
        ? registrationFailed('This passkey is registered with another account already.')
        : error
    })
  return credential.id
}

/** Starts a sign-in. Nobody has to say who they are: the authenticator offers the passkeys it has for the page. */
export async function initiateAuthentication(
  dependencies: PasskeyDependencies,
  call: ProjectCall,
): Promise<PasskeyAuthentication> {
  const { challenge, code } = await startCeremony(dependencies, call, 'passkey_authentication', null)
  return {
    code,
    options_json: {
      rpId: PASSKEY_RP_ID_PLACEHOLDER,
      challenge,
      allowCredentials: [],
      timeout: CEREMONY_TIMEOUT_MILLIS,
      userVerification: 'preferred',
    },
  }
}

/**
 * Signs in with the answer of an authenticator. One that has verified its user counts as two factors; without that, a
 * user with an authenticator app goes on to its code.
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
  // Used up before anything is verified: a challenge is good for one answer, right or wrong.
  await db.run(consumeCode(project.id, open, now()))
  const passkey = await db.run(findPasskey(db.projectId, Buffer.from(response.id, 'base64url')))
  if (!passkey) {
    return refuse(call, null, 'This passkey is not known here. It may have been removed from the account.')
  }
  const use = await verifyAuthentication(project, passkey, response, open.target.challenge).catch((error: unknown) => {
    if (error instanceof CeremonyRefused) return refuse(call, passkey, error.message)
    throw error
  })
  const outcome = await takeStep(dependencies, call, passkey, use)
  if (outcome === 'not_used') return refuseUse(call, passkey, use)
  if (!outcome) return refuse(call, passkey, CHANGED_MEANWHILE)
  return finishFirstStep(dependencies, project.id, outcome.user, outcome.step)
}

/** Notes the use of the passkey and takes the first step, or neither; null if the user has been changed since. */
async function takeStep(
  dependencies: PasskeyDependencies,
  call: ProjectCall,
  passkey: StoredPasskey,
  use: VerifiedUse,
): Promise<{ user: User; step: FirstStep } | 'not_used' | null> {
  const { db, now, projectId } = call
  const { userId, credentialId } = passkey
  const { counter, isBackedUp } = use
  return db
    .transaction(async (tx) => {
      const user = await tx.run(findUser(tx.projectId, userId))
      if (!user) throw new NotUsed()
      const { step, isUsed } = await tx.batch({
        // The step before the passkey: it locks the user, as does every removal of a passkey.
        step: takeFirstStep(dependencies, call, user, {
          method: 'passkey',
          isNewUser: false,
          isSecondFactorProved: countsAsTwoFactors(passkey, use),
        }),
        isUsed: usePasskey(projectId, { userId, credentialId, counter, isBackedUp }, now()),
      })
      if (!isUsed) throw new NotUsed()
      return { user, step }
    })
    .catch((error: unknown) => {
      if (error instanceof NotUsed) return 'not_used' as const
      if (error instanceof SessionRefused) return null
      throw error
    })
}

/** Rolls the step back. */
class NotUsed extends Error {
  override readonly name = 'NotUsed'
}

/**
 * WebAuthn Level 3, section 7.2 on `uvInitialized`: an authenticator that had no PIN or the like when the passkey was made
 * may have been given one by whoever found it, so that alone does not make it a second factor.
 */
function countsAsTwoFactors(passkey: StoredPasskey, use: VerifiedUse): boolean {
  return use.isUserVerified && passkey.hasVerified
}

/** Tells a passkey that is gone from one whose counter has not moved on, which means that there are two of it. */
async function refuseUse(call: ProjectCall, passkey: StoredPasskey, use: VerifiedUse): Promise<never> {
  const present = await call.db.run(findPasskey(call.db.projectId, passkey.credentialId))
  if (!present || present.counter === 0 || use.counter > present.counter) {
    return refuse(call, passkey, CHANGED_MEANWHILE)
  }
  await call.db.run(emit(asClient(call), 'passkey.counter_refused', { userId: passkey.userId }))
  return refuse(call, passkey, 'The authenticator is behind its own count, so a copy of this passkey may be in use.')
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

function registrationFailed(message: string): KnownError {
  return new KnownError('PASSKEY_REGISTRATION_FAILED', { message })
}
