import { PORT_MAX, type SentEmailListOptions } from '@portico/client/admin'
import type { TextsOf } from '@portico/ui/language/catalogue'
import { pluralsOf } from '@portico/ui/language/plural'

import { defineTexts } from '../define-texts.ts'

const plural = pluralsOf('en')

type MailType = NonNullable<SentEmailListOptions['type']>

export const emailsTexts = defineTexts('emails', {
  title: 'Emails',
  tabs: { templates: 'Templates', sent: 'Sent', server: 'Mail server' },
  sent: {
    label: 'Sent emails',
    loadFailed: 'The sent emails cannot be loaded',
    columns: { to: 'To', subject: 'Subject', status: 'Status', sent: 'Sent' },
    noSubject: 'Not sent yet',
    search: 'Address or subject',
    filters: { state: 'Status', type: 'Kind' },
    states: { sent: 'Accepted', queued: 'Queued', retrying: 'Retrying', failed: 'Failed' },
    types: {
      sign_in_code: 'Sign-in code',
      email_verification: 'Email verification',
      password_reset: 'Password reset',
      team_invitation: 'Team invitation',
      password_changed: 'Password changed',
      email_changed: 'Email changed',
      address_added: 'Email added',
      sign_in_method_changed: 'Sign-in method changed',
      api_key_leaked: 'API key found in public',
      owner_invitation: 'Owner invitation',
      owner_changed: 'Owner changed',
      project_settings_changed: 'Settings changed',
      failed_emails_digest: 'Digest of failed emails',
      test: 'Test email',
    } satisfies Record<MailType, string>,
    export: 'Export emails',
    exporting: (count: string) => `${count} emails…`,
    exported: (count: number, shown: string) =>
      plural(count, { one: '1 email exported.', other: `${shown} emails exported.` }),
    retryingAt: (when: string) => `Next attempt ${when}`,
    retrying: 'Next attempt soon',
    errors: {
      HOST_NOT_FOUND: 'Mail server not found',
      AUTH_FAILED: 'Server refused the user name or password',
      TEMPORARY: 'Server is temporarily unavailable',
      INVALID_EMAIL_ADDRESS: 'Mailbox does not exist',
      REJECTED: 'Server rejected the email',
      TIMEOUT: 'Server did not respond',
      SOCKET_CLOSED: 'Server closed the connection',
      UNKNOWN: 'Email could not be sent',
    },
    retry: 'Retry',
    retryOf: (recipient: string) => `Retry the email to ${recipient}`,
    retried: (recipient: string) => `The email to ${recipient} is queued again.`,
    retryFailed: 'The email to {recipient} cannot be sent again.',
    inInbox: 'In the development inbox',
    foot: '“Accepted” means that the mail server took the message. Codes and links are hidden.',
    count: (count: number) => plural(count, { one: '1 email', other: `${count} emails` }),
    empty: {
      title: 'No emails yet',
      text: 'Sign-in codes, verifications and invitations appear here with their state. Send a test email to see whether your mail server works.',
      action: 'Test the mail server',
    },
  },
  server: {
    loadFailed: 'The mail server cannot be loaded',
    kind: 'Mail server',
    shared: 'Shared server',
    sharedNote: (name: string) => `Sent by this service as “${name}”.`,
    own: 'Own server',
    ownNote: 'Emails come from your domain.',
    host: 'Host',
    port: 'Port',
    username: 'User name',
    password: 'Password',
    passwordHelp: 'Leave it empty to keep the stored password.',
    passwordAgain: 'Enter the password again: the stored one is only for the stored host, port and encryption.',
    tls: 'Encryption',
    tlsOptions: {
      auto: 'By the port',
      implicit: 'TLS from the start (port 465)',
      starttls: 'STARTTLS (port 587)',
      off: 'None',
    },
    senderName: 'Sender name',
    senderEmail: 'Sender email',
    portWrong: `Port must be from 0 to ${PORT_MAX}`,
    passwordLong: (max: number) => `Password too long. Maximum length is ${max}.`,
  },
  test: {
    title: 'Test email',
    lead: 'Uses the values of the form, saved or not.',
    leadShared: 'Choose “Own server” to test its settings.',
    recipient: 'Recipient',
    send: 'Send test',
    needsPassword: 'A test needs the password: type it in the form. The stored one cannot be read.',
    needsValues: 'Complete the form first.',
    accepted: 'The mail server has accepted the email.',
    steps: {
      find: 'Find the host',
      connect: 'Connect',
      encrypt: 'Encrypt',
      sign_in: 'Sign in',
      accept: 'Accept the email',
    },
    done: {
      find: 'Host found',
      connect: 'Connected',
      encrypt: 'Encrypted',
      sign_in: 'Signed in',
      accept: 'Email accepted',
    },
    outdated: 'You have changed the form since this test.',
    states: { done: 'done', failed: 'failed', skipped: 'skipped', not_reached: 'not reached' },
    millis: (count: string) => `${count} ms`,
  },
})

export type EmailsTexts = TextsOf<typeof emailsTexts>
