import type { ImportReasonCode } from '@portico/contract'

/** Why a record was not imported, or what of it was left out. */
export interface ImportReason {
  readonly code: ImportReasonCode
  /** The subject of the code, such as an address; null if the code says everything. */
  readonly value: string | null
  /** The line with the same value; null if no line has it. The file is null if it is the finding's file. */
  readonly line: { readonly number: number; readonly file: string | null } | null
}

export function reasonOf(
  code: ImportReasonCode,
  value: string | null = null,
  line: ImportReason['line'] = null,
): ImportReason {
  return { code, value, line }
}

/** Returns the sentences of reasons, in English. */
export function sentenceOfReasons(reasons: readonly ImportReason[]): string {
  return reasons
    .map((reason) =>
      sentences[reason.code](reason.value ?? '', otherUser(reason), reason.line ? nameLine(reason.line) : ''),
    )
    .join(' ')
}

function otherUser({ line }: ImportReason): string {
  return line ? `The user of ${nameLine(line)}` : 'Another user'
}

function nameLine({ file, number }: NonNullable<ImportReason['line']>): string {
  return file === null ? `line ${number}` : `line ${number} of ${file}`
}

function sentenceAbout(line: string, what: string): string {
  return `${line.charAt(0).toUpperCase()}${line.slice(1)} has the same ${what}.`
}

const USER_LEFT_OUT = 'The user of this line was left out.'

const sentences: { readonly [Code in ImportReasonCode]: (value: string, other: string, line: string) => string } = {
  unreadable: (value) => value,
  invalid: (value) => value,
  not_importable: () => 'The service could not import this record.',
  id_taken: (id, other) => `${other} has the id ${id}. ${USER_LEFT_OUT}`,
  address_taken: (address, other) => `${other} signs in with ${address}. ${USER_LEFT_OUT}`,
  account_taken: (account, other) => `${other} has the account ${account}. ${USER_LEFT_OUT}`,
  team_id_taken: (id) => `Another team has the id ${id}. The team of this line was left out.`,
  same_user: (_, _other, line) => sentenceAbout(line, 'user'),
  same_team: (_, _other, line) => sentenceAbout(line, 'team'),
  same_membership: (_, _other, line) => sentenceAbout(line, 'membership'),
  same_permission: (_, _other, line) => sentenceAbout(line, 'permission'),
  same_definition: (_, _other, line) => sentenceAbout(line, 'definition'),
  unknown_team: (id) => `No team with the source id "${id}" was imported.`,
  unknown_user: (id) => `No user with the source id "${id}" was imported.`,
  undefined_team_permission: (id) => `The permission "${id}" is not defined for the scope team.`,
  undefined_project_permission: (id) => `The permission "${id}" is not defined for the scope project.`,
  defined_for_team: (id) => `The permission "${id}" is defined for the other scope, team.`,
  defined_for_project: (id) => `The permission "${id}" is defined for the other scope, project.`,
  defined_otherwise: (id) =>
    `The project has a permission "${id}" with another description or other contained permissions. It was not changed.`,
  password_left_out: () => 'The password was left out: the project has not enabled sign-in with a password.',
  code_left_out: () => 'Sign-in by e-mailed code was left off: the project has not enabled it.',
  account_left_out: (provider) =>
    `The account at "${provider}" was left out: the project has not enabled this provider.`,
  passkey_taken: () => 'A passkey was left out: another user has it.',
  passkey_domain: (domain) => `A passkey was left out: the project does not trust its domain ${domain}.`,
  passkey_id: () => 'A passkey was left out: it works only if the user keeps their id.',
  no_way_in: () => 'The user would have no way to sign in.',
  address_twice: () => 'The user has an address twice.',
  two_primary_addresses: () => 'The user has more than one primary address.',
  provider_twice: () => 'The user has two accounts of one provider. A user has one account per provider.',
  anonymous_with_method: () => 'An anonymous user cannot have a sign-in method or an authenticator app.',
}
