/** How the folders of a package may import each other. */
export interface House {
  /**
   * Folders of each floor, from the top down; `.` is the place of the files beside them. A room is a folder of a floor or
   * a folder in one, such as `flows/password`. It imports from lower floors.
   */
  readonly floors: readonly (readonly string[])[]
  /** The rooms on its own floor that a room may import as well. */
  readonly neighbours: Readonly<Record<string, readonly string[]>>
}

const oneFloor: House = { floors: [['.']], neighbours: {} }

/** By folder below `packages/`. A package without an entry here has one floor and no folders. */
const houses: Readonly<Record<string, House>> = {
  client: { floors: [['.'], ['resources'], ['sign-in'], ['pages', 'session'], ['transport']], neighbours: {} },
  contract: { floors: [['.'], ['limits']], neighbours: {} },
  server: {
    floors: [
      ['.'],
      ['dev', 'operator'],
      ['flows', 'admin'],
      ['delivery'],
      ['api'],
      ['accounts'],
      ['mails'],
      ['records'],
      ['platform'],
      ['kernel'],
    ],
    neighbours: {
      dev: ['dev/providers'],
      'flows/oauth': ['flows/sessions'],
      'platform/limits': ['platform/crypto', 'platform/db', 'platform/log', 'platform/metrics'],
      'platform/mailer': ['platform/outbound-http'],
      'records/authorization-codes': ['records/users'],
      'records/credentials': ['records/users'],
      'records/internal-api-keys': ['records/projects'],
      'records/projects': ['records/audit'],
      'records/queries': [
        'records/cli-logins',
        'records/contact-channels',
        'records/mails',
        'records/projects',
        'records/sessions',
        'records/users',
      ],
      'records/sessions': ['records/projects', 'records/users'],
    },
  },
  react: {
    floors: [
      ['.'],
      ['handler'],
      ['pages'],
      ['settings'],
      ['auth'],
      ['cards', 'user'],
      ['parts'],
      ['form'],
      ['hooks'],
      ['app'],
      ['i18n', 'theme'],
    ],
    neighbours: { i18n: ['i18n/locales'] },
  },
}

export function houseOf(packageFolder: string): House {
  return houses[packageFolder] ?? oneFloor
}
