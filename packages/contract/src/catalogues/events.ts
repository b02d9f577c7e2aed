import type { EmailTemplateType } from './email-template-types.ts'
import type { StaffRole } from './staff-rights.ts'
import type { RemovedSignInMethod } from '../generated/wire.ts'

/** The fields of a user that a notice mail requires. */
export interface EventUser {
  readonly id: string
  /** A verified address; null without one. */
  readonly noticeEmail: string | null
}

/** A contact channel as the wire presents it. */
export interface EventChannel {
  readonly id: string
  readonly value: string
  readonly isPrimary: boolean
  readonly isVerified: boolean
  readonly usedForAuth: boolean
}

export interface RemovedCredential {
  readonly type: RemovedSignInMethod['type']
  /** Only with the type `provider`. */
  readonly providerId?: string
}

/** What a claim undid in an account besides the credentials. */
export type UndoneRecord =
  | 'owned_projects'
  | 'teams_left'
  | 'team_members'
  | 'team_invitations'
  | 'team_api_keys'
  | 'teams'
  | 'profile'

/** The data of the mails about a change of a project's staff. */
export interface OwnerChange {
  readonly projectName: string
  /** The new role of the member whom the change is about, or the last one of a removed member. */
  readonly role: StaffRole
  readonly ownerName: string | null
  /** A verified address, because the mails name the member by it. */
  readonly ownerEmail: string | null
  /** The member, and owners. Users of "internal". */
  readonly informed: readonly EventUser[]
}

/** The data of the mails that tell the other owners what one owner has done. */
export interface ActOfOwner {
  readonly projectName: string
  /** False for the key of the project. */
  readonly isOwner: boolean
  readonly ownerName: string | null
  /** A verified address, because the mails name the owner by it. */
  readonly ownerEmail: string | null
  /** The other owners. Users of "internal". */
  readonly informed: readonly EventUser[]
}

/** The data of the mails about a leaked API key. */
export interface ApiKeyLeak {
  /** The description of the key. */
  readonly description: string
  /** Null for the key of a user. */
  readonly teamDisplayName: string | null
  /** The owner, or the members who may manage the keys of the team. */
  readonly informed: readonly { readonly userId: string; readonly email: string }[]
}

/** How a user signs in or up. */
export const signInMethods = [
  'password',
  'otp',
  'passkey',
  'oauth',
  'totp',
  'recovery_code',
  'cli_login',
  'anonymous',
] as const
export type SignInMethod = (typeof signInMethods)[number]

/** How a person can sign up. A password that moves from the old system of the project counts as `password`. */
export const signUpMethods = ['password', 'otp', 'oauth', 'anonymous'] as const satisfies readonly SignInMethod[]
export type SignUpMethod = (typeof signUpMethods)[number]

/** The properties of an event type that do not depend on its data. */
export interface EventFacts {
  /** What happened, for operators. */
  readonly description: string
  /** The data property that contains the audit entry's target. */
  readonly target?: string
  /** Whether the attempt succeeded. Default: `ok`. */
  readonly outcome?: 'ok' | 'refused'
  /** The action of the audit entry. Default: the event type. Null: no audit entry. */
  readonly action?: string | null
}

export interface EventSpec<Data> extends EventFacts {
  readonly target?: keyof Data & string
  /** Exists only at type level: the data of the event. */
  readonly data?: Data
}

function event<Data>(spec: EventSpec<Data>): EventSpec<Data> {
  return spec
}

/**
 * All changes to the records of a project, and all refusals that operators want to see. There is one event per changed
 * record: a call that changes three records emits three events.
 *
 * A record that begins or ends together with another record has no event of its own:
 * - `user.created` includes the address, password, provider account and default permissions with which the user begins,
 *   `team.created` the membership of the creator, and `project.created` the first owner and permission definitions.
 * - `user.upgraded` includes the new address and password. The sessions, addresses, provider accounts and passkeys that
 *   the anonymous user had end. The provider account of the sign-up has its own event.
 * - `user.claimed` and `user.factors_removed` name the credentials that they remove. A claim keeps the provider account
 *   that proves it. `oauth_account.connected` includes the removal of an outdated account of the same provider.
 * - `factor_reset.completed` includes the removal of the authenticator app. Each removed passkey has an event of its
 *   own. `second_factor.enabled`, `second_factor.disabled` and `user.claimed` include the end of an announced removal.
 * - Each change of the password, of a passkey or of the second factor, and `user.claimed`, include the end of the
 *   remembered devices of the user.
 * - `user.deleted`, `team.deleted`, `team_membership.deleted`, `permission_definition.deleted` and `project.deleted`
 *   include all records that belong to the deleted one.
 * - With `team_membership.deleted`, `team_permission.revoked`, `user.suspended`, `project_owner.removed`,
 *   `project_owner.role_changed` and changes of permission definitions, each invitation that loses its inviter's right
 *   has an event of its own, `team_invitation.revoked` or `project_owner_invitation.revoked`.
 * - All sessions of a user end with `user.upgraded`, `user.claimed`, `user.suspended`, `user.deleted`,
 *   `user.sessions_ended` and `password.reset`; with `password.updated`, except the session that the user keeps; with
 *   `password.set` by a server; and with `contact_channel.disowned` of the last proved address. `session.ended` is the
 *   end of one session.
 */
export const events = {
  'user.created': event<{ userId: string }>({
    description: 'A user was created: by signing up, by a server or as the first admin.',
    target: 'userId',
  }),
  'user.signed_up': event<{ userId: string; method: SignInMethod }>({
    description: 'A user signed up. The audit entry is the one of `user.created`.',
    action: null,
  }),
  'user.sign_up_refused': event<{ method: SignUpMethod; reason: string }>({
    description: 'A rule of the project refused a sign-up. The reason is the name of the rule.',
    outcome: 'refused',
  }),
  'user.held': event<{ userId: string; reason: string }>({
    description: 'A rule of the project put a new user on the waiting list. The reason is the name of the rule.',
    target: 'userId',
  }),
  'user.approved': event<{ userId: string }>({
    description: 'A user on the waiting list was approved.',
    target: 'userId',
  }),
  'user.refused': event<{ userId: string }>({
    description: 'A user on the waiting list was refused. The event `user.deleted` follows.',
    target: 'userId',
  }),
  'user_invitation.sent': event<{ invitationId: string }>({
    description: 'An invitation to sign up was mailed.',
    target: 'invitationId',
  }),
  'user_invitation.revoked': event<{ invitationId: string }>({
    description:
      'An invitation to sign up was revoked, replaced by a newer one to the same address, or ended because the account with this address changed its password.',
    target: 'invitationId',
  }),
  'user_invitation.accepted': event<{ invitationId: string; userId: string }>({
    description:
      'An invited person signed up in a way that proves the address, or signed in with the code of the invitation. The second factor may not be proved yet.',
    target: 'invitationId',
  }),
  'user.moved': event<{ userId: string }>({
    description:
      "A user signed in with a password from the project's old system, and the password moved. A user who was unknown here has the event `user.created` as well.",
    target: 'userId',
  }),
  'user.data_exported': event<{ userId: string }>({
    description: 'A user downloaded the data that the service stores about them.',
    target: 'userId',
  }),
  'user.upgraded': event<{ userId: string }>({
    target: 'userId',
    description: 'An anonymous user became a full user.',
  }),
  'user.signed_in': event<{ userId: string; method: SignInMethod }>({ description: 'A user signed in.' }),
  'user.sign_in_refused': event<{ userId: string | null; method: SignInMethod; reason: string }>({
    description: 'A sign-in was refused.',
    action: 'user.signed_in',
    outcome: 'refused',
    target: 'userId',
  }),
  'second_factor.announced': event<{ userId: string; recipient: string; dueAtMillis: number }>({
    description: 'A user signed in or refreshed a session without a second factor, which will be required later.',
    action: null,
  }),
  'user.second_factor_required': event<{ userId: string; method: SignInMethod }>({
    description: 'The first step of a sign-in succeeded. A code of the authenticator app is required.',
    action: null,
  }),
  'user.provider_vouched': event<{ providerId: string }>({
    description: 'A provider authenticated a user. The application has not exchanged the code yet.',
    action: null,
  }),
  'user.claimed': event<{
    user: EventUser
    address: string
    removed: readonly RemovedCredential[]
    undone: readonly UndoneRecord[]
  }>({
    description:
      'The owner of the mailbox claimed the account. Sign-in methods and rights that were added before were removed.',
  }),
  'user.factors_removed': event<{
    user: EventUser
    address: string
    removed: readonly RemovedCredential[]
    /** Another verified address of the user. */
    noticeAddress: string | null
  }>({
    description: 'An address was verified without a claim, so unproved sign-in methods were removed.',
    action: null,
  }),
  'user.updated': event<{ userId: string; changedFields: readonly string[] }>({
    description: 'Fields of a user were changed.',
    target: 'userId',
  }),
  'user.suspended': event<{ userId: string; untilMillis: number | null }>({
    description: 'A user was suspended. A suspension that has an end ends without another event.',
    target: 'userId',
  }),
  'user.suspension_lifted': event<{ userId: string }>({
    description: 'The suspension of a user was lifted.',
    target: 'userId',
  }),
  'user.owned_projects_changed': event<{ userId: string; projectIds: readonly string[] }>({
    description: 'The projects that a user owns were replaced.',
    target: 'userId',
  }),
  'user.deleted': event<{ userId: string; teamIds: readonly string[]; reason?: string }>({
    description: 'A user was deleted. The event names the teams of the user.',
    target: 'userId',
  }),
  'password.set': event<{ user: EventUser; userId: string }>({
    description: 'A password was set or removed without proof of an old one.',
    target: 'userId',
  }),
  'password.updated': event<{ user: EventUser }>({ description: 'A user changed their password.' }),
  'password.update_refused': event<{ reason: string }>({
    description: 'A password change was refused because the old password was wrong.',
    action: 'password.updated',
    outcome: 'refused',
  }),
  'breached_passwords.unavailable': event<object>({
    description:
      'A new password was accepted without a check against breached passwords, because their list did not answer.',
  }),
  'password.reset': event<{ user: EventUser }>({ description: 'A password was reset with a mailed code.' }),
  'second_factor.enabled': event<{ user: EventUser; userId: string; isReplaced: boolean }>({
    description: 'An authenticator app was added or replaced.',
    target: 'userId',
  }),
  'second_factor.disabled': event<{ user: EventUser; userId: string }>({
    description: 'An authenticator app was removed.',
    target: 'userId',
  }),
  'second_factor.change_refused': event<{ reason: string }>({
    description: 'A change of the authenticator app was refused because the code was wrong.',
    action: 'second_factor.changed',
    outcome: 'refused',
  }),
  'recovery_codes.created': event<{ user: EventUser; userId: string }>({
    description: 'A user created recovery codes, and the older ones ended.',
    target: 'userId',
  }),
  'recovery_code.used': event<{ user: EventUser; userId: string; unused: number }>({
    description: 'A user proved the second factor with a recovery code.',
    target: 'userId',
  }),
  'remembered_device.created': event<{ userId: string }>({
    description: 'A user chose not to be asked for the second factor on a device for some days.',
    target: 'userId',
  }),
  'remembered_device.ended': event<{ userId: string }>({
    description: 'A remembered device was removed, so the second factor is required on it again.',
    target: 'userId',
  }),
  'factor_reset.started': event<{
    userId: string
    /** The verified addresses. */
    channels: readonly { readonly id: string; readonly address: string }[]
    callbackUrl: string
    takesEffectAtMillis: number
  }>({
    description: "An owner announced the removal of a user's second factor.",
    target: 'userId',
  }),
  'factor_reset.cancelled': event<{
    userId: string
    /** The verified addresses. */
    addresses: readonly string[]
  }>({
    description: 'The user or an owner cancelled the announced removal of the second factor.',
    target: 'userId',
  }),
  'factor_reset.completed': event<{
    userId: string
    /** The verified addresses. */
    addresses: readonly string[]
  }>({
    description: 'The second factor of a user was removed after the waiting time.',
    target: 'userId',
  }),
  'passkey.registered': event<{ user: EventUser; passkeyId: string; name: string }>({
    description: 'A passkey was registered.',
    target: 'passkeyId',
  }),
  'passkey.renamed': event<{ userId: string; passkeyId: string; name: string }>({
    description: 'A passkey was renamed.',
    target: 'userId',
  }),
  'passkey.removed': event<{ user: EventUser; userId: string; passkeyId: string; name: string }>({
    description: 'A passkey was removed.',
    target: 'userId',
  }),
  'passkey.backup_eligibility_changed': event<{ userId: string }>({
    description: 'The authenticator of a passkey changed what it reports about whether the passkey can be backed up.',
    target: 'userId',
  }),
  'passkey.counter_refused': event<{ userId: string }>({
    description: 'The signature counter of a passkey did not increase, so a copy of the passkey may be in use.',
    outcome: 'refused',
    target: 'userId',
  }),
  'oauth_account.connected': event<{ user: EventUser; providerId: string; providerName: string }>({
    description: 'An account at a provider was connected to a user.',
    target: 'providerId',
  }),
  'oauth_account.disconnected': event<{ user: EventUser; userId: string; providerId: string; providerName: string }>({
    description: 'An account at a provider was disconnected from a user.',
    target: 'userId',
  }),
  'oauth_account.token_read': event<{ account: string }>({
    description: 'The token of a connected account was read.',
    target: 'account',
  }),
  'cli_login.confirmed': event<object>({ description: 'A CLI login was confirmed.' }),
  'cli_login.refused': event<object>({ description: 'A CLI login was refused.' }),
  'session.created': event<{ userId: string; reason?: string }>({
    description: 'A server created a session for a user.',
    target: 'userId',
  }),
  'session.impersonation_started': event<{ userId: string; reason?: string }>({
    description: 'A session that impersonates a user was created.',
    target: 'userId',
  }),
  'impersonation_link.created': event<{ userId: string; reason: string }>({
    description: 'An owner created a link that signs them in as a user.',
    target: 'userId',
  }),
  'session.ended': event<{ sessionId: string; reason?: string }>({
    description: 'A session was ended.',
    target: 'sessionId',
  }),
  'session.disowned': event<{ userId: string }>({
    description:
      'The recipient of a mail about a sign-in on a new device reported that it was not them. The device counts as new again. The event `session.ended` follows if the session was still active.',
    target: 'userId',
  }),
  'session.reuse_detected': event<{ userId: string }>({
    description: 'A replaced refresh token was used again, so its session was ended.',
    outcome: 'refused',
    target: 'userId',
  }),
  'contact_channel.created': event<{
    userId: string
    channel: EventChannel
    /** The verified address that the user had before. */
    noticeAddress: string | null
    isNewAddressInformed: boolean
  }>({ description: 'An address was added to a user.', target: 'userId' }),
  'contact_channel.updated': event<{
    userId: string
    channel: EventChannel
    previous: EventChannel
    changedFields: readonly (keyof EventChannel)[]
    noticeAddress: string | null
    isNewAddressInformed: boolean
  }>({ description: 'An address of a user was changed.', target: 'userId' }),
  'contact_channel.deleted': event<{
    userId: string
    channel: EventChannel
    noticeAddress: string | null
    isOldAddressInformed: boolean
  }>({ description: 'An address was removed from a user.', target: 'userId' }),
  'contact_channel.dropped': event<{ userId: string; channel: EventChannel }>({
    description: 'The owner of another mailbox claimed the account, so an unproved address was removed from it.',
    target: 'userId',
  }),
  'contact_channel.verified': event<{ channelId: string; userId: string; channel: EventChannel }>({
    description: 'An address was verified.',
    target: 'channelId',
  }),
  'contact_channel.disowned': event<{ userId: string; address: string; otherAddress: string | null }>({
    description: 'The owner of a mailbox disowned the account, so the address was removed from it.',
    target: 'userId',
  }),
  'project.created': event<{ projectId: string }>({ description: 'A project was created.', target: 'projectId' }),
  'project.seeded': event<object>({
    description: 'The seed was applied to a project, as at each start of the service.',
    action: null,
  }),
  'project.updated': event<{
    projectId: string
    changedFields: readonly string[]
    reason?: 'production_mode_on' | 'production_mode_off'
  }>({
    description: 'Settings of a project were changed. The reason is the new state of production mode if it changed.',
    target: 'projectId',
  }),
  'project.takeover_settings_changed': event<{ projectId: string; changedFields: readonly string[] } & ActOfOwner>({
    description:
      'Settings with which users could be taken over were changed. The audit entry is the one of `project.updated`, `email_template.updated`, `internal_api_key.created`, `team_connection.created`, `team_connection.updated` or `connection_domain.proved`.',
    action: null,
  }),
  'project.deleted': event<{ projectId: string }>({
    description: 'A project was deleted. Its records are removed in the background.',
    target: 'projectId',
  }),
  'user.sessions_ended': event<{ userId: string }>({
    description: 'An admin ended all sessions of a user.',
    target: 'userId',
  }),
  'project_owner.added': event<{
    projectId: string
    userId: string
    /** The role, which the audit entry keeps. */
    reason: StaffRole
    change: OwnerChange
  }>({
    description: 'A user accepted an invitation and joined the staff of a project: as an owner, or with fewer rights.',
    target: 'userId',
  }),
  'project_owner.removed': event<{ projectId: string; userId: string; change: OwnerChange }>({
    description: 'A member left the staff of a project or was removed from it.',
    target: 'userId',
  }),
  'project_owner.role_changed': event<{
    projectId: string
    userId: string
    /** The new role, which the audit entry keeps. */
    reason: StaffRole
    change: OwnerChange
  }>({
    description: "A member of a project's staff got another role.",
    target: 'userId',
  }),
  'project_owner_invitation.sent': event<{
    projectId: string
    invitationId: string
    /** The role that it gives, which the audit entry keeps. */
    reason: StaffRole
  }>({
    description: 'An invitation to the staff of a project was mailed.',
    target: 'invitationId',
  }),
  'project_owner_invitation.revoked': event<{ projectId: string; invitationId: string }>({
    description:
      'An invitation to the staff of a project was revoked, replaced by a newer one, or ended with the right of its inviter.',
    target: 'invitationId',
  }),
  'project.transfer_started': event<{ projectId: string }>({
    description: 'A partner created a link with which a user takes over the project. It is valid for an hour.',
    target: 'projectId',
  }),
  'project.exported': event<{ projectId: string }>({
    description: 'The configuration of a project was exported without secrets.',
    target: 'projectId',
  }),
  'project.secrets_exported': event<{ projectId: string }>({
    description: 'The configuration of a project was exported with its secrets, sealed with a passphrase.',
    target: 'projectId',
  }),
  'project.signing_key_rotated': event<{ projectId: string }>({
    description: 'The signing key of a project was replaced.',
    target: 'projectId',
  }),
  'project.secrets_resealed': event<object>({
    description: 'A stored secret of a project was sealed under the newest master secret.',
    action: null,
  }),
  'internal_api_key.created': event<{ keyId: string }>({
    description: 'A set of API keys was created.',
    target: 'keyId',
  }),
  'internal_api_key.updated': event<{ keyId: string; changedFields: readonly string[] }>({
    description: 'The description of a set of API keys was changed, or the seed replaced its keys.',
    target: 'keyId',
  }),
  'internal_api_key.revoked': event<{ keyId: string }>({
    description: 'A set of API keys was revoked.',
    target: 'keyId',
  }),
  'email_template.updated': event<{ template: EmailTemplateType; changedFields: readonly string[] }>({
    description: 'The template of a mail was changed.',
    target: 'template',
  }),
  'email_template.reset': event<{ template: EmailTemplateType }>({
    description: 'The template of a mail was reset to that of the service.',
    target: 'template',
  }),
  'email_template.failed': event<{ template: EmailTemplateType; reason: string }>({
    description:
      'A changed template could not be rendered, so mails have the template of the service. One entry until the template changes.',
    target: 'template',
    outcome: 'refused',
  }),
  'api_key.created': event<{
    keyId: string
    ownerType: 'user' | 'team'
    ownerId: string
    isPublic: boolean
    name: string
    /** The owner, if a client created the key for its own user. */
    user: EventUser | null
  }>({
    description: 'An API key of a user or a team was created.',
    target: 'keyId',
  }),
  'api_key.updated': event<{
    keyId: string
    ownerType: 'user' | 'team'
    ownerId: string
    changedFields: readonly string[]
  }>({ description: 'An API key of a user or a team was renamed, or its expiry was changed.', target: 'keyId' }),
  'api_key.revoked': event<{
    keyId: string
    ownerType: 'user' | 'team'
    ownerId: string
    reason: 'requested' | 'leaked'
    /** Null for a revocation on request. */
    leak: ApiKeyLeak | null
  }>({
    description:
      'An API key of a user or a team was revoked, on request or because a secret scanner found it in public.',
    target: 'keyId',
  }),
  'api_key.refused': event<{ keyId: string; reason: string }>({
    description: 'A revoked or expired API key was used. At most one entry per key and minute.',
    outcome: 'refused',
    target: 'keyId',
  }),
  'service.first_admin_created': event<{ userId: string }>({
    description: 'The first admin was created.',
    target: 'userId',
  }),
  'service.first_admin_refused': event<{ reason: string }>({
    description:
      'A call to create the first admin was refused: it had a wrong secret, came from another website, or the set-up is closed.',
    action: 'service.first_admin_created',
    outcome: 'refused',
  }),
  'service.first_admin_reopened': event<object>({ description: 'The set-up of the first admin was reopened.' }),
  'service.backed_up': event<object>({ description: 'A backup of the database was written.' }),
  'service.restored': event<object>({ description: 'The database was restored from a backup.' }),
  'service.cell_moved': event<{ cell: string }>({
    description: 'A cell was moved to another database.',
    target: 'cell',
  }),
  'service.project_moved': event<{ projectId: string; reason: string }>({
    description: 'A project was moved to another cell. The reason is the name of that cell.',
    target: 'projectId',
  }),
  'service.resealed': event<object>({ description: 'Stored secrets were sealed under the newest master secret.' }),
  'service.reseal_incomplete': event<object>({
    description: 'Some stored secrets could not be sealed under the newest master secret.',
    action: 'service.resealed',
    outcome: 'refused',
  }),
  'bot_check.refused': event<{ endpoint: string; reason: string }>({
    description:
      "A call had no valid solution for the project's bot check. At most one entry per caller, reason and minute.",
    outcome: 'refused',
    target: 'endpoint',
  }),
  'access.refused': event<{ reason: string; endpoint: string }>({
    description:
      'A call was refused because the caller lacks permission. At most one entry per caller, reason and minute.',
    outcome: 'refused',
    target: 'endpoint',
  }),
  'rate_limit.reached': event<{ act: string; reason: string }>({
    description:
      'A rate limit refused a call, or suppressed a mail that a call causes. At most one entry per caller, act and minute.',
    outcome: 'refused',
    target: 'act',
  }),
  'team.created': event<{ teamId: string; creatorUserId: string | null }>({
    description: 'A team was created.',
    target: 'teamId',
  }),
  'team.updated': event<{ teamId: string; changedFields: readonly string[] }>({
    description: 'A team was changed.',
    target: 'teamId',
  }),
  'team.deleted': event<{ teamId: string }>({
    description: 'A team was deleted with its memberships, permissions and invitations.',
    target: 'teamId',
  }),
  'team_membership.created': event<{ teamId: string; userId: string; permissionIds: readonly string[] }>({
    description:
      'A user became a member of a team, with the default permissions of members. Not emitted for the creator of the team.',
    target: 'userId',
  }),
  'team_membership.deleted': event<{ teamId: string; userId: string }>({
    description: 'A user left a team or was removed from it.',
    target: 'userId',
  }),
  'team_member_profile.updated': event<{ teamId: string; userId: string; changedFields: readonly string[] }>({
    description: 'The profile of a user in a team was changed.',
    target: 'userId',
  }),
  'team_permission.granted': event<{ teamId: string; userId: string; permissionId: string }>({
    description: 'A permission in a team was granted to a member.',
    target: 'userId',
  }),
  'team_permission.revoked': event<{ teamId: string; userId: string; permissionId: string }>({
    description: 'A permission in a team was revoked from a member.',
    target: 'userId',
  }),
  'project_permission.granted': event<{ userId: string; permissionId: string }>({
    description: 'A permission in the project was granted to a user.',
    target: 'userId',
  }),
  'project_permission.revoked': event<{ userId: string; permissionId: string }>({
    description: 'A permission in the project was revoked from a user.',
    target: 'userId',
  }),
  'permission_definition.created': event<{ permissionId: string }>({
    description: 'A permission was defined.',
    target: 'permissionId',
  }),
  'permission_definition.updated': event<{ permissionId: string; changedFields: readonly string[] }>({
    description: 'The definition of a permission was changed or renamed.',
    target: 'permissionId',
  }),
  'permission_definition.deleted': event<{ permissionId: string }>({
    description: 'A permission was deleted with all grants of it.',
    target: 'permissionId',
  }),
  'team_invitation.sent': event<{ invitationId: string; teamId: string }>({
    description: 'An invitation to a team was mailed.',
    target: 'invitationId',
  }),
  'team_invitation.revoked': event<{ invitationId: string; teamId: string }>({
    description:
      'An invitation to a team was revoked, replaced by a newer one, or ended with the right of its inviter.',
    target: 'invitationId',
  }),
  'team_invitation.accepted': event<{ invitationId: string; teamId: string; userId: string }>({
    description: 'An invitation to a team was accepted.',
    target: 'invitationId',
  }),
  'team_connection.created': event<{ connectionId: string; teamId: string }>({
    description: 'A team got a connection to an OpenID Connect issuer of its own.',
    target: 'connectionId',
  }),
  'team_connection.updated': event<{ connectionId: string; teamId: string; changedFields: readonly string[] }>({
    description: 'A connection of a team was changed.',
    target: 'connectionId',
  }),
  'team_connection.deleted': event<{ connectionId: string; teamId: string }>({
    description: 'A connection of a team ended, with its domains.',
    target: 'connectionId',
  }),
  'connection_domain.proved': event<{ connectionId: string; teamId: string; reason: string }>({
    description: 'A connection proved a domain. The reason is the domain.',
    target: 'connectionId',
  }),
  'connection_domain.released': event<{ connectionId: string; teamId: string; reason: string }>({
    description: 'A connection gave up a domain. The reason is the domain.',
    target: 'connectionId',
  }),
  'connection_domain.lost': event<{ connectionId: string; teamId: string; reason: string }>({
    description: 'The DNS record that proved a domain is gone, so the proof ended. The reason is the domain.',
    target: 'connectionId',
  }),
  'job.created': event<{ jobId: string; reason: string }>({
    description:
      "An act on many users, or the removal of a deleted project's records, was started. The reason is its type.",
    target: 'jobId',
  }),
  'job.ended': event<{ jobId: string; reason: string }>({
    description: 'A job ended. The reason is `done`, `failed` or `cancelled`.',
    target: 'jobId',
  }),
  'import.created': event<{ importId: string; reason: string }>({
    description: 'An import of users from another system was started. The reason is the source, or `dry_run`.',
    target: 'importId',
  }),
  'import.started': event<{ importId: string }>({
    description: 'The service began to read the uploaded files of an import.',
    target: 'importId',
  }),
  'import.cancelled': event<{ importId: string }>({
    description: 'An import of uploaded files was cancelled. What it has imported stays.',
    target: 'importId',
  }),
  'import.undone': event<{ importId: string }>({
    description: 'The undo of an import was started. It deletes the users who have not signed in since.',
    target: 'importId',
  }),
  'records.exported': event<object>({
    description: 'All users and teams were exported, without password hashes and second factors.',
  }),
  'records.secrets_exported': event<ActOfOwner>({
    description: 'All users and teams were exported, with password hashes and the secrets of authenticator apps.',
  }),
  'email.retried': event<{ mailId: string }>({
    description: 'An admin queued a failed mail again.',
    target: 'mailId',
  }),
  'email.bounced': event<{ mailId: string }>({
    description: 'A mail server refused the mailbox of a mail permanently.',
    target: 'mailId',
    outcome: 'refused',
  }),
  'email.written': event<{ mailId: string; reason: string }>({
    description:
      'A server queued a mail that it has written, to one or more users. The target is the first of its mails, and the reason its kind: `html`, `content`, or the type of the template.',
    target: 'mailId',
  }),
  'webhook_endpoint.created': event<{ endpointId: string }>({
    description: 'An endpoint for webhooks was added.',
    target: 'endpointId',
  }),
  'webhook_endpoint.updated': event<{ endpointId: string; changedFields: readonly string[] }>({
    description: 'An endpoint for webhooks was changed, enabled or disabled.',
    target: 'endpointId',
  }),
  'webhook_endpoint.deleted': event<{ endpointId: string }>({
    description: 'An endpoint for webhooks was deleted.',
    target: 'endpointId',
  }),
  'webhook_endpoint.secret_rotated': event<{ endpointId: string }>({
    description: 'The secret of an endpoint for webhooks was replaced.',
    target: 'endpointId',
  }),
  'webhook_endpoint.secret_read': event<{ endpointId: string }>({
    description: 'The secret of an endpoint for webhooks was read by a Svix client.',
    target: 'endpointId',
  }),
  'webhook_endpoint.disabled': event<{
    endpointId: string
    reason: 'gone' | 'failing'
    endpointHost: string
    projectName: string
    /** The owners of the project. Users of "internal". */
    informed: readonly EventUser[]
  }>({
    description:
      'The service disabled an endpoint for webhooks: it answered 410 (`gone`), or all attempts of five days failed (`failing`).',
    target: 'endpointId',
  }),
  'webhook.replayed': event<{ endpointId: string }>({
    description: 'Webhooks were delivered again on request.',
    target: 'endpointId',
  }),
  'email.queued': event<{ template: string }>({ description: 'A mail was queued for delivery.', action: null }),
} as const

export type EventType = keyof typeof events

export type EventData<Type extends EventType> = (typeof events)[Type] extends EventSpec<infer Data> ? Data : never
