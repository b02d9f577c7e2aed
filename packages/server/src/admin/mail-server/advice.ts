import type { MailServerStepName } from '@portico/contract'

import type { MailError } from '../../platform/mailer/mail-failure.ts'
import type { OwnSender } from '../../platform/mailer/mailer.ts'

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

const ofEndpoints: Readonly<Record<Exclude<MailServerStepName, 'sign_in'>, string>> = {
  find: 'Check the host name of the URL. The endpoint must have a public address and use port 443 or 8443.',
  connect: 'Check the port of the URL. A firewall of the endpoint may refuse this service.',
  encrypt: 'The endpoint needs a certificate that is valid for the host name of the URL.',
  accept:
    'Read the log of the endpoint. It must answer with a status from 200 to 299 within ten seconds. A wrong secret makes its check of the signature fail.',
}

/** What the admin can do about a failed step. */
export function adviceFor(
  type: OwnSender['type'],
  step: MailServerStepName,
  { errorType }: Pick<MailError, 'errorType'>,
): string {
  // An endpoint has no sign-in that could fail.
  if (type === 'endpoint') return ofEndpoints[step === 'sign_in' ? 'accept' : step]
  if (step !== 'accept') return ofSteps[step]
  if (errorType === 'AUTH_FAILED') return 'Enter the user name and the password of an account of the mail server.'
  if (errorType === 'INVALID_EMAIL_ADDRESS') return 'Check the addresses of the sender and of the recipient.'
  if (errorType === 'TEMPORARY') return 'Try again in some minutes. Many servers defer the first mail of a new sender.'
  return ofSteps.accept
}
