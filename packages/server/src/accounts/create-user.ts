import type { Statement } from '../kernel/statement.ts'
import type { User } from '../records/users/user.ts'
import type { SignUpOrigin } from '../records/contact-channels/store.ts'
import { insertUser } from '../records/queries/new-user.ts'
import { newUuid } from '../platform/crypto/random.ts'

/** The initial fields of a user. All other fields are empty or off. */
export interface NewUser {
  readonly id?: string
  readonly displayName?: string | null
  readonly profileImageUrl?: string | null
  readonly passwordHash?: string | null
  readonly otpAuthEnabled?: boolean
  readonly isAnonymous?: boolean
  /** The canonical primary address. */
  readonly email?: {
    readonly id?: string
    readonly value: string
    readonly isVerified: boolean
    readonly usedForAuth: boolean
    /** The sign-up that set the address; absent if a server set it. */
    readonly signUp?: SignUpOrigin
  }
}

/**
 * Creates a user.
 *
 * @throws SignInAddressTaken
 */
export function createUser(projectId: string, newUser: NewUser, at: Date): Statement<User> {
  const { email = null, ...given } = newUser
  const fields = {
    id: given.id ?? newUuid(),
    displayName: given.displayName ?? null,
    profileImageUrl: given.profileImageUrl ?? null,
    otpAuthEnabled: given.otpAuthEnabled ?? false,
    isAnonymous: given.isAnonymous ?? false,
  }
  const user: User = {
    ...fields,
    clientMetadata: null,
    clientReadOnlyMetadata: null,
    serverMetadata: null,
    primaryEmail: email?.value ?? null,
    primaryEmailVerified: email?.isVerified ?? false,
    primaryEmailAuthEnabled: email?.usedForAuth ?? false,
    hasPassword: typeof given.passwordHash === 'string',
    requiresTotp: false,
    hasPasskey: false,
    oauthAccounts: [],
    ownedProjectIds: projectId === 'internal' ? [] : null,
    hasLargeImage: false,
    signedUpAt: at,
    lastActiveAt: at,
  }
  return insertUser(projectId, {
    ...fields,
    passwordHash: given.passwordHash ?? null,
    email: email && { signUp: null, ...email, id: email.id ?? newUuid() },
    at,
  }).map(() => user)
}
