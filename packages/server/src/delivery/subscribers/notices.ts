import type { UndoneRecord } from '@portico/contract'

import { on, onlySingle, type EventCall, type Subscriber } from '../../kernel/emit.ts'
import type { Event } from '../../kernel/event.ts'
import { sequence, noResult, type Statement } from '../../kernel/statement.ts'
import type { NewMail } from '../../mails/catalogue.ts'
import { queueMail, queueSecondFactorDue } from '../../mails/queue-mail.ts'
import type { AddressChange, SignInMethodChange } from '../../texts/en/notices.ts'

const noticesOf = on<NewMail | null | readonly (NewMail | null)[]>({
  'password.set': passwordChanged,
  'password.updated': passwordChanged,
  'password.reset': passwordChanged,
  'second_factor.enabled': (event) =>
    methodChanged(event, event.data.isReplaced ? 'authenticator_app_replaced' : 'authenticator_app_added'),
  'second_factor.disabled': (event) => methodChanged(event, 'authenticator_app_removed'),
  'recovery_codes.created': (event) => methodChanged(event, 'recovery_codes_created'),
  'recovery_code.used': (event) => methodChanged(event, 'recovery_code_used', { unusedCodes: event.data.unused }),
  'factor_reset.started': factorResetStarted,
  'factor_reset.cancelled': (event) => resetNotices(event, 'authenticator_app_reset_cancelled'),
  'factor_reset.completed': (event) => resetNotices(event, 'authenticator_app_reset'),
  'passkey.registered': (event) => methodChanged(event, 'passkey_added', { passkeyName: event.data.name }),
  'passkey.removed': (event) => methodChanged(event, 'passkey_removed', { passkeyName: event.data.name }),
  'api_key.created': (event) => methodChanged(event, 'api_key_created', { apiKeyName: event.data.name }),
  'oauth_account.connected': (event) => methodChanged(event, 'provider_account_connected', providerOf(event)),
  'oauth_account.disconnected': (event) => methodChanged(event, 'provider_account_disconnected', providerOf(event)),
  // guard: a claim informs the owner of the mailbox [claim-account]
  'user.claimed': accountClaimed,
  'user.factors_removed': factorsRemoved,
  'contact_channel.created': addressAdded,
  'contact_channel.updated': addressChanged,
  'contact_channel.deleted': addressRemoved,
  'contact_channel.disowned': addressDisowned,
})

/**
 * Notifies users of changes to their account that an attacker may have made.
 *
 * Notices go to a verified address. An unverified address may belong to another person, to whom an attacker could send
 * any number of notices. It gets one only when it is added, within the limit of its mailbox.
 */
export const notices: Subscriber = {
  write(event) {
    const mails = [noticesOf(event) ?? []].flat().filter((mail) => mail !== null)
    return sequence([...mails.map((mail) => queueNotice(event, mail)), ...(otherNoticesOf(event) ?? [])]).map(noResult)
  },
  writeEach: (head) => onlySingle(noticesOf)(head) ?? onlySingle(otherNoticesOf)(head),
}

/** Notices that do not go to the user of the event, and those that are queued on a condition. */
const otherNoticesOf = on<Statement<void>[]>({
  'api_key.revoked': apiKeyLeaked,
  'project_owner.added': (event) => ownersChanged(event, 'added'),
  'project_owner.removed': (event) => ownersChanged(event, 'removed'),
  'project_owner.role_changed': (event) => ownersChanged(event, event.data.reason === 'owner' ? 'added' : 'removed'),
  // guard: the other owners get a mail about a setting that allows a takeover [admin/project-owners/project-owners]
  'project.takeover_settings_changed': settingsChanged,
  // guard: the other owners get a mail about an export with password hashes
  //   [admin/project-owners/project-owners, records/project-owners/project-owners]
  'records.secrets_exported': hashesExported,
  'second_factor.announced': (event) => [queueSecondFactorDue(callOf(event), event.data)],
  'webhook_endpoint.disabled': endpointDisabled,
})

/** Goes to the owner of a leaked key, or to the members who may manage the keys of the team. */
function apiKeyLeaked(event: Event<'api_key.revoked'>): Statement<void>[] {
  const { at, data } = event
  if (!data.leak) return []
  const { description, informed, teamDisplayName } = data.leak
  const call = callOf(event)
  return informed.map(({ email: recipient, userId }) => {
    const payload = { description, teamDisplayName, userId, revokedAtMillis: at.getTime() }
    // A mail to a member refers to no user, because the transaction has not locked the members.
    return queueMail(
      call,
      { template: 'api_key_leaked', recipient, payload },
      data.ownerType === 'user' ? userId : null,
    )
  })
}

/**
 * Goes to owners and to the member whom the change is about. They are users of "internal", which sends the mails.
 *
 * @param change what a change of roles means to the other owners: they get a mail only if the member became an owner or
 *   stopped being one
 */
function ownersChanged(
  event: Event<'project_owner.added' | 'project_owner.removed' | 'project_owner.role_changed'>,
  change: 'added' | 'removed',
): Statement<void>[] {
  const { at, data, type } = event
  const { informed, ...names } = data.change
  return informed.flatMap(({ id: userId, noticeEmail: recipient }) => {
    if (recipient === null) return []
    const isRecipient = userId === data.userId
    const isRoleChange = type === 'project_owner.role_changed'
    const payload = {
      ...{ ...names, userId, isRecipient, changedAtMillis: at.getTime() },
      ...(isRoleChange && !isRecipient && { role: 'owner' as const }),
      change: isRoleChange && isRecipient ? ('role_changed' as const) : change,
    }
    return [queueMail(internalCallOf(event), { template: 'owner_changed', recipient, payload }, userId)]
  })
}

/** Goes to the other owners. */
function settingsChanged(event: Event<'project.takeover_settings_changed'>): Statement<void>[] {
  const { at, data } = event
  const { changedFields, informed, isOwner, ownerEmail, ownerName, projectName } = data
  return informed.flatMap(({ id: userId, noticeEmail: recipient }) => {
    if (recipient === null) return []
    const fields = [...changedFields]
    const payload = { userId, projectName, isOwner, ownerName, ownerEmail, fields, changedAtMillis: at.getTime() }
    return [queueMail(internalCallOf(event), { template: 'project_settings_changed', recipient, payload }, userId)]
  })
}

/** Goes to the other owners. */
function hashesExported(event: Event<'records.secrets_exported'>): Statement<void>[] {
  const { at, data } = event
  const { informed, ...names } = data
  return informed.flatMap(({ id: userId, noticeEmail: recipient }) => {
    if (recipient === null) return []
    const payload = { ...names, userId, changedAtMillis: at.getTime() }
    return [queueMail(internalCallOf(event), { template: 'password_hashes_exported', recipient, payload }, userId)]
  })
}

/** Goes to the owners. */
function endpointDisabled(event: Event<'webhook_endpoint.disabled'>): Statement<void>[] {
  const { at, data } = event
  const { endpointHost, informed, projectName, reason: cause } = data
  return informed.flatMap(({ id: userId, noticeEmail: recipient }) => {
    if (recipient === null) return []
    const payload = { userId, projectName, endpointHost, cause, changedAtMillis: at.getTime() }
    return [queueMail(internalCallOf(event), { template: 'webhook_endpoint_disabled', recipient, payload }, userId)]
  })
}

function queueNotice(event: Event, mail: NewMail): Statement<void> {
  return queueMail(callOf(event), mail, userIdOf(event))
}

/**
 * The call that queues a notice, without the language of the request. An attacker who made the change must not choose
 * the language of the warning, and the recipient is often another person than the caller.
 */
function callOf({ projectId, actor, origin, at }: Event): EventCall {
  return { projectId, actor, origin: { ...origin, acceptLanguage: null }, now: () => at }
}

/** The call for mails to owners, who are users of "internal". */
function internalCallOf(event: Event): EventCall {
  return { ...callOf(event), projectId: 'internal' }
}

function userIdOf({ data }: Event): string | null {
  if ('user' in data) return data.user?.id ?? null
  return 'userId' in data ? data.userId : null
}

function passwordChanged({
  data: { user },
  at,
}: Event<'password.set' | 'password.updated' | 'password.reset'>): NewMail | null {
  const recipient = user.noticeEmail
  if (recipient === null) return null
  const payload = { userId: user.id, changedAtMillis: at.getTime() }
  return { template: 'password_changed', recipient, payload }
}

type MethodEvent = Event<
  | 'second_factor.enabled'
  | 'second_factor.disabled'
  | 'recovery_codes.created'
  | 'recovery_code.used'
  | 'passkey.registered'
  | 'passkey.removed'
  | 'api_key.created'
  | 'oauth_account.connected'
  | 'oauth_account.disconnected'
>

/** What a notice contains beside the change. The name of a provider is from the catalogue, never text of a user. */
interface NoticeDetails {
  readonly unusedCodes?: number
  readonly providerName?: string
  readonly passkeyName?: string
  readonly apiKeyName?: string
}

function methodChanged(
  { data, at }: MethodEvent,
  change: SignInMethodChange,
  { providerName = '', ...names }: NoticeDetails = {},
): NewMail | null {
  // guard: a notice goes only to a verified address
  //   (replace `null` with `Reflect.get(data.user ?? {}, 'primaryEmail') ?? null`)
  const recipient = data.user?.noticeEmail ?? null
  if (recipient === null) return null
  const payload = { change, providerName, ...names, changedAtMillis: at.getTime() }
  return { template: 'sign_in_method_changed', recipient, payload }
}

/** Sent to each verified address: an attacker may control one of them. */
function factorResetStarted({
  data: { callbackUrl, channels, takesEffectAtMillis, userId },
}: Event<'factor_reset.started'>): NewMail[] {
  return channels.map(({ address: recipient, id: channelId }) => {
    const payload = { userId, channelId, callbackUrl, takesEffectAtMillis }
    return { template: 'factor_reset_started', recipient, payload }
  })
}

/** Goes to the same addresses. */
function resetNotices(
  { at, data: { addresses } }: Event<'factor_reset.cancelled' | 'factor_reset.completed'>,
  change: SignInMethodChange,
): NewMail[] {
  return addresses.map((recipient) => {
    const payload = { change, providerName: '', changedAtMillis: at.getTime() }
    return { template: 'sign_in_method_changed', recipient, payload }
  })
}

function providerOf({ data }: Event<'oauth_account.connected' | 'oauth_account.disconnected'>): NoticeDetails {
  return { providerName: data.providerName }
}

/** Goes to the user who has just verified the mailbox, so no check of the address is needed. */
function accountClaimed(event: Event<'user.claimed'>): NewMail | null {
  return accessNotice(event, event.data.address, event.data.undone)
}

/** Goes to the verified mailbox and to the verified address that the account had before. */
function factorsRemoved(event: Event<'user.factors_removed'>): (NewMail | null)[] {
  const { noticeAddress } = event.data
  return [accessNotice(event, event.data.address), noticeAddress === null ? null : accessNotice(event, noticeAddress)]
}

function accessNotice(
  { data: { address, removed: methods }, at }: Event<'user.claimed' | 'user.factors_removed'>,
  recipient: string,
  undone: readonly UndoneRecord[] = [],
): NewMail | null {
  if (methods.length === 0 && undone.length === 0) return null
  return {
    template: 'sign_in_method_changed',
    recipient,
    payload: {
      change: 'unproved_access_removed',
      ...(recipient !== address && { address }),
      removed: methods.flatMap(({ type }) => (type === 'provider' ? [] : [type])),
      undone: [...undone],
      disconnected: methods.flatMap(({ providerId }) => providerId ?? []),
      providerName: '',
      changedAtMillis: at.getTime(),
    },
  }
}

/** Goes to the verified address that the account had before, and to the new one if the user added it. */
function addressAdded({
  data: { channel, isNewAddressInformed, noticeAddress, userId },
  at,
}: Event<'contact_channel.created'>): (NewMail | null)[] {
  return [
    noticeAddress === null ? null : addressNotice(noticeAddress, 'address_added', channel.value, at),
    isNewAddressInformed ? newAddressNotice(userId, channel.value, at) : null,
  ]
}

/** Sent to the old and the new address of the channel and to the verified address of the account. */
function addressChanged({ data, at }: Event<'contact_channel.updated'>): (NewMail | null)[] {
  const { channel, isNewAddressInformed, noticeAddress, previous, userId } = data
  const isReplaced = channel.value !== previous.value
  const addressChanges = listAddressChanges(data)
  const informed =
    addressChanges.length === 0 ? [] : [noticeAddress, channel.isVerified && !isReplaced ? channel.value : null]
  return [
    isReplaced && previous.isVerified ? oldAddressNotice(previous.value, at) : null,
    isReplaced && isNewAddressInformed ? newAddressNotice(userId, channel.value, at) : null,
    ...[...new Set(informed)].map((recipient) =>
      recipient === null ? null : addressNotice(recipient, 'address_updated', channel.value, at, addressChanges),
    ),
  ]
}

function listAddressChanges({
  channel,
  changedFields,
  previous,
}: Event<'contact_channel.updated'>['data']): AddressChange[] {
  const isChanged = (field: keyof typeof channel): boolean => changedFields.includes(field)
  return [
    ...(channel.value === previous.value ? [] : (['replaces_address'] as const)),
    ...(isChanged('isPrimary') ? [channel.isPrimary ? ('primary' as const) : ('not_primary' as const)] : []),
    ...(isChanged('usedForAuth')
      ? [channel.usedForAuth ? ('used_for_sign_in' as const) : ('not_used_for_sign_in' as const)]
      : []),
  ]
}

/** Goes to the removed address, because an attacker may have removed it, and to another address of the account. */
function addressRemoved({
  data: { channel, isOldAddressInformed, noticeAddress },
  at,
}: Event<'contact_channel.deleted'>): (NewMail | null)[] {
  return [
    channel.isVerified && isOldAddressInformed ? oldAddressNotice(channel.value, at) : null,
    noticeAddress === null ? null : addressNotice(noticeAddress, 'address_removed', channel.value, at),
  ]
}

function oldAddressNotice(recipient: string, at: Date): NewMail {
  return { template: 'email_changed', recipient, payload: { changedAtMillis: at.getTime() } }
}

function newAddressNotice(userId: string, recipient: string, at: Date): NewMail {
  return { template: 'address_added', recipient, payload: { userId, changedAtMillis: at.getTime() } }
}

function addressNotice(
  recipient: string,
  change: 'address_added' | 'address_updated' | 'address_removed',
  address: string,
  at: Date,
  addressChanges: AddressChange[] = [],
): NewMail {
  const payload = { change, address, addressChanges, providerName: '', changedAtMillis: at.getTime() }
  return { template: 'sign_in_method_changed', recipient, payload }
}

function addressDisowned({ data, at }: Event<'contact_channel.disowned'>): NewMail | null {
  if (data.otherAddress === null) return null
  return {
    template: 'sign_in_method_changed',
    recipient: data.otherAddress,
    payload: { change: 'address_disowned', address: data.address, providerName: '', changedAtMillis: at.getTime() },
  }
}
