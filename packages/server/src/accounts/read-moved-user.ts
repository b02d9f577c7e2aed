import type { MovedUser } from '@portico/contract'

import type { Call } from '../kernel/call.ts'
import type { Statement } from '../kernel/statement.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import { newUuid } from '../platform/crypto/random.ts'
import { nameHashFormat, requireImportableHash } from '../platform/hashing/imported-hash.ts'
import { reasonOf, sentenceOfReasons, type ImportReason } from '../records/imports/reasons.ts'
import type { Project } from '../records/projects/project.ts'
import { isTrustedRpId } from '../records/projects/trusted-origins.ts'
import type {
  ImportedAccountRow,
  ImportedAddressRow,
  ImportedPasskeyRow,
  ImportedUserRow,
  SourcePosition,
} from '../records/queries/users/import-batch.ts'
import { readTotpSecret, sealTotpSecret } from './change-authenticator-app.ts'
import { readPastMoment } from './past-moment.ts'
import { readNewProfileImage } from './profile-image.ts'

export interface MovedUserDependencies {
  readonly secret: MasterSecret
  readonly settings: { readonly importBcryptMaxCost: number }
  readonly providers: {
    /** Null if the project has not enabled the provider. */
    providerIdentityOfEnabled(project: Project, id: string): string | null
  }
}

/** A record that breaks a rule. The message has the sentences of the reasons. */
export class RefusedRecord extends Error {
  readonly reasons: readonly ImportReason[]

  constructor(reasons: readonly ImportReason[]) {
    super(sentenceOfReasons(reasons))
    this.reasons = reasons
  }
}

/** A user of another system, ready to be written. */
export interface ReadUser {
  readonly user: ImportedUserRow
  readonly addresses: readonly ImportedAddressRow[]
  readonly accounts: readonly ImportedAccountRow[]
  readonly passkeys: readonly ImportedPasskeyRow[]
  /** The format of the password hash; null without one. */
  readonly hashFormat: string | null
  readonly storeImage: Statement<unknown>
  /** What is left out. */
  readonly notes: readonly ImportReason[]
}

/** Sign-in methods of a user, without those that the project has not enabled. */
interface Methods {
  readonly passwordHash: string | null
  readonly otpAuthEnabled: boolean
  readonly accounts: readonly ImportedAccountRow[]
  readonly passkeys: readonly ImportedPasskeyRow[]
  readonly notes: readonly ImportReason[]
}

/**
 * Reads a user of another system by the rules of `addUser`. A sign-in method that the project has not enabled is left
 * out, unless the user could not sign in.
 *
 * @throws RefusedRecord, or KnownError and PlainError whose sentence refuses the record
 */
export function readMovedUser(
  dependencies: MovedUserDependencies,
  call: Pick<Call, 'now' | 'projectId'> & { readonly project: Project },
  record: MovedUser,
  { file, line }: SourcePosition,
): ReadUser {
  const { projectId } = call
  const id = record.id ?? newUuid()
  const signedUpAt = readPastMoment(call, 'signed_up_at_millis', record.signed_up_at_millis) ?? call.now()
  const lastActiveAt = readPastMoment(call, 'last_active_at_millis', record.last_active_at_millis ?? undefined)
  const addresses = readAddresses(record, id)
  const methods = readMethods(dependencies, call, record, id)
  const { accounts, notes, otpAuthEnabled, passkeys, passwordHash } = methods
  requireWayIn(methods, addresses)
  const totpSecret = readTotpSecret(record.totp_secret_base64)
  if (record.is_anonymous && (passwordHash !== null || accounts.length > 0 || otpAuthEnabled || totpSecret)) {
    throw new RefusedRecord([reasonOf('anonymous_with_method')])
  }
  const owner = { type: 'user', userId: id } as const
  const image = readNewProfileImage(dependencies.secret, projectId, owner, record.profile_image_url, true)
  return {
    user: {
      id,
      sourceId: record.source_id,
      file,
      line,
      displayName: record.display_name || null,
      profileImage: image.reference,
      passwordHash,
      isPasswordInOldSystem: record.lost_password !== undefined && record.password_hash === undefined,
      totpSecretSealed: totpSecret ? sealTotpSecret(dependencies, projectId, id, totpSecret) : null,
      otpAuthEnabled,
      otpOffByServer: record.otp_off_by_server ?? false,
      isAnonymous: record.is_anonymous ?? false,
      clientMetadata: record.client_metadata ?? null,
      clientReadOnlyMetadata: record.client_read_only_metadata ?? null,
      serverMetadata: record.server_metadata ?? null,
      clientWritten: record.client_written ?? [],
      locale: record.locale ?? null,
      signedUpAt,
      lastActiveAt,
      suspension: readSuspension(record, call.now()),
      selectedTeamSourceId: record.selected_team_source_id ?? null,
    },
    addresses,
    accounts,
    passkeys,
    hashFormat: passwordHash === null ? null : nameHashFormat(passwordHash),
    storeImage: image.store,
    notes,
  }
}

function readAddresses({ addresses = [] }: MovedUser, userId: string): ImportedAddressRow[] {
  const values = new Set(addresses.map(({ value }) => value))
  if (values.size < addresses.length) throw new RefusedRecord([reasonOf('address_twice')])
  if (addresses.filter((address) => address.is_primary).length > 1) {
    throw new RefusedRecord([reasonOf('two_primary_addresses')])
  }
  return addresses.map((address) => ({
    id: newUuid(),
    userId,
    value: address.value,
    isPrimary: address.is_primary,
    isVerified: address.is_verified,
    isClaimed: address.is_claimed ?? address.is_verified,
    usedForAuth: address.used_for_auth,
    // Sessions do not move, so no session has these ids.
    signUpSessionId: address.added_by === 'sign_up' ? newUuid() : null,
    addedSessionId: address.added_by === 'session' ? newUuid() : null,
  }))
}

function readMethods(
  dependencies: MovedUserDependencies,
  call: Pick<Call, 'now'> & { readonly project: Project },
  record: MovedUser,
  userId: string,
): Methods {
  const { config } = call.project
  const notes: ImportReason[] = []
  const hash =
    record.password_hash === undefined
      ? null
      : requireImportableHash(record.password_hash, { bcryptMaxCost: dependencies.settings.importBcryptMaxCost })
  if (hash !== null && !config.credentialEnabled) {
    notes.push(reasonOf('password_left_out'))
  }
  const isOtpWanted = record.otp_auth_enabled === true && !record.otp_off_by_server
  if (isOtpWanted && !config.magicLinkEnabled) {
    notes.push(reasonOf('code_left_out'))
  }
  return {
    passwordHash: config.credentialEnabled ? hash : null,
    otpAuthEnabled: isOtpWanted && config.magicLinkEnabled,
    accounts: readAccounts(dependencies, call.project, record, userId, notes),
    passkeys: readPasskeys(call, record, userId, notes),
    notes,
  }
}

function readAccounts(
  { providers }: MovedUserDependencies,
  project: Project,
  { provider_accounts: accounts = [] }: MovedUser,
  userId: string,
  notes: ImportReason[],
): ImportedAccountRow[] {
  if (new Set(accounts.map(({ provider }) => provider)).size < accounts.length) {
    throw new RefusedRecord([reasonOf('provider_twice')])
  }
  return accounts.flatMap(({ account_id: accountId, email, provider }) => {
    const providerIdentity = providers.providerIdentityOfEnabled(project, provider)
    if (providerIdentity !== null) return [{ userId, providerId: provider, providerIdentity, accountId, email }]
    notes.push(reasonOf('account_left_out', provider))
    return []
  })
}

function readPasskeys(
  { now, project }: Pick<Call, 'now'> & { readonly project: Project },
  record: MovedUser,
  userId: string,
  notes: ImportReason[],
): ImportedPasskeyRow[] {
  const credentialIds = new Set<string>()
  return (record.passkeys ?? []).flatMap((passkey) => {
    const credentialId = toHex(passkey.credential_id)
    if (credentialIds.has(credentialId)) return []
    credentialIds.add(credentialId)
    if (!isTrustedRpId(project, passkey.rp_id)) {
      notes.push(reasonOf('passkey_domain', passkey.rp_id))
      return []
    }
    // The authenticator states the id of the user, and a sign-in compares it.
    if (record.id === undefined) {
      notes.push(reasonOf('passkey_id'))
      return []
    }
    const createdAt = readPastMoment({ now }, 'created_at_millis', passkey.created_at_millis) ?? now()
    return [
      {
        userId,
        credentialId,
        publicKey: toHex(passkey.public_key),
        counter: passkey.sign_count,
        deviceType: passkey.is_backup_eligible ? ('multi_device' as const) : ('single_device' as const),
        isBackedUp: passkey.is_backed_up,
        transports: passkey.transports,
        rpId: passkey.rp_id,
        // Many systems do not name passkeys.
        name: passkey.name || `Passkey, ${createdAt.toISOString().slice(0, 10)}`,
        createdAt,
      },
    ]
  })
}

function toHex(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString('hex')
}

/** Refuses a user who had a sign-in method, and whom the import would leave without one. */
function requireWayIn(
  { accounts, notes, otpAuthEnabled, passkeys, passwordHash }: Methods,
  addresses: readonly ImportedAddressRow[],
): void {
  const hasMethod = passwordHash !== null || otpAuthEnabled || accounts.length > 0 || passkeys.length > 0
  if (notes.length === 0 || hasMethod || addresses.some(({ usedForAuth }) => usedForAuth)) return
  throw new RefusedRecord([...notes, reasonOf('no_way_in')])
}

/** Ignores a suspension that has ended. */
function readSuspension({ suspension }: MovedUser, now: Date): ImportedUserRow['suspension'] {
  if (!suspension) return null
  const { private_details: privateDetails, reason, until_millis: until } = suspension
  if (until !== null && until <= now.getTime()) return null
  return { reason, privateDetails, until: until === null ? null : new Date(until) }
}
