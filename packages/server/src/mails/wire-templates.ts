import {
  emailTemplateTypes,
  emailTemplateVariables,
  linkTemplateTypes,
  ownerNoticeTypes,
  type EmailTemplateType,
} from '@portico/contract'

import type { Project } from '../records/projects/project.ts'
import type { MailWords } from '../texts/en/mail-frame.ts'
import type { MailContent, MailName } from './mail-data.ts'

/** A mail that owners can change. */
export interface WireTemplate {
  readonly type: EmailTemplateType
  /** The names of link and code in a template. */
  readonly link: string
  /** Some of the mails have no link. */
  readonly isLinkOptional: boolean
  readonly code?: string
  /** The words that depend on the data of the mail. A template has a placeholder in the place of each. */
  readonly chosenWords: readonly (keyof MailWords)[]
  /** The mail with an example of each value. */
  readonly example: MailContent
}

const link = 'https://example.com/handler?code=0000'
const linkLifetime = { lifetimeSeconds: 24 * 60 * 60 }
const at = { atMillis: 0 }
const person = { personName: { chosenName: 'Ada Lovelace' }, personAddress: '' } as const
const ownedProject = { chosenName: 'Chess' }

const examples: Readonly<Record<EmailTemplateType, MailContent>> = {
  email_verification: { mail: 'emailVerification', data: { linkLifetime }, link },
  password_reset: { mail: 'passwordReset', data: { linkLifetime }, link },
  magic_link: { mail: 'signInCode', data: { linkLifetime }, link, code: 'ABC123' },
  team_invitation: {
    mail: 'teamInvitation',
    data: { teamDisplayName: { teamName: 'Chess' }, expiresAt: { atMillis: 0 } },
    further: { inviterName: { chosenName: 'Ada Lovelace' } },
    link,
  },
  password_changed: { mail: 'passwordChanged', data: { changedAt: at } },
  email_changed: { mail: 'emailChanged', data: { changedAt: at } },
  address_added: { mail: 'addressAdded', data: { changedAt: at } },
  sign_in_method_changed: {
    mail: 'signInMethodChanged',
    data: {
      ...{ change: 'passkey_added', changedAt: at, passkeyName: { chosenName: 'Laptop' } },
      ...{ address: '', addressChanges: [], apiKeyName: '', providerName: '', removed: [], undone: [] },
      ...{ disconnected: '', disconnectedCount: 0, unusedCodes: '' },
    },
  },
  new_device: {
    mail: 'newDevice',
    data: {
      ...{ signedInAt: at, device: { text: 'Firefox, Windows' }, place: { text: '203.0.113.7' } },
      ...{ hasLink: true, expiresAt: at },
    },
    link,
  },
  factor_reset_started: { mail: 'factorResetStarted', data: { takesEffectAt: at }, link },
  second_factor_due: { mail: 'secondFactorDue', data: { dueAt: at } },
  sign_in_invitation: { mail: 'signInInvitation', data: { expiresAt: { atMillis: 0 } }, link },
  sign_up_approved: { mail: 'signUpApproved', data: {}, link },
  sign_up_refused: { mail: 'signUpRefused', data: {} },
  api_key_leaked: {
    mail: 'apiKeyLeaked',
    data: { ownerType: 'user', team: '', description: { chosenName: 'Import' }, revokedAt: at },
  },
  no_account: { mail: 'noAccount', data: {} },
  address_not_verified: { mail: 'addressNotVerified', data: {} },
  sign_in_by_email_off: { mail: 'signInByEmailOff', data: {} },
  owner_invitation: {
    mail: 'ownerInvitation',
    data: { ...person, ownedProject, role: 'owner', isTransfer: false, expiresAt: at },
    link,
  },
  owner_changed: {
    mail: 'ownerChanged',
    data: { ...person, ownedProject, change: 'added', role: 'owner', isRecipient: false, changedAt: at },
  },
  project_settings_changed: {
    mail: 'projectSettingsChanged',
    data: { ...person, ownedProject, isOwner: true, fields: ['config.domains'], changedAt: at },
  },
  password_hashes_exported: {
    mail: 'passwordHashesExported',
    data: { ...person, ownedProject, isOwner: true, changedAt: at },
  },
  webhook_endpoint_disabled: {
    mail: 'webhookEndpointDisabled',
    data: { ownedProject, endpointHost: { chosenName: 'hooks.acme.example' }, cause: 'gone', changedAt: at },
  },
  failed_emails_digest: {
    mail: 'failedEmailsDigest',
    data: { ownedProject, count: 0, isMore: false, from: at, until: at, mails: [] },
  },
}

const wireTemplates: readonly WireTemplate[] = emailTemplateTypes.map(wireTemplate)

/** Whether the project sends mails of this type. Mails to project owners belong to the dashboard. */
export function isSentBy({ id }: Pick<Project, 'id'>, type: EmailTemplateType): boolean {
  return id === 'internal' || !ownerNoticeTypes.some((one) => one === type)
}

/** The templates of a project, in the order of the list. */
export function listTemplateTypes(project: Pick<Project, 'id'>, hasNotices: boolean): readonly EmailTemplateType[] {
  return hasNotices ? emailTemplateTypes.filter((type) => isSentBy(project, type)) : linkTemplateTypes
}

export function wireTemplate(type: EmailTemplateType): WireTemplate {
  const variables = emailTemplateVariables[type]
  const names = Object.fromEntries(variables.map(({ kind, name }) => [kind, name]))
  const chosen = variables.flatMap(({ kind, name }) => (kind === 'words' ? [name] : []))
  return {
    type,
    link: names['link'] ?? 'link',
    isLinkOptional: variables.some(({ isOptional }) => isOptional),
    ...(names['code'] !== undefined && { code: names['code'] }),
    chosenWords: (['subject', 'sentence', 'reason'] as const).filter((word) => chosen.includes(word)),
    example: examples[type],
  }
}

/** Returns the template of a mail; undefined for a mail that owners cannot change. */
export function wireTemplateOf(mail: MailName): WireTemplate | undefined {
  return wireTemplates.find(({ example }) => example.mail === mail)
}
