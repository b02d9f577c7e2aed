import {
  atMoment,
  chosenAddress,
  chosenName,
  plainText,
  type MailContent,
  type MailName,
} from '../src/mails/mail-data.ts'
import { accountChanges, addressChanges, removedParts, undoneRecords } from '../src/texts/en/notices.ts'

type Samples = { readonly [Name in MailName]: readonly Omit<Extract<MailContent, { mail: Name }>, 'mail'>[] }

/** The values that a test chooses when it renders all mails. */
export interface MailNames {
  /** The name of each person, team, passkey, key and owned project. */
  readonly name: string
  readonly link: string
}

const at = atMoment(Date.UTC(2026, 10, 5, 5, 3))
const address = plainText('ada@acme.example')
const settings = [
  'config.email_config',
  'config.domains',
  'config.allow_localhost',
  'config.native_app_redirects_enabled',
  'config.oauth_providers',
  'config.recent_sign_in_required',
  'is_production_mode',
  'email_templates',
]

/** Returns all mails of the service, so that each of their sentences occurs. */
export function everyMail({ link, name }: MailNames): readonly MailContent[] {
  const chosen = chosenName(name)
  const withLink = { data: { linkLifetime: { lifetimeSeconds: 1_800 } }, link }
  const changed = { data: { changedAt: at } }
  const person = { personName: chosen, personAddress: address }
  const withoutPerson = { personName: '', personAddress: '' } as const
  const owned = { ownedProject: chosen, changedAt: at }
  const account = {
    ...{ address, addressChanges, changedAt: at, providerName: plainText('GitHub') },
    ...{ removed: removedParts, undone: undoneRecords, unusedCodes: plainText('9') },
  }
  const samples: Samples = {
    emailVerification: [withLink],
    passwordReset: [withLink],
    signInCode: [{ ...withLink, code: 'ABC123' }],
    noAccount: [{ data: {} }],
    addressNotVerified: [{ data: {} }],
    signInByEmailOff: [{ data: {} }],
    teamInvitation: [
      { link, data: { teamDisplayName: { teamName: name }, expiresAt: at }, further: { inviterName: chosen } },
      { link, data: { teamDisplayName: { teamName: '' }, expiresAt: at }, further: { inviterAddress: address } },
      { link, data: { teamDisplayName: { teamName: name }, expiresAt: at } },
    ],
    passwordChanged: [changed],
    emailChanged: [changed],
    addressAdded: [changed],
    signInMethodChanged: [
      ...accountChanges.map((change) => ({
        data: {
          ...{ ...account, apiKeyName: chosen, change, passkeyName: chosen },
          ...{ disconnected: { list: ['GitHub', 'Google'] }, disconnectedCount: 2 },
        },
      })),
      ...(['passkey_added', 'passkey_removed', 'api_key_created', 'unproved_access_removed'] as const).map(
        (change) => ({
          data: {
            ...{ ...account, address: '' as const, apiKeyName: '' as const, change, passkeyName: '' as const },
            ...{ disconnected: { list: ['GitHub'] }, disconnectedCount: 1 },
          },
        }),
      ),
    ],
    newDevice: [
      {
        data: {
          signedInAt: at,
          device: { text: 'Firefox, Windows' },
          place: { countryCode: 'DE', clientAddress: '203.0.113.7' },
          ...{ hasLink: true, expiresAt: at },
        },
        link,
      },
      { data: { signedInAt: at, device: '', place: '', hasLink: false, expiresAt: at } },
    ],
    factorResetStarted: [{ link, data: { takesEffectAt: at } }],
    secondFactorDue: [{ data: { dueAt: at } }],
    signInInvitation: [{ link, data: { expiresAt: at } }],
    signUpApproved: [{ data: {} }, { link, data: {} }],
    signUpRefused: [{ data: {} }],
    apiKeyLeaked: [
      { data: { ownerType: 'team', team: chosen, description: chosen, revokedAt: at } },
      { data: { ownerType: 'team', team: '', description: '', revokedAt: at } },
      { data: { ownerType: 'user', team: '', description: chosen, revokedAt: at } },
    ],
    ownerInvitation: [
      { link, data: { ...person, ownedProject: chosen, role: 'owner', isTransfer: true, expiresAt: at } },
      {
        link,
        data: { ...person, personAddress: '', ownedProject: chosen, role: 'owner', isTransfer: false, expiresAt: at },
      },
      { link, data: { ...withoutPerson, ownedProject: chosen, role: 'support', isTransfer: false, expiresAt: at } },
    ],
    ownerChanged: [
      { data: { ...owned, ...person, change: 'added', role: 'owner', isRecipient: false } },
      { data: { ...owned, ...withoutPerson, change: 'added', role: 'owner', isRecipient: false } },
      { data: { ...owned, ...person, change: 'removed', role: 'owner', isRecipient: true } },
      { data: { ...owned, ...person, change: 'removed', role: 'owner', isRecipient: false } },
      { data: { ...owned, ...withoutPerson, change: 'removed', role: 'owner', isRecipient: false } },
      { data: { ...owned, ...person, change: 'role_changed', role: 'support', isRecipient: true } },
      { data: { ...owned, ...person, change: 'left', role: 'viewer', isRecipient: true } },
      { data: { ...owned, ...person, change: 'joined', role: 'admin', isRecipient: false } },
      { data: { ...owned, ...withoutPerson, change: 'joined', role: 'developer', isRecipient: false } },
    ],
    projectSettingsChanged: [
      { data: { ...owned, ...person, isOwner: true, fields: settings } },
      { data: { ...owned, ...withoutPerson, isOwner: true, fields: settings.slice(0, 1) } },
      { data: { ...owned, ...withoutPerson, isOwner: false, fields: settings.slice(1, 3) } },
    ],
    passwordHashesExported: [
      { data: { ...owned, ...person, isOwner: true } },
      { data: { ...owned, ...withoutPerson, isOwner: true } },
      { data: { ...owned, ...withoutPerson, isOwner: false } },
    ],
    webhookEndpointDisabled: [
      { data: { ownedProject: chosen, endpointHost: chosen, cause: 'gone', changedAt: at } },
      { data: { ownedProject: chosen, endpointHost: chosen, cause: 'failing', changedAt: at } },
    ],
    failedEmailsDigest: [[1, false] as const, [2, false] as const, [100, true] as const].map(([count, isMore]) => ({
      data: {
        ...{ count, isMore, ownedProject: chosen, from: at, until: at },
        mails: [
          { subject: chosen, recipient: chosenAddress('ada@acme.example') },
          { subject: '' as const, recipient: chosenAddress('"[Verify](https://evil.example)"@acme.example') },
        ].slice(0, count),
      },
    })),
    test: [{ data: {} }],
  }
  return Object.entries(samples).flatMap(([mail, contents]) =>
    // Unchecked cast: the type of the samples ties each content to its mail.
    contents.map((content) => ({ mail, ...content }) as MailContent),
  )
}
