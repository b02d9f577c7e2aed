import { settlingTransaction } from './settling-transaction.ts'
import type { StaffRole, UserServerUpdate } from '@portico/contract'
import type { Call } from '../kernel/call.ts'
import type { CamelCasedMembers } from '@portico/contract/letter-case'
import type { ProjectTransaction } from '../kernel/database.ts'
import { KnownError, PlainError } from '../kernel/errors.ts'
import { pick } from '../kernel/pick.ts'
import { writePrimaryEmail } from './primary-email.ts'
import { requireImportableHash } from '../platform/hashing/imported-hash.ts'
import type { PasswordHasher } from '../platform/hashing/password-hasher.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import type { Project } from '../records/projects/project.ts'
import type { ContactChannel } from '../records/contact-channels/channel.ts'
import { listChannelsOfUser } from '../records/contact-channels/store.ts'
import { requireActiveSession, requireProvedSession } from '../records/sessions/active-session.ts'
import { factorStateOf } from '../records/sessions/factor-state.ts'
import { sessionRestricted } from '../records/sessions/restriction.ts'
import { codeKindsOfUser } from '../records/verification-codes/lifetimes.ts'
import {
  findUser,
  lockUser,
  updateUserFields,
  type ClientWrittenField,
  type UserFields,
} from '../records/users/store.ts'
import { readProfileImage, writeProfileImage } from './profile-image.ts'
import { changeTotpSecret, readTotpSecret } from './change-authenticator-app.ts'
import { recordEnrolment } from './record-enrolment.ts'
import { mergePlainFields, type PasswordState, type User } from '../records/users/user.ts'
import { endSessionsOfUser } from '../records/sessions/store.ts'
import { addStaffRoles, listStaffRoles, removeStaffRoles } from '../records/project-owners/store.ts'
import { lockProjects } from '../records/projects/store.ts'
import { separateManagedProjectIds, type ManagedProjects } from '../records/users/managed-project-ids.ts'
import { makeFullUser } from './upgrade-anonymous-user.ts'
import { createPersonalTeam } from './personal-team.ts'
import { selectTeam } from './select-team.ts'
import { changeSuspension } from './suspension.ts'
import { setPasswordHash } from '../records/credentials/password.ts'
import { changesCredential, requireProvedFactor, type OwnChange } from './own-change.ts'
import { endOpenAuthorizationCodes } from '../records/authorization-codes/store.ts'
import { endMailedAccess } from './end-mailed-access.ts'
import { endAccessCodesOfAddresses, endCodesOfUser } from '../records/verification-codes/store.ts'
import { noResult, nothing, sequence, type Statement } from '../kernel/statement.ts'
import { asEmailAlreadyExists } from '../records/contact-channels/sign-in-address-taken.ts'
import { emit, writtenFields } from '../kernel/emit.ts'
import {
  endPendingSignIns,
  removeAllPasskeys,
  requireSignInMethod,
  type RemovalDependencies,
} from './sign-in-methods.ts'
import { lockOwnerOfSignInEmail } from '../records/queries/users/sign-in-address.ts'

/** The fields of a user that a call may change. Absent fields stay unchanged. */
export type UserUpdate = CamelCasedMembers<UserServerUpdate, 'risk_scores'>

export interface UserUpdateDependencies extends RemovalDependencies {
  readonly hasher: PasswordHasher
  readonly secret: MasterSecret
  readonly settings: { readonly importBcryptMaxCost: number }
}

/**
 * Updates a user. Absent fields stay unchanged. The schema of the caller's access type has already refused the fields
 * that the caller may not send.
 *
 * @param ownChange the proof of a user who changes their own account; null for a server, which needs no proof
 * @throws USER_EMAIL_ALREADY_EXISTS, TEAM_MEMBERSHIP_NOT_FOUND, EMAIL_NOT_VERIFIED, FactorNotProved
 */
export async function updateUser(
  dependencies: UserUpdateDependencies,
  call: Call & { readonly project: Project },
  userId: string,
  update: UserUpdate,
  ownChange: OwnChange | null,
): Promise<User> {
  const { now, project, projectId } = call
  const image = readProfileImage(update.profileImageUrl)
  const totpSecret = readTotpSecret(update.totpSecretBase64)
  const passwordHash = await readPasswordHash(dependencies, project, update)
  const ownership = readOwnership(projectId, update)
  return settlingTransaction(call.db, async (tx) => {
    const { ownedProjectIds, proof, roles, user } = await tx.batch({
      // Lock projects before the user: all transactions use this order.
      ownedProjectIds: ownership ? lockProjects(projectId, ownership.ownedProjectIds) : nothing,
      // Roles change under the locks of their projects.
      roles: ownership ? listStaffRoles('internal', userId) : nothing,
      // Lock the owner of the new address too. Otherwise two users who swap addresses would deadlock.
      owner:
        // guard: a change of address locks the current owner of the address
        //   (replace `typeof update.primaryEmail === 'string'` with `false`) [proof-race.postgres]
        typeof update.primaryEmail === 'string'
          ? lockOwnerOfSignInEmail(projectId, update.primaryEmail, userId)
          : nothing,
      user: lockUser(projectId, userId),
      // guard: an authenticator app is added only in an active session
      //   (replace `requireActiveSession(…)` with `nothing.map(() => 'exempt')`) [proof-race.postgres]
      proof: requireActiveSession(project, ownChange?.claims ?? null, now()),
    })
    if (!user) throw new KnownError('USER_NOT_FOUND')
    if (ownChange) {
      requireProvedSession(user, { claims: ownChange.claims, proof, now: now() })
      if (update.primaryEmail !== undefined && factorStateOf(user, proof, now()) === 'must_enrol') {
        requireUnknownOwner(await tx.run(listChannelsOfUser(projectId, userId)), update.primaryEmail)
      }
    }
    requireAllowed(project, update, user)
    // guard: a user does not turn mailed codes on again that a server turned off [otp]
    if (ownChange && update.otpAuthEnabled === true && user.otpOffByServer) {
      throw new PlainError(400, 'Sign-in by e-mailed code is turned off for this user. Only a server can turn it on.')
    }
    const profileImage = await writeProfileImage(tx, dependencies.secret, {
      owner: { type: 'user', userId },
      present: user.profileImage,
      written: image,
      mayLink: ownChange === null,
    })
    const isUpgrade = update.isAnonymous === false && user.isAnonymous
    await tx.batch({
      fields: updateUserFields(
        projectId,
        userId,
        {
          ...mergeFields(user, update, ownChange),
          profileImage,
          serverMetadata: pick(ownership ? ownership.serverMetadata : update.serverMetadata, user.serverMetadata),
        },
        { fields: writtenProfileFields(update), byClient: ownChange !== null },
      ),
      upgraded: isUpgrade ? makeFullUser(call, userId, null) : nothing,
      ownership: ownedProjectIds ? replaceOwnership(call, userId, ownedProjectIds, roles ?? new Map()) : nothing,
    })
    // One code proves all changes of the call: its time step can be used once.
    if (ownChange && changesCredential(user, update)) await requireProvedFactor(tx, user, ownChange)
    await writePrimaryEmail(tx, call, user, update, ownChange)
    if (update.passkeyAuthEnabled === false) await removeAllPasskeys(tx, call, user)
    // guard: a server that turns mailed codes off ends the open ones [otp]
    if (update.otpAuthEnabled === false) await endMailedSignIns(tx, call, user, ownChange)
    // After the address, which may give the team its name. Before the selection, because a new personal team is
    // selected.
    const personal = isUpgrade ? await tx.run(createPersonalTeam(call, userId)) : null
    if (update.selectedTeamId !== undefined) {
      const selectedTeamId = user.selectedTeamId ?? personal?.team?.id ?? null
      await selectTeam(tx, { id: userId, selectedTeamId }, update.selectedTeamId)
    }
    if (passwordHash !== undefined) await changePassword(tx, call, user, passwordHash, stateOfNewPassword(update))
    if (totpSecret !== undefined) {
      // After the addresses: the rule applies to those that the user has in the end.
      if (ownChange && totpSecret !== null && !user.totpSurvivesClaim) {
        requireKnownOwner(await tx.run(listChannelsOfUser(projectId, userId)))
      }
      await tx.batch([
        changeTotpSecret(dependencies, call, user, totpSecret, ownChange?.enrolledStep ?? null),
        ownChange && totpSecret !== null ? recordEnrolment(projectId, user, ownChange) : nothing,
      ])
    }
    const { updated } = await tx.batch({
      // Last: a suspension also ends what the changes before it opened.
      suspension: changeSuspension(call, user, update),
      changed: emit(call, 'user.updated', { userId, changedFields: listChangedFields(update) }),
      updated: findUser(projectId, userId),
    })
    if (!updated) throw new Error('The user that the transaction has locked is missing.')
    // Giving up an address is allowed, as on the wire, so it does not count here.
    if (ownChange)
      // guard: a user keeps a way to sign in when they change their account [accounts/sign-in-methods]
      requireSignInMethod(dependencies, project, user, { ...updated, hasSignInAddress: user.hasSignInAddress })
    return updated
  }).catch((error: unknown) => {
    throw asEmailAlreadyExists(error, update.primaryEmail ?? '')
  })
}

/**
 * Refuses an authenticator app while the owner of the account is unknown. The first proof of a mailbox opens the
 * account. It must not remove an app of the owner, and must not keep one of an attacker who signed up with the address
 * of another person. An account without an address is not opened by a mailbox.
 *
 * @throws EMAIL_NOT_VERIFIED
 */
function requireKnownOwner(channels: readonly ContactChannel[]): void {
  // guard: a user sets up an authenticator app only once the address is claimed [claim-account]
  if (channels.length > 0 && !channels.some(({ isClaimed }) => isClaimed)) throw new KnownError('EMAIL_NOT_VERIFIED')
}

/**
 * Refuses another primary address to a user who can only set up a second factor, unless no address is proved: an
 * authenticator app requires a proved address, and the present one may be mistyped. A return to a proved address is
 * permitted.
 *
 * @throws RESTRICTED_USER_NOT_ALLOWED
 */
function requireUnknownOwner(channels: readonly ContactChannel[], email: string | null): void {
  const proved = channels.filter(({ isClaimed }) => isClaimed).map(({ value }) => value)
  if (proved.length === 0 || (email !== null && proved.includes(email))) return
  // guard: a session that can only set up a second factor changes no address of a known owner [second-factor-policy]
  throw sessionRestricted('second_factor_required')
}

/** Ends the mailed sign-in codes of a user whose switch was turned off, and the sign-ins that may have used one. */
async function endMailedSignIns(
  tx: ProjectTransaction,
  call: Call,
  user: User,
  ownChange: OwnChange | null,
): Promise<void> {
  const channels = await tx.run(listChannelsOfUser(tx.projectId, user.id))
  // A user must not end the codes of another person, whose address may be in the account.
  const addresses = channels.filter(({ isClaimed, usedForAuth }) => (ownChange ? isClaimed : usedForAuth))
  await tx.batch([
    endAccessCodesOfAddresses(
      tx.projectId,
      addresses.map(({ value }) => value),
      call.now(),
      ['sign_in'],
    ),
    endPendingSignIns(call, user.id),
  ])
}

function writtenProfileFields({ clientMetadata, displayName, profileImageUrl }: UserUpdate): ClientWrittenField[] {
  const written = { display_name: displayName, client_metadata: clientMetadata, profile_image_url: profileImageUrl }
  return (['display_name', 'client_metadata', 'profile_image_url'] as const).filter(
    (field) => written[field] !== undefined,
  )
}

/** Merges the update into the fields of the user. An upgrade of an anonymous user is a separate change. */
function mergeFields(
  user: User,
  update: UserUpdate,
  ownChange: OwnChange | null,
): Omit<UserFields, 'profileImage' | 'serverMetadata'> {
  const isSetByServer = !ownChange && update.otpAuthEnabled !== undefined
  return {
    displayName: pick(update.displayName, user.displayName) || null,
    clientMetadata: pick(update.clientMetadata, user.clientMetadata),
    clientReadOnlyMetadata: pick(update.clientReadOnlyMetadata, user.clientReadOnlyMetadata),
    otpAuthEnabled: pick(update.otpAuthEnabled, user.otpAuthEnabled),
    otpOffByServer: isSetByServer ? !update.otpAuthEnabled : user.otpOffByServer,
    isAnonymous: user.isAnonymous,
    ...mergePlainFields(update, user),
    signUpRiskBot: pick(update.riskScores?.signUp.bot, user.signUpRiskBot),
    signUpRiskFreeTrialAbuse: pick(update.riskScores?.signUp.freeTrialAbuse, user.signUpRiskFreeTrialAbuse),
  }
}

function replaceOwnership(
  call: Call,
  userId: string,
  projectIds: readonly string[],
  roles: ReadonlyMap<string, StaffRole>,
): Statement<void> {
  return sequence([
    removeStaffRoles('internal', userId),
    // guard: a write of managedProjectIds keeps roles (drop `roles`) [admin/project-owners/project-owners]
    addStaffRoles('internal', userId, projectIds, call.now(), roles),
    emit(call, 'user.owned_projects_changed', { userId, projectIds }),
  ]).map(noResult)
}

/** Reads the owned projects from the server metadata of a user of "internal". Null for any other update. */
export function readOwnership(
  projectId: string,
  { serverMetadata: written }: Pick<UserUpdate, 'serverMetadata'>,
): ManagedProjects | null {
  return projectId === 'internal' && written !== undefined ? separateManagedProjectIds(written) : null
}

/**
 * Refuses an update that the project's settings or the kind of user do not permit.
 *
 * @param user the user before the update; a new user has no sign-in methods yet
 */
export function requireAllowed(
  project: Project,
  update: UserUpdate,
  user: Pick<User, 'id' | 'isAnonymous' | 'otpAuthEnabled' | 'hasPassword'>,
): void {
  const willBeAnonymous = user.isAnonymous && update.isAnonymous === undefined
  if (willBeAnonymous && (update.otpAuthEnabled === true || typeof update.totpSecretBase64 === 'string')) {
    throw new PlainError(
      400,
      'An anonymous user cannot enable sign-in codes or an authenticator app. The user must sign up first.',
    )
  }
  if (update.otpAuthEnabled === true && !user.otpAuthEnabled && !project.config.magicLinkEnabled) {
    throw new PlainError(
      400,
      'Sign-in by e-mailed code is not enabled for this project. Enable it for the project first.',
    )
  }
  if (
    typeof (update.password ?? update.passwordHash) === 'string' &&
    !user.hasPassword &&
    !project.config.credentialEnabled
  ) {
    throw new PlainError(
      400,
      'Password sign-in is not enabled for this project. Enable it before you set a password for a user.',
    )
  }
  if (update.passkeyAuthEnabled === true) {
    throw new PlainError(400, 'passkey_auth_enabled cannot be set to true. Register a passkey instead.')
  }
}

/** Returns the new password hash. Null removes the password, undefined leaves it unchanged. */
export async function readPasswordHash(
  { hasher, settings }: Pick<UserUpdateDependencies, 'hasher' | 'settings'>,
  project: Project,
  update: Pick<UserUpdate, 'password' | 'passwordHash'>,
): Promise<string | null | undefined> {
  if (update.passwordHash !== undefined) {
    if (update.password !== undefined) throw new PlainError(400, 'Send either password or password_hash, not both.')
    return requireImportableHash(update.passwordHash, { bcryptMaxCost: settings.importBcryptMaxCost })
  }
  return typeof update.password === 'string' ? hasher.hash(project.id, update.password) : update.password
}

/** Returns the state of the password that an update sets. A hash comes from another system. */
export function stateOfNewPassword({ passwordHash }: Pick<UserUpdate, 'passwordHash'>): PasswordState | null {
  return passwordHash === undefined ? null : 'imported'
}

/** Writes the new hash. A changed password ends every session and every open code. */
async function changePassword(
  tx: ProjectTransaction,
  call: Call,
  user: User,
  passwordHash: string | null,
  state: PasswordState | null,
): Promise<void> {
  if (passwordHash !== null && !user.hasPassword && !user.primaryEmail) {
    throw new PlainError(400, 'A user without a primary e-mail address cannot have a password.')
  }
  const channels = await tx.run(listChannelsOfUser(tx.projectId, user.id))
  const claimed = channels.filter(({ isClaimed }) => isClaimed).map(({ value }) => value)
  await tx.batch([
    setPasswordHash(tx.projectId, user.id, passwordHash, state),
    endSessionsOfUser(tx.projectId, user.id, null),
    endOpenAuthorizationCodes(tx.projectId, user.id),
    endCodesOfUser(tx.projectId, user.id, codeKindsOfUser, call.now()),
    endMailedAccess(call, claimed),
    emit(call, 'password.set', { user, userId: user.id }),
  ])
}

/** `totpCode` is a proof, not a field of the user. */
function listChangedFields(update: UserUpdate & { readonly totpCode?: unknown }): string[] {
  return writtenFields(update).filter((name) => name !== 'totpCode')
}
