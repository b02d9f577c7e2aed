import { CONFIGURATION_PASSPHRASE_MIN_CODE_POINTS } from '@portico/client/admin'
import type { TextsOf } from '@portico/ui/language/catalogue'
import { pluralsOf } from '@portico/ui/language/plural'

import { defineTexts } from '../define-texts.ts'

const plural = pluralsOf('en')

export const settingsTexts = defineTexts('settings', {
  title: 'Settings',
  loadFailed: 'The settings cannot be loaded',
  name: 'Name',
  nameHelp: 'Users see it on the sign-in page and in emails.',
  description: 'Description',
  defaultLocale: 'Language of emails',
  defaultLocaleHelp: 'For recipients whose own language is not known.',
  projectId: 'Project ID',
  apiUrl: 'API URL',
  created: 'Created',
  production: {
    title: 'Production',
    mode: 'Production mode',
    note: 'Only HTTPS pages with a domain name are trusted. Localhost is refused.',
    findings: (count: number) =>
      plural(count, { one: '1 finding must be fixed first.', other: `${count} findings must be fixed first.` }),
    show: 'Show findings',
  },
  owners: {
    title: 'Staff',
    loadFailed: 'The staff cannot be loaded',
    invitationsFailed: 'The invitations cannot be loaded',
    note: 'Owners can do everything in this project. The role of the others says what they can do.',
    noteAlone: 'Owners can do everything in this project. You are its only owner.',
    invite: 'Invite to the staff',
    you: 'you',
    noName: 'No name',
    since: (date: string) => `Since ${date}`,
    role: 'Role',
    changeRole: 'Change role',
    changeRoleOf: (name: string) => `Change role: ${name}`,
    changeRoleLead: 'The new role of {name} acts at once. An email says so.',
    roleChanged: (name: string, role: string) => `New role of ${name}: ${role}`,
    demote: 'Take the role of an owner',
    demoteText:
      '{name} is no longer an owner, but has the role “{role}” at once. Open invitations that {name} sent or could accept end.',
    demoteOwnText:
      'You are no longer an owner, but have the role “{role}” at once. Only another owner can give you the role back. Open invitations that you sent end.',
    remove: 'Remove from the staff',
    removeOf: (name: string) => `Remove ${name}`,
    removeShort: 'Remove',
    removeText: '{name} loses access to this project at once. The account stays.',
    leave: 'Leave project',
    leaveShort: 'Leave',
    leaveText: 'You lose access to this project at once. An owner can invite you again.',
    onlyOwnerTitle: 'You are the only owner',
    onlyOwner:
      'A project needs an owner, so you cannot leave it yet. Invite another owner, and leave once the invitation is accepted. Or delete the project.',
    invited: (date: string) => `Invited, valid until ${date}`,
    transfer: 'Transfer',
    supportCanImpersonate: {
      label: 'Support may sign in as users',
      note: 'Staff with the role Support can sign in to your app as a user by link. Owners and admins always can. When you turn it off, these sessions end.',
      keywords: 'impersonation staff',
    },
    revoke: 'Revoke',
    revokeOf: (email: string) => `Revoke the invitation of ${email}`,
    email: 'Email',
    emailHelp: 'Only the account with this address can accept the invitation.',
    emailHelpClosed:
      'Sign-up is closed on this service, so the address needs an account. Only that account can accept the invitation.',
    sent: (email: string) => `Invitation sent to ${email}`,
    transferLabel: 'Transfer the project',
    transferNote: 'You stop being an owner once the invitation is accepted.',
    inviteLead: 'The invited person gets the rights of the role, which an owner can change at any time.',
  },
  file: {
    title: 'Configuration file',
    export: 'Export',
    exportLabel: 'Export configuration',
    exportNote:
      'All settings, permissions and changed email templates as one JSON document, without keys, staff and users.',
    exportLead:
      'The document has all settings, permissions and changed email templates. Choose what happens to its secrets.',
    secrets: 'Secrets',
    withoutSecrets: 'Without secrets',
    withoutSecretsNote: 'For version control, and for projects with their own secrets.',
    sealed: 'With sealed secrets',
    sealedNote: 'Client secrets and the mail password are encrypted with your passphrase.',
    passphrase: 'Passphrase',
    passphraseHelp: `At least ${CONFIGURATION_PASSPHRASE_MIN_CODE_POINTS} characters. It is not stored: without it the secrets cannot be read.`,
    passphraseShort: `Use at least ${CONFIGURATION_PASSPHRASE_MIN_CODE_POINTS} characters.`,
    import: 'Import',
    importLabel: 'Import configuration',
    importNote: 'Shows what would change before anything is saved.',
    importLead: 'Choose a document. You see its changes before they are applied.',
    file: 'Document',
    fileMissing: 'Choose a file.',
    notJson: (line: number) => `This file is not valid JSON: line ${line}.`,
    notDocument: 'This file is not an exported configuration.',
    unreadable: 'The browser cannot read this file. Choose it again.',
    importPassphraseHelp: 'Decrypts the secrets of the document. Without it, the project keeps its secrets.',
    deleteMissing: 'Delete permissions and email templates that are not in the document',
    deleteMissingNote:
      'Users lose these permissions, and these emails get the template of the service. If this is off, both stay.',
    preview: 'Show changes',
    changesTitle: 'Import these changes',
    nothing: 'The document changes nothing.',
    changeCount: (count: number) => plural(count, { one: '1 change', other: `${count} changes` }),
    before: 'Before',
    after: 'After',
    added: 'Added',
    removed: 'Removed',
    secretChanges: 'The secret changes.',
    changedByYou: 'You have changed the project in another tab, and nothing was imported. This is the new list.',
    changedMeanwhile:
      '{person} has changed the project in the meantime, and nothing was imported. This is the new list.',
    permission: {
      created: 'Permission {id} is created',
      updated: 'Permission {id} changes',
      deleted: 'Permission {id} is deleted; users who have it lose it',
    },
    template: {
      created: 'The email {name} gets a template of its own',
      updated: 'The template of the email {name} changes',
      deleted: 'The email {name} gets the template of the service',
    },
    missingSecrets: 'These secrets are not in the document. The project keeps what it has:',
    back: 'Back',
    applied: 'Configuration imported',
  },
  remove: {
    title: 'Delete project',
    label: (name: string) => `Delete ${name}`,
    note: (count: number, shown: string) =>
      `${plural(count, { one: '1 user', other: `${shown} users` })}, all teams and all keys. Your apps stop working at once.`,
    consequence: (count: number, shown: string) =>
      `This deletes ${plural(count, { one: '1 user with its', other: `${shown} users with their` })} sessions, all teams, permissions and keys, and the audit log. Your apps stop working at once. This cannot be undone.`,
    runningTitle: 'The project is deleted',
    running: '{name} can no longer be used. Its records are being removed; this continues when you close the page.',
    progress: (done: string, total: string) => `${done} of ${total} users removed`,
    progressWithoutTotal: (done: string) => `${done} users removed`,
    progressFailed: 'The progress cannot be loaded',
    removed: 'All records of {name} are removed.',
  },
  accept: {
    title: 'Invitation to a project',
    text: '{inviter} invites you to the project {project}. Your role: {role}.',
    textWithoutInviter: 'You are invited to the project {project}. Your role: {role}.',
    transfer: 'The inviter stops being an owner when you accept.',
    accept: 'Accept invitation',
    later: 'Not now',
    forAddress: 'The invitation is for {email}.',
    signIn: 'Sign in',
    signUp: 'Create account',
    withMailbox:
      'No account has this address. Sign in with a code by email to this address, or with a provider account that has it: this creates your account.',
    closed:
      'No account has this address, and sign-up is closed on this service. Ask its operator for an account, then open the link again.',
    otherAccount: 'The invitation is for {email}, but you are signed in as {own}.',
    otherAccountHelp: 'Sign in with the account of the invited address, or add and verify the address in your account.',
    noAddress: 'an account without an email address',
    switch: 'Use another account',
    account: 'Account settings',
    unverified: 'Verify {email} first. The link in our verification email confirms that the mailbox is yours.',
    verify: 'Send verification email',
    verifySent: 'Sent to {email}. Open its link, then come back: this page continues automatically.',
    loadFailed: 'The invitation cannot be loaded',
    refused: {
      expired: {
        title: 'This invitation has expired',
        text: 'Invitations are valid for seven days. Ask the owner who sent it for a new one.',
      },
      used: {
        title: 'This invitation was already accepted',
        text: 'If you accepted it, the project is in your list of projects.',
      },
      unknown: {
        title: 'This invitation is no longer valid',
        text: 'It was revoked or replaced by a newer one, or its sender is no longer an owner. Look for a newer email, or ask for another invitation.',
      },
      attempts: {
        title: 'This link was used too many times',
        text: 'Ask the owner who sent it for a new invitation.',
      },
      incomplete: {
        title: 'This link is incomplete',
        text: 'Open the link in the email again, or copy the complete link.',
      },
    },
    toProjects: 'Go to your projects',
  },
})

export type SettingsTexts = TextsOf<typeof settingsTexts>
