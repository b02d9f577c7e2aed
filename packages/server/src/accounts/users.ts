import type { AccessType, Json, UserServerUpdate } from '@portico/contract'

import type { AuditOrigin } from '../records/audit/audit.ts'
import { queuePasswordChanged } from '../mails/queue-mail.ts'
import { isUniqueViolation } from '../platform/db/database-errors.ts'
import type { ProjectDatabase, ProjectSql } from '../platform/db/sql.ts'
import { KnownError, PlainError } from '../kernel/errors.ts'
import { writePrimaryEmail, type SignUpOrigin } from './primary-email.ts'
import { endOpenAuthorizationCodes } from '../records/oauth/forget.ts'
import { removePasskey } from './remove-passkey.ts'
import { requireImportableHash } from '../platform/hashing/imported-hash.ts'
import type { Ports } from '../ports.ts'
import type { Project } from '../records/projects/project.ts'
import { requireLivingSession } from '../records/sessions/living-session.ts'
import { endSessionsOfUser } from '../records/sessions/sessions.ts'
import type { AccessTokenClaims } from '../records/sessions/access-token.ts'
import { codeKinds } from '../records/verification-codes/lifetimes.ts'
import { endCodesOfUser } from '../records/verification-codes/verification-codes.ts'
import {
  findUser,
  findUserOfSession as findRow,
  insertUser,
  lockUser,
  setPasswordHash,
  updateUserFields,
  useTotpStep,
  type UserOfSession,
} from '../records/users/store.ts'
import { requireImageUrl, requireInlineImage } from '../flows/profile/inline-image.ts'
import { FactorNotProved, type ProvedFactor } from '../flows/profile/prove-second-factor.ts'
import { changeTotpSecret, readTotpSecret } from './totp-secret.ts'
import type { User } from '../records/users/user.ts'

export {
  addManagedProjectId as addManagedProject,
  deleteUserRow as deleteUser,
  enableOtp,
  findPasswordHash,
  findTotpSecret,
  findUser,
  findUserBySignInEmail,
  lockOwnerOfSignInEmail,
  lockUser,
  lockUserRow,
  removeManagedProjectId as removeManagedProject,
  replacePasswordHash,
  setPasswordHash,
  upgradeAnonymousRow,
  useTotpStep,
  type UserBySignInEmail,
} from '../records/users/store.ts'

/** The user of an access token and whether its session is still alive; null if the user is gone. */
export function findUserOfSession(
  ports: Pick<Ports, 'clock'>,
  db: ProjectDatabase,
  claims: AccessTokenClaims,
): Promise<UserOfSession | null> {
  return findRow(db, claims.userId, claims.sessionId, ports.clock.now())
}

/** What a new user starts with; everything else is empty or off. */
export interface UserBeginnings {
  readonly id?: string
  readonly displayName?: string | null
  readonly profileImageUrl?: string | null
  readonly serverMetadata?: Json
  readonly passwordHash?: string | null
  readonly otpAuthEnabled?: boolean
  readonly isAnonymous?: boolean
  /** The canonical primary address. */
  readonly email?: {
    readonly id?: string
    readonly value: string
    readonly isVerified: boolean
    readonly usedForAuth: boolean
    /** The sign-up that gave the address; absent if a server did. */
    readonly signUp?: SignUpOrigin
  }
}

/** Creates a user. Breaks the constraint `contact_channels_sign_in_address` if their sign-in address is taken. */
export async function createUser(
  ports: Pick<Ports, 'clock' | 'random'>,
  tx: ProjectSql,
  beginnings: UserBeginnings,
): Promise<User> {
  const { email = null, ...given } = beginnings
  const at = ports.clock.now()
  const fields = {
    id: given.id ?? ports.random.uuid(),
    displayName: given.displayName ?? null,
    profileImageUrl: given.profileImageUrl ?? null,
    serverMetadata: given.serverMetadata ?? null,
    otpAuthEnabled: given.otpAuthEnabled ?? false,
    isAnonymous: given.isAnonymous ?? false,
  }
  await insertUser(tx, {
    ...fields,
    passwordHash: given.passwordHash ?? null,
    email: email && { signUp: null, ...email, id: email.id ?? ports.random.uuid() },
    at,
  })
  return {
    ...fields,
    clientMetadata: null,
    clientReadOnlyMetadata: null,
    primaryEmail: email?.value ?? null,
    primaryEmailVerified: email?.isVerified ?? false,
    primaryEmailAuthEnabled: email?.usedForAuth ?? false,
    hasPassword: typeof given.passwordHash === 'string',
    requiresTotp: false,
    hasPasskey: false,
    oauthAccounts: [],
    hasLargeImage: false,
    signedUpAt: at,
    lastActiveAt: at,
  }
}

/**
 * Changes a user. What is absent stays; the schema of the caller's access type has already refused what it may not send.
 *
 * @param by.provedFactor what a code that came along has proved; its time step is taken with the change
 * @throws USER_EMAIL_ALREADY_EXISTS, TEAM_MEMBERSHIP_NOT_FOUND, FactorNotProved
 */
export async function updateUser(
  ports: Ports,
  db: ProjectDatabase,
  project: Project,
  userId: string,
  update: UserServerUpdate,
  by: {
    accessType: AccessType
    origin: AuditOrigin
    claims: AccessTokenClaims | null
    provedFactor: ProvedFactor | null
  },
): Promise<User> {
  const isClient = by.accessType === 'client'
  const image = update.profile_image_url
  if (typeof image === 'string') (isClient ? requireInlineImage : requireImageUrl)(image)
  const totpSecret = readTotpSecret(update.totp_secret_base64)
  const passwordHash = await hashOf(ports, project, update)
  const updated = await db
    .transaction(async (tx) => {
      const [user] = await Promise.all([lockUser(tx, userId), isClient && requireLivingSession(ports, tx, by.claims)])
      if (!user) throw new KnownError('USER_NOT_FOUND')
      requireAllowed(project, update, user)
      await updateUserFields(tx, userId, {
        displayName: pick(update.display_name, user.displayName) || null,
        profileImageUrl: pick(update.profile_image_url, user.profileImageUrl),
        clientMetadata: pick(update.client_metadata, user.clientMetadata),
        clientReadOnlyMetadata: pick(update.client_read_only_metadata, user.clientReadOnlyMetadata),
        serverMetadata: pick(update.server_metadata, user.serverMetadata),
        otpAuthEnabled: pick(update.otp_auth_enabled, user.otpAuthEnabled),
        isAnonymous: pick(update.is_anonymous, user.isAnonymous),
      })
      await writePrimaryEmail(ports, tx, user, update)
      const actor = isClient ? { type: 'user' as const, id: userId } : { type: by.accessType }
      if (update.passkey_auth_enabled === false && (await removePasskey(ports, tx, user))) {
        await ports.audit.record(tx, by.origin, { action: 'passkey.removed', actor, targetId: userId })
      }
      if (passwordHash !== undefined) {
        await changePassword(ports, tx, user, passwordHash)
        await ports.audit.record(tx, by.origin, { action: 'password.set', actor, targetId: userId })
      }
      if (totpSecret !== undefined) {
        if (isClient) await requireProvedFactor(tx, project, user, by.provedFactor)
        const action = await changeTotpSecret(ports, tx, user, totpSecret)
        if (action) await ports.audit.record(tx, by.origin, { action, actor, targetId: userId })
      }
      await ports.audit.record(tx, by.origin, { action: 'user.updated', actor, targetId: userId })
      return (await findUser(tx, userId)) ?? user
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'contact_channels_sign_in_address')
        ? new KnownError('USER_EMAIL_ALREADY_EXISTS', {
            email: update.primary_email ?? '',
            would_work_if_email_was_verified: false,
          })
        : error
    })
  const isMailed = [passwordHash, update.primary_email, update.passkey_auth_enabled, totpSecret].some(
    (change) => change !== undefined,
  )
  if (isMailed) ports.outbox.wake()
  return updated
}

/** Runs under the lock of the user row, so a factor that is added at the same moment needs its code too. */
async function requireProvedFactor(
  tx: ProjectSql,
  project: Project,
  user: User,
  proved: ProvedFactor | null,
): Promise<void> {
  const isProved = proved
    ? await useTotpStep(tx, user.id, proved)
    : !user.requiresTotp || !project.config.totp_code_required_for_change
  if (!isProved) throw new FactorNotProved()
}

function requireAllowed(project: Project, update: UserServerUpdate, user: User): void {
  const willBeAnonymous = user.isAnonymous && update.is_anonymous === undefined
  if (willBeAnonymous && (update.otp_auth_enabled === true || typeof update.totp_secret_base64 === 'string')) {
    throw new PlainError(
      400,
      'An anonymous user has no way to sign in that could be switched on or protected. They have to sign up first.',
    )
  }
  if (update.otp_auth_enabled === true && !user.otpAuthEnabled && !project.config.magic_link_enabled) {
    throw new PlainError(
      400,
      'Sign-in by e-mailed code is not enabled for this project, so it cannot be switched on for a user.',
    )
  }
  if (
    typeof (update.password ?? update.password_hash) === 'string' &&
    !user.hasPassword &&
    !project.config.credential_enabled
  ) {
    throw new PlainError(
      400,
      'Signing in with a password is not enabled for this project, so a user cannot be given one.',
    )
  }
  if (update.passkey_auth_enabled === true) {
    throw new PlainError(400, 'A passkey is switched on by registering one, not by this flag.')
  }
  if (typeof update.selected_team_id === 'string') {
    throw new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: update.selected_team_id, user_id: user.id })
  }
}

/** The new password hash; null removes the password, undefined leaves it. */
async function hashOf(ports: Ports, project: Project, update: UserServerUpdate): Promise<string | null | undefined> {
  if (update.password_hash !== undefined) {
    if (update.password !== undefined) throw new PlainError(400, 'Send either password or password_hash, not both.')
    requireImportableHash(update.password_hash, ports.settings.importBcryptMaxCost)
    return update.password_hash
  }
  return typeof update.password === 'string' ? ports.hasher.hash(project.id, update.password) : update.password
}

/** A new credential ends what was begun with the old one: every session and every open code. */
async function changePassword(ports: Ports, tx: ProjectSql, user: User, passwordHash: string | null): Promise<void> {
  if (passwordHash !== null && !user.hasPassword && !user.primaryEmail) {
    throw new PlainError(400, 'A user without a primary e-mail address cannot have a password.')
  }
  await setPasswordHash(tx, user.id, passwordHash)
  await endSessionsOfUser(tx, user.id, null)
  await endOpenAuthorizationCodes(tx, user.id)
  await endCodesOfUser(ports, tx, user.id, codeKinds)
  await queuePasswordChanged(ports, tx, user)
}

function pick<T>(update: T | undefined, present: T): T {
  return update === undefined ? present : update
}
