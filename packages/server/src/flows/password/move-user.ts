import type { ProjectCall } from '../../api/rules/route.ts'
import { admit } from '../../accounts/admission.ts'
import { createUser } from '../../accounts/create-user.ts'
import { stateOfImportedPassword, type PasswordRules } from '../../accounts/password-rules.ts'
import type { MoveFailures } from '../../delivery/move-failures.ts'
import { asUser, emit } from '../../kernel/emit.ts'
import { PlainError, RateLimited, TryAgainLater } from '../../kernel/errors.ts'
import { constant } from '../../kernel/statement.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import { UnknownSecret, type MasterSecret } from '../../platform/crypto/master-secret.ts'
import type { PasswordHasher } from '../../platform/hashing/password-hasher.ts'
import type { Log } from '../../platform/log/log.ts'
import type { AnswerTimes } from '../../platform/old-systems/answer-times.ts'
import type { OldAnswer, UncheckedPassword } from '../../platform/old-systems/old-system.ts'
import type { AskedOldSystem, OldSystems, OldSystemSettings } from '../../platform/old-systems/old-systems.ts'
import { SignInAddressTaken } from '../../records/contact-channels/sign-in-address-taken.ts'
import { isPasswordInOldSystem, movePasswordHash } from '../../records/credentials/password.ts'
import { hasAddressMoved, insertMove } from '../../records/old-system-moves/store.ts'
import { isAsked, openOldSystem } from '../../records/projects/old-system.ts'
import type { OldSystemConfig } from '../../records/projects/project.ts'
import { findUserBySignInEmail, type UserBySignInEmail } from '../../records/queries/users/sign-in-address.ts'
import { lockUserRow, UserIdTaken } from '../../records/users/store.ts'
import type { PasswordState } from '../../records/users/user.ts'

export interface MoveDependencies {
  readonly settings: PasswordRules['settings']
  readonly hasher: PasswordHasher
  readonly log: Log
  readonly moveFailures: Pick<MoveFailures, 'note'>
  readonly oldSystems: OldSystems
  readonly oldSystemTimes: AnswerTimes
  readonly secret: MasterSecret
}

/** A user whose password has moved, with the stored hash of the password that was typed. */
export type MovedUser = UserBySignInEmail & { readonly passwordHash: string }

/** A password that the old system has confirmed. */
interface ProvedPassword {
  readonly passwordHash: string
  readonly state: PasswordState
}

const RETRY_SECONDS = 5
const RETRY_MAX_SECONDS = 300

/**
 * Moves the password of a sign-in from the project's old system, if the project has one: for an address that is unknown
 * here, or for a user whose password is only there. Call it after the check of the password here has failed.
 *
 * @param found the user who signs in with the address; null if there is none
 * @returns null if the project names no old system or the password is wrong
 * @throws RateLimited, TryAgainLater if the old system did not check the password
 * @throws SignUpRefused if a rule of the project refuses an address that is unknown here
 * @throws PlainError 403 if the old system requires another step after the password
 */
export async function movePassword(
  dependencies: MoveDependencies,
  call: ProjectCall,
  found: UserBySignInEmail | null,
  credentials: { readonly email: string; readonly password: string },
): Promise<MovedUser | null> {
  const { db, now, project } = call
  const { email, password } = credentials
  const { oldSystem } = project.config
  if (!oldSystem || !isAsked(oldSystem, now()) || email === '' || password === '') return null
  // Every wrong password counts, whether or not the old system is asked, so that the limit does not reveal which addresses are known.
  // guard: every wrong password counts for the limit of the old system [old-system]
  await countQuestion(dependencies, call)
  const { hasMoved, isMarked } = await db.batch({
    isMarked: found ? isPasswordInOldSystem(db.projectId, found.user.id) : constant(false),
    hasMoved: hasAddressMoved(db.projectId, email),
  })
  // guard: the old system checks no password of a user who has one here (replace `? !isMarked` with `? false`)
  //   [old-system]
  // guard: an address that has moved does not move again (replace `: hasMoved` with `: false`) [old-system]
  if (found ? !isMarked : hasMoved) {
    const movedMeanwhile = await findMovedMeanwhile(dependencies, call, found, credentials)
    if (!movedMeanwhile) await dependencies.oldSystemTimes.wait(project.id)
    return movedMeanwhile
  }
  const { answer, request } = await ask(dependencies, call, oldSystem, credentials)
  if (answer.outcome === 'wrong') return null
  // The authenticator app of an imported user takes the place of the step in the old system.
  if (answer.outcome === 'needs_step' && !found?.user.requiresTotp) {
    dependencies.moveFailures.note(project.id, { cause: 'needs_step', request })
    // guard: the second step of the old system is not skipped [old-system]
    throw needsStep()
  }
  const passwordHash = await dependencies.hasher.hash(project.id, password)
  const emails = [email, ...(found?.user.primaryEmail ? [found.user.primaryEmail] : [])]
  const state = stateOfImportedPassword(dependencies, password, { emails, projectName: project.displayName })
  const isWritten = found
    ? await writePassword(call, found, email, { passwordHash, state })
    : await writeUser(call, email, { passwordHash, state }, answer)
  const moved = await readMoved(dependencies, call, email, isWritten ? passwordHash : null, password)
  if (!moved && !found) dependencies.moveFailures.note(project.id, { cause: 'user_taken', request })
  return moved
}

/** @throws RateLimited */
async function countQuestion({ moveFailures }: MoveDependencies, { limits, project }: ProjectCall): Promise<void> {
  try {
    await limits.countOldSystem()
  } catch (error) {
    if (error instanceof RateLimited) moveFailures.note(project.id, { cause: 'limit_reached' })
    throw error
  }
}

/** Finds the user if another sign-in has moved the password since `found` was read, and the password is right. */
async function findMovedMeanwhile(
  { hasher }: MoveDependencies,
  { db, now, project }: ProjectCall,
  found: UserBySignInEmail | null,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<MovedUser | null> {
  const present = await db.run(findUserBySignInEmail(db.projectId, email, now()))
  if (!present || present.passwordHash === null || present.passwordHash === found?.passwordHash) return null
  const { passwordHash } = present
  return (await hasher.verify(project.id, passwordHash, password)) === null ? null : { ...present, passwordHash }
}

async function ask(
  { log, moveFailures, oldSystems, oldSystemTimes, secret }: MoveDependencies,
  call: ProjectCall,
  config: OldSystemConfig,
  credentials: { readonly email: string; readonly password: string },
): Promise<AskedOldSystem & { readonly answer: Exclude<OldAnswer, UncheckedPassword> }> {
  const { now, project } = call
  const startedAt = performance.now()
  const settings = openSettings(secret, project.id, config)
  const question = { ...credentials, at: now(), browserAddress: call.request.endUser?.ip ?? null }
  const { answer, request } =
    'outcome' in settings ? { answer: settings, request: null } : await oldSystems.check(settings, question)
  if (answer.outcome === 'wrong') oldSystemTimes.note(project.id, performance.now() - startedAt)
  // guard: an old system that does not answer is no wrong password
  //   (replace `) return { answer, request }` with `|| answer.reason) return { answer, request }`) [old-system]
  if (answer.outcome !== 'try_again') return { answer, request }
  const { cause, code, reason, retryAfter, status } = answer
  moveFailures.note(project.id, { cause, code, request, status })
  log.warn(
    { project_id: project.id, old_system: config.type, reason },
    'the old system of a project did not check a password',
  )
  throw new TryAgainLater(
    'The password could not be checked at the moment, because the previous system of this project does not answer. Try again shortly.',
    retrySeconds(retryAfter),
  )
}

/**
 * Returns the same answer as for an outage if the secret in the settings cannot be opened: the password may be right.
 */
function openSettings(
  secret: MasterSecret,
  projectId: string,
  config: OldSystemConfig,
): OldSystemSettings | UncheckedPassword {
  try {
    return openOldSystem(secret, projectId, config)
  } catch (error) {
    if (!(error instanceof UnknownSecret)) throw error
    const cause = 'secret_unreadable'
    return { outcome: 'try_again', cause, reason: error.message, status: null, code: null, retryAfter: null }
  }
}

/** @param header `Retry-After` in seconds; any other form is ignored */
function retrySeconds(header: string | null): number {
  const seconds = header !== null && /^\d{1,6}$/.test(header) ? Number(header) : RETRY_SECONDS
  return Math.min(RETRY_MAX_SECONDS, Math.max(1, seconds))
}

function needsStep(): PlainError {
  return new PlainError(
    403,
    'The previous system of this project asks for another step after the password, such as a code, which cannot be taken here. Sign in in another way, or contact the support of the application.',
  )
}

/** @returns false if the user has got another password since, or the account was claimed */
async function writePassword(
  call: ProjectCall,
  { user }: UserBySignInEmail,
  email: string,
  { passwordHash, state }: ProvedPassword,
): Promise<boolean> {
  const { db, now, projectId } = call
  return db.transaction(async (tx) => {
    const { isMoved } = await tx.batch({
      lock: lockUserRow(projectId, user.id),
      isMoved: movePasswordHash(projectId, user.id, passwordHash, state),
    })
    if (!isMoved) return false
    await tx.batch({
      move: insertMove(projectId, email, now()),
      moved: emit(asUser(call, user.id), 'user.moved', { userId: user.id }),
    })
    return true
  })
}

/** @returns false if another call has created a user with the address or the id */
async function writeUser(
  call: ProjectCall,
  email: string,
  { passwordHash, state }: ProvedPassword,
  answer: Exclude<OldAnswer, { outcome: 'try_again' | 'wrong' }>,
): Promise<boolean> {
  const { db, now, projectId } = call
  const profile = answer.outcome === 'right' ? answer : null
  const id = profile?.userId ?? newUuid()
  // guard: an address is verified only if the old system says so
  //   (replace `profile?.isEmailVerified ?? false` with `true`) [old-system]
  const isVerified = profile?.isEmailVerified ?? false
  const wanted = {
    id,
    admission: admit(call, 'password', { value: email, isProved: isVerified }),
    displayName: profile?.displayName ?? null,
    // A user of the old system may have written it, so a claim of the account empties it.
    // guard: a claim empties a profile of the old system [old-system]
    isProfileFromProvider: true,
    passwordHash,
    passwordState: state,
    ...(profile?.signedUpAt && { signedUpAt: profile.signedUpAt }),
    email: { value: email, isVerified, usedForAuth: true },
  }
  try {
    await db.batch({
      user: createUser(asUser(call, id), wanted),
      move: insertMove(projectId, email, now()),
      moved: emit(asUser(call, id), 'user.moved', { userId: id }),
    })
    return true
  } catch (error) {
    if (error instanceof SignInAddressTaken || error instanceof UserIdTaken) return false
    throw error
  }
}

/**
 * Reads the user of the address.
 *
 * @param writtenHash the hash that was stored; null if another call has stored one, which is then compared with the
 *   password
 */
async function readMoved(
  { hasher }: MoveDependencies,
  { db, now, project }: ProjectCall,
  email: string,
  writtenHash: string | null,
  password: string,
): Promise<MovedUser | null> {
  const found = await db.run(findUserBySignInEmail(db.projectId, email, now()))
  if (!found || found.passwordHash === null) return null
  const { passwordHash } = found
  const isRight = passwordHash === writtenHash || (await hasher.verify(project.id, passwordHash, password)) !== null
  return isRight ? { ...found, passwordHash } : null
}
