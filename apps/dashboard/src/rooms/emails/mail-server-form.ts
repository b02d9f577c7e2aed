import { EXISTING_PASSWORD_MAX_CODE_POINTS, PORT_MAX } from '@portico/client/admin'
import type { AdminProjectWithHooks } from '@portico/react/internal'

import { findEmailProblem } from '../../kit/email.ts'

type EmailConfig = AdminProjectWithHooks['config']['emailConfig']
type OwnServer = Extract<EmailConfig, { type: 'standard' }>

/** The form of a mail server. Its password is empty while the stored one stays. */
export interface MailServerForm {
  readonly type: EmailConfig['type']
  readonly host: string
  readonly port: string
  readonly tls: 'auto' | NonNullable<OwnServer['tls']>
  readonly username: string
  readonly password: string
  readonly senderName: string
  readonly senderEmail: string
}

export function formOf(config: EmailConfig): MailServerForm {
  const own = config.type === 'standard' ? config : null
  return {
    type: config.type,
    host: own?.host ?? '',
    port: String(own?.port ?? 587),
    tls: own?.tls ?? 'auto',
    username: own?.username ?? '',
    password: '',
    senderName: own?.senderName ?? '',
    senderEmail: own?.senderEmail ?? '',
  }
}

export type MailServerProblem = 'empty' | 'portWrong' | 'emailInvalid' | 'passwordAgain' | 'passwordLong'

/** The problem with each field, as a key of the texts. */
export function problemsOf(
  form: MailServerForm,
  stored: EmailConfig,
): Partial<Record<keyof MailServerForm, MailServerProblem>> {
  if (form.type === 'shared') return {}
  const texts = ['host', 'username', 'senderName'] as const
  const emailProblem = findEmailProblem(form.senderEmail, { isAnyHostAllowed: true })
  return {
    ...Object.fromEntries(texts.filter((name) => form[name].trim() === '').map((name) => [name, 'empty' as const])),
    ...(form.password === '' && stored.type === 'shared' && { password: 'empty' as const }),
    ...(form.password === '' &&
      stored.type === 'standard' &&
      !keepsPassword(form, stored) && { password: 'passwordAgain' as const }),
    ...([...form.password].length > EXISTING_PASSWORD_MAX_CODE_POINTS && { password: 'passwordLong' as const }),
    ...(!(/^\d+$/.test(form.port.trim()) && Number(form.port) <= PORT_MAX) && { port: 'portWrong' as const }),
    ...(emailProblem !== null && { senderEmail: emailProblem === 'emailEmpty' ? ('empty' as const) : emailProblem }),
  }
}

/** The service keeps the stored password only for the same server, and never sends it in clear if it was encrypted before. */
function keepsPassword({ host, port, tls }: MailServerForm, stored: OwnServer): boolean {
  return host.trim() === stored.host && Number(port) === stored.port && (tls !== 'off' || stored.tls === 'off')
}

/** The settings of a complete form. The masked password of the stored server keeps the stored one. */
export function settingsOf(form: MailServerForm, stored: EmailConfig): EmailConfig {
  if (form.type === 'shared') return { type: 'shared' }
  return {
    type: 'standard',
    ...serverOf(form),
    password: form.password === '' && stored.type === 'standard' ? stored.password : form.password,
  }
}

/** The settings of a test: those of the form, with the typed password. */
export function serverOf(form: MailServerForm): Omit<OwnServer, 'type'> {
  return {
    host: form.host.trim(),
    port: Number(form.port),
    ...(form.tls !== 'auto' && { tls: form.tls }),
    username: form.username.trim(),
    password: form.password,
    senderName: form.senderName.trim(),
    senderEmail: form.senderEmail.trim(),
  }
}
