import { EXISTING_PASSWORD_MAX_CODE_POINTS, LABEL_MAX_CODE_POINTS, PORT_MAX } from '@portico/client/admin'
import type { AdminProjectWithHooks } from '@portico/react/internal'

import { choice, email, password, radio, text, type FieldsOf } from '../../page/form/fields.tsx'
import type { EmailsTexts } from '../../texts/en/emails.ts'

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

/** @param sharedName the sender of mails of the shared server */
export function mailServerFields(
  { server: t }: EmailsTexts,
  stored: EmailConfig,
  sharedName: string,
  emptyPassword: string,
): FieldsOf<MailServerForm> {
  const hasPassword = stored.type === 'standard'
  return {
    type: radio({
      label: t.kind,
      initial: 'shared',
      options: [
        { value: 'shared', label: t.shared, note: <bdi>{t.sharedNote(sharedName)}</bdi> },
        { value: 'standard', label: t.own, note: t.ownNote },
      ],
    }),
    host: text({ label: t.host, isCode: true, isRequired: true }),
    port: text({
      label: t.port,
      isCode: true,
      input: { inputMode: 'numeric' },
      problemOf: (port) => (/^\d+$/.test(port) && Number(port) <= PORT_MAX ? null : t.portWrong),
    }),
    tls: choice({
      label: t.tls,
      initial: 'auto',
      options: (['auto', 'implicit', 'starttls', 'off'] as const).map((value) => ({
        value,
        label: t.tlsOptions[value],
      })),
    }),
    username: text({ label: t.username, isCode: true, isRequired: true }),
    password: password({
      label: t.password,
      ...(hasPassword && { help: t.passwordHelp }),
      input: { className: 'mono', ...(hasPassword && { placeholder: '••••••••' }) },
      problemOf: (value) => {
        if (value === '' && !hasPassword) return emptyPassword
        return [...value].length > EXISTING_PASSWORD_MAX_CODE_POINTS
          ? t.passwordLong(EXISTING_PASSWORD_MAX_CODE_POINTS)
          : null
      },
    }),
    senderName: text({ label: t.senderName, isRequired: true, max: LABEL_MAX_CODE_POINTS }),
    senderEmail: email({ label: t.senderEmail, isAnyHostAllowed: true }),
  }
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

/** The service keeps the stored password only for the same server, and never sends it in clear if it was encrypted before. */
export function needsPasswordAgain(form: MailServerForm, stored: EmailConfig): boolean {
  if (form.type === 'shared' || stored.type === 'shared' || form.password !== '') return false
  return (
    form.host.trim() !== stored.host ||
    Number(form.port) !== stored.port ||
    (form.tls === 'off' && stored.tls !== 'off')
  )
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
