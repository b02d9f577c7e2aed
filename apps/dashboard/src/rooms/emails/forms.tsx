import { EXISTING_PASSWORD_MAX_CODE_POINTS, LABEL_MAX_CODE_POINTS, PORT_MAX } from '@portico/client/admin'

import { createEndpointSecret, isEndpointSecret } from '../../kit/endpoint-secret.ts'
import { completeUrl } from '../../kit/typed-url.ts'
import { createdKey, createdSecret } from '../../page/form/created-field.tsx'
import { choice, email, password, radio, text, type Field, type FieldsOf } from '../../page/form/fields.tsx'
import type { EmailsTexts } from '../../texts/en/emails.ts'
import { canCreateKeys } from './sender-keys.ts'
import { hasKey, type MailConfig, type MailServerForm } from './sender-settings.ts'

interface ServerFieldsOptions {
  readonly stored: MailConfig
  /** The sender of mails through the shared server. */
  readonly sharedName: string
  readonly emptySentence: (field: string) => string
  /** Creates a key that signs mails and returns its private part. */
  readonly createKey: () => Promise<string>
}

export function mailServerFields(
  { server: t }: EmailsTexts,
  { createKey, emptySentence, sharedName, stored }: ServerFieldsOptions,
): FieldsOf<MailServerForm> {
  const hasPassword = stored.type === 'standard'
  return {
    type: radio({
      label: t.kind,
      initial: 'shared',
      options: [
        { value: 'shared', label: t.shared, note: <bdi>{t.sharedNote(sharedName)}</bdi> },
        { value: 'standard', label: t.own, note: t.ownNote },
        { value: 'endpoint', label: t.endpoint, note: t.endpointNote },
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
        if (value === '' && !hasPassword) return emptySentence(t.password)
        return [...value].length > EXISTING_PASSWORD_MAX_CODE_POINTS
          ? t.passwordLong(EXISTING_PASSWORD_MAX_CODE_POINTS)
          : null
      },
    }),
    url: text({
      label: t.url,
      isCode: true,
      isRequired: true,
      help: t.urlHelp,
      input: { type: 'url', placeholder: 'https://app.example.com/mails' },
      problemOf: (value) => (/^https?:\/\/[^/]+/.test(completeUrl(value)) ? null : t.urlWrong),
    }),
    secret: secretField(t, stored.type === 'endpoint', emptySentence),
    senderName: text({ label: t.senderName, isRequired: true, max: LABEL_MAX_CODE_POINTS }),
    senderEmail: email({ label: t.senderEmail, isAnyHostAllowed: true }),
    replyTo: email({ label: t.replyTo, isOptional: true, isAnyHostAllowed: true, help: t.replyToHelp }),
    bounceEmail: email({ label: t.bounceEmail, isOptional: true, isAnyHostAllowed: true, help: t.bounceEmailHelp }),
    dkimSelector: text({
      label: t.dkimSelector,
      isCode: true,
      isOptional: true,
      help: t.dkimSelectorHelp,
      input: { placeholder: 'portico' },
      problemOf: (value) => (/^[A-Za-z\d.-]{0,63}$/.test(value) ? null : t.dkimSelectorWrong),
    }),
    dkimKey: keyField(t, hasKey(stored), createKey),
  }
}

type ServerTexts = EmailsTexts['server']

function secretField(t: ServerTexts, hasSecret: boolean, emptySentence: (field: string) => string): Field<string> {
  return createdSecret({
    label: t.secret,
    help: hasSecret ? t.secretStored : t.secretHelp,
    placeholder: hasSecret ? '••••••••' : 'whsec_…',
    show: { showLabel: t.showSecret, hideLabel: t.hideSecret },
    problemOf: (value) => {
      if (value === '') return hasSecret ? null : emptySentence(t.secret)
      return isEndpointSecret(value.trim()) ? null : t.secretWrong
    },
    createLabel: t.createSecret,
    create: createEndpointSecret,
  })
}

function keyField(t: ServerTexts, hasStored: boolean, createKey: () => Promise<string>): Field<string> {
  return createdKey({
    label: t.dkimKey,
    isOptional: true,
    help: hasStored ? t.dkimKeyStored : t.dkimKeyHelp,
    placeholder: hasStored ? '••••••••' : '-----BEGIN PRIVATE KEY-----',
    problemOf: (value) => (value.trim() === '' || value.includes('PRIVATE KEY-----') ? null : t.dkimKeyWrong),
    createLabel: t.createKey,
    create: canCreateKeys() ? createKey : null,
  })
}

const ofServers = ['host', 'port', 'tls', 'username', 'password', 'bounceEmail', 'dkimSelector', 'dkimKey'] as const
const ofEndpoints = ['url', 'secret'] as const
const ofBoth = ['senderName', 'senderEmail', 'replyTo'] as const

/** The fields that a type of sender does not have. */
export function hiddenFields({ type }: MailServerForm): (keyof MailServerForm)[] {
  if (type === 'shared') return [...ofServers, ...ofEndpoints, ...ofBoth]
  return type === 'standard' ? [...ofEndpoints] : [...ofServers]
}
