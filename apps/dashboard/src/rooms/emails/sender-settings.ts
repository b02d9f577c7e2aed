import type { TestedMailServer } from '@portico/client/admin'
import type { AdminProjectWithHooks } from '@portico/react/internal'

import { completeUrl } from '../../kit/typed-url.ts'
import type { EmailsTexts } from '../../texts/en/emails.ts'

export type MailConfig = AdminProjectWithHooks['config']['emailConfig']
type OwnServer = Extract<MailConfig, { type: 'standard' }>
type OwnEndpoint = Extract<MailConfig, { type: 'endpoint' }>

/** The form of a mail server or an endpoint. Its secrets are empty while the stored ones stay. */
export interface MailServerForm {
  readonly type: MailConfig['type']
  readonly host: string
  readonly port: string
  readonly tls: 'auto' | NonNullable<OwnServer['tls']>
  readonly username: string
  readonly password: string
  readonly url: string
  readonly secret: string
  readonly senderName: string
  readonly senderEmail: string
  readonly replyTo: string
  readonly bounceEmail: string
  readonly dkimSelector: string
  readonly dkimKey: string
}

export function formOf(config: MailConfig): MailServerForm {
  const own = config.type === 'standard' ? config : null
  const sender = config.type === 'shared' ? null : config
  return {
    type: config.type,
    host: own?.host ?? '',
    port: String(own?.port ?? 587),
    tls: own?.tls ?? 'auto',
    username: own?.username ?? '',
    password: '',
    url: config.type === 'endpoint' ? config.url : '',
    secret: '',
    senderName: sender?.senderName ?? '',
    senderEmail: sender?.senderEmail ?? '',
    replyTo: sender?.replyTo ?? '',
    bounceEmail: own?.bounceEmail ?? '',
    dkimSelector: own?.dkim?.selector ?? '',
    dkimKey: '',
  }
}

/** Whether the form has values that most senders do not need. */
export function hasMore({ bounceEmail, dkimKey, dkimSelector, replyTo }: MailServerForm): boolean {
  return [bounceEmail, dkimKey, dkimSelector, replyTo].some((value) => value !== '')
}

/** Whether the project signs its mails. */
export function hasKey(stored: MailConfig): boolean {
  return stored.type === 'standard' && stored.dkim !== undefined
}

/** What is wrong between fields that are valid alone. */
export function problemsBetween(
  form: MailServerForm,
  stored: MailConfig,
  { server: t }: EmailsTexts,
): Partial<Record<keyof MailServerForm, string>> {
  if (form.type !== 'standard') return {}
  const [selector, key] = [form.dkimSelector.trim(), form.dkimKey.trim()]
  return {
    ...(needsPasswordAgain(form, stored) && { password: t.passwordAgain }),
    ...(selector === '' && key !== '' && { dkimSelector: t.dkimSelectorMissing }),
    ...(selector !== '' && key === '' && !hasKey(stored) && { dkimKey: t.dkimKeyMissing }),
  }
}

/**
 * The service keeps the stored password only for the same server, and never sends it in clear if it was encrypted
 * before.
 */
export function needsPasswordAgain(form: MailServerForm, stored: MailConfig): boolean {
  if (form.type !== 'standard' || stored.type !== 'standard' || form.password !== '') return false
  return (
    form.host.trim() !== stored.host ||
    Number(form.port) !== stored.port ||
    (form.tls === 'off' && stored.tls !== 'off')
  )
}

/** The settings of a complete form. The masked secrets of the stored server keep the stored ones. */
export function settingsOf(form: MailServerForm, stored: MailConfig): MailConfig {
  if (form.type === 'shared') return { type: 'shared' }
  if (form.type === 'endpoint') return endpointOf(form, stored)
  return {
    type: 'standard',
    ...serverOf(form, stored),
    password: form.password === '' && stored.type === 'standard' ? stored.password : form.password,
  }
}

/**
 * What a test tries: the values of the form, with the typed password. Undefined: the stored settings, which the form
 * has not changed.
 */
export function testedOf(form: MailServerForm, stored: MailConfig): TestedMailServer | OwnEndpoint | undefined {
  if (isSameForm(form, formOf(stored))) return undefined
  return form.type === 'endpoint' ? endpointOf(form, stored) : serverOf(form, stored)
}

export function isSameForm(one: MailServerForm, other: MailServerForm): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function serverOf(form: MailServerForm, stored: MailConfig): Omit<OwnServer, 'type'> {
  const [bounceEmail, selector, key] = [form.bounceEmail.trim(), form.dkimSelector.trim(), form.dkimKey.trim()]
  const kept = stored.type === 'standard' ? stored.dkim?.privateKey : undefined
  const privateKey = key === '' ? kept : form.dkimKey
  return {
    host: form.host.trim(),
    port: Number(form.port),
    ...(form.tls !== 'auto' && { tls: form.tls }),
    username: form.username.trim(),
    password: form.password,
    ...senderOf(form),
    ...(bounceEmail !== '' && { bounceEmail }),
    ...(selector !== '' && privateKey !== undefined && { dkim: { selector, privateKey } }),
  }
}

function endpointOf(form: MailServerForm, stored: MailConfig): OwnEndpoint {
  const kept = stored.type === 'endpoint' ? stored.secret : undefined
  const secret = form.secret === '' ? kept : form.secret.trim()
  return {
    type: 'endpoint',
    url: completeUrl(form.url),
    ...(secret !== undefined && { secret }),
    ...senderOf(form),
  }
}

function senderOf(form: MailServerForm): Pick<OwnServer, 'senderName' | 'senderEmail' | 'replyTo'> {
  const replyTo = form.replyTo.trim()
  return {
    senderName: form.senderName.trim(),
    senderEmail: form.senderEmail.trim(),
    ...(replyTo !== '' && { replyTo }),
  }
}
