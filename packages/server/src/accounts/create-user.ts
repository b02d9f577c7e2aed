import { emit, type EventCall } from '../kernel/emit.ts'
import { constant, nothing, sequence, type Statement } from '../kernel/statement.ts'
import { mergePlainFields, notSuspended, type PasswordState, type User } from '../records/users/user.ts'
import type { AddressOrigin } from '../records/contact-channels/channel.ts'
import { grantUserDefaults } from '../records/queries/permissions/default-permissions.ts'
import type { Project } from '../records/projects/project.ts'
import { secondFactorDueAt } from '../records/projects/second-factor-policy.ts'
import { insertUser, type NewUserFacts } from '../records/queries/users/new-user.ts'
import { newUuid } from '../platform/crypto/random.ts'
import { reportHeld, recordAdmission, consumeInvitation, type Admission } from './admission.ts'
import { requireAllDefined } from './default-permissions.ts'
import { createPersonalTeam } from './personal-team.ts'

/** The initial fields of a user. All other fields are empty or off. */
export interface NewUser extends Partial<NewUserFacts> {
  /** Why the user is admitted: the rules of the project for a sign-up, or `exempt`. */
  readonly admission: Admission
  readonly id?: string
  /** Default: now. */
  readonly signedUpAt?: Date
  readonly displayName?: string | null
  /** An http(s) URL, or the path of an uploaded image that the caller stores. */
  readonly profileImage?: string | null
  /** True if a provider gave name and image. Absent: a server set them, or there are none. */
  readonly isProfileFromProvider?: boolean
  readonly passwordHash?: string | null
  /** Absent for a password that was set here. */
  readonly passwordState?: PasswordState | null
  /** The sealed secret of the authenticator app, which makes its code a required second factor. */
  readonly totpSecretSealed?: string | null
  readonly otpAuthEnabled?: boolean
  readonly isAnonymous?: boolean
  /** The same transaction signs the user in, from this country if it is known. Absent: it does not. */
  readonly signsIn?: { readonly country: string | null }
  /** The canonical primary address. */
  readonly email?: {
    readonly id?: string
    readonly value: string
    readonly isVerified: boolean
    /**
     * The user is known to own the mailbox. Default: whether the address is verified, because a mailed code, a provider
     * or a server has established both.
     */
    readonly isClaimed?: boolean
    readonly usedForAuth: boolean
    /** The sign-up that set the address; absent if a server set it. */
    readonly signUp?: AddressOrigin
    /** Only a session of the user proves the address. Default: false. */
    readonly requiresSessionProof?: boolean
  }
}

/** A call to a project that may create users. */
export type SignUpCall = EventCall & { readonly project: Pick<Project, 'config' | 'secondFactorRequiredSince'> }

/**
 * Creates a user with the default permissions of the project and, unless the user is anonymous, with a personal team if
 * the project creates one. Every way to create a user executes this statement, so the event `user.created` reports all
 * of them.
 *
 * @param undefinedDefaults what to do if a default permission is not defined: a sign-up skips it, because a wrong list
 *   must not lock people out. Refuse it inside a transaction only.
 * @throws SignInAddressTaken, UserIdTaken if the id is given, PERMISSION_NOT_FOUND
 */
export function createUser(
  call: SignUpCall,
  newUser: NewUser,
  undefinedDefaults: 'skipped' | 'refused' = 'skipped',
): Statement<User> {
  const { project, projectId } = call
  const { admission, email = null, ...given } = newUser
  const at = call.now()
  const signedUpAt = given.signedUpAt ?? at
  const fields = {
    clientMetadata: given.clientMetadata ?? null,
    clientReadOnlyMetadata: given.clientReadOnlyMetadata ?? null,
    serverMetadata: given.serverMetadata ?? null,
    ...mergePlainFields(given),
    signUpRiskBot: given.signUpRiskBot ?? 0,
    signUpRiskFreeTrialAbuse: given.signUpRiskFreeTrialAbuse ?? 0,
    id: given.id ?? newUuid(),
    displayName: given.displayName ?? null,
    profileImage: given.profileImage ?? null,
    otpAuthEnabled: given.otpAuthEnabled ?? false,
    isAnonymous: given.isAnonymous ?? false,
    heldAt: admission.heldBy === null ? null : at,
  }
  const user: User = {
    ...fields,
    otpOffByServer: false,
    primaryEmail: email?.value ?? null,
    primaryEmailVerified: email?.isVerified ?? false,
    primaryEmailAuthEnabled: email?.usedForAuth ?? false,
    primaryEmailSignInPending: false,
    hasSignInAddress: email?.usedForAuth ?? false,
    noticeEmail: email?.isVerified ? email.value : null,
    hasPassword: typeof given.passwordHash === 'string',
    passwordState: given.passwordState ?? null,
    requiresTotp: typeof given.totpSecretSealed === 'string',
    factorResetAt: null,
    totpSurvivesClaim: typeof given.totpSecretSealed === 'string',
    hasPasskey: false,
    hasVerifiedPasskey: false,
    isSecondFactorRequired: project.secondFactorRequiredSince !== null && !fields.isAnonymous,
    secondFactorDueAt: fields.isAnonymous || given.totpSecretSealed ? null : secondFactorDueAt(project, signedUpAt),
    isVerifiedEmailRequired: project.config.requireVerifiedEmail && !fields.isAnonymous,
    hasApiKey: false,
    oauthAccounts: [],
    selectedTeamId: null,
    selectedTeam: null,
    ownedProjectIds: projectId === 'internal' ? [] : null,
    ...notSuspended,
    signedUpAt,
    lastActiveAt: signedUpAt,
    hasBeenActive: Boolean(given.signsIn),
  }
  return sequence({
    inserted: insertUser(projectId, {
      ...fields,
      passwordHash: given.passwordHash ?? null,
      passwordState: given.passwordState ?? null,
      totpSecretSealed: given.totpSecretSealed ?? null,
      signsIn: given.signsIn ?? null,
      clientWritten: given.isProfileFromProvider ? ['display_name', 'profile_image_url'] : [],
      email: email && {
        signUp: null,
        isClaimed: email.isVerified,
        requiresSessionProof: false,
        ...email,
        id: email.id ?? newUuid(),
      },
      at,
      signedUpAt,
    }),
    created: emit(call, 'user.created', { userId: fields.id }),
    held: reportHeld(call, admission, fields.id),
    signUp: recordAdmission(projectId, admission, fields.id),
    // guard: an invitation to sign up admits one account [admission]
    invitation: consumeInvitation(call, admission, fields.id, email),
    // Most projects have no default permissions of users, so their sign-ups need no statement.
    missingIds:
      project.config.userDefaultPermissions.length === 0 ? constant([]) : grantUserDefaults(projectId, fields.id),
    // guard: anonymous users get no personal team (keep `createPersonalTeam(call, fields.id)`) [personal-team]
    personal: fields.isAnonymous ? nothing : createPersonalTeam(call, fields.id),
  }).map(({ missingIds, personal }) => {
    if (undefinedDefaults === 'refused') requireAllDefined([...missingIds, ...(personal?.missingIds ?? [])])
    const team = personal?.team ?? null
    return { ...user, selectedTeam: team, selectedTeamId: team?.id ?? null }
  })
}
