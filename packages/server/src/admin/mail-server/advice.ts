import type { MailServerStepName } from '@portico/contract'

import type { MailError } from '../../platform/mailer/mail-failure.ts'

const ofSteps: Readonly<Record<MailServerStepName, string>> = {
  find: 'Check the host name. The mail server must have a public address and use port 25, 465, 587 or 2525.',
  connect:
    'Check the port and the encryption: port 465 uses TLS from the first byte, and port 587 STARTTLS. A firewall of the server may refuse this service.',
  encrypt:
    'Check the port and the encryption: port 465 uses TLS from the first byte, and port 587 STARTTLS. The certificate must be valid for the host name.',
  sign_in: 'Check the user name and the password. Many providers need an app password when two-step sign-in is on.',
  accept:
    'Read the reply of the server. Often the account may not send as this sender, or the domain of the sender is not verified with the provider.',
}

/** What the admin can do about a failed step. */
export function adviceFor(step: MailServerStepName, { errorType }: Pick<MailError, 'errorType'>): string {
  if (step !== 'accept') return ofSteps[step]
  if (errorType === 'AUTH_FAILED') return 'Enter the user name and the password of an account of the mail server.'
  if (errorType === 'INVALID_EMAIL_ADDRESS') return 'Check the addresses of the sender and of the recipient.'
  if (errorType === 'TEMPORARY') return 'Try again in some minutes. Many servers defer the first mail of a new sender.'
  return ofSteps.accept
}
