import type { UndoneRecord } from '@portico/contract'
import { pluralsOf } from '@portico/ui/language/plural'

import type { LinkMailWords, MailWords } from './mail-frame.ts'

const plural = pluralsOf('en')

/** A change of a sign-in method other than the password, or of an API key. */
const methodChanges = [
  'authenticator_app_added',
  'authenticator_app_replaced',
  'authenticator_app_removed',
  'authenticator_app_reset',
  'authenticator_app_reset_cancelled',
  'recovery_codes_created',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'api_key_created',
  'provider_account_connected',
  'provider_account_disconnected',
] as const

export type SignInMethodChange = (typeof methodChanges)[number]

/** Every account change that a mail of this kind announces. */
export const accountChanges = [
  ...methodChanges,
  'unproved_access_removed',
  'address_disowned',
  'address_added',
  'address_updated',
  'address_removed',
] as const

/** Whether the user cannot have made the change. The mail then does not ask whether they did. */
export function isMadeByOthers(change: (typeof accountChanges)[number]): boolean {
  return change === 'address_disowned' || change === 'authenticator_app_reset'
}

/** What the first verification of an address removes, beside the accounts at providers. */
export const removedParts = ['password', 'passkey', 'authenticator_app', 'api_keys'] as const

export const undoneRecords = [
  'owned_projects',
  'teams_left',
  'team_members',
  'team_invitations',
  'team_api_keys',
  'teams',
  'profile',
] as const satisfies readonly UndoneRecord[]

export const addressChanges = [
  'replaces_address',
  'primary',
  'not_primary',
  'used_for_sign_in',
  'not_used_for_sign_in',
] as const

export type AddressChange = (typeof addressChanges)[number]

/** What a mail states about a change of an account. Unused texts are empty. */
export interface AccountChange {
  readonly project: string
  readonly change: (typeof accountChanges)[number]
  readonly changedAt: string
  readonly providerName: string
  /** Empty if the passkey has no name. */
  readonly passkeyName: string
  /** Empty if the key has no name. */
  readonly apiKeyName: string
  /** The recovery codes that remain, as a number. */
  readonly unusedCodes: string
  readonly removed: readonly (typeof removedParts)[number][]
  readonly undone: readonly UndoneRecord[]
  /** The providers whose accounts were disconnected, as a list in words, and their number. */
  readonly disconnected: string
  readonly disconnectedCount: number
  /** Empty if it is the address that the mail goes to. */
  readonly address: string
  readonly addressChanges: readonly AddressChange[]
}

interface AtProject {
  readonly project: string
}

interface Changed {
  readonly project: string
  readonly changedAt: string
}

interface FactorDue {
  readonly project: string
  readonly dueAt: string
}

interface SignInOnNewDevice {
  readonly project: string
  readonly signedInAt: string
  /** Browser and system. Empty if unknown. */
  readonly device: string
  /** Country and address. Empty if unknown. */
  readonly place: string
  /** Whether the mail has the link that ends the session. */
  readonly hasLink: boolean
  /** When the link expires. */
  readonly expiresAt: string
}

interface FactorResetAnnounced {
  readonly project: string
  readonly takesEffectAt: string
}

interface LeakedKey {
  readonly project: string
  readonly ownerType: 'team' | 'user'
  /** Empty if the team has no name. */
  readonly team: string
  /** Empty if the key has none. */
  readonly description: string
  readonly revokedAt: string
}

const partNames: Readonly<Record<AccountChange['removed'][number], string>> = {
  password: 'the password',
  passkey: 'all passkeys',
  authenticator_app: 'the authenticator app',
  api_keys: 'all API keys',
}

const recordNames: Readonly<Record<AccountChange['undone'][number], string>> = {
  owned_projects: 'the ownership of all projects',
  teams_left: 'the membership in teams with other members',
  team_members: 'team members that the account had invited',
  team_invitations: 'open team invitations',
  team_api_keys: 'API keys of teams',
  teams: 'the name, picture and settings of teams without other members',
  profile: 'the name, picture and settings in the profile',
}

const addressChangeNames: Readonly<Record<AddressChange, string>> = {
  replaces_address: 'it replaces another address of the account',
  primary: 'it is now the primary address',
  not_primary: 'it is no longer the primary address',
  used_for_sign_in: 'it can be used to sign in once it is verified',
  not_used_for_sign_in: 'it is no longer used to sign in',
}

const apiKey = ({ apiKeyName }: AccountChange): string =>
  apiKeyName === '' ? 'An API key' : `The API key “${apiKeyName}”`

const passkey = ({ passkeyName }: AccountChange): string =>
  passkeyName === '' ? 'A passkey' : `The passkey “${passkeyName}”`

function accessRemoved(details: AccountChange): string {
  const { address, changedAt, disconnected, disconnectedCount, removed, undone } = details
  const accounts = plural(disconnectedCount, { one: 'the connected account', other: 'the connected accounts' })
  const parts = [
    ...removed.map((part) => partNames[part]),
    ...(disconnectedCount === 0 ? [] : [`${accounts} at ${disconnected}`]),
    ...undone.map((record) => recordNames[record]),
  ].join(', ')
  const verified = address === '' ? 'This email address' : `The email address ${address} of your account`
  const reconnect = disconnectedCount === 0 ? '' : `, and connect ${disconnected} there again`
  return `${verified} was verified for the first time on ${changedAt}. Someone else could have added sign-in methods or API keys before, so these were removed: ${parts}. You can set them up again in your account settings${reconnect}.`
}

const sentences: Readonly<Record<AccountChange['change'], (details: AccountChange) => string>> = {
  authenticator_app_added: ({ changedAt }) =>
    `An authenticator app was added to your account on ${changedAt}. Signing in now requires a code from this app.`,
  authenticator_app_replaced: ({ changedAt }) => `The authenticator app of your account was replaced on ${changedAt}.`,
  authenticator_app_removed: ({ changedAt }) =>
    `The authenticator app of your account was removed on ${changedAt}. Signing in no longer requires a code from it.`,
  authenticator_app_reset: ({ changedAt }) =>
    `The second factor of your account was removed on ${changedAt}, as an administrator had announced. Signing in no longer requires it.`,
  authenticator_app_reset_cancelled: ({ changedAt }) =>
    `The announced removal of the second factor of your account was cancelled on ${changedAt}. Signing in still requires it.`,
  recovery_codes_created: ({ changedAt }) =>
    `New recovery codes for your account were created on ${changedAt}. Each takes the place of a code from your authenticator app once. Older recovery codes no longer work.`,
  recovery_code_used: ({ changedAt, unusedCodes }) =>
    `A recovery code of your account was used on ${changedAt} in place of a code from your authenticator app. Unused recovery codes: ${unusedCodes}.`,
  passkey_added: (details) =>
    `${passkey(details)} was added to your account on ${details.changedAt}. It can be used to sign in.`,
  passkey_removed: (details) =>
    `${passkey(details)} was removed from your account on ${details.changedAt}. It can no longer be used to sign in.`,
  api_key_created: (details) =>
    `${apiKey(details)} was created for your account on ${details.changedAt}. Programs that have the key can act for you.`,
  provider_account_connected: ({ changedAt, providerName }) =>
    `An account at ${providerName} was connected to your account on ${changedAt}. It can be used to sign in.`,
  provider_account_disconnected: ({ changedAt, providerName }) =>
    `The connected account at ${providerName} was disconnected from your account on ${changedAt}. It can no longer be used to sign in.`,
  unproved_access_removed: accessRemoved,
  address_disowned: ({ address, changedAt }) =>
    `The email address ${address} was removed from your account on ${changedAt}. The owner of that mailbox reported that the account belongs to another person.`,
  address_added: ({ address, changedAt }) => `The email address ${address} was added to your account on ${changedAt}.`,
  address_updated: (details) =>
    `The email address ${details.address} of your account was changed on ${details.changedAt}: ${details.addressChanges.map((change) => addressChangeNames[change]).join(', ')}.`,
  address_removed: ({ address, changedAt }) =>
    `The email address ${address} was removed from your account on ${changedAt}.`,
}

function subjectOfChange({ change, project }: AccountChange): string {
  if (change === 'api_key_created') return `An API key of your account at ${project} was created`
  if (change === 'recovery_code_used') return `A recovery code of your account at ${project} was used`
  return change.startsWith('address_')
    ? `The email addresses of your account at ${project} were changed`
    : `How you sign in to ${project} was changed`
}

const ownerOfKey = ({ ownerType, project, team }: LeakedKey): string =>
  `${ownerType === 'user' ? 'your account' : team === '' ? 'the team' : `the team “${team}”`} at ${project}`

/** Mails about a change to an account or its keys. */
export const notices = {
  passwordChanged: ({ changedAt, project }: Changed): MailWords => ({
    subject: `Your password for ${project} was changed`,
    sentence: `The password of your account was changed on ${changedAt}. If you made this change, you can ignore this email.`,
    reason: `If you did not make this change, go to ${project}, choose “Forgot password?” on the sign-in page and set a new password. This ends all sessions. You received this email because this is the address of the account.`,
  }),
  emailChanged: ({ changedAt, project }: Changed): MailWords => ({
    subject: `Your email address for ${project} was changed`,
    sentence: `This address was removed from your account on ${changedAt}. If you made this change, you can ignore this email.`,
    reason: `If you did not make this change, contact ${project} support at once. They can see who made it. You received this email because this was the address of the account.`,
  }),
  addressAdded: ({ changedAt, project }: Changed): MailWords => ({
    subject: `Your email address was added to an account at ${project}`,
    sentence: `This address was added to an account at ${project} on ${changedAt}. The account cannot use it to sign in until you verify it.`,
    reason: `You received this email because someone entered this address in their account settings at ${project}. If that was not you, you can ignore this email, and do not open a verification link for this address.`,
  }),
  signInMethodChanged: (details: AccountChange): MailWords => ({
    subject: subjectOfChange(details),
    sentence: `${sentences[details.change](details)}${isMadeByOthers(details.change) ? '' : ' If you made this change, you can ignore this email.'}`,
    reason: `If you did not make this change, go to ${details.project}, undo it in your account settings and end the sessions you do not recognise. If you can no longer sign in, contact ${details.project} support. You received this email because this is the address of the account.`,
  }),
  newDevice: ({ device, expiresAt, hasLink, place, project, signedInAt }: SignInOnNewDevice): LinkMailWords => ({
    subject: `Sign-in to ${project} on a new device`,
    sentence: `Your account was used to sign in on ${signedInAt}, on a device on which you have not signed in before.${device && ` Device: ${device}.`}${place && ` Place: ${place}.`} If this was you, you can ignore this email.`,
    action: 'This wasn’t me',
    lifetime: `The link expires on ${expiresAt}.`,
    reason: hasLink
      ? 'If this was not you, choose “This wasn’t me”. This ends the session, and if your account can have a password, you get an email to choose a new one. You received this email because this is the address of the account.'
      : `If this was not you, go to ${project}, end the session that you do not recognise in your account settings and change how you sign in. If you have a password, choose “Forgot password?” on the sign-in page and set a new one. This ends all sessions. You received this email because this is the address of the account.`,
  }),
  factorResetStarted: ({ project, takesEffectAt }: FactorResetAnnounced): LinkMailWords => ({
    subject: `Your second factor at ${project} will be removed`,
    sentence: `An administrator of ${project} announced that the second factor of your account (authenticator app, recovery codes, passkeys) will be removed on ${takesEffectAt}. After that, signing in no longer requires it.`,
    action: 'Cancel the removal',
    lifetime: `You can cancel until ${takesEffectAt}.`,
    reason:
      'If you asked for this because you lost your second factor, you can ignore this email. If you did not, cancel the removal at once. You received this email because this is a verified address of the account.',
  }),
  secondFactorDue: ({ project, dueAt }: FactorDue): MailWords => ({
    subject: `Set up a second factor for your account at ${project}`,
    sentence: `From ${dueAt}, your account at ${project} needs a second factor (an authenticator app or a passkey). Set it up in the account settings before then. After that, you can use your account only once you have set it up.`,
    reason: `You received this email because someone signed in to your account at ${project}. If that was not you, change your password.`,
  }),
  signUpApproved: ({ project }: AtProject): MailWords & Pick<LinkMailWords, 'action'> => ({
    subject: `Your sign-up at ${project} was approved`,
    sentence: `Your sign-up at ${project} was approved. You can use your account now.`,
    action: 'Sign in',
    reason: `You received this email because someone signed up at ${project} with this address. If that was not you, you can ignore this email.`,
  }),
  signUpRefused: ({ project }: AtProject): MailWords => ({
    subject: `Your sign-up at ${project} was refused`,
    sentence: `Your sign-up at ${project} was refused, and your account was deleted.`,
    reason: `You received this email because someone signed up at ${project} with this address. If that was not you, you can ignore this email.`,
  }),
  apiKeyLeaked: (details: LeakedKey): MailWords => ({
    subject: `An API key for ${details.project} was found in public and revoked`,
    sentence: `An API key of ${ownerOfKey(details)} was found in public${details.description === '' ? '' : `: “${details.description}”`}. It was revoked on ${details.revokedAt}. Programs that use the key no longer have access. Create a new key for them, and remove the old one from the place where it was published. Check what was done with the key before.`,
    reason: `You received this email because ${details.ownerType === 'team' ? 'you can manage the API keys of the team' : 'this is the address of the account'}. Users of ${details.project} chose the names in quotation marks.`,
  }),
}

export type NoticeTexts = typeof notices
