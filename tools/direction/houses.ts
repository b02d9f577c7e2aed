/** The allowed imports between the folders of a package. */
export interface House {
  /**
   * The folders of each floor, from the top down. `.` denotes the files of `src` itself. A room is one of these folders
   * or a subfolder, such as `flows/password`. A room may import from lower floors.
   */
  readonly floors: readonly (readonly string[])[]
  /** The rooms on its own floor that a room may import too. `texts/*` denotes every subfolder of `texts`. */
  readonly neighbours: Readonly<Record<string, readonly string[]>>
}

const oneFloor: House = { floors: [['.']], neighbours: {} }

/** By folder below `packages/` and `apps/`. A package without an entry has one floor and no folders. */
const houses: Readonly<Record<string, House>> = {
  client: {
    floors: [
      ['.'],
      ['stack'],
      ['owner'],
      ['admin'],
      ['expo', 'server'],
      ['app'],
      ['resources'],
      ['sign-in'],
      ['pages', 'session'],
      ['transport'],
    ],
    neighbours: {},
  },
  dashboard: {
    floors: [
      ['.'],
      ['embed', 'parts'],
      ['rooms'],
      ['records'],
      ['page'],
      ['shell'],
      ['data', 'kit'],
      ['texts'],
      ['language'],
    ],
    neighbours: { 'texts/*': ['texts', 'texts/en'] },
  },
  ui: { floors: [['form', 'list', 'parts'], ['language']], neighbours: {} },
  cli: {
    floors: [['.'], ['init', 'users'], ['owner'], ['export', 'import', 'service', 'session', 'webhooks'], ['kernel']],
    neighbours: {},
  },
  contract: { floors: [['.'], ['endpoints'], ['catalogues'], ['generated'], ['rules'], ['limits']], neighbours: {} },
  moving: { floors: [['.'], ['values'], ['input']], neighbours: {} },
  protocols: { floors: [['.'], ['mail-document', 'sender-domain']], neighbours: {} },
  server: {
    floors: [
      ['.'],
      ['api-reference', 'dashboard', 'dev', 'operator', 'packages'],
      ['flows', 'admin'],
      ['delivery'],
      ['api'],
      ['accounts'],
      ['mails'],
      ['records'],
      ['platform'],
      ['kernel'],
      ['language'],
      ['texts'],
    ],
    neighbours: {
      'admin/first-admin': ['flows/dashboard-session'],
      'operator/upgrade': ['operator/backup'],
      operator: ['operator/backup', 'operator/cell-moves', 'operator/doctor', 'operator/upgrade'],
      'admin/imports': ['admin/permission-definitions'],
      'admin/jobs': ['admin/users'],
      'admin/mail-templates': ['admin/projects'],
      'admin/team-connections': ['admin/projects'],
      'admin/webhooks': ['admin/projects'],
      'api/pages': ['api/call', 'api/rules'],
      'api/pipeline': ['api/call', 'api/pages', 'api/rules'],
      'api/rules': ['api/call'],
      'admin/configuration': ['admin/permission-definitions', 'admin/projects'],
      'admin/partners': ['admin/internal-api-keys', 'admin/project-owners', 'admin/projects', 'admin/webhooks'],
      'admin/partner-oauth': ['admin/internal-api-keys', 'admin/partners', 'admin/projects'],
      'admin/projects': ['admin/permission-definitions'],
      'admin/svix': ['admin/webhooks'],
      dev: ['dev/providers'],
      'flows/dashboard-session': ['flows/cli-login', 'flows/sessions'],
      'flows/oauth': ['flows/sessions'],
      'platform/cells': ['platform/db'],
      'platform/hashing': ['platform/limits', 'platform/tracing'],
      'platform/limits': ['platform/crypto', 'platform/db', 'platform/log', 'platform/metrics'],
      'platform/log': ['platform/tracing'],
      'platform/outbound-http': ['platform/tracing'],
      'platform/lists': ['platform/db'],
      'platform/mailer': ['platform/outbound-http', 'platform/webhooks'],
      'platform/bot-checks': ['platform/crypto', 'platform/outbound-http'],
      'platform/breached-passwords': ['platform/outbound-http'],
      'platform/old-systems': ['platform/crypto', 'platform/outbound-http', 'platform/webhooks'],
      'platform/webhooks': ['platform/crypto', 'platform/outbound-http'],
      'records/authorization-codes': ['records/users'],
      'records/credentials': ['records/api-keys', 'records/users'],
      'records/projects': ['records/audit', 'records/images', 'records/internal-api-keys'],
      'records/queries': [
        'records/api-keys',
        'records/authorization-codes',
        'records/cli-logins',
        'records/contact-channels',
        'records/credentials',
        'records/figures',
        'records/internal-api-keys',
        'records/mails',
        'records/owner-invitations',
        'records/partner-projects',
        'records/permissions',
        'records/project-owners',
        'records/projects',
        'records/sessions',
        'records/team-invitations',
        'records/user-invitations',
        'records/team-members',
        'records/teams',
        'records/users',
        'records/webhooks',
      ],
      'records/team-connections': ['records/projects'],
      'records/sessions': ['records/projects', 'records/users'],
      'records/permissions': ['records/team-members'],
      'records/team-members': ['records/images', 'records/users'],
      'records/teams': ['records/images'],
      'records/users': ['records/images', 'records/teams'],
      'texts/*': ['texts/en'],
    },
  },
  react: {
    floors: [
      ['.'],
      ['handler'],
      ['pages'],
      ['settings'],
      ['auth'],
      ['provider'],
      ['cards', 'user'],
      ['parts'],
      ['form'],
      ['hooks'],
      ['app'],
      ['i18n', 'theme'],
    ],
    neighbours: {
      i18n: ['i18n/locales'],
      settings: [
        'settings/keys',
        'settings/page',
        'settings/profile',
        'settings/restricted',
        'settings/sessions',
        'settings/sign-in',
        'settings/teams',
      ],
      'settings/*': ['settings/page'],
      'settings/restricted': ['settings/emails', 'settings/page'],
      'settings/sign-in': ['settings/emails', 'settings/page'],
      'settings/teams': ['settings/keys', 'settings/page', 'settings/profile'],
    },
  },
}

export function houseOf(packageFolder: string): House {
  return houses[packageFolder] ?? oneFloor
}
