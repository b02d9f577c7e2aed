import type { EmailTemplateType } from './email-template-types.ts'

/** A placeholder that templates of one type can contain. */
export interface EmailTemplateVariable {
  /** The name between the braces of a template: `{{ name }}`. */
  readonly name: string
  /** The value that a preview shows. */
  readonly example: string
  /** The example in the words of a locale, such as `de-DE`. Absent: the same in all. */
  readonly exampleIn?: (locale: string) => string
  /**
   * `link` and `code` are what the mail is for, so a template contains one of them. `name` is chosen by a person,
   * `address` is the email address of one. `text` is written by the service, and so are `words`, which depend on what
   * has happened: a subject or sentences, with names in them. `page` is a project address for links, and `image` one of
   * its logos.
   */
  readonly kind: 'link' | 'code' | 'name' | 'address' | 'text' | 'words' | 'page' | 'image'
  /** The part of the example of `words` that is a name, which a person has chosen. */
  readonly nameInExample?: string
  /** The mail exists to send these words, so a template must contain the placeholder. */
  readonly isPurpose?: true
  /** The name of another placeholder. This one has a value only if the other one is empty. */
  readonly insteadOf?: string
  /** A link that is empty in some mails. A text or button that needs it depends on it: `{{#if name}}…{{/if}}`. */
  readonly isOptional?: true
  /**
   * Always empty: an attacker could sign up with the address of another person, and send that person a message in a
   * name.
   */
  readonly isUnset?: true
}

const project = { name: 'projectDisplayName', example: 'Marginalia', kind: 'name' } as const
const user = { name: 'userDisplayName', example: '', kind: 'name', isUnset: true } as const
const namedUser = { name: 'userDisplayName', example: 'Ada Okafor', kind: 'name' } as const
const host = { name: 'serviceHost', example: 'auth.example.com', kind: 'text' } as const
/** The branding of the project. Values that the project does not have are empty. */
const branding = [
  { name: 'supportEmail', example: 'help@example.com', kind: 'text' },
  { name: 'supportLink', example: 'mailto:help@example.com', kind: 'page' },
  { name: 'termsUrl', example: 'https://example.com/terms', kind: 'page' },
  { name: 'privacyUrl', example: 'https://example.com/privacy', kind: 'page' },
  { name: 'projectLogo', example: 'https://example.com/logo.png', kind: 'image' },
  { name: 'projectLogoDark', example: 'https://example.com/logo-dark.png', kind: 'image' },
] as const
const lifetime = {
  name: 'linkLifetime',
  example: '24 hours',
  exampleIn: (locale: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: 'hour', unitDisplay: 'long' }).format(24),
  kind: 'text',
} as const
const expiresAt = {
  name: 'expiresAt',
  example: '1 December 2026 at 05:20 UTC',
  exampleIn: (locale: string) => momentIn(locale, Date.UTC(2026, 11, 1, 5, 20)),
  kind: 'text',
} as const
const address = 'https://app.example.com/handler?code=k7pq2m9c4tz8'
const changedAt = {
  name: 'changedAt',
  example: '21 November 2026 at 05:20 UTC',
  exampleIn: (locale: string) => momentIn(locale, Date.UTC(2026, 10, 21, 5, 20)),
  kind: 'text',
} as const
const revokedAt = { ...changedAt, name: 'revokedAt' } as const
const ownedProject = { name: 'ownedProject', example: 'Reading group', kind: 'name' } as const
const subject = { name: 'subject', kind: 'words', nameInExample: project.example } as const
const sentence = { name: 'sentence', kind: 'words', isPurpose: true } as const
const reason = { name: 'reason', kind: 'words' } as const

function momentIn(locale: string, atMillis: number): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(atMillis)} UTC`
}

/** The placeholders that a template can contain, in the order in which an editor offers them. */
export const emailTemplateVariables: Readonly<Record<EmailTemplateType, readonly EmailTemplateVariable[]>> = {
  email_verification: [
    project,
    namedUser,
    { name: 'emailVerificationLink', example: address, kind: 'link' },
    lifetime,
    host,
    ...branding,
  ],
  password_reset: [
    project,
    namedUser,
    { name: 'passwordResetLink', example: address, kind: 'link' },
    lifetime,
    host,
    ...branding,
  ],
  magic_link: [
    project,
    user,
    { name: 'otp', example: 'K7PQ2M', kind: 'code' },
    { name: 'magicLink', example: address, kind: 'link' },
    lifetime,
    host,
    ...branding,
  ],
  team_invitation: [
    project,
    user,
    { name: 'teamDisplayName', example: 'Editors', kind: 'name' },
    { name: 'inviterName', example: 'Chidi Okagbue', kind: 'name' },
    { name: 'inviterAddress', example: 'chidi@example.com', kind: 'address', insteadOf: 'inviterName' },
    { name: 'teamInvitationLink', example: address, kind: 'link' },
    expiresAt,
    host,
    ...branding,
  ],
  password_changed: [project, changedAt, host, ...branding],
  email_changed: [project, changedAt, host, ...branding],
  address_added: [project, changedAt, host, ...branding],
  sign_in_method_changed: [
    project,
    { ...subject, example: `How you sign in to ${project.example} was changed` },
    {
      ...sentence,
      example:
        'The passkey “My laptop” was added to your account on 21 November 2026 at 05:20 UTC. It can be used to sign in. If you made this change, you can ignore this email.',
      nameInExample: 'My laptop',
    },
    changedAt,
    host,
    ...branding,
  ],
  new_device: [
    project,
    {
      ...sentence,
      example:
        'Your account was used to sign in on 21 November 2026 at 05:20 UTC, on a device on which you have not signed in before. Device: Firefox, Windows. Place: Germany (203.0.113.7). If this was you, you can ignore this email.',
    },
    { ...changedAt, name: 'signedInAt' },
    {
      ...reason,
      example:
        'If this was not you, choose “This wasn’t me”. This ends the session, and if your account can have a password, you get an email to choose a new one. You received this email because this is the address of the account.',
    },
    { name: 'disownLink', example: address, kind: 'link', isOptional: true },
    expiresAt,
    host,
    ...branding,
  ],
  factor_reset_started: [
    project,
    { name: 'cancelLink', example: address, kind: 'link' },
    { ...expiresAt, name: 'takesEffectAt' },
    host,
    ...branding,
  ],
  second_factor_due: [project, { ...expiresAt, name: 'dueAt' }, host, ...branding],
  sign_in_invitation: [
    project,
    { name: 'signInInvitationLink', example: address, kind: 'link' },
    expiresAt,
    host,
    ...branding,
  ],
  sign_up_approved: [
    project,
    { name: 'signInLink', example: 'https://app.example.com/handler/sign-in', kind: 'link', isOptional: true },
    host,
    ...branding,
  ],
  sign_up_refused: [project, host, ...branding],
  api_key_leaked: [
    project,
    {
      ...sentence,
      example:
        'An API key of your account was found in public: “Nightly import”. It was revoked on 21 November 2026 at 05:20 UTC. Programs that use the key no longer have access. Create a new key for them, and remove the old one from the place where it was published. Check what was done with the key before.',
      nameInExample: 'Nightly import',
    },
    {
      ...reason,
      example: `You received this email because this is the address of the account. Users of ${project.example} chose the names in quotation marks.`,
      nameInExample: project.example,
    },
    revokedAt,
    host,
    ...branding,
  ],
  no_account: [project, host, ...branding],
  address_not_verified: [project, host, ...branding],
  sign_in_by_email_off: [project, host, ...branding],
  owner_invitation: [
    project,
    ownedProject,
    {
      name: 'sentence',
      kind: 'words',
      example: `“Chidi Okagbue” invited you to become an owner of the project “${ownedProject.example}” at ${project.example}.`,
      nameInExample: 'Chidi Okagbue',
    },
    { name: 'ownerInvitationLink', example: address, kind: 'link' },
    expiresAt,
    host,
    ...branding,
  ],
  owner_changed: [
    project,
    ownedProject,
    {
      ...sentence,
      example: `“Chidi Okagbue” stopped being an owner of the project “${ownedProject.example}” on 21 November 2026 at 05:20 UTC.`,
      nameInExample: 'Chidi Okagbue',
    },
    {
      ...reason,
      example:
        'You received this email because you are an owner of the project. Users chose the names in quotation marks.',
    },
    changedAt,
    host,
    ...branding,
  ],
  project_settings_changed: [
    project,
    ownedProject,
    {
      ...sentence,
      example: `“Chidi Okagbue” changed the mail server of the project “${ownedProject.example}” on 21 November 2026 at 05:20 UTC. With these settings, a person can get the sign-in codes of your users or sign in as them. If you do not expect this change, check the settings of the project, undo the change and remove the owner or the keys that made it.`,
      nameInExample: 'Chidi Okagbue',
    },
    changedAt,
    host,
    ...branding,
  ],
  password_hashes_exported: [
    project,
    ownedProject,
    {
      ...sentence,
      example: `“Chidi Okagbue” exported all users of the project “${ownedProject.example}” with their password hashes and the secrets of their authenticator apps on 21 November 2026 at 05:20 UTC. With this file, a person can guess the passwords of your users and sign in as them. If you do not expect this export, remove the owner or the keys that made it, and ask your users to set new passwords and to set up their authenticator apps again.`,
      nameInExample: 'Chidi Okagbue',
    },
    changedAt,
    host,
    ...branding,
  ],
  webhook_endpoint_disabled: [
    project,
    ownedProject,
    {
      ...sentence,
      example: `On 21 November 2026 at 05:20 UTC, the webhook endpoint “hooks.acme.example” of the project “${ownedProject.example}” was disabled, because it answered 410. Events since then are kept for 30 days. Enable the endpoint in the dashboard, which offers to deliver them.`,
      nameInExample: 'hooks.acme.example',
    },
    changedAt,
    host,
    ...branding,
  ],
  failed_emails_digest: [
    project,
    ownedProject,
    {
      ...sentence,
      example: `One email of the project “${ownedProject.example}” could not be delivered between 20 November 2026 at 05:20 UTC and 21 November 2026 at 05:20 UTC.\n\n1. “Verify your email address” to chidi@example.com\n\nThe list of sent emails in the dashboard shows why each email failed, and offers to send it again where that can help.`,
      nameInExample: 'Verify your email address',
    },
    host,
    ...branding,
  ],
}

/** What an attacker would enter as a name: a link, markup, another direction, a placeholder, a second line. */
const HOSTILE_NAME = '[Verify now](https://evil.example) <b>**Urgent**</b> \u202Eelpmaxe {{ otp }}\r\nBcc: all'
const HOSTILE_ADDRESS = '"https://evil.example?"@example.com'

/** A placeholder's value, for the renderer. */
export interface ExampleValue {
  /** The text that replaces the placeholder. */
  readonly value: string
  /** The value is a complete URL. */
  readonly isAddress?: true
  /** The value is the address of an image. */
  readonly isImage?: true
  /** A person has chosen the value. */
  readonly isChosen?: true
  /** Words with a name in them, in parts. */
  readonly parts?: readonly ExampleValue[]
  /** The value can have more than one line. */
  readonly hasLines?: true
}

export interface ExampleOptions {
  /** Uses names and addresses that an attacker would enter. */
  readonly isHostile?: boolean
  /** The locale of dates and numbers, such as `de-DE`. Default: that of the examples. */
  readonly locale?: string
  /** Values that replace examples, such as the name of a user. They are already safe for a mail. */
  readonly known?: Readonly<Record<string, string>>
}

/** Example values for the placeholders of a template. */
export function exampleValues(
  all: readonly EmailTemplateVariable[],
  { isHostile = false, known = {}, locale }: ExampleOptions = {},
): Readonly<Record<string, ExampleValue>> {
  const shown = all.filter(
    ({ insteadOf, isUnset, name }) => insteadOf === undefined && (!isUnset || known[name] !== undefined),
  )
  return Object.fromEntries(
    shown.map(({ example, exampleIn, kind, name, nameInExample }) => {
      if (kind === 'words') return [name, exampleWords(example, nameInExample, isHostile)]
      const usual = known[name] ?? (locale === undefined ? example : (exampleIn?.(locale) ?? example))
      const value =
        isHostile && kind === 'name' ? HOSTILE_NAME : isHostile && kind === 'address' ? HOSTILE_ADDRESS : usual
      return [
        name,
        {
          value,
          ...((kind === 'link' || kind === 'page') && { isAddress: true as const }),
          ...(kind === 'image' && { isImage: true as const }),
          ...(kind === 'name' && { isChosen: true as const }),
        },
      ]
    }),
  )
}

/** Splits words around the name in them, which becomes a value of its own. */
function exampleWords(example: string, name: string | undefined, isHostile: boolean): ExampleValue {
  const [before = '', ...after] = name === undefined ? [example] : example.split(name)
  const written = [before, ...after].map((value): ExampleValue => ({ value, hasLines: true }))
  const chosen: ExampleValue = { value: (isHostile ? HOSTILE_NAME : name) ?? '', isChosen: true }
  const parts = written.flatMap((part, index) => (index === 0 ? [part] : [chosen, part]))
  return { value: parts.map(({ value }) => value).join(''), parts }
}

/** The placeholders of a template, and those of which it must contain one. */
export interface EmailTemplatePurpose {
  /** Example values of all placeholders, by name. */
  readonly variables: Readonly<Record<string, ExampleValue>>
  /** The placeholders of which a template needs one: its link, its code or its sentence. */
  readonly needsOneOf: readonly string[]
}

/** Returns the placeholders of a template, and those of which it must contain one, for the search for problems. */
export function purposeOf(all: readonly EmailTemplateVariable[]): EmailTemplatePurpose {
  return {
    // A placeholder that is always empty is still a known one: templates of other services contain it.
    variables: { ...Object.fromEntries(all.map(({ name }) => [name, { value: '' }])), ...exampleValues(all) },
    needsOneOf: all.flatMap(({ isPurpose, kind, name }) =>
      kind === 'link' || kind === 'code' || isPurpose ? [name] : [],
    ),
  }
}

/** What mails show of a project's branding. */
export interface BrandingOfMails {
  /** The logo beside the name. */
  readonly logoUrl?: string | null | undefined
  /** The same for dark mode. */
  readonly logoDarkModeUrl?: string | null | undefined
  /** The logo with the name in it, which is preferred. */
  readonly logoFullUrl?: string | null | undefined
  /** The same for dark mode. */
  readonly logoFullDarkModeUrl?: string | null | undefined
  /** Where users get help. */
  readonly supportEmail?: string | null | undefined
  /** The terms of service. */
  readonly termsUrl?: string | null | undefined
  /** The privacy policy. */
  readonly privacyUrl?: string | null | undefined
}

/** A project's branding as placeholder values for its mails. Values that the project does not have are empty. */
export function brandingInMails(project: BrandingOfMails): Readonly<Record<string, string>> {
  const { logoDarkModeUrl, logoFullDarkModeUrl, logoFullUrl, logoUrl, privacyUrl, supportEmail, termsUrl } = project
  const [light, dark] = logoFullUrl ? [logoFullUrl, logoFullDarkModeUrl] : [logoUrl, logoDarkModeUrl]
  return {
    supportEmail: supportEmail ?? '',
    supportLink: supportEmail ? `mailto:${supportEmail}` : '',
    termsUrl: termsUrl ?? '',
    privacyUrl: privacyUrl ?? '',
    projectLogo: light ?? '',
    projectLogoDark: (light && dark) ?? light ?? '',
  }
}

/** The locale of dates and numbers in mails. English ones are British, because they put the day first. */
export function formatLocaleOf(language: string): string {
  return language === 'en' ? 'en-GB' : language
}

/** Returns the writing direction of a language: from right to left for `ar` and `he`. */
export function writingDirectionOf(language: string): 'ltr' | 'rtl' {
  return language === 'ar' || language === 'he' ? 'rtl' : 'ltr'
}
