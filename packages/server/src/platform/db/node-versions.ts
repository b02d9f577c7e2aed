import { type Statement, unscoped } from '../../kernel/statement.ts'

/**
 * The name of a connection in `pg_stat_activity`. A name in the URL of the database replaces it.
 *
 * @param nodeVersion the version of a service; null for a command, which does not count as a node
 */
export function applicationName(nodeVersion: string | null): string {
  return nodeVersion === null ? 'portico' : `portico/${nodeVersion}`
}

/** Returns the versions of the services that are connected to the database. */
export function listNodeVersions(): Statement<readonly string[]> {
  // A pooler may add the address of its client after a space.
  return unscoped.statement<{ version: string }>`
    select distinct split_part(substr(application_name, length('portico/') + 1), ' ', 1) as version
    from pg_stat_activity
    where datname = current_database() and application_name like 'portico/%'
    order by version`.map(({ rows }) => rows.map(({ version }) => version))
}
