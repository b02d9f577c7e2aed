import { canonicalEmail } from '@portico/contract'

import { percentEncodingAdvice, StartupProblem } from '../../kernel/startup-problem.ts'

/** The sender of the service's mails. */
export interface Sender {
  readonly name: string
  readonly address: string
}

export interface MailServer {
  readonly host: string
  readonly port: number
  /** Implicit TLS: encrypted from the first byte. */
  readonly secure: boolean
  readonly requireTLS: boolean
  readonly ignoreTLS: boolean
  readonly auth?: { readonly user: string; readonly pass: string }
}

/**
 * @param mailFrom such as `Acme <noreply@acme.example>`
 * @throws StartupProblem
 */
export function parseSender(mailFrom: string): Sender {
  const open = mailFrom.lastIndexOf('<')
  const hasName = open >= 0 && mailFrom.endsWith('>')
  const address = canonicalEmail(hasName ? mailFrom.slice(open + 1, -1) : mailFrom)
  const name = hasName
    ? mailFrom
        .slice(0, open)
        .trim()
        .replace(/^"(.*)"$/, '$1')
    : ''
  if (address === null || hasLineBreak(name)) {
    throw new StartupProblem(
      `PORTICO_MAIL_FROM is "${mailFrom}", which is not a single sender.`,
      'Set it to a name and one address, for example: Acme <noreply@acme.example>',
    )
  }
  return { name, address }
}

/**
 * @param text such as `smtp://user:password@mail.example.com:587`; `smtps://` for implicit TLS
 * @throws StartupProblem that does not repeat the password
 */
export function parseMailServer(text: string): MailServer {
  const url = URL.parse(text)
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new StartupProblem(
      'PORTICO_SMTP_URL is not a valid SMTP URL.',
      `Set it to a URL that starts with smtp:// or smtps://, for example smtp://user:password@mail.example.com:587. ${percentEncodingAdvice}`,
    )
  }
  const options = [...url.searchParams]
  const hasPath = !['', '/'].includes(url.pathname)
  if (options.some(([name, value]) => name !== 'tls' || value !== 'off') || hasPath || url.hash !== '') {
    throw new StartupProblem(
      'PORTICO_SMTP_URL has an unknown part.',
      `Use smtp://user:password@host:port or smtps://…; the only option is ?tls=off, for a server without TLS. ${percentEncodingAdvice}`,
    )
  }
  const secure = url.protocol === 'smtps:' || url.port === '465'
  const isEncrypted = options.length === 0
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: isEncrypted,
    ignoreTLS: !isEncrypted,
    ...(url.username !== '' && { auth: credentialsOf(url) }),
  }
}

export function hasLineBreak(value: string): boolean {
  return value.includes('\r') || value.includes('\n') || value.includes('\0')
}

function credentialsOf(url: URL): { user: string; pass: string } {
  try {
    return { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
  } catch (error) {
    throw new StartupProblem(
      'PORTICO_SMTP_URL has a user name or password with an invalid percent-encoding.',
      percentEncodingAdvice,
      { cause: error },
    )
  }
}
