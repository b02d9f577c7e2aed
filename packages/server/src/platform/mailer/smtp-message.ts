import { canonicalEmail } from '@portico/contract'
import type { SendMailOptions } from 'nodemailer'

import { Undeliverable } from './mail-failure.ts'
import { hasLineBreak, type Sender } from './mail-settings.ts'
import type { Mail } from './mailer.ts'

export type MailContent = Pick<Mail, 'id' | 'recipient' | 'subject' | 'html' | 'text'>

/**
 * Converts a mail to the format of nodemailer.
 *
 * @throws Undeliverable if a header value contains a line break or an address is not a single plain mailbox
 */
export function toSmtpMessage(sender: Sender, mail: MailContent, maxMillis: number): SendMailOptions {
  const address = requireMailbox('sender', sender.address)
  const recipient = requireMailbox('recipient', mail.recipient)
  return {
    // A structured address: nodemailer would parse text as a list of addresses.
    from: { name: requireHeaderValue(sender.name), address },
    to: { name: '', address: recipient },
    envelope: { from: address, to: recipient },
    messageId: `<${mail.id}@${address.slice(address.lastIndexOf('@') + 1)}>`,
    subject: requireHeaderValue(mail.subject),
    text: mail.text,
    html: mail.html,
    // RFC 3834: suppresses automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    signal: AbortSignal.timeout(maxMillis),
  }
}

function requireMailbox(which: 'sender' | 'recipient', address: string): string {
  if (canonicalEmail(address) !== address) {
    throw new Undeliverable('INVALID_EMAIL_ADDRESS', `The ${which} is not a single plain mailbox.`)
  }
  return address
}

function requireHeaderValue(value: string): string {
  if (hasLineBreak(value)) {
    throw new Undeliverable('REJECTED', 'The subject or the sender contains a line break or NUL.')
  }
  return value
}
