import { emit, type EventCall } from '../kernel/emit.ts'
import { sequence, type Statement } from '../kernel/statement.ts'
import { notSuspended, type User } from '../records/users/user.ts'
import type { AddressOrigin } from '../records/contact-channels/channel.ts'
import { insertUser, type NewUserFacts } from '../records/queries/new-user.ts'
import { newUuid } from '../platform/crypto/random.ts'

/** The initial fields of a user. All other fields are empty or off. */
export interface NewUser extends Partial<NewUserFacts> {
  readonly id?: string
  readonly displayName?: string | null
  /** An http(s) URL, or the path of an uploaded image that the caller stores. */
  readonly profileImage?: string | null
  readonly passwordHash?: string | null
  /** The sealed secret of the authenticator app, which makes its code a required second factor. */
  readonly totpSecretSealed?: string | null
  readonly otpAuthEnabled?: boolean
  readonly isAnonymous?: boolean
  /** The canonical primary address. */
  readonly email?: {
    readonly id?: string
    readonly value: string
    readonly isVerified: boolean
    readonly usedForAuth: boolean
    /** The sign-up that set the address; absent if a server set it. */
    readonly signUp?: AddressOrigin
  }
}

/**
 * Creates a user. Every way to create a user executes this statement, so the event `user.created` reports all of them.
 *
 * @throws SignInAddressTaken
 */
export function createUser(call: EventCall, newUser: NewUser): Statement<User> {
  const { projectId } = call
  const { email = null, ...given } = newUser
  const at = call.now()
  const fields = {
    clientMetadata: given.clientMetadata ?? null,
    clientReadOnlyMetadata: given.clientReadOnlyMetadata ?? null,
    serverMetadata: given.serverMetadata ?? null,
    countryCode: given.countryCode ?? null,
    signUpRiskBot: given.signUpRiskBot ?? 0,
    signUpRiskFreeTrialAbuse: given.signUpRiskFreeTrialAbuse ?? 0,
    id: given.id ?? newUuid(),
    displayName: given.displayName ?? null,
    profileImage: given.profileImage ?? null,
    otpAuthEnabled: given.otpAuthEnabled ?? false,
    isAnonymous: given.isAnonymous ?? false,
  }
  const user: User = {
    ...fields,
    primaryEmail: email?.value ?? null,
    primaryEmailVerified: email?.isVerified ?? false,
    primaryEmailAuthEnabled: email?.usedForAuth ?? false,
    primaryEmailSignInPending: false,
    hasSignInAddress: email?.usedForAuth ?? false,
    noticeEmail: email?.isVerified ? email.value : null,
    hasPassword: typeof given.passwordHash === 'string',
    requiresTotp: typeof given.totpSecretSealed === 'string',
    hasPasskey: false,
    oauthAccounts: [],
    ownedProjectIds: projectId === 'internal' ? [] : null,
    ...notSuspended,
    signedUpAt: at,
    lastActiveAt: at,
  }
  return sequence([
    insertUser(projectId, {
      ...fields,
      passwordHash: given.passwordHash ?? null,
      totpSecretSealed: given.totpSecretSealed ?? null,
      email: email && { signUp: null, ...email, id: email.id ?? newUuid() },
      at,
    }),
    emit(call, 'user.created', { userId: fields.id }),
  ]).map(() => user)
}
