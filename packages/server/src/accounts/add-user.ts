import type { UserServerCreate } from '@portico/contract'

import type { Call } from '../kernel/call.ts'
import type { ProjectTransaction } from '../kernel/database.ts'
import { emit } from '../kernel/emit.ts'
import { KnownError, PlainError } from '../kernel/errors.ts'
import type { CamelCasedMembers } from '@portico/contract/letter-case'
import { noResult, nothing, sequence, type Statement } from '../kernel/statement.ts'
import { newUuid } from '../platform/crypto/random.ts'
import { asEmailAlreadyExists } from '../records/contact-channels/sign-in-address-taken.ts'
import { AccountTaken, insertAccountWithoutTokens, type AccountKey } from '../records/credentials/provider-account.ts'
import { addStaffRoles } from '../records/project-owners/store.ts'
import type { Project } from '../records/projects/project.ts'
import { lockProjects } from '../records/projects/store.ts'
import { findUser, UserIdTaken } from '../records/users/store.ts'
import { mergePlainFields, notSuspended, type User } from '../records/users/user.ts'
import { exempt } from './admission.ts'
import { readTotpSecret, sealTotpSecret } from './change-authenticator-app.ts'
import { changeSuspension } from './suspension.ts'
import { createUser, type NewUser } from './create-user.ts'
import { requireNoFactsOfAddress } from './primary-email.ts'
import { readPastMoment } from './past-moment.ts'
import { readNewProfileImage } from './profile-image.ts'
import {
  readOwnership,
  readPasswordHash,
  requireAllowed,
  stateOfNewPassword,
  type UserUpdateDependencies,
} from './update-user.ts'

/** The fields of a user that a server sets at creation. Absent fields are empty or off. */
type WantedUser = CamelCasedMembers<UserServerCreate, 'oauth_providers' | 'risk_scores'>

export interface AddUserDependencies extends UserUpdateDependencies {
  readonly providers: UserUpdateDependencies['providers'] & {
    /** Null if the project has not enabled the provider. */
    providerIdentityOfEnabled(project: Project, id: string): string | null
  }
}

interface WantedAccount extends AccountKey {
  readonly email: string | null
}

/**
 * Creates a user for a server. The server vouches for what it sets: no mail is sent, and an address that it sets as
 * verified is claimed.
 *
 * @throws USER_EMAIL_ALREADY_EXISTS, OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER, PERMISSION_NOT_FOUND,
 *   PlainError 409 if another user has the id
 */
export async function addUser(
  dependencies: AddUserDependencies,
  call: Call & { readonly project: Project },
  wanted: WantedUser,
): Promise<User> {
  const { project, projectId } = call
  const id = wanted.id ?? newUuid()
  requirePermitted(project, id, wanted)
  const image = readNewProfileImage(
    dependencies.secret,
    projectId,
    { type: 'user', userId: id },
    wanted.profileImageUrl,
    true,
  )
  const signedUpAt = readPastMoment(call, 'signed_up_at_millis', wanted.signedUpAtMillis)
  const accounts = readAccounts(dependencies, project, wanted)
  const ownership = readOwnership(projectId, wanted)
  const totpSecret = readTotpSecret(wanted.totpSecretBase64)
  const newUser: NewUser = {
    id,
    admission: exempt,
    ...(signedUpAt && { signedUpAt }),
    displayName: wanted.displayName || null,
    profileImage: image.reference,
    clientMetadata: wanted.clientMetadata ?? null,
    clientReadOnlyMetadata: wanted.clientReadOnlyMetadata ?? null,
    serverMetadata: (ownership ? ownership.serverMetadata : wanted.serverMetadata) ?? null,
    otpAuthEnabled: wanted.otpAuthEnabled ?? false,
    isAnonymous: wanted.isAnonymous ?? false,
    ...mergePlainFields(wanted),
    signUpRiskBot: wanted.riskScores?.signUp.bot ?? 0,
    signUpRiskFreeTrialAbuse: wanted.riskScores?.signUp.freeTrialAbuse ?? 0,
    ...readPrimaryEmail(wanted),
    passwordHash: (await readPasswordHash(dependencies, project, wanted)) ?? null,
    passwordState: stateOfNewPassword(wanted),
    totpSecretSealed: totpSecret ? sealTotpSecret(dependencies, projectId, id, totpSecret) : null,
  }
  return call.db
    .transaction(async (tx) => {
      // Lock the owned projects before the user: all transactions use this order.
      const ownedProjectIds = ownership ? await tx.run(lockProjects(projectId, ownership.ownedProjectIds)) : []
      const { user } = await tx.batch({
        created: createUser(call, newUser, 'refused'),
        image: image.store,
        suspension: changeSuspension(call, { id, ...notSuspended }, wanted),
        accounts: insertAccounts(tx, call, id, accounts),
        ownership: ownedProjectIds.length > 0 ? addOwnership(call, id, ownedProjectIds) : nothing,
        user: findUser(projectId, id),
      })
      if (!user) throw new Error('The user that the transaction has created is missing.')
      // As on the wire, the answer shows the user before the personal team is selected.
      return { ...user, selectedTeamId: null, selectedTeam: null }
    })
    .catch((error: unknown) => {
      if (error instanceof UserIdTaken) throw new PlainError(409, `Another user of this project has the id ${id}.`)
      if (error instanceof AccountTaken) throw new KnownError('OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER')
      throw asEmailAlreadyExists(error, wanted.primaryEmail ?? '')
    })
}

function requirePermitted(project: Project, id: string, wanted: WantedUser): void {
  const { isAnonymous = false, passkeyAuthEnabled: _ignored, oauthProviders = [], ...fields } = wanted
  requireAllowed(project, fields, { id, isAnonymous, otpAuthEnabled: false, hasPassword: false })
  const hasPassword = typeof (wanted.password ?? wanted.passwordHash) === 'string'
  if (isAnonymous && (hasPassword || oauthProviders.length > 0)) {
    throw new PlainError(400, 'An anonymous user cannot have a password or accounts of providers.')
  }
}

function readPrimaryEmail(wanted: WantedUser): Pick<NewUser, 'email'> {
  const { primaryEmail: value } = wanted
  if (typeof value === 'string') {
    const { primaryEmailVerified: isVerified = false, primaryEmailAuthEnabled: usedForAuth = false } = wanted
    return { email: { value, isVerified, usedForAuth } }
  }
  requireNoFactsOfAddress(wanted)
  return {}
}

/** @throws PlainError if a provider is not enabled or is listed twice */
function readAccounts(
  { providers }: AddUserDependencies,
  project: Project,
  { oauthProviders: wanted = [] }: WantedUser,
): WantedAccount[] {
  if (new Set(wanted.map(({ id }) => id)).size < wanted.length) {
    throw new PlainError(400, 'oauth_providers lists a provider more than once. A user has one account per provider.')
  }
  return wanted.map(({ id, accountId, email = null }) => {
    const providerIdentity = providers.providerIdentityOfEnabled(project, id)
    if (providerIdentity === null) throw new PlainError(400, `The provider "${id}" is not enabled for this project.`)
    return { providerId: id, providerIdentity, accountId, email }
  })
}

function insertAccounts(
  { projectId }: ProjectTransaction,
  { now }: Call,
  userId: string,
  accounts: readonly WantedAccount[],
): Statement<void> {
  return sequence(
    accounts.map((account) => insertAccountWithoutTokens(projectId, account, userId, account.email, now())),
  ).map(noResult)
}

function addOwnership(call: Call, userId: string, projectIds: readonly string[]): Statement<void> {
  return sequence([
    addStaffRoles('internal', userId, projectIds, call.now()),
    emit(call, 'user.owned_projects_changed', { userId, projectIds }),
  ]).map(noResult)
}
