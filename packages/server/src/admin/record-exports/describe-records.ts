import type { Json, MovedTeam, MovedTeamMember, MovedUser } from '@portico/contract'

import { UnknownSecret, type MasterSecret } from '../../platform/crypto/master-secret.ts'
import { openTotpSecret } from '../../records/credentials/authenticator-app.ts'
import type {
  ExportedAccount,
  ExportedAddress,
  ExportedMember,
  ExportedPasskey,
  ExportedTeam,
  ExportedUser,
} from '../../records/queries/projects/exported-records.ts'
import type { ClientWrittenField } from '../../records/users/store.ts'
import { getSuspension } from '../../records/users/user.ts'

// Fields that are empty or off are left out of a record.

export function describeTeam(team: ExportedTeam, image: string | undefined): MovedTeam {
  return {
    kind: 'team',
    source_id: team.id,
    id: team.id,
    display_name: team.displayName,
    profile_image_url: image,
    ...metadataOf(team),
    created_at_millis: team.createdAt.getTime(),
    second_factor_required: team.secondFactorRequiredSince !== null || undefined,
  }
}

export function describeUser(
  context: {
    readonly secret: MasterSecret
    readonly projectId: string
    readonly now: Date
    readonly includesHashes: boolean
  },
  user: ExportedUser,
  image: string | undefined,
): MovedUser {
  return {
    kind: 'user',
    source_id: user.id,
    id: user.id,
    display_name: user.displayName ?? undefined,
    profile_image_url: image,
    addresses: user.addresses?.map(describeAddress),
    ...secretsOf(context, user),
    passkeys: user.passkeys?.map(describePasskey),
    provider_accounts: user.accounts ? describeAccounts(user.accounts) : undefined,
    otp_auth_enabled: user.otpAuthEnabled || undefined,
    otp_off_by_server: user.otpOffByServer || undefined,
    is_anonymous: user.isAnonymous || undefined,
    ...metadataOf(user),
    signed_up_at_millis: user.signedUpAt.getTime(),
    last_active_at_millis: user.hasBeenActive ? user.lastActiveAt.getTime() : undefined,
    suspension: describeSuspension(user, context.now),
    locale: user.locale ?? undefined,
    selected_team_source_id: user.selectedTeamId ?? undefined,
  }
}

function describeAddress(address: ExportedAddress): NonNullable<MovedUser['addresses']>[number] {
  const { addedBy, isClaimed, isPrimary, isVerified, usedForAuth, value } = address
  return {
    value,
    is_primary: isPrimary,
    is_verified: isVerified,
    // guard: an export says which verified addresses are not claimed (replace `isClaimed === isVerified` with `true`)
    is_claimed: isClaimed === isVerified ? undefined : isClaimed,
    used_for_auth: usedForAuth,
    added_by: addedBy ?? undefined,
  }
}

/** The secrets of the user, and whether the file lacks the password or the second factor. */
function secretsOf(
  { includesHashes, projectId, secret }: Parameters<typeof describeUser>[0],
  { id, isPasswordInOldSystem, passwordHash, totpSecretSealed: sealed }: ExportedUser,
): Pick<MovedUser, 'password_hash' | 'lost_password' | 'totp_secret_base64' | 'lost_second_factor'> {
  const hasUnknownPassword = isPasswordInOldSystem || (passwordHash !== null && !includesHashes)
  const totpSecret = includesHashes && sealed !== null ? openOrNull(secret, projectId, id, sealed) : null
  return {
    // guard: an export contains password hashes only on request (keep `passwordHash ?? undefined`)
    password_hash: includesHashes ? (passwordHash ?? undefined) : undefined,
    lost_password: hasUnknownPassword ? 'no_hash' : undefined,
    totp_secret_base64: totpSecret ?? undefined,
    lost_second_factor: (sealed !== null && totpSecret === null) || undefined,
  }
}

/**
 * A secret of an authenticator app that the service can no longer open is lost, and must not stop the rest of the
 * export.
 */
function openOrNull(secret: MasterSecret, projectId: string, userId: string, sealed: string): string | null {
  try {
    return Buffer.from(openTotpSecret({ secret }, projectId, userId, sealed)).toString('base64')
  } catch (error) {
    if (error instanceof UnknownSecret) return null
    throw error
  }
}

/**
 * A user has one account per provider. A second one belongs to an earlier configuration of the provider, so it does not
 * sign the user in.
 */
function describeAccounts(accounts: readonly ExportedAccount[]): NonNullable<MovedUser['provider_accounts']> {
  return accounts
    .filter(({ providerId }, index) => accounts[index - 1]?.providerId !== providerId)
    .map(({ accountId, email, providerId }) => ({
      provider: providerId,
      account_id: accountId,
      email,
    }))
}

function describePasskey(passkey: ExportedPasskey): NonNullable<MovedUser['passkeys']>[number] {
  return {
    credential_id: Buffer.from(passkey.credentialId, 'hex').toString('base64url'),
    public_key: Buffer.from(passkey.publicKey, 'hex').toString('base64url'),
    sign_count: passkey.counter,
    rp_id: passkey.rpId,
    transports: [...passkey.transports],
    is_backup_eligible: passkey.deviceType === 'multi_device',
    is_backed_up: passkey.isBackedUp,
    name: passkey.name,
    created_at_millis: passkey.createdAtMillis,
  }
}

/** Other systems have no waiting list, and must not admit its users. */
const onWaitingList = { reason: null, private_details: 'The user was on the waiting list.', until_millis: null }

function describeSuspension(user: ExportedUser, now: Date): MovedUser['suspension'] {
  const suspension = getSuspension(user, now)
  if (!suspension) return user.heldAt ? onWaitingList : undefined
  const { endsAt, privateDetails, reason } = suspension
  return { reason, private_details: privateDetails, until_millis: endsAt?.getTime() ?? null }
}

export function describeMember(
  member: ExportedMember,
  image: string | undefined,
  systemIds: ReadonlySet<string>,
): MovedTeamMember {
  const granted = member.permissionIds
    .filter((id) => id !== null)
    // A system permission that the project has switched off has no effect.
    .filter((id) => !id.startsWith('$') || systemIds.has(id))
  return {
    kind: 'team_member',
    team_source_id: member.teamId,
    user_source_id: member.userId,
    display_name: member.displayName ?? undefined,
    profile_image_url: image,
    permission_ids: granted.length > 0 ? granted.toSorted() : undefined,
    is_creator: member.joinedItself || undefined,
    invited_by_source_id: member.invitedById ?? undefined,
    invited_address_sha256: member.invitedEmailHash ?? undefined,
  }
}

function metadataOf(of: {
  readonly clientMetadata: Json
  readonly clientReadOnlyMetadata: Json
  readonly serverMetadata: Json
  readonly clientWritten: readonly ClientWrittenField[]
}): Pick<MovedUser, 'client_metadata' | 'client_read_only_metadata' | 'server_metadata' | 'client_written'> {
  return {
    client_metadata: of.clientMetadata ?? undefined,
    client_read_only_metadata: of.clientReadOnlyMetadata ?? undefined,
    server_metadata: of.serverMetadata ?? undefined,
    client_written: of.clientWritten.length > 0 ? [...of.clientWritten] : undefined,
  }
}
