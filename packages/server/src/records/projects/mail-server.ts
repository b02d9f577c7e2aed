import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import type { MailTls, OwnMailServer } from '../../platform/mailer/mailer.ts'
import type { Project } from './project.ts'

const IMPLICIT_TLS_PORT = 465

/** The mail server a project has configured for itself; null where it uses the shared one. */
export function ownMailServer(
  secret: MasterSecret,
  { id, config }: Pick<Project, 'id' | 'config'>,
): OwnMailServer | null {
  const email = config.emailConfig
  if (email.type === 'shared') return null
  return {
    host: email.host,
    port: email.port,
    tls: email.tls ?? defaultTls(email.port),
    username: email.username,
    password: () => secret.open(email.passwordSealed, mailPasswordIdentity(id)),
    senderAddress: email.senderEmail,
    version: JSON.stringify(email),
  }
}

/** Clients of the protocol know no such setting: port 465 begins with TLS, every other one must offer STARTTLS. */
export function defaultTls(port: number): MailTls {
  return port === IMPLICIT_TLS_PORT ? 'implicit' : 'starttls'
}

/** What the sealed password is bound to. */
export function mailPasswordIdentity(projectId: string): string {
  return `email_config/${projectId}`
}
