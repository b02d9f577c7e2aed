-- A project is read with its valid key sets, the last ones that were revoked and the last ones that expired. No other query compares these
-- expressions (platform/db/README.md, "Plans" 10).
create index internal_api_keys_revoked on internal_api_keys ((project_id || ' revoked'), revoked_at desc) where revoked_at is not null;
create index internal_api_keys_by_expiry on internal_api_keys ((project_id || ' expiry'), expires_at desc) where revoked_at is null;
