-- An account at a sign-in provider. Provider and account id are the identity; the address is only shown.
create table oauth_accounts (
  project_id           text        not null,
  provider_id          text        not null,
  account_id           text        not null,
  user_id              uuid        not null,
  email                text,
  access_token_sealed  text,
  access_token_scopes  jsonb       not null default '[]',
  access_token_expires_at timestamptz,
  refresh_token_sealed text,
  refresh_token_scopes jsonb       not null default '[]',
  refreshing_until     timestamptz,
  created_at           timestamptz not null,
  -- What is asked for first, here and below, and the project last; 0004 says why.
  primary key (account_id, provider_id, project_id),
  constraint oauth_accounts_one_per_provider unique (user_id, provider_id, project_id),
  constraint oauth_accounts_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
);

comment on column oauth_accounts.refreshing_until is 'Until then one node is at the provider with the refresh token; the others wait for what it gets.';

-- A sign-in under way at a provider, found by the state we gave it; what the app and the browser asked for stays here.
create table oauth_transactions (
  project_id   text        not null references projects (id) on delete cascade,
  state_hash   bytea       not null,
  provider_id  text        not null,
  needs_cookie boolean     not null,
  sealed       text        not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  used_at      timestamptz,
  primary key (state_hash)
);
comment on column oauth_transactions.sealed is 'Request of the app, PKCE verifier and nonce for the provider; sealed, because the verifier is a secret.';
comment on column oauth_transactions.needs_cookie is 'Comes back only with the cookie of the browser it was started in.';
create index oauth_transactions_expires_at on oauth_transactions (expires_at);
create index oauth_transactions_by_project on oauth_transactions (project_id);

-- Our authorization codes (RFC 6749 section 4.1.2): used once, within a minute, by the app that asked.
create table oauth_codes (
  project_id     text        not null,
  code_hash      bytea       not null,
  user_id        uuid        not null,
  redirect_uri   text        not null,
  code_challenge text        not null,
  is_new_user    boolean     not null,
  after_callback_redirect_url text,
  pending_sealed text,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  used_at        timestamptz,
  session_id     uuid,
  primary key (code_hash, project_id),
  constraint oauth_codes_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
);
comment on column oauth_codes.session_id is 'What the code was exchanged for: a second use ends that session.';
comment on column oauth_codes.pending_sealed is 'What the user of the code gets with it: an account that only the app which began the flow, proved by its verifier, may connect.';
create index oauth_codes_by_user on oauth_codes (user_id, project_id);
create index oauth_codes_expires_at on oauth_codes (expires_at);
