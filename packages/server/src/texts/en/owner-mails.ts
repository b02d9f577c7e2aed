import type { StaffRole } from '@portico/contract'

import type { LinkMailWords, MailWords, Person } from './mail-frame.ts'

interface OwnedProject extends Person {
  /** The service, whose dashboard administers the project. */
  readonly project: string
  readonly ownedProject: string
}

interface OwnerInvitation extends OwnedProject {
  readonly role: StaffRole
  readonly isTransfer: boolean
  readonly expiresAt: string
}

interface OwnerChanged extends OwnedProject {
  /** `added` and `removed` are about an owner, `joined` and `left` about a member of the staff with another role. */
  readonly change: 'added' | 'removed' | 'joined' | 'left' | 'role_changed'
  /** The role after the change, or the one that the member had. */
  readonly role: StaffRole
  /** The person is the recipient. */
  readonly isRecipient: boolean
  readonly changedAt: string
}

interface SettingsChanged extends OwnedProject {
  /** False for the key of the project. */
  readonly isOwner: boolean
  readonly fields: readonly string[]
  readonly changedAt: string
}

type PasswordHashesExported = Omit<SettingsChanged, 'fields'>

interface EndpointDisabled {
  readonly project: string
  readonly ownedProject: string
  /** The host in the endpoint's address. */
  readonly endpointHost: string
  readonly cause: 'gone' | 'failing'
  readonly changedAt: string
}

/** A mail in a digest. The subject is empty if the mail was never composed. */
interface FailedMail {
  readonly subject: string
  readonly recipient: string
}

interface FailedEmailsDigest {
  readonly project: string
  readonly ownedProject: string
  readonly count: number
  /** There are more than `count`, which the service does not count. */
  readonly isMore: boolean
  readonly from: string
  readonly until: string
  /** The last ones, newest first. */
  readonly mails: readonly FailedMail[]
}

function failedMails({ count, from, isMore, ownedProject, until, mails }: FailedEmailsDigest): string {
  const number = isMore ? `More than ${count} emails` : count === 1 ? 'One email' : `${count} emails`
  const lines = mails.map(
    ({ recipient, subject }, index) =>
      `${index + 1}. ${subject === '' ? '(no subject)' : `“${subject}”`} to ${recipient}`,
  )
  return [
    `${number} of the project “${ownedProject}” could not be delivered between ${from} and ${until}.`,
    [...(isMore || count > lines.length ? [`The last ${lines.length} are:`] : []), ...lines].join('\n'),
    'The list of sent emails in the dashboard shows why each email failed, and offers to send it again where that can help.',
  ].join('\n\n')
}

const roles: Readonly<Record<StaffRole, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  developer: 'Developer',
  support: 'Support',
  viewer: 'Viewer',
}

function invitation({ isTransfer, ownedProject, personAddress, personName, project, role }: OwnerInvitation): string {
  const inviter = personAddress || (personName === '' ? '' : `“${personName}”`)
  const invited = inviter === '' ? 'You are invited' : `${inviter} invited you`
  if (role !== 'owner') return `${invited} to the project “${ownedProject}” at ${project}. Your role: ${roles[role]}.`
  const leaves = isTransfer ? ' The inviter stops being an owner when you accept.' : ''
  return `${invited} to become an owner of the project “${ownedProject}” at ${project}.${leaves}`
}

function ownerChange({ change, changedAt, isRecipient, ownedProject, role, ...person }: OwnerChanged): string {
  if (change === 'left') return `Your access to the project “${ownedProject}” ended on ${changedAt}.`
  if (change === 'role_changed')
    return `Your role in the project “${ownedProject}” changed on ${changedAt}. New role: ${roles[role]}.`
  if (change === 'joined') {
    return `${named(person, 'A user')} got access to the project “${ownedProject}” on ${changedAt}. Role: ${roles[role]}.`
  }
  const who = isRecipient ? 'You' : named(person, 'A user')
  const happened = change === 'added' ? 'became an owner' : 'stopped being an owner'
  return `${who} ${happened} of the project “${ownedProject}” on ${changedAt}.`
}

/** Whether the mail goes to the person whose role it is about, who need not be an owner. */
export function isAboutRole({ change }: Pick<OwnerChanged, 'change'>): boolean {
  return change === 'left' || change === 'role_changed'
}

function adviceFor({ change, isRecipient }: OwnerChanged): string {
  if (change === 'added') {
    return ' Owners have access to everything in the project. If this is not expected, remove the owner in the settings of the project.'
  }
  return isRecipient && change === 'removed' ? ' If this is not expected, contact another owner.' : ''
}

function named({ personAddress, personName }: Person, unnamed: string): string {
  return `${personName === '' ? unnamed : `“${personName}”`}${personAddress === '' ? '' : ` (${personAddress})`}`
}

const list = new Intl.ListFormat('en')

const settings: Readonly<Record<string, string>> = {
  'config.email_config': 'the mail server',
  'config.domains': 'the trusted domains',
  'config.allow_localhost': 'the trust in localhost',
  'config.native_app_redirects_enabled': 'the redirects to native apps',
  'config.oauth_providers': 'the sign-in providers',
  'config.oidc_providers': 'the OpenID Connect issuers',
  'config.old_system': 'the previous system of the project',
  'config.recent_sign_in_required': 'the need for a recent sign-in',
  'config.support_can_impersonate': 'the sign-in of support as a user',
  is_production_mode: 'the production mode',
  email_templates: 'the email templates',
  partner_access: 'the access of a partner',
  team_connections: 'the OpenID Connect issuers of teams',
  webhooks: 'the webhook endpoints',
}

export const ownerMails = {
  // The subject contains no name that a user has chosen: an inbox shows it beside the name of the service.
  ownerInvitation: (details: OwnerInvitation): LinkMailWords => ({
    subject: `You are invited to administer a project at ${details.project}`,
    sentence: invitation(details),
    action: 'View invitation',
    lifetime: `The invitation expires on ${details.expiresAt}. You get access only after you confirm.`,
    reason: `You received this email because someone invited this address to a project at ${details.project}. Users chose the names in quotation marks. If you do not expect the invitation, you can ignore this email.`,
  }),
  ownerChanged: (details: OwnerChanged): MailWords => ({
    subject: `Roles in a project at ${details.project} have changed`,
    sentence: `${ownerChange(details)}${adviceFor(details)}`,
    reason: isAboutRole(details)
      ? 'You received this email because it is about your role in the project. Users chose the names in quotation marks.'
      : `You received this email because you ${details.isRecipient && details.change === 'removed' ? 'were' : 'are'} an owner of the project. Users chose the names in quotation marks.`,
  }),
  projectSettingsChanged: (details: SettingsChanged): MailWords => ({
    subject: `Settings of a project at ${details.project} have changed`,
    sentence: `${named(details, details.isOwner ? 'An owner' : 'A program with the key of the project')} changed ${list.format(details.fields.map((field) => settings[field] ?? field))} of the project “${details.ownedProject}” on ${details.changedAt}. With these settings, a person can get the sign-in codes of your users or sign in as them. If you do not expect this change, check the settings of the project, undo the change and remove the owner or the keys that made it.`,
    reason:
      'You received this email because you are an owner of the project. Users chose the names in quotation marks.',
  }),
  passwordHashesExported: (details: PasswordHashesExported): MailWords => ({
    subject: `Password hashes of a project at ${details.project} were exported`,
    sentence: `${named(details, details.isOwner ? 'An owner' : 'A program with the key of the project')} exported all users of the project “${details.ownedProject}” with their password hashes and the secrets of their authenticator apps on ${details.changedAt}. With this file, a person can guess the passwords of your users and sign in as them. If you do not expect this export, remove the owner or the keys that made it, and ask your users to set new passwords and to set up their authenticator apps again.`,
    reason:
      'You received this email because you are an owner of the project. Users chose the names in quotation marks.',
  }),
  webhookEndpointDisabled: ({
    cause,
    changedAt,
    endpointHost,
    ownedProject,
    project,
  }: EndpointDisabled): MailWords => ({
    subject: `A webhook endpoint of a project at ${project} was disabled`,
    sentence: `On ${changedAt}, the webhook endpoint “${endpointHost}” of the project “${ownedProject}” was disabled, because ${cause === 'gone' ? 'it answered 410' : 'all deliveries of five days failed'}. Events since then are kept for 30 days. Enable the endpoint in the dashboard, which offers to deliver them.`,
    reason:
      'You received this email because you are an owner of the project. Users chose the names in quotation marks.',
  }),
  failedEmailsDigest: (details: FailedEmailsDigest): MailWords => ({
    subject: `Emails of a project at ${details.project} could not be delivered`,
    sentence: failedMails(details),
    reason:
      'You received this email because you are an owner of the project. Users chose the texts in quotation marks.',
  }),
  test: ({ project }: { readonly project: string }): MailWords => ({
    subject: `Test email from ${project}`,
    sentence: `The mail server of ${project} works.`,
    reason: `An admin of ${project} sent this test email. You can ignore it.`,
  }),
}

export type OwnerMailTexts = typeof ownerMails
