import { mailDestination, type MailDestinationSettings } from '../platform/mailer/mail-destination.ts'
import type { MailSender } from '../records/mails/mail.ts'
import { addressOfEndpoint } from '../records/projects/mail-server.ts'
import type { Project } from '../records/projects/project.ts'

/**
 * Where mails of the project go, as its owners see it. The shared server belongs to the operator: project owners do not
 * see its address and user name.
 */
export function senderOf(
  { config, displayName }: Pick<Project, 'config' | 'displayName'>,
  settings: MailDestinationSettings,
): MailSender {
  const { emailConfig: email } = config
  const isOwn = email.type !== 'shared'
  const destination = mailDestination(settings, isOwn)
  if (!isOwn || destination !== 'own') {
    return { type: destination === 'inbox' ? 'inbox' : 'shared', sender_name: isOwn ? email.senderName : displayName }
  }
  return senderOfOwn(email)
}

interface NamedSender {
  readonly senderName: string
  readonly senderEmail: string
}

/** A mail server or an endpoint of a project, as it is stored or tested. */
type OwnSettings = NamedSender &
  (
    | { readonly type: 'endpoint'; readonly url: string }
    | {
        readonly type?: 'standard' | undefined
        readonly host: string
        readonly port: number
        readonly username: string
      }
  )

export function senderOfOwn(email: OwnSettings): MailSender {
  const sender = { sender_name: email.senderName, sender_email: email.senderEmail }
  if (email.type === 'endpoint') return { type: 'endpoint', ...addressOfEndpoint(email.url), username: '', ...sender }
  const { host, port, username } = email
  return { type: 'standard', host, port, username, ...sender }
}
