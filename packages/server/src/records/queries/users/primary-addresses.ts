import { statement, type Statement } from '../../../kernel/statement.ts'

/** Returns the primary addresses of users by their id; null for a user without one. Unknown users are absent. */
export function listPrimaryAddresses(
  projectId: string,
  userIds: readonly string[],
): Statement<ReadonlyMap<string, string | null>> {
  return statement<{ id: string; address: string | null }>`
    select found.id, found.address from unnest(${userIds}::text[]) wanted (id), lateral (
      select id, (
        select value from contact_channels
        where project_id = ${projectId} and user_id = users.id and type = 'email' and is_primary
      ) as address
      from users where project_id = ${projectId} and id = wanted.id::uuid offset 0
    ) found`.map(({ rows }) => new Map(rows.map(({ address, id }) => [id, address])))
}
