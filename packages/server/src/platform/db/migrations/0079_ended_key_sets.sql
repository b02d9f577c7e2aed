-- A project is read with its valid key sets, the last ones that were revoked and the last ones that expired.
create index internal_api_keys_revoked on internal_api_keys (project_id, revoked_at desc) where revoked_at is not null;
create index internal_api_keys_by_expiry on internal_api_keys (project_id, expires_at desc) where revoked_at is null;
