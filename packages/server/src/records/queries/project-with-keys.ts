import { firstRow, statement, type Statement } from '../../kernel/statement.ts'
import { projectColumns, type ProjectWithKeys } from '../projects/store.ts'

/** Finds the project with everything that authenticates a request to it, in one round trip. */
export function findProjectWithKeys(projectId: string): Statement<ProjectWithKeys | null> {
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
          'id', a.id, 'expiresAt', a.expires_at,
          'publishableClientKey', encode(a.publishable_client_key_hash, 'base64'),
          'secretServerKey', encode(a.secret_server_key_hash, 'base64'),
          'superSecretAdminKey', encode(a.super_secret_admin_key_hash, 'base64')))
        from internal_api_keys a where a.project_id = p.id and a.revoked_at is null), '[]') as "keySets"
    from projects p where p.id = ${projectId} and p.deleted_at is null`.map(firstRow)
}
