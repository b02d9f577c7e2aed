import type { ErrorCode } from '@portico/contract/errors'

import {
  accountChanges,
  addressChanges,
  removedParts,
  undoneRecords,
} from '../../packages/server/src/texts/en/notices.ts'
import type { Texts } from '../../packages/server/src/texts/en/texts.ts'

type Mails = Texts['mails']
type Samples<Mail extends keyof Mails> = Readonly<Record<string, Parameters<Mails[Mail]>[0]>>

const person = { personName: '{personName}', personAddress: '{personAddress}' }
const personWithoutName = { personName: '', personAddress: '' }
const owned = { project: '{project}', ownedProject: '{ownedProject}' }
const change = {
  project: '{project}',
  changedAt: '{changedAt}',
  providerName: '{providerName}',
  passkeyName: '{passkeyName}',
  apiKeyName: '{apiKeyName}',
  unusedCodes: '{unusedCodes}',
  removed: [...removedParts],
  undone: [...undoneRecords],
  disconnected: '{disconnected}',
  disconnectedCount: 2,
  address: '{address}',
  addressChanges: [...addressChanges],
} as const
const unnamed = { ...change, passkeyName: '', apiKeyName: '', address: '', disconnected: '', disconnectedCount: 0 }
const leaked = { project: '{project}', team: '{team}', description: '{description}', revokedAt: '{revokedAt}' }
const newDevice = { project: '{project}', signedInAt: '{signedInAt}' }
const digest = { ...owned, count: 5, isMore: false, from: '{from}', until: '{until}' }
const failedMail = { subject: '{subject}', recipient: '{recipient}' }

/**
 * Arguments of each mail. Together they select every sentence of it; an argument is a placeholder where its value is a
 * name or a time.
 */
export const mailSamples: { readonly [Mail in keyof Mails]: Samples<Mail> } = {
  emailVerification: { all: { project: '{project}', linkLifetime: '{linkLifetime}' } },
  passwordReset: { all: { project: '{project}', linkLifetime: '{linkLifetime}' } },
  signInCode: { all: { project: '{project}', linkLifetime: '{linkLifetime}' } },
  noAccount: { all: { project: '{project}' } },
  addressNotVerified: { all: { project: '{project}' } },
  signInByEmailOff: { all: { project: '{project}' } },
  teamInvitation: {
    all: { project: '{project}', teamDisplayName: '{teamDisplayName}', expiresAt: '{expiresAt}' },
  },
  passwordChanged: { all: { project: '{project}', changedAt: '{changedAt}' } },
  emailChanged: { all: { project: '{project}', changedAt: '{changedAt}' } },
  addressAdded: { all: { project: '{project}', changedAt: '{changedAt}' } },
  signInMethodChanged: {
    ...Object.fromEntries(accountChanges.map((name) => [name, { ...change, change: name }])),
    ...Object.fromEntries(
      (['passkey_added', 'api_key_created', 'unproved_access_removed'] as const).map((name) => [
        `${name}, without names`,
        { ...unnamed, change: name },
      ]),
    ),
    'unproved_access_removed, one account': { ...change, change: 'unproved_access_removed', disconnectedCount: 1 },
  },
  apiKeyLeaked: {
    'of a user': { ...leaked, ownerType: 'user' },
    'of a team': { ...leaked, ownerType: 'team' },
    'without names': { ...leaked, ownerType: 'team', team: '', description: '' },
  },
  ownerInvitation: {
    'by a person': { ...owned, ...person, role: 'owner', isTransfer: false, expiresAt: '{expiresAt}' },
    'by a name': {
      ...owned,
      personName: '{personName}',
      personAddress: '',
      role: 'owner',
      isTransfer: false,
      expiresAt: '{expiresAt}',
    },
    'with another role': { ...owned, ...person, role: 'support', isTransfer: false, expiresAt: '{expiresAt}' },
    'with another role, without names': {
      ...owned,
      ...personWithoutName,
      role: 'viewer',
      isTransfer: false,
      expiresAt: '{expiresAt}',
    },
    'of a transfer': { ...owned, ...personWithoutName, role: 'owner', isTransfer: true, expiresAt: '{expiresAt}' },
  },
  ownerChanged: {
    'the recipient was added': {
      ...owned,
      ...person,
      change: 'added',
      role: 'owner',
      isRecipient: true,
      changedAt: '{changedAt}',
    },
    'the recipient was removed': {
      ...owned,
      ...person,
      change: 'removed',
      role: 'owner',
      isRecipient: true,
      changedAt: '{changedAt}',
    },
    'a person was added': {
      ...owned,
      ...person,
      change: 'added',
      role: 'owner',
      isRecipient: false,
      changedAt: '{changedAt}',
    },
    'a person without a name was removed': {
      ...owned,
      ...personWithoutName,
      change: 'removed',
      role: 'owner',
      isRecipient: false,
      changedAt: '{changedAt}',
    },
    'as owner': {
      ...owned,
      ...person,
      change: 'role_changed',
      role: 'owner',
      isRecipient: true,
      changedAt: '{changedAt}',
    },
    'as admin': {
      ...owned,
      ...person,
      change: 'role_changed',
      role: 'admin',
      isRecipient: true,
      changedAt: '{changedAt}',
    },
    'as developer': {
      ...owned,
      ...person,
      change: 'role_changed',
      role: 'developer',
      isRecipient: true,
      changedAt: '{changedAt}',
    },
    'as support': {
      ...owned,
      ...person,
      change: 'role_changed',
      role: 'support',
      isRecipient: true,
      changedAt: '{changedAt}',
    },
    'as viewer': {
      ...owned,
      ...person,
      change: 'role_changed',
      role: 'viewer',
      isRecipient: true,
      changedAt: '{changedAt}',
    },
    'a person joined': {
      ...owned,
      ...person,
      change: 'joined',
      role: 'support',
      isRecipient: false,
      changedAt: '{changedAt}',
    },
    'a person without a name joined': {
      ...owned,
      ...personWithoutName,
      change: 'joined',
      role: 'support',
      isRecipient: false,
      changedAt: '{changedAt}',
    },
    'the recipient left': {
      ...owned,
      ...person,
      change: 'left',
      role: 'support',
      isRecipient: true,
      changedAt: '{changedAt}',
    },
  },
  projectSettingsChanged: {
    'by an owner': { ...owned, ...person, isOwner: true, fields: ['config.email_config'], changedAt: '{changedAt}' },
    'by a key': {
      ...owned,
      ...personWithoutName,
      isOwner: false,
      fields: [
        'config.domains',
        'config.allow_localhost',
        'config.native_app_redirects_enabled',
        'config.oauth_providers',
        'config.recent_sign_in_required',
        'is_production_mode',
        'email_templates',
        'partner_access',
        'webhooks',
      ],
      changedAt: '{changedAt}',
    },
  },
  passwordHashesExported: {
    'by an owner': { ...owned, ...person, isOwner: true, changedAt: '{changedAt}' },
    'by a key': { ...owned, ...personWithoutName, isOwner: false, changedAt: '{changedAt}' },
  },
  secondFactorDue: { all: { project: '{project}', dueAt: '{dueAt}' } },
  signInInvitation: { all: { project: '{project}', expiresAt: '{expiresAt}' } },
  signUpApproved: { all: { project: '{project}' } },
  signUpRefused: { all: { project: '{project}' } },
  newDevice: {
    all: { ...newDevice, device: '{device}', place: '{place}', hasLink: true, expiresAt: '{expiresAt}' },
    unknown: { ...newDevice, device: '', place: '', hasLink: false, expiresAt: '{expiresAt}' },
  },
  factorResetStarted: { all: { project: '{project}', takesEffectAt: '{takesEffectAt}' } },
  webhookEndpointDisabled: {
    gone: { ...owned, cause: 'gone', endpointHost: '{endpointHost}', changedAt: '{changedAt}' },
    failing: { ...owned, cause: 'failing', endpointHost: '{endpointHost}', changedAt: '{changedAt}' },
  },
  failedEmailsDigest: {
    'of one': { ...digest, count: 1, mails: [{ ...failedMail, subject: '' }] },
    'of five': { ...digest, mails: [failedMail, failedMail] },
    'of many': { ...digest, isMore: true, mails: [failedMail] },
  },
  test: { all: { project: '{project}' } },
}

/** The reason that a provider gives. */
export const providerFailure = '{reason}'

const refusedKey = [
  { project_id: '{project_id}' },
  { project_id: '{project_id}', expired_at_millis: 0 },
  { project_id: '{project_id}', revoked_at_millis: 0 },
]

/** The details of errors whose sentence depends on more than one text. */
const details: Partial<Record<ErrorCode, readonly unknown[]>> = {
  INVALID_PUBLISHABLE_CLIENT_KEY: refusedKey,
  INVALID_SECRET_SERVER_KEY: refusedKey,
  INVALID_SUPER_SECRET_ADMIN_KEY: refusedKey,
  INSUFFICIENT_ACCESS_TYPE: [
    { actual_access_type: '{actual_access_type}', allowed_access_types: ['{allowed_access_types}'] },
  ],
  RATE_LIMITED: [{ retry_after_seconds: null }, { retry_after_seconds: 1 }, { retry_after_seconds: 7 }],
  PROJECT_VERSION_CONFLICT: [{ conflicts: [{ path: '{path}' }] }],
  RECENT_SIGN_IN_REQUIRED: [{ max_age_millis: 900_000 }],
  RESTRICTED_USER_NOT_ALLOWED: [
    { restricted_reason: { type: 'restricted_by_administrator' } },
    { restricted_reason: { type: 'restricted_by_administrator', reason: '{reason}', until_millis: 0 } },
  ],
  WRONG_PERMISSION_SCOPE: [
    { permission_id: '{permission_id}', expected_scope: 'team' },
    { permission_id: '{permission_id}', expected_scope: 'project' },
  ],
  EMAIL_IS_NOT_PRIMARY_EMAIL: [
    { email: '{email}', primary_email: '{primary_email}' },
    { email: '{email}', primary_email: null },
  ],
  INVALID_TOTP_CODE: [undefined, { is_missing: true }],
}

/** Details of an error that together select every sentence of it. Each text in them is a placeholder. */
export function detailsOf(code: ErrorCode): readonly unknown[] {
  return details[code] ?? [placeholders]
}

const placeholders: unknown = new Proxy({}, { get: (_target, name) => `{${String(name)}}` })
