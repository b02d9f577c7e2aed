import { canonicalEmail } from '@portico/contract'
import type { SendMailOptions } from 'nodemailer'

import { Undeliverable } from './mail-failure.ts'
import { hasLineBreak, type Sender } from './mail-settings.ts'
import type { MailContent, OwnMailServer } from './mailer.ts'

/** The addresses of a mail beside its sender and its recipient. */
type OtherAddresses = Partial<Pick<OwnMailServer, 'replyTo' | 'bounceAddress'>>

/**
 * Converts a mail to the format of nodemailer.
 *
 * @throws Undeliverable if a header value contains a line break or an address is not a single plain mailbox
 */
export function toSmtpMessage(
  sender: Sender,
  mail: MailContent,
  maxMillis: number,
  own: OtherAddresses & Partial<Pick<OwnMailServer, 'dkim'>> = {},
): SendMailOptions {
  requireSendable(sender, own, mail)
  const { address, name } = sender
  const { bounceAddress = address, dkim = null, replyTo = null } = own
  return {
    // A structured address: nodemailer would parse text as a list of addresses.
    from: { name, address },
    to: { name: '', address: mail.recipient },
    ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
    envelope: { from: bounceAddress, to: mail.recipient },
    messageId: `<${mail.id}@${domainOf(address)}>`,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...(mail.images?.length && {
      attachments: mail.images.map(({ bytes, contentId: cid, contentType }) => ({
        ...{ cid, contentType, content: Buffer.from(bytes), contentDisposition: 'inline' as const },
        filename: `${cid.slice(0, cid.indexOf('@'))}.${contentType.slice(contentType.indexOf('/') + 1)}`,
      })),
    }),
    // RFC 3834: suppresses automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    signal: AbortSignal.timeout(maxMillis),
    ...(dkim && {
      dkim: { domainName: domainOf(address), keySelector: dkim.selector, privateKey: dkim.privateKey() },
    }),
  }
}

/**
 * Requires values that cannot add an address or a header, whatever sends the mail.
 *
 * @throws Undeliverable
 */
export function requireSendable(
  sender: Sender,
  { bounceAddress = sender.address, replyTo = null }: OtherAddresses,
  mail: MailContent,
): void {
  requireMailbox('sender', sender.address)
  requireMailbox('recipient', mail.recipient)
  requireMailbox('bounce address', bounceAddress)
  if (replyTo !== null) requireMailbox('reply address', replyTo)
  if (hasLineBreak(sender.name) || hasLineBreak(mail.subject)) {
    throw new Undeliverable('REJECTED', 'The subject or the sender contains a line break or NUL.')
  }
}

function requireMailbox(which: string, address: string): void {
  if (canonicalEmail(address) !== address) {
    throw new Undeliverable('INVALID_EMAIL_ADDRESS', `The ${which} is not a single plain mailbox.`)
  }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}
