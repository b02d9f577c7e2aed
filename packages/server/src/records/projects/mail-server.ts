import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import type { MailTls, OwnSender } from '../../platform/mailer/mailer.ts'
import type { Project } from './project.ts'

const IMPLICIT_TLS_PORT = 465

/** Returns the project's own mail server or endpoint; null if the project uses the shared server. */
export function ownMailServer(secret: MasterSecret, { id, config }: Pick<Project, 'id' | 'config'>): OwnSender | null {
  const email = config.emailConfig
  if (email.type === 'shared') return null
  const addresses = { senderAddress: email.senderEmail, replyTo: email.replyTo ?? null }
  if (email.type === 'endpoint') {
    return {
      type: 'endpoint',
      ...addresses,
      url: email.url,
      secret: () => secret.open(email.secretSealed, endpointSecretIdentity(id)),
    }
  }
  const { dkim } = email
  return {
    type: 'server',
    ...addresses,
    bounceAddress: email.bounceEmail ?? email.senderEmail,
    dkim: dkim
      ? { selector: dkim.selector, privateKey: () => secret.open(dkim.privateKeySealed, dkimKeyIdentity(id)) }
      : null,
    host: email.host,
    port: email.port,
    tls: email.tls ?? defaultTls(email.port),
    username: email.username,
    password: () => secret.open(email.passwordSealed, mailPasswordIdentity(id)),
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

export function addressOfEndpoint(url: string): { readonly host: string; readonly port: number } {
  const { hostname, port, protocol } = new URL(url)
  return { host: hostname, port: Number(port || (protocol === 'https:' ? 443 : 80)) }
}

/** The identity that the sealed password is bound to. */
export function mailPasswordIdentity(projectId: string): string {
  return `email_config/${projectId}`
}

export function dkimKeyIdentity(projectId: string): string {
  return `email_config/dkim/${projectId}`
}

export function endpointSecretIdentity(projectId: string): string {
  return `email_config/endpoint/${projectId}`
}
