import type { EmailTemplateType } from './email-templates.ts'

/** A placeholder of the templates of one type. */
export interface EmailTemplateVariable {
  /** As it is written in a template: `{{ name }}`. */
  readonly name: string
  /** What a preview shows in its place. */
  readonly example: string
  /**
   * `link` and `code` are what the mail is for, so a template contains one of them. `name` is chosen by a person, `address` is the email address of one. `text` is
   * written by the service.
   */
  readonly kind: 'link' | 'code' | 'name' | 'address' | 'text'
  /** Empty, unless the other one is. */
  readonly insteadOf?: string
  /** Always empty: an attacker could sign up with the address of another person, and send that person a message in a name. */
  readonly isUnset?: true
}

const project = { name: 'projectDisplayName', example: 'Marginalia', kind: 'name' } as const
const user = { name: 'userDisplayName', example: '', kind: 'name', isUnset: true } as const
const host = { name: 'serviceHost', example: 'auth.example.com', kind: 'text' } as const
const lifetime = { name: 'linkLifetime', example: '24 hours', kind: 'text' } as const
const address = 'https://app.example.com/handler?code=k7pq2m9c4tz8'

/** The placeholders that a template can contain, in the order in which an editor offers them. */
export const emailTemplateVariables: Readonly<Record<EmailTemplateType, readonly EmailTemplateVariable[]>> = {
  email_verification: [
    project,
    user,
    { name: 'emailVerificationLink', example: address, kind: 'link' },
    lifetime,
    host,
  ],
  password_reset: [project, user, { name: 'passwordResetLink', example: address, kind: 'link' }, lifetime, host],
  magic_link: [
    project,
    user,
    { name: 'otp', example: 'K7PQ2M', kind: 'code' },
    { name: 'magicLink', example: address, kind: 'link' },
    lifetime,
    host,
  ],
  team_invitation: [
    project,
    user,
    { name: 'teamDisplayName', example: 'Editors', kind: 'name' },
    { name: 'inviterName', example: 'Chidi Okagbue', kind: 'name' },
    { name: 'inviterAddress', example: 'chidi@example.com', kind: 'address', insteadOf: 'inviterName' },
    { name: 'teamInvitationLink', example: address, kind: 'link' },
    { name: 'expiresAt', example: '1 December 2026', kind: 'text' },
    host,
  ],
}

/** What an attacker would enter as a name: a link, markup, another direction, a placeholder, a second line. */
const HOSTILE_NAME = '[Verify now](https://evil.example) <b>**Urgent**</b> \u202Eelpmaxe {{ otp }}\r\nBcc: all'
const HOSTILE_ADDRESS = '"https://evil.example?"@example.com'

/** The value of a placeholder of a template, for the renderer. */
export interface ExampleValue {
  /** The text in its place. */
  readonly value: string
  /** It is a complete address of the service. */
  readonly isAddress?: true
  /** A person has chosen it. */
  readonly isChosen?: true
}

/**
 * Example values for the placeholders of a template.
 *
 * @param isHostile names and addresses of people are those that an attacker would enter
 */
export function exampleValues(
  all: readonly EmailTemplateVariable[],
  isHostile: boolean,
): Readonly<Record<string, ExampleValue>> {
  const shown = all.filter(({ insteadOf, isUnset }) => insteadOf === undefined && !isUnset)
  return Object.fromEntries(
    shown.map(({ example, kind, name }) => {
      const value =
        isHostile && kind === 'name' ? HOSTILE_NAME : isHostile && kind === 'address' ? HOSTILE_ADDRESS : example
      return [
        name,
        {
          value,
          ...(kind === 'link' && { isAddress: true as const }),
          ...(kind === 'name' && { isChosen: true as const }),
        },
      ]
    }),
  )
}
