import { firstRow, statement, type Statement } from '../../../kernel/statement.ts'
import { projectColumns, type ProjectWithKeys } from '../../projects/store.ts'

/**
 * Bounds the revoked sets and the expired sets that a node keeps of a project. Keys of sets that ended before these are
 * answered like unknown keys.
 */
const ENDED_KEY_SETS_MAX = 50

/**
 * Finds the project with everything that authenticates a request to it, in one round trip. The conditions repeat the
 * expressions of the indexes and bound each range on both sides, so that PostgreSQL reads no other index
 * (platform/db/README.md, "Plans" 7 and 10).
 */
export function findProjectWithKeys(projectId: string, now: Date): Statement<ProjectWithKeys | null> {
  return statement<ProjectWithKeys>`
    select ${projectColumns.of('p')},
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'kid', k.kid, 'publicJwk', k.public_jwk, 'privateSealed', k.private_sealed,
          'signsFrom', k.signs_from, 'retiredAt', k.retired_at)
          order by k.signs_from desc nulls last, k.created_at desc)
        from signing_keys k where k.project_id = p.id), '[]') as "signingKeys",
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', a.id, 'expiresAt', a.expires_at, 'revokedAt', a.revoked_at,
          'publishableClientKey', encode(a.publishable_client_key_hash, 'base64'),
          'secretServerKey', encode(a.secret_server_key_hash, 'base64'),
          'superSecretAdminKey', encode(a.super_secret_admin_key_hash, 'base64')))
        from (
          select * from internal_api_keys where project_id || ' expiry' = p.id || ' expiry' and revoked_at is null
          and expires_at > ${now} and expires_at <= 'infinity'
          union all
          (select * from internal_api_keys where project_id || ' expiry' = p.id || ' expiry' and revoked_at is null
          and expires_at <= ${now} and expires_at >= '-infinity'
          order by expires_at desc limit ${ENDED_KEY_SETS_MAX})
          union all
          (select * from internal_api_keys where project_id || ' revoked' = p.id || ' revoked' and revoked_at is not null
          and revoked_at >= '-infinity' and revoked_at <= 'infinity'
          order by revoked_at desc limit ${ENDED_KEY_SETS_MAX})
        ) a), '[]') as "keySets",
      exists (
        select 1 from connection_domains where project_id = ${projectId} and proved_at >= '-infinity'
      ) as "hasConnectionDomains"
    from projects p where p.id = ${projectId} and p.deleted_at is null`.map(firstRow)
}
