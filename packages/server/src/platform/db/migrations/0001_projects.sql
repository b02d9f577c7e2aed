-- A project is the tenant: every other table begins with its id. Here are its settings, its keys and its signing keys.
create table projects (
  id                 text        primary key,
  display_name       text        not null,
  description        text        not null default '',
  is_production_mode boolean     not null default false,
  config             jsonb       not null,
  created_at         timestamptz not null
);
comment on column projects.config is 'Settings in the shape of the admin PATCH; provider and SMTP secrets inside are sealed.';

create table internal_api_keys (
  project_id                       text        not null references projects (id) on delete cascade,
  id                               uuid        not null,
  description                      text        not null,
  created_at                       timestamptz not null,
  expires_at                       timestamptz not null,
  revoked_at                       timestamptz,
  publishable_client_key_hash      bytea unique,
  publishable_client_key_last_four text,
  secret_server_key_hash           bytea unique,
  secret_server_key_last_four      text,
  super_secret_admin_key_hash      bytea unique,
  super_secret_admin_key_last_four text,
  primary key (project_id, id)
);
comment on column internal_api_keys.secret_server_key_hash is 'SHA-256; the key itself is shown once, when it is made.';

create table signing_keys (
  project_id     text        not null references projects (id) on delete cascade,
  kid            text        not null,
  public_jwk     jsonb       not null,
  private_sealed text        not null,
  created_at     timestamptz not null,
  retired_at     timestamptz,
  primary key (project_id, kid)
);
