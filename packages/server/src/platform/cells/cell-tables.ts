/** The name of the cell with the records of the whole service. */
export const HOME = 'home'

/**
 * The tables that only the home cell uses. Every other table belongs to a project and is used in the cell of that
 * project. `cell-tables.test.ts` compares both lists with the schema.
 */
export const homeTables = [
  'cell_directory',
  'cells',
  'dev_inbox',
  'first_admin_setup',
  'partner_authorizations',
  'project_cells',
  'project_owner_invitations',
  'project_owners',
  'rate_limits',
  'workers',
] as const

export const tenantTables = [
  'api_keys',
  'audit_events',
  'cli_logins',
  'connection_domains',
  'contact_channel_bounces',
  'contact_channels',
  'email_contents',
  'email_template_versions',
  'email_templates',
  'emails',
  'failed_emails_digests',
  'figure_deltas',
  'figures',
  'first_uses',
  'images',
  'import_findings',
  'import_marks',
  'import_pieces',
  'import_runs',
  'imported_teams',
  'imported_users',
  'internal_api_keys',
  'job_results',
  'jobs',
  'known_devices',
  'oauth_accounts',
  'oauth_codes',
  'oauth_transactions',
  'old_system_failures',
  'old_system_moves',
  'partner_projects',
  'permission_definitions',
  'project_changes',
  'project_permissions',
  'projects',
  'recent_requests',
  'sessions',
  'sign_ups',
  'signing_keys',
  'team_connections',
  'team_invitations',
  'team_members',
  'team_permissions',
  'teams',
  'used_bot_challenges',
  'user_activity',
  'user_devices',
  'user_invitations',
  'user_passkeys',
  'users',
  'verification_codes',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_endpoints',
  'webhook_listener_messages',
  'webhook_listeners',
  'webhook_messages',
  'written_emails',
] as const

/** Each cell has its own. They are about its schema and its rows, and do not move with a project. */
export const tablesOfCells = ['backfills', 'schema_migrations'] as const

const homeTablePattern = new RegExp(`\\b(?:${homeTables.join('|')})\\b`)
// Columns have some of these names too.
const tenantTablePattern = new RegExp(`\\b(?:from|join|into|update)\\s+(?:${tenantTables.join('|')})\\b`)

/**
 * Whether SQL names a table of the home cell. Its other tables then contain rows of "internal", as `project-scope`
 * proves.
 */
export const namesHomeTable = remembering((text) => homeTablePattern.test(text))

/** Whether SQL names a table whose rows belong to projects. */
export const namesTenantTable = remembering((text) => tenantTablePattern.test(text))

/** Remembers every result, because there are few SQL texts. */
function remembering(find: (text: string) => boolean): (text: string) => boolean {
  const known = new Map<string, boolean>()
  return (text) => {
    let found = known.get(text)
    if (found === undefined) known.set(text, (found = find(text)))
    return found
  }
}
