/** Rows that transactions lock at the same position. */
export interface LockLevel {
  readonly name: string
  /**
   * A table has several levels if some of its rows belong to a user and others to a team, or if it is changed at
   * several positions.
   */
  readonly tables: readonly string[]
  /** Tables of which a transaction locks several rows, with the key that names their order. */
  readonly several?: Readonly<Record<string, readonly string[]>>
  /** Who locks the rows, and how. The README shows it. */
  readonly locked: string
}

/**
 * The lock order: a transaction takes its locks from the first level to the last. The handle of tests refuses a
 * statement that does not (`lock-order.ts`), and `npm run generate` writes the table of the README.
 */
export const lockLevels: readonly LockLevel[] = [
  {
    name: 'setup',
    tables: ['first_admin_setup', 'cells', 'cell_directory'],
    locked:
      'by the setup of the first admin, who then gets the projects without an owner, and by commands that change cells',
  },
  {
    name: 'project',
    tables: ['projects'],
    locked:
      '`for key share` by a transaction that locks users or teams; codes and mails refer to the project, so their inserts take it too. `for no key update` by a change or deletion, and by changes of definitions, owners and invitations to sign up: it blocks no insert. `for share` where the settings must stay (`lockSettings`). Only the removal of a deleted project locks exclusively',
  },
  {
    name: 'job',
    tables: ['jobs', 'job_results', 'backfills'],
    locked: 'by each piece of a job or backfill, before the records that it changes, and by a cancellation',
  },
  {
    name: 'run',
    tables: ['import_runs', 'import_pieces', 'import_marks', 'import_findings', 'imported_users', 'imported_teams'],
    locked: 'by each batch, the end and the undo of an import, before its users and teams',
  },
  {
    name: 'settings',
    tables: [
      'internal_api_keys',
      'signing_keys',
      'project_changes',
      'email_templates',
      'email_template_versions',
      'images',
    ],
    locked: 'alone, or after the project. These images are its logos',
  },
  {
    name: 'user',
    tables: ['users'],
    several: { users: ['id'] },
    locked:
      'by each transaction that changes rows of a user: `lockUserRow`, `lockUserShared`, `lockUser`, `lockOwnerOfSignInEmail` and `lockUserOfCode` take the project and the user. A member of the staff, who is a user of `internal`, before a user of the project',
  },
  {
    name: 'rows of the user',
    tables: [
      'contact_channels',
      'contact_channel_bounces',
      'oauth_accounts',
      'user_passkeys',
      'user_devices',
      'known_devices',
      'sessions',
      'verification_codes',
      'oauth_codes',
      'oauth_transactions',
      'cli_logins',
      'sign_ups',
      'used_bot_challenges',
      'old_system_moves',
      'emails',
      'email_contents',
      'written_emails',
      'project_permissions',
      'project_owners',
      'project_cells',
      'project_owner_invitations',
      'partner_authorizations',
      'partner_projects',
      'user_invitations',
      'api_keys',
      'images',
    ],
    several: { project_owner_invitations: ['id'] },
    locked: 'after their user, or alone',
  },
  {
    name: 'team',
    tables: ['teams'],
    several: { teams: ['id'] },
    locked:
      '`for key share` to change a membership, `for no key update` to change the team, `for update` to delete it or to change all its memberships (`lockTeamWithMemberships`). The insert of a membership takes the first of these before it reads what the team requires',
  },
  {
    name: 'rows of the team',
    tables: [
      'team_members',
      'team_permissions',
      'team_invitations',
      'team_connections',
      'connection_domains',
      'project_owner_invitations',
      'user_invitations',
      'api_keys',
      'images',
    ],
    several: { team_members: ['team_id', 'user_id'], team_invitations: ['id'], api_keys: ['id'] },
    locked: 'after their team',
  },
  {
    name: 'definition',
    tables: ['permission_definitions', 'project_changes'],
    locked:
      '`for key share` by a grant; changed under the lock of the project, after the invitations that the change ends',
  },
  {
    name: 'delivery',
    tables: [
      'webhook_endpoints',
      'webhook_messages',
      'webhook_deliveries',
      'webhook_attempts',
      'webhook_listeners',
      'webhook_listener_messages',
      'failed_emails_digests',
      'dev_inbox',
      'workers',
    ],
    locked: 'by workers, each with its own rows',
  },
  {
    name: 'figures and logs',
    tables: [
      'figure_deltas',
      'figures',
      'old_system_failures',
      'recent_requests',
      'first_uses',
      'rate_limits',
      'audit_events',
      'schema_migrations',
    ],
    locked:
      'without other locks. Changes insert deltas only (decision 095); the worker skips locked ones and writes the amounts in the order of their key',
  },
]
