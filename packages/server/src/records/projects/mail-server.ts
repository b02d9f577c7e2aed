import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import type { MailTls, OwnMailServer } from '../../platform/mailer/mailer.ts'
import type { Project } from './project.ts'

const IMPLICIT_TLS_PORT = 465

/** Returns the project's own mail server; null if the project uses the shared one. */
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

/**
 * The default where the client sends no TLS setting: port 465 uses implicit TLS; on every other port the server must
 * offer STARTTLS.
 */
export function defaultTls(port: number): MailTls {
  return port === IMPLICIT_TLS_PORT ? 'implicit' : 'starttls'
}

/** The identity that the sealed password is bound to. */
export function mailPasswordIdentity(projectId: string): string {
  return `email_config/${projectId}`
}
