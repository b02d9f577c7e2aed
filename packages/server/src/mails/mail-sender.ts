import { mailDestination, type MailDestinationSettings } from '../platform/mailer/mail-destination.ts'
import type { MailSender } from '../records/mails/mail.ts'
import type { Project } from '../records/projects/project.ts'

/**
 * Where mails of the project go, as its owners see it. The shared server belongs to the operator: its address and user name are not for
 * owners of projects.
 */
export function senderOf(
  { config, displayName }: Pick<Project, 'config' | 'displayName'>,
  settings: MailDestinationSettings,
): MailSender {
  const { emailConfig: email } = config
  const isOwn = email.type === 'standard'
  const destination = mailDestination(settings, isOwn)
  if (!isOwn || destination !== 'own') {
    return { type: destination === 'inbox' ? 'inbox' : 'shared', sender_name: isOwn ? email.senderName : displayName }
  }
  const { host, port, senderEmail, senderName, username } = email
  return { type: 'standard', host, port, username, sender_name: senderName, sender_email: senderEmail }
}
