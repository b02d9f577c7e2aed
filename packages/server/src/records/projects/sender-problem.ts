import type { Mode } from '../../kernel/mode.ts'
import { readDkimKey } from '../../platform/mailer/dkim-key.ts'
import { isWebhookSecret } from '../../platform/webhooks/webhook-signature.ts'
import { isMasked } from './secret-mask.ts'

/** The parts of a mail server or endpoint that the schema checks only in part. */
interface CheckedSender {
  readonly url?: string
  readonly secret?: string | undefined
  readonly dkim?: { readonly privateKey: string } | undefined
}

/**
 * Returns the first problem that the schema does not find, beginning with the name of the field. A mask is not a
 * problem.
 */
export function findSenderProblem(
  { mode }: { readonly mode: Mode },
  { dkim, secret, url }: CheckedSender,
): string | null {
  // guard: mails are sent only to endpoints with encryption in production
  //   (replace `mode === 'production'` with `false`) [email-config]
  if (url !== undefined && mode === 'production' && !url.startsWith('https://')) return 'url must start with https://'
  if (url !== undefined && hasCredentials(url)) return 'url must not contain a user name or password'
  if (secret !== undefined && !isMasked(secret) && !isWebhookSecret(secret)) {
    return 'secret must be whsec_ and 24 to 64 bytes in base64'
  }
  if (dkim && !isMasked(dkim.privateKey) && !readDkimKey(dkim.privateKey)) {
    return 'dkim.private_key must be the PEM text of an RSA key of 2048 to 4096 bits, without a passphrase'
  }
  return null
}

function hasCredentials(url: string): boolean {
  const { password, username } = new URL(url)
  return username !== '' || password !== ''
}

/** Returns why a sender that `isPermittedSender` does not permit is refused. */
export function unpermittedSender({ senderDomains }: { readonly senderDomains: readonly string[] }): string {
  return `This service sends only as addresses of these domains and their sub-domains: ${senderDomains.join(', ')}. Use a sender_email of one of them.`
}
