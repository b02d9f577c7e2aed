import type { TextsOf } from '@portico/ui/language/catalogue'
import { pluralsOf } from '@portico/ui/language/plural'

import { defineTexts } from '../define-texts.ts'

const plural = pluralsOf('en')

export const importsTexts = defineTexts('imports', {
  title: 'Import users',
  lead: 'Users move here with their passwords from an export of the system that you used before.',
  create: 'New import',
  loadFailed: 'The imports cannot be loaded',
  count: (count: number) => plural(count, { one: '1 import', other: `${count} imports` }),
  size: (megabytes: string) => `${megabytes} MB`,
  smallSize: (kilobytes: string) => `${kilobytes} kB`,
  columns: { source: 'Source', state: 'State', users: 'Users', findings: 'Findings', created: 'Started' },
  dryRun: 'Dry run',
  states: {
    open: 'Waiting for files',
    reading: 'Running',
    failed: 'Not readable',
    cancelled: 'Cancelled',
    done: 'Done',
    undoing: 'Undo begun',
    undone: 'Undone',
  },
  empty: {
    title: 'No imports yet',
    text: 'Choose where your users come from. A dry run shows what will happen before anything changes.',
  },
  source: 'Where do the users come from?',
  sourceLead: 'The next page asks for the export. Nothing changes before you confirm the result of the dry run.',
  otherSources:
    'Without a dump, a project of Stack Auth is read from its API. The command line does that: portico import stack-auth',
  next: 'Continue',
  sources: {
    auth0:
      'Moves passwords if the support of Auth0 sends the hashes, accounts at providers, metadata and blocks. Second factors stay behind.',
    clerk: 'Moves passwords, authenticator apps, accounts at providers, metadata and bans. Passkeys stay behind.',
    firebase: 'Moves passwords, accounts at providers, custom claims and disabled users. Second factors stay behind.',
    supabase:
      'Moves IDs, passwords, authenticator apps, accounts at providers, metadata and bans. Passkeys stay behind.',
    cognito:
      'Moves attributes, accounts at providers and disabled users. Cognito exports no passwords and no second factors.',
    keycloak:
      'Moves passwords, authenticator apps, accounts at providers, attributes and groups as teams. Passkeys stay behind.',
    'better-auth':
      'Moves passwords, accounts at providers, bans and organizations as teams. Second factors and passkeys stay behind.',
    authjs:
      'Moves users, accounts at providers, and passwords if the table of users has a column with hashes. Passkeys stay behind.',
    'stack-auth':
      'Moves IDs, passwords, second factors, passkeys, accounts at providers, teams and permissions from a dump of its database.',
    portico: 'Moves everything of an export of this service, with the password hashes if it has them.',
  } as Readonly<Record<string, string>>,
  /** By source and name. */
  files: {
    'auth0.users': 'The bulk user export: JSON (one object per line) or CSV, with the fields user_id and identities.',
    'auth0.hashes':
      'The export of password hashes, which the support of Auth0 sends on request: one JSON object per line.',
    'clerk.users':
      'The CSV of the dashboard (Settings, User exports). Only it has password hashes and authenticator secrets.',
    'clerk.details':
      'The users of the Backend API (GET /v1/users) as a JSON array or one object per line. Only it has dates, metadata, provider accounts and bans.',
    'firebase.users': 'The file of `firebase auth:export users.json --format=json`.',
    'supabase.users':
      'The table auth.users as CSV, or a dump that has all three tables: `supabase db dump --data-only --schema auth`, or `pg_dump --data-only`.',
    'supabase.identities': 'The table auth.identities as CSV. Not with a dump.',
    'supabase.factors': 'The table auth.mfa_factors as CSV. Not with a dump.',
    'cognito.users': 'The file of `aws cognito-idp list-users --user-pool-id <id> --output json > users.json`.',
    'keycloak.users':
      'The file of `kc.sh export --realm <name> --users same_file --file realm.json`. Join several files with `cat realm.json realm-users-*.json > all.json`.',
    'better-auth.users': 'The table user as CSV, or a dump of PostgreSQL that has all tables: `pg_dump --data-only`.',
    'better-auth.accounts': 'The table account as CSV. Only it has passwords and provider accounts. Not with a dump.',
    'better-auth.sessions': 'The table session as CSV, for the last activity. Not with a dump.',
    'better-auth.passkeys': 'The table passkey as CSV, to count them. Not with a dump.',
    'better-auth.organizations': 'The table organization as CSV. Not with a dump.',
    'better-auth.members': 'The table member as CSV. Not with a dump.',
    'authjs.users':
      'The table of users of the adapter as CSV, or a dump of PostgreSQL that has all tables: `pg_dump --data-only`.',
    'authjs.accounts': 'The table of accounts as CSV. Not with a dump.',
    'authjs.authenticators': 'The table of authenticators (passkeys) as CSV, to count them. Not with a dump.',
    'stack-auth.users':
      'A dump of the database of a service that you run, version 2.8: `pg_dump --data-only`. Only it has password hashes, authenticator secrets and passkeys.',
    'portico.users': 'An export of the service: one JSON record per line (NDJSON), and a last line of the kind `end`.',
  } as Readonly<Record<string, string>>,
  /** By source and name. */
  options: {
    'firebase.signer_key':
      'base64_signer_key. In the Firebase console: Authentication, Users, the menu above the list, Password hash parameters.',
    'firebase.salt_separator':
      'base64_salt_separator. In the Firebase console: Authentication, Users, the menu above the list, Password hash parameters.',
    'firebase.rounds':
      'rounds. In the Firebase console: Authentication, Users, the menu above the list, Password hash parameters. Default: 8.',
    'firebase.mem_cost':
      'mem_cost. In the Firebase console: Authentication, Users, the menu above the list, Password hash parameters. Default: 14.',
    'stack-auth.project_id': 'The id of the project there.',
    'stack-auth.rp_id': 'The domain of the passkeys, such as app.example. Without it, they are lost.',
  } as Readonly<Record<string, string>>,
  noSuchImport: 'There is no such import',
  noSuchImportText: 'It belongs to another project, or the address is incomplete.',
  dryRunOf: (source: string) => `Dry run: ${source}`,
  importOf: (source: string) => `Import: ${source}`,
  dryRunLead: 'A dry run changes nothing. It finds what the import will do.',
  importLead: 'Imported users sign in as before. No mail is sent to them.',
  filesTitle: 'Files',
  filesNote: (megabytes: string) =>
    `At most ${megabytes} MB together, also compressed with gzip. An interrupted upload continues when you choose the file again.`,
  required: 'Required',
  optional: 'Optional',
  choose: 'Choose file',
  chooseOther: 'Choose another file',
  chooseAgain: (size: string) => `${size} are here. Choose the file again to continue or to confirm it.`,
  uploading: (done: string, total: string) => `${done} of ${total} uploaded`,
  uploaded: (size: string) => `${size} uploaded`,
  uploadOf: (name: string) => `Upload of ${name}`,
  stopUpload: 'Stop',
  tooLarge: (megabytes: string) =>
    `The file has more than ${megabytes} MB. Import it with the command line: portico import`,
  chooseFirst: 'Upload the required files to continue.',
  optionsTitle: 'Check the export',
  check: 'Start dry run',
  importNow: 'Import',
  failedTitle: 'The files cannot be read',
  failedText: 'Choose other files or values and start again.',
  /** `{detail}`: a technical sentence in English. */
  errors: {
    unreadable: '{detail}',
    missing_file: '{detail}',
    missing_option: '{detail}',
    wrong_file: '{detail}',
    empty_file: '{detail}',
    too_large: '{detail}',
    too_many_unreadable: '{detail}',
    files_deleted: 'The files of the import have been deleted.',
    secret_unreadable:
      'The files are encrypted with a secret that PORTICO_SECRET no longer contains. The operator can add it there, or delete the files and upload them again.',
    service_failed: 'The service could not read the files, and its log has the reason.',
    given_up: 'The database was busy or not available for about an hour.',
  },
  stoppedText:
    'What was imported before stays. Undo it, or start a new import with the same export: no user is imported twice.',
  reading: 'Progress',
  readingDry: 'The service reads the files. You can leave this page.',
  readingImport: 'The service imports the users. You can leave this page.',
  waiting: 'Waiting for another job of this project',
  read: (done: string, total: string) => `${done} of ${total} read`,
  cancel: 'Cancel import',
  cancelDry: 'Cancel dry run',
  cancelText: 'Users who have been imported stay, until you undo the import. The files are deleted.',
  cancelDryText: 'The files are deleted.',
  report: 'Result',
  figures: {
    wouldCreate: 'Will be imported',
    created: 'Imported users',
    alreadyImported: 'Already here',
    refused: 'Refused',
    duplicate: 'Duplicates',
    unreadable: 'Unreadable lines',
  },
  figureNotes: {
    alreadyImported: 'By an earlier import or line',
    refused: 'Their records break a rule',
    duplicate: 'Left out: their address or account is in use',
    unreadable: 'Not in the format of the source',
  },
  affected: 'What stays behind',
  lostPassword: (count: number, shown: string) =>
    plural(count, { one: '1 user has to set a new password.', other: `${shown} users have to set a new password.` }),
  lostSecondFactor: (count: number, shown: string) =>
    plural(count, { one: '1 user loses a second factor.', other: `${shown} users lose their second factor.` }),
  lostPasskeys: (count: number, shown: string) =>
    plural(count, { one: '1 user loses passkeys.', other: `${shown} users lose passkeys.` }),
  lostProviderAccounts: (count: number, shown: string) =>
    plural(count, {
      one: '1 user loses an account at a provider.',
      other: `${shown} users lose accounts at providers.`,
    }),
  withoutHash: 'If the old system still runs, it can check these passwords once more: {link}.',
  previousSystem: 'Previous system',
  hashFormats: 'Password hashes',
  importAll: (count: number, shown: string) => plural(count, { one: 'Import 1 user', other: `Import ${shown} users` }),
  importAllText: 'The users are created as the dry run says. No mail is sent. You can undo the import.',
  filesGone: 'The files of this dry run were deleted or imported. Start a new import to use them.',
  nothingToImport: 'There is no user to import.',
  undo: 'Undo import',
  undoText:
    'Imported users who have not signed in since are deleted, with their teams. Others stay. This cannot be reversed.',
  undoing: (count: number, shown: string) => plural(count, { one: '1 user removed', other: `${shown} users removed` }),
  undoBegun: 'The undo was interrupted. Continue it to remove the other users.',
  continueUndo: 'Continue undo',
  undone: (removed: string, kept: string) =>
    `The undo removed ${removed} users and kept ${kept} who have signed in since.`,
  findings: 'Findings',
  findingsFailed: 'The findings cannot be loaded',
  noFindings: 'No findings: every record was read and imported whole.',
  noFindingsDry: 'No findings: every record can be read and imported whole.',
  line: (line: string) => `Line ${line}`,
  more: 'Show more',
  outcomes: {
    created: 'Imported in part',
    already_imported: 'Already here',
    refused: 'Refused',
    duplicate: 'Duplicate',
    unreadable: 'Unreadable',
  },
  /**
   * `{value}`: an address, an account, an ID or a permission. `invalid` and `unreadable`: a technical sentence in
   * English.
   */
  reasons: {
    unreadable: '{value}',
    invalid: '{value}',
    not_importable: 'The service could not import this record.',
    id_taken: 'Another user has the ID {value}. The user of this line was left out.',
    address_taken: 'Another user signs in with {value}. The user of this line was left out.',
    account_taken: 'Another user has the account {value}. The user of this line was left out.',
    team_id_taken: 'Another team has the ID {value}. The team of this line was left out.',
    same_user: 'Line {line} has the same user.',
    same_team: 'Line {line} has the same team.',
    same_membership: 'Line {line} has the same membership.',
    same_permission: 'Line {line} has the same permission.',
    same_definition: 'Line {line} has the same definition.',
    unknown_team: 'No team with the ID {value} of the source was imported.',
    unknown_user: 'No user with the ID {value} of the source was imported.',
    undefined_team_permission: 'The team permission {value} is not defined.',
    undefined_project_permission: 'The project permission {value} is not defined.',
    defined_for_team: '{value} is a team permission here.',
    defined_for_project: '{value} is a project permission here.',
    defined_otherwise:
      'The project has a permission {value} with another description or other contained permissions. It was not changed.',
    password_left_out: 'The password was left out: sign-in with a password is off.',
    code_left_out: 'Sign-in by emailed code was left off: it is off in this project.',
    account_left_out: 'The account at {value} was left out: this provider is off.',
    passkey_taken: 'A passkey was left out: another user has it.',
    passkey_domain: 'A passkey was left out: the project does not trust its domain {value}.',
    passkey_id: 'A passkey was left out: it works only if the user keeps their ID.',
    no_way_in: 'The user would have no way to sign in.',
    address_twice: 'The user has an address twice.',
    two_primary_addresses: 'The user has more than one primary address.',
    provider_twice: 'The user has two accounts at one provider. A user has one account per provider.',
    anonymous_with_method: 'An anonymous user cannot have a sign-in method or an authenticator app.',
  },
  /** In the place of the reasons above if an earlier line has the same. */
  reasonsWithLine: {
    id_taken: 'The user of line {line} has the ID {value}. The user of this line was left out.',
    address_taken: 'The user of line {line} signs in with {value}. The user of this line was left out.',
    account_taken: 'The user of line {line} has the account {value}. The user of this line was left out.',
  },
  export: 'Download findings',
  asCsv: 'As CSV',
  asJson: 'As JSON',
  exporting: (count: string) => `${count} findings…`,
  exported: (count: number, shown: string) =>
    plural(count, { one: '1 finding was saved', other: `${shown} findings were saved` }),
})

export type ImportsTexts = TextsOf<typeof importsTexts>
