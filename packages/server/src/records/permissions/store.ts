import {
  allRows,
  json,
  noResult,
  nothing,
  sequence,
  SqlName,
  statement,
  type Statement,
} from '../../kernel/statement.ts'
import { preferIndexScans } from '../../platform/db/sweep.ts'
import { definitionColumns, type PermissionDefinition } from './definition.ts'

/** Lists the definitions of both scopes, in no order. */
export function listDefinitions(projectId: string): Statement<PermissionDefinition[]> {
  return statement<PermissionDefinition>`
    select ${definitionColumns} from permission_definitions where project_id = ${projectId}`.map(allRows)
}

export function insertDefinition(
  projectId: string,
  { key, id, scope, description, containedKeys }: PermissionDefinition,
): Statement<void> {
  return statement`
    insert into permission_definitions (project_id, key, id, scope, description, contained_keys)
    values (${projectId}, ${key}, ${id}, ${scope}, ${description}, ${containedKeys})`.map(noResult)
}

export function updateDefinition(
  projectId: string,
  { key, id, description, containedKeys }: PermissionDefinition,
): Statement<void> {
  return statement`
    update permission_definitions set id = ${id}, description = ${description}, contained_keys = ${containedKeys}
    where project_id = ${projectId} and key = ${key}`.map(noResult)
}

/** Inserts definitions, or replaces those with the same keys. */
export function writeDefinitions(projectId: string, definitions: readonly PermissionDefinition[]): Statement<void> {
  if (definitions.length === 0) return nothing
  return statement`
    insert into permission_definitions (project_id, key, id, scope, description, contained_keys)
    select ${projectId}, key, id, scope, description, array(select jsonb_array_elements_text("containedKeys"))
    from jsonb_to_recordset(${json(definitions)}::jsonb)
      as written (key text, id text, scope text, description text, "containedKeys" jsonb)
    on conflict (project_id, key) do update set
      id = excluded.id, description = excluded.description, contained_keys = excluded.contained_keys`.map(noResult)
}

/**
 * Deletes definitions whose references the caller has removed. Their grants stay, but have no effect without a
 * definition.
 */
export function deleteDefinitions(projectId: string, keys: readonly string[]): Statement<void> {
  if (keys.length === 0) return nothing
  return statement`
    delete from permission_definitions where project_id = ${projectId} and key = any (${keys}::text[])`.map(noResult)
}

/** Deletes a definition and the references to it. Its grants stay, but have no effect without a definition. */
export function deleteDefinition(projectId: string, key: string): Statement<void> {
  return sequence([
    statement`delete from permission_definitions where project_id = ${projectId} and key = ${key}`,
    statement`
      update permission_definitions set contained_keys = array_remove(contained_keys, ${key}::text)
      where project_id = ${projectId} and ${key}::text = any (contained_keys)`,
  ]).map(noResult)
}

/**
 * Deletes grants of a deleted definition. A grant locks the definition, so there are no new ones. Grants that another
 * transaction deletes are skipped: both would wait for each other.
 *
 * @returns the number of deleted grants
 */
export function deleteGrantsOf(
  projectId: string,
  { key, scope }: Pick<PermissionDefinition, 'key' | 'scope'>,
  limit: number,
): Statement<number> {
  const grants = new SqlName(scope === 'team' ? 'team_permissions' : 'project_permissions')
  return sequence({
    planning: preferIndexScans,
    // The index requires the condition on the text.
    // guard: the grants of a deleted permission end (replace `permission_key = ${key}` with `false`) [permissions]
    deleted: statement`
      delete from ${grants} where ctid = any (array(
        select ctid from ${grants}
        where permission_key = ${key} and permission_key !~ '^\\$' and project_id = ${projectId}
        limit ${limit} for update skip locked))`,
  }).map(({ deleted }) => deleted.count)
}
