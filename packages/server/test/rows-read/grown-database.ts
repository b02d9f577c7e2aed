import { openPostgres } from '../../src/platform/db/postgres.ts'
import type { Database } from '../../src/kernel/database.ts'
import { SqlText, statement } from '../../src/kernel/statement.ts'

/** Rows per table, all in one project. */
const ROWS = 3_000
/** The id of the n-th user, a UUID of version 4. */
const userId = new SqlText(`overlay(overlay(md5('user' || n) placing '4' from 13) placing '8' from 17)::uuid`)

/** The id of the n-th team, a UUID of version 4. */
const teamId = new SqlText(`overlay(overlay(md5('team' || n) placing '4' from 13) placing '8' from 17)::uuid`)
/** The team that has all users as members in the grown database. */
export const LARGE_TEAM_ID = '1a26e000-0000-4000-8000-000000000000'

export async function createLargeTeam(db: Database, projectId: string, now: Date): Promise<void> {
  await db.run(statement`
    insert into teams (project_id, id, display_name, created_at) values (${projectId}, ${LARGE_TEAM_ID}, 'All', ${now})`)
}

/** Fills every table with thousands of rows of the project. */
export async function fill(db: Database, projectId: string, now: Date): Promise<void> {
  const soon = new Date(now.getTime() + 24 * 60 * 60_000)
  await db.transaction(async (tx) => {
    await tx.run(statement`
      insert into projects (id, display_name, config, created_at)
      select 'project-' || n, 'Project', '{}', ${now} from generate_series(1, ${ROWS}) n`)
    await tx.run(statement`
      insert into project_changes (project_id, version, at, actor_type, request_id, changes)
      select 'project-' || n, 2, ${now}::timestamptz, 'admin', 'request-' || n, '[]'::jsonb from generate_series(1, ${ROWS}) n
      union all
      select ${projectId}, n, ${now}::timestamptz, 'admin', 'own-' || n, '[]'::jsonb from generate_series(2, 900) n
      on conflict do nothing`)
    await tx.run(statement`update projects set version = 900 where id = ${projectId}`)
    await tx.run(statement`
      insert into signing_keys (project_id, kid, public_jwk, private_sealed, created_at)
      select 'project-' || n, 'kid-' || n, '{}', '', ${now} from generate_series(1, ${ROWS}) n`)
    await tx.run(statement`
      insert into internal_api_keys (project_id, id, description, created_at, expires_at, secret_server_key_hash)
      select 'project-' || n, md5('keys' || n)::uuid, '', ${now}, ${soon}, sha256(('key' || n)::bytea)
      from generate_series(1, ${ROWS}) n`)
    // Key sets of the project that are no longer valid.
    await tx.run(statement`
      insert into internal_api_keys (project_id, id, description, created_at, expires_at, revoked_at, secret_server_key_hash)
      select ${projectId}, md5(state || n)::uuid, '', ${now}, case when state = 'revoked' then ${soon} else ${now} end::timestamptz
          - n * interval '1 second',
        case when state = 'revoked' then ${now}::timestamptz - n * interval '1 second' end, sha256((state || n)::bytea)
      from generate_series(1, ${ROWS}) n, unnest(array['revoked', 'expired']) state`)
    await tx.run(statement`
      insert into users (project_id, id, display_name, password_hash, totp_secret_sealed, signed_up_at, last_active_at, active_days)
      select ${projectId}, ${userId}, 'User', 'hash', 'sealed', ${now}, ${now}, 1
      from generate_series(1, ${ROWS}) n`)
    await tx.run(statement`
      insert into teams (project_id, id, display_name, created_at)
      select ${projectId}, ${teamId}, 'Team', ${now} from generate_series(1, ${ROWS}) n`)
    await tx.run(statement`
      insert into team_members (project_id, team_id, user_id, is_selected, created_at, user_signed_up_at)
      select ${projectId}, ${LARGE_TEAM_ID}, ${userId}, false, ${now}, ${now} from generate_series(1, ${ROWS}) n`)
    await tx.run(statement`
      insert into team_members (project_id, team_id, user_id, is_selected, created_at, user_signed_up_at)
      select ${projectId}, ${teamId}, ${userId}, true, ${now}, ${now} from generate_series(1, ${ROWS}) n`)
    await tx.run(statement`
      insert into api_keys (project_id, id, hash, last_four, description, is_public, user_id, team_id, created_by_user_id, created_at)
      select ${projectId}, md5(type || 'key' || n)::uuid, sha256((type || n)::bytea), '0000', 'Key', false,
        case when type = 'user' then ${userId} end, case when type = 'team' then ${teamId} end, ${userId}, ${now}
      from generate_series(1, ${ROWS}) n, unnest(array['user', 'team']) type`)
    await tx.run(statement`
      insert into permission_definitions (project_id, key, id, scope, contained_keys)
      select 'project-' || n, 'key', 'editor', 'team', '{$update_team}' from generate_series(1, ${ROWS}) n`)
    await tx.run(statement`
      insert into team_permissions (project_id, team_id, user_id, permission_key)
      select ${projectId}, ${LARGE_TEAM_ID}, ${userId}, key
      from generate_series(1, ${ROWS}) n, unnest(array['key', '$read_members']) key`)
    await tx.run(statement`
      insert into project_permissions (project_id, user_id, permission_key)
      select ${projectId}, ${userId}, 'key' from generate_series(1, ${ROWS}) n`)
    await tx.run(statement`
      insert into team_connections
        (project_id, id, team_id, display_name, issuer_url, client_id, scopes, authentication_method, secret_sealed, created_at)
      select ${projectId}, md5('connection' || n)::uuid, ${teamId}, 'Acme', 'https://id.example', 'portico', '{}',
        'client_secret_basic', '', ${now}
      from generate_series(1, ${ROWS}) n`)
    await tx.run(statement`
      insert into connection_domains (project_id, connection_id, domain, claimed_at, proved_at, checked_at)
      select ${projectId}, md5('connection' || n)::uuid, 'acme-' || n || '.example', ${now}, ${now}::timestamptz, ${now}::timestamptz
      from generate_series(1, ${ROWS}) n`)
    // Open and accepted invitations. An accepted one has no address.
    await tx.run(statement`
      insert into team_invitations
        (project_id, id, team_id, recipient_email, inviter_user_id, created_at, expires_at, accepted_at)
      select ${projectId}, md5(state || n)::uuid, ${teamId}, case when state = 'open' then 'user-' || n || '@example.org' end,
        ${userId}, ${now}, ${soon}, case when state = 'accepted' then ${now}::timestamptz end
      from generate_series(1, ${ROWS}) n, unnest(array['open', 'accepted']) state`)
    await tx.run(statement`
      insert into users (project_id, id, display_name, signed_up_at, last_active_at)
      select 'internal', md5('owner' || n)::uuid, 'Owner', ${now}, ${now} from generate_series(1, ${ROWS}) n`)
    await tx.run(statement`
      insert into project_owners (user_id, owned_project_id)
      select md5('owner' || n)::uuid, ${projectId} from generate_series(1, ${ROWS}) n`)
    await tx.run(statement`
      insert into contact_channels
        (project_id, id, user_id, type, value, is_primary, is_verified, is_claimed, used_for_auth, created_at)
      select ${projectId}, md5('channel' || n)::uuid, ${userId}, 'email', 'user-' || n || '@example.org',
        true, true, true, true, ${now}
      from generate_series(1, ${ROWS}) n`)
    await tx.run(statement`
      insert into sessions (project_id, id, user_id, family_hash, token_hash, created_at, last_used_at, expires_at,
        authenticated_at)
      select ${projectId}, md5('session' || n)::uuid, ${userId}, sha256(('family' || n)::bytea),
        sha256(('token' || n)::bytea), ${now}, ${now}, ${soon}, ${now}
      from generate_series(1, ${ROWS}) n`)
    // Codes of each kind. As in production, a code belongs to a user, an address or neither (passkey sign-in,
    // invitation).
    await tx.run(statement`
      insert into verification_codes
        (project_id, kind, code_hash, nonce_hash, user_id, address, target, created_at, expires_at)
      select ${projectId}, kind, sha256((kind || n)::bytea), sha256(('nonce' || kind || n)::bytea),
        case when kind not in ('sign_in', 'passkey_authentication', 'team_invitation') then ${userId} end,
        case when kind = 'sign_in' then 'user-' || n || '@example.org' end, '{}', ${now}, ${soon}
      from generate_series(1, ${ROWS}) n,
        unnest(array['contact_channel_verification', 'password_reset', 'sign_in', 'mfa_attempt', 'passkey_registration',
          'passkey_authentication', 'oauth_flow', 'team_invitation']) kind`)
    await tx.run(statement`
      insert into emails (project_id, id, template, recipient, payload, state, next_attempt_at, created_at)
      select ${projectId}, gen_random_uuid(), 'password_changed', 'user-' || n || '@example.org', '{}', state,
        case when state = 'queued' then ${soon}::timestamptz else ${now} end, ${now}
      from generate_series(1, ${ROWS}) n, unnest(array['queued', 'sent', 'failed']) state`)
    await tx.run(statement`
      with written as (
        insert into written_emails (project_id, id, content, created_at)
        select ${projectId}, gen_random_uuid(), '{}', ${now} from generate_series(1, ${ROWS})
        returning id
      )
      insert into emails (project_id, id, user_id, written_id, template, recipient, payload, state, next_attempt_at, created_at)
      select ${projectId}, gen_random_uuid(), ${userId}, id, 'written', 'user@example.org', '{}', 'sent', ${now}, ${now}
      from (select id, row_number() over () as n from written) numbered`)
    // Entries for every list: of many users, and of an owner and a client about one target.
    await tx.run(statement`
      insert into audit_events (project_id, id, at, action, outcome, actor_type, actor_id, target_id)
      select ${projectId}, gen_random_uuid(), ${now}::timestamptz - n * interval '1 second', 'session.created', 'ok', 'user',
        ${userId}::text, null
      from generate_series(1, ${ROWS}) n`)
    await tx.run(statement`
      insert into audit_events (project_id, id, at, action, outcome, actor_type, actor_id, target_id)
      select ${projectId}, gen_random_uuid(), ${now}::timestamptz - n * interval '1 second', 'session.created', outcome,
        actor_type, case actor_type when 'admin' then 'owner' end, 'target'
      from generate_series(1, ${ROWS}) n, (values ('admin', 'ok'), ('client', 'refused')) kinds (actor_type, outcome)`)
    // Requests of many projects. Only the newest of a project and kind are kept, so few are of this project.
    await tx.run(statement`
      insert into recent_requests (project_id, kind, at, id, method, route, status, client_address, request_id)
      select coalesce(of_project, 'project-' || n), 'client_ok', ${now}::timestamptz - n * interval '1 second', gen_random_uuid(), 'GET', '/',
        200, '', ''
      from generate_series(1, ${ROWS}) n, (values (null), (${projectId}::text)) projects (of_project)
      where of_project is null or n <= 16`)
    await tx.run(statement`
      insert into first_uses (project_id, request_at) select 'project-' || n, ${now} from generate_series(1, ${ROWS}) n`)
    await tx.run(statement`
      insert into rate_limits (key, hits, last_hit_at, expires_at)
      select 'key-' || n, 1, ${now}, ${soon} from generate_series(1, ${ROWS}) n`)
    await tx.run(statement`
      insert into user_passkeys (project_id, user_id, credential_id, public_key, counter, device_type, is_backed_up,
        has_verified, rp_id, created_at, last_used_at)
      select ${projectId}, ${userId}, sha256(('credential' || n)::bytea), 'key', 0, 'multi_device', true,
        true, 'localhost', ${now}, ${now}
      from generate_series(1, ${ROWS}) n`)
    await tx.run(statement`
      insert into oauth_accounts (project_id, provider_id, authority, account_id, user_id, email, created_at)
      select ${projectId}, provider, provider, 'account-' || n, ${userId}, 'user-' || n || '@example.org', ${now}
      from generate_series(1, ${ROWS}) n, unnest(array['google', 'spotify']) provider`)
    await tx.run(statement`
      insert into oauth_transactions (project_id, state_hash, provider_id, needs_cookie, sealed, created_at, expires_at)
      select ${projectId}, sha256(('state' || n)::bytea), 'google', false, '', ${now}, ${soon}
      from generate_series(1, ${ROWS}) n`)
    await tx.run(statement`
      insert into oauth_codes (project_id, code_hash, user_id, redirect_uri, code_challenge, is_new_user, created_at,
        expires_at)
      select ${projectId}, sha256(('code' || n)::bytea), ${userId}, '', '', false, ${now}, ${soon}
      from generate_series(1, ${ROWS}) n`)
    await tx.run(statement`
      insert into partner_authorizations (uid_hash, partner, client_id, redirect_uri, state, code_challenge, browser_hash,
        code_hash, created_at, expires_at)
      select sha256(('uid' || n)::bytea), 'neon', '', '', '', '', sha256(('browser' || n)::bytea),
        sha256(('code' || n)::bytea), ${now}, ${soon}
      from generate_series(1, ${ROWS}) n`)
    // Each message has deliveries to the endpoints of the project and to a removed one.
    await tx.run(statement`
      insert into webhook_messages (project_id, id, type, endpoint_ids, user_id, body, created_at)
      select ${projectId}, md5('message' || n)::uuid, 'user.updated', '{}', ${userId}, '{}', ${now}::timestamptz - n * interval '1 second'
      from generate_series(1, ${ROWS}) n`)
    await tx.run(statement`
      insert into webhook_deliveries (project_id, id, endpoint_id, message_id, event_type, state, attempts, last_status, created_at)
      select ${projectId}, md5(endpoint.id::text || n)::uuid, endpoint.id, md5('message' || n)::uuid, 'user.updated', 'delivered', 1, 204,
        ${now}::timestamptz - n * interval '1 second'
      from generate_series(1, ${ROWS}) n, (
        select id from webhook_endpoints where project_id = ${projectId} union all select md5('endpoint')::uuid
      ) endpoint`)
    await tx.run(statement`
      insert into webhook_attempts (project_id, delivery_id, number, endpoint_id, started_at, duration_millis, status)
      select project_id, id, 1, endpoint_id, created_at, 5, 204 from webhook_deliveries
      where project_id = ${projectId} and last_status = 204`)
    await tx.run(statement`
      insert into cli_logins (project_id, polling_hash, login_hash, requester, created_at, expires_at, session_id)
      select ${projectId}, sha256(('polling' || n)::bytea), sha256(('login' || n)::bytea), '{}', ${now}, ${soon},
        md5('session' || n)::uuid
      from generate_series(1, ${ROWS}) n`)
    // The worker folds deltas into figures within seconds. Truncates them, because deleted rows stay in the index for a
    // while.
    await tx.script(`
      insert into figures (project_id, figure, key, amount)
      select project_id, figure, key, sum(amount) from figure_deltas group by project_id, figure, key
      on conflict (project_id, figure, key) do update set amount = figures.amount + excluded.amount;
      truncate figure_deltas`)
  })
}

/** Opens the only connection of the service. PostgreSQL uses generic plans on it. */
export async function openOneConnection(db: Database): Promise<Database> {
  if (db.engine === 'embedded') {
    await db.run(statement`set plan_cache_mode = force_generic_plan`)
    return db
  }
  await db.run(statement`
    do $$
    declare
      name text;
    begin
      execute format('alter database %I set plan_cache_mode = force_generic_plan', current_database());
      for name in select oid::regclass from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
        execute format('alter table %s set (autovacuum_enabled = off)', name);
      end loop;
    end $$`)
  const { rows } = await db.run(statement<{ name: string }>`select current_database() as name`)
  const url = new URL(process.env.PORTICO_TEST_DATABASE_URL ?? '')
  url.pathname = `/${rows[0]?.name}`
  return openPostgres(url.toString(), 1)
}
