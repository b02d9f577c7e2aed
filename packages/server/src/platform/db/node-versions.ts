import { type Statement, unscoped } from '../../kernel/statement.ts'

/**
 * The name of a connection in `pg_stat_activity`. A name in the URL of the database replaces it.
 *
 * @param nodeVersion the version of a service; null for a command, which does not count as a node
 */
export function applicationName(nodeVersion: string | null): string {
  return nodeVersion === null ? 'portico' : `portico/${nodeVersion}`
}

/**
 * Returns the versions of the other services that are connected to the database and are not newer than a release.
 * Without a direct address, a pooler can hide nodes.
 */
export function listOlderNodes(release: string): Statement<readonly string[]> {
  return unscoped.statement<{ version: string }>`
    with node as (
      select split_part(substr(name, length('portico/') + 1), ' ', 1) as version, name
      from (
        select application_name as name from pg_stat_activity where datname = current_database()
      ) connection
      where name like 'portico/%'
    )
    select distinct version from node
    where split_part(name, ' ', 1) <> split_part(current_setting('application_name'), ' ', 1)
    order by version`.map(({ rows }) => rows.flatMap(({ version }) => (isNewer(version, release) ? [] : [version])))
}

/** Compares the three numbers of two versions. */
export function isNewer(version: string, than: string): boolean {
  const numbers = (text: string): number[] => text.split(/[.-]/).slice(0, 3).map(Number)
  const [own, other] = [numbers(version), numbers(than)]
  const different = own.findIndex((number, index) => number !== other[index])
  return different >= 0 && (own[different] ?? 0) > (other[different] ?? 0)
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
