import type { Database, ProjectSql, Sql } from '../db/sql.ts'
import { json } from '../db/sql.ts'
import { projectConfigDefaults, type Project, type ProjectConfig } from './project.ts'

interface ProjectRow {
  id: string
  display_name: string
  description: string
  is_production_mode: boolean
  config: ProjectConfig
  created_at: Date
}

export interface StoredSigningKey {
  kid: string
  public_jwk: { kty: 'EC'; crv: 'P-256'; x: string; y: string }
  private_sealed: string
  retired: boolean
}

export interface StoredKeySet {
  expires_at: Date
  publishable_client_key: string | null
  secret_server_key: string | null
  super_secret_admin_key: string | null
}

export interface ProjectWithKeys extends ProjectRow {
  signing_keys: StoredSigningKey[]
  key_sets: (Omit<StoredKeySet, 'expires_at'> & { expires_at: string })[]
}

/** The project with everything a request needs to be authenticated against it, in one round trip. */
export async function findProjectWithKeys(db: Database, projectId: string): Promise<ProjectWithKeys | null> {
  const { rows } = await db.sql<ProjectWithKeys>`
    select p.id, p.display_name, p.description, p.is_production_mode, p.config, p.created_at,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'kid', k.kid, 'public_jwk', k.public_jwk, 'private_sealed', k.private_sealed,
          'retired', k.retired_at is not null) order by k.created_at desc)
        from signing_keys k where k.project_id = p.id), '[]') as signing_keys,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'expires_at', a.expires_at,
          'publishable_client_key', encode(a.publishable_client_key_hash, 'base64'),
          'secret_server_key', encode(a.secret_server_key_hash, 'base64'),
          'super_secret_admin_key', encode(a.super_secret_admin_key_hash, 'base64')))
        from internal_api_keys a where a.project_id = p.id and a.revoked_at is null), '[]') as key_sets
    from projects p where p.id = ${projectId}`
  return rows[0] ?? null
}

export async function insertProject(sql: Sql, project: Project): Promise<void> {
  await sql.sql`
    insert into projects (id, display_name, description, is_production_mode, config, created_at)
    values (${project.id}, ${project.displayName}, ${project.description}, ${project.isProductionMode},
            ${json(project.config)}::jsonb, ${project.createdAt})`
}

export async function insertSigningKey(
  sql: ProjectSql,
  key: { kid: string; publicJwk: object; privateSealed: string; createdAt: Date },
): Promise<void> {
  await sql.sql`
    insert into signing_keys (project_id, kid, public_jwk, private_sealed, created_at)
    values (${sql.projectId}, ${key.kid}, ${json(key.publicJwk)}::jsonb, ${key.privateSealed}, ${key.createdAt})`
}

/**
 * Locks the project, so that two updates at the same moment cannot lose each other's settings. Users can be created meanwhile:
 * the lock does not conflict with the shared one of a foreign key.
 */
export async function lockProject(sql: ProjectSql): Promise<Project | null> {
  const { rows } = await sql.sql<ProjectRow>`
    select id, display_name, description, is_production_mode, config, created_at
    from projects where id = ${sql.projectId} for no key update`
  return rows[0] ? toProject(rows[0]) : null
}

export async function updateProjectRow(sql: ProjectSql, project: Project): Promise<void> {
  await sql.sql`
    update projects set display_name = ${project.displayName}, description = ${project.description},
      is_production_mode = ${project.isProductionMode}, config = ${json(project.config)}::jsonb
    where id = ${sql.projectId}`
}

export async function deleteProjectRow(sql: ProjectSql): Promise<boolean> {
  const { count } = await sql.sql`delete from projects where id = ${sql.projectId}`
  return count > 0
}

/** Several projects with the number of their users, in the order of the given ids. */
export async function listProjectsById(
  sql: Sql,
  projectIds: readonly string[],
): Promise<(Project & { userCount: number })[]> {
  const { rows } = await sql.sql<ProjectRow & { user_count: number }>`
    select p.id, p.display_name, p.description, p.is_production_mode, p.config, p.created_at,
      (select count(*) from users u where u.project_id = p.id)::int as user_count
    from unnest(${projectIds}::text[]) with ordinality as wanted (id, position)
    join projects p on p.id = wanted.id
    order by wanted.position`
  return rows.map((row) => ({ ...toProject(row), userCount: row.user_count }))
}

/** Tells every node, this one included, to read the project afresh. Part of the transaction that changed it. */
export async function notifyProjectChanged(sql: Sql, projectId: string): Promise<void> {
  await sql.sql`select pg_notify('portico_project', ${projectId})`
}

export function toProject(row: ProjectRow): Project {
  return {
    id: row.id,
    displayName: row.display_name,
    description: row.description,
    isProductionMode: row.is_production_mode,
    createdAt: row.created_at,
    // A switch that is younger than the project has its default.
    config: { ...projectConfigDefaults, ...row.config },
  }
}
