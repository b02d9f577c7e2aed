import type { EventUser } from '@portico/contract'

import { on, onlySingle, type Subscriber } from '../../kernel/emit.ts'
import type { Event } from '../../kernel/event.ts'
import type { Statement } from '../../kernel/statement.ts'
import type { NewEmail } from '../../mails/catalogue.ts'
import { queueEmail } from '../../mails/queue-mail.ts'
import type { SignInMethodChange } from '../../mails/sign-in-method-changed.ts'

const noticeOf = on<NewEmail | null>({
  'password.set': passwordChanged,
  'password.updated': passwordChanged,
  'password.reset': passwordChanged,
  'second_factor.enabled': (event) =>
    methodChanged(event, event.data.isReplaced ? 'authenticator_app_replaced' : 'authenticator_app_added'),
  'second_factor.disabled': (event) => methodChanged(event, 'authenticator_app_removed'),
  'passkey.registered': (event) => methodChanged(event, 'passkey_added', { passkeyName: event.data.name }),
  'passkey.removed': (event) => methodChanged(event, 'passkey_removed', { passkeyName: event.data.name }),
  'oauth_account.connected': (event) => methodChanged(event, 'provider_account_connected', providerOf(event)),
  'oauth_account.disconnected': (event) => methodChanged(event, 'provider_account_disconnected', providerOf(event)),
  'user.claimed': unprovedAccessRemoved,
  'user.factors_removed': unprovedAccessRemoved,
  'contact_channel.changed': addressChanged,
  'contact_channel.disowned': addressDisowned,
})

/**
 * Notifies users of changes to their account that an attacker may have made.
 *
 * Notices go to the primary address only if it is verified. An unverified address may belong to another person, to whom an
 * attacker could send any number of notices.
 */
export const notices: Subscriber = {
  write(event) {
    const mail = noticeOf(event)
    return mail && queueNotice(event, mail)
  },
  writeEach: onlySingle(noticeOf),
}

function queueNotice({ projectId, actor, origin, at }: Event, mail: NewEmail): Statement<void> {
  return queueEmail({ projectId, actor, origin, now: () => at }, mail)
}

function verifiedAddress({ primaryEmail, primaryEmailVerified }: EventUser): string | null {
  return primaryEmailVerified ? primaryEmail : null
}

function passwordChanged({
  data: { user },
  at,
}: Event<'password.set' | 'password.updated' | 'password.reset'>): NewEmail | null {
  const recipient = verifiedAddress(user)
  if (recipient === null) return null
  const payload = { userId: user.id, changedAtMillis: at.getTime() }
  return { template: 'password_changed', recipient, payload }
}

type MethodEvent = Event<
  | 'second_factor.enabled'
  | 'second_factor.disabled'
  | 'passkey.registered'
  | 'passkey.removed'
  | 'oauth_account.connected'
  | 'oauth_account.disconnected'
>

/** The names that a notice contains. The name of a provider is from the catalogue, never text of a user. */
interface NoticeNames {
  readonly providerName?: string
  readonly passkeyName?: string
}

function methodChanged(
  { data, at }: MethodEvent,
  change: SignInMethodChange,
  { providerName = '', passkeyName }: NoticeNames = {},
): NewEmail | null {
  const recipient = verifiedAddress(data.user)
  if (recipient === null) return null
  const payload = { change, providerName, passkeyName, changedAtMillis: at.getTime() }
  return { template: 'sign_in_method_changed', recipient, payload }
}

function providerOf({ data }: Event<'oauth_account.connected' | 'oauth_account.disconnected'>): NoticeNames {
  return { providerName: data.providerName }
}

/** Goes to the user who has just verified the mailbox, so no check of the address is needed. */
function unprovedAccessRemoved({
  data: { user, removed: methods },
  at,
}: Event<'user.claimed' | 'user.factors_removed'>): NewEmail | null {
  if (user.primaryEmail === null || methods.length === 0) return null
  return {
    template: 'sign_in_method_changed',
    recipient: user.primaryEmail,
    payload: {
      change: 'unproved_access_removed',
      removed: methods.flatMap(({ type }) => (type === 'provider' ? [] : [type])),
      disconnected: methods.flatMap(({ providerId }) => providerId ?? []),
      providerName: '',
      changedAtMillis: at.getTime(),
    },
  }
}

/** Goes to the previous address of the account, because an attacker may have changed it. */
function addressChanged({ data: { previous }, at }: Event<'contact_channel.changed'>): NewEmail | null {
  if (!previous.isVerified) return null
  return { template: 'email_changed', recipient: previous.value, payload: { changedAtMillis: at.getTime() } }
}

function addressDisowned({ data, at }: Event<'contact_channel.disowned'>): NewEmail | null {
  if (data.otherAddress === null) return null
  return {
    template: 'sign_in_method_changed',
    recipient: data.otherAddress,
    payload: { change: 'address_disowned', address: data.address, providerName: '', changedAtMillis: at.getTime() },
  }
}
