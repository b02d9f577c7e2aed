import { KnownError } from '../../kernel/errors.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import type { SignedIn } from '../../accounts/start-session.ts'
import { finishFirstStep, takeFirstStep, withTrustedDevice } from '../../accounts/first-step.ts'
import type { PasswordState, User } from '../../records/users/user.ts'
import { stateOfImportedPassword } from '../../accounts/password-rules.ts'
import { findPasswordHash, replacePasswordHash, setPasswordState } from '../../records/credentials/password.ts'
import type { UserBySignInEmail } from '../../records/queries/users/sign-in-address.ts'
import { asClient, emit } from '../../kernel/emit.ts'
import { SessionRefused } from '../../records/queries/sessions/new-session.ts'
import { movePassword, type MovedUser } from './move-user.ts'
import { type PasswordDependencies, requirePasswordsEnabled } from './password.ts'

/**
 * Signs in with e-mail and password.
 *
 * @param found the user who signs in with the address; null if there is none
 * @throws EMAIL_PASSWORD_MISMATCH for a wrong password and for an unknown address alike
 * @throws the errors of `movePassword`
 */
export async function signInWithPassword(
  dependencies: PasswordDependencies,
  call: ProjectCall,
  found: UserBySignInEmail | null,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<SignedIn> {
  const { project } = call
  requirePasswordsEnabled(project)
  // Hash even when the user is unknown, so that response time does not reveal which accounts exist.
  // guard: a sign-in with an unknown address hashes the password too
  //   (replace `await dependencies.hasher.verify(project.id, found?.passwordHash ?? dependencies.hasher.decoy, password)` with `found?.passwordHash ? await dependencies.hasher.verify(project.id, found.passwordHash, password) : null`)
  //   [password]
  const match = await dependencies.hasher.verify(project.id, found?.passwordHash ?? dependencies.hasher.decoy, password)
  if (found?.passwordHash && match) {
    const { passwordHash: storedHash, user } = found
    const state = stateAfterProof(dependencies, call, user, { email, password })
    const passwordHash = match.needsRehash
      ? await replaceHash(dependencies, call, user, { storedHash, password: match.password, state })
      : storedHash
    if (!match.needsRehash && state !== user.passwordState) {
      await call.db.run(setPasswordState(project.id, user.id, storedHash, state))
    }
    return signInWithProvedPassword(dependencies, call, email, { ...found, passwordHash })
  }
  const moved = await movePassword(dependencies, call, found, { email, password })
  return moved
    ? signInWithProvedPassword(dependencies, call, email, moved)
    : refuseMismatch(call, found?.user.id ?? null)
}

/** Returns the state of the password that was typed: for one from another system, whether the rules refuse it now. */
function stateAfterProof(
  dependencies: PasswordDependencies,
  { project }: ProjectCall,
  user: User,
  { email, password }: { readonly email: string; readonly password: string },
): PasswordState | null {
  if (user.passwordState === null) return null
  const emails = user.primaryEmail === null ? [email] : [email, user.primaryEmail]
  return stateOfImportedPassword(dependencies, password, { emails, projectName: project.displayName })
}

/** @throws EMAIL_PASSWORD_MISMATCH if the password has changed since it was compared */
async function signInWithProvedPassword(
  dependencies: PasswordDependencies,
  call: ProjectCall,
  email: string,
  { isEmailVerified, passwordHash, user }: MovedUser,
): Promise<SignedIn> {
  const { db, limits, project } = call
  const step = await withTrustedDevice(async (findDevice) => {
    const device = await findDevice(db, call, user)
    const proof = { method: 'password', isNewUser: false, provedPasswordHash: passwordHash, device } as const
    const taking = takeFirstStep(dependencies, call, user, proof)
    // Only a transaction rolls the session back if the device was forgotten meanwhile.
    return device ? db.transaction((tx) => tx.run(taking)) : db.run(taking)
  }).catch((error: unknown) => {
    if (!(error instanceof SessionRefused)) throw error
    // The password was changed or the user deleted while the hash waited in the queue. The password is no longer valid,
    // so the attempt counts as a failure.
    return refuseMismatch(call, user.id)
  })
  // If a second factor follows, do not reset the count: a known password must not clear the wrong codes of the app.
  // guard: a first step does not reset failures while the second factor is pending
  //   (replace `step.next === 'signed_in'` with `true`) [second-step]
  if (step.next === 'signed_in') await limits.succeeded({ verifiedEmail: isEmailVerified ? email : null })
  return finishFirstStep(dependencies, project.id, user, step)
}

/** @throws EMAIL_PASSWORD_MISMATCH, after the failure was counted and recorded */
async function refuseMismatch(call: ProjectCall, userId: string | null): Promise<never> {
  const reason = 'EMAIL_PASSWORD_MISMATCH'
  // guard: a wrong password counts as a failure of the account [rate-limiter]
  call.limits.failed()
  await call.db.run(emit(asClient(call), 'user.sign_in_refused', { userId, method: 'password', reason }))
  throw new KnownError(reason)
}

/** Replaces an outdated hash with a new one of the same password. Returns the hash that is stored afterwards. */
async function replaceHash(
  { hasher }: PasswordDependencies,
  { db, project }: ProjectCall,
  user: User,
  { storedHash, password, state }: { storedHash: string; password: string; state: PasswordState | null },
): Promise<string> {
  const newHash = await hasher.hash(project.id, password)
  if (await db.run(replacePasswordHash(db.projectId, user.id, storedHash, newHash, state))) return newHash
  // Another sign-in replaced the hash, or the password was changed. Verify the stored hash to find out.
  const current = await db.run(findPasswordHash(db.projectId, user.id))
  return current !== null && (await hasher.verify(project.id, current, password)) ? current : storedHash
}
