-- A partner asks an owner for an admin key of one of their projects (OAuth 2.0 with PKCE).
create table partner_authorizations (
  project_id            text        not null default 'internal'
    constraint partner_authorizations_project_check check (project_id = 'internal'),
  uid_hash              bytea       not null,
  partner               text        not null,
  client_id             text        not null,
  redirect_uri          text        not null,
  state                 text        not null,
  code_challenge        text        not null,
  browser_hash          bytea       not null,
  external_project_name text,
  step                  text        not null default 'begun' constraint partner_authorizations_step_check
    check (step in ('begun', 'confirmed', 'refused', 'issued', 'exchanged')),
  confirmed_project_id  text        references projects (id) on delete cascade,
  owner_user_id         uuid,
  session_id            uuid,
  confirmation_hash     bytea,
  code_hash             bytea,
  key_set_id            uuid,
  created_at            timestamptz not null,
  expires_at            timestamptz not null,
  primary key (uid_hash, project_id),
  constraint partner_authorizations_code unique (code_hash, project_id),
  constraint partner_authorizations_owner foreign key (project_id, owner_user_id)
    references users (project_id, id) on delete cascade
);
comment on column partner_authorizations.project_id is 'The project of the owner who answers. Only users of "internal" own projects.';
comment on column partner_authorizations.browser_hash is 'SHA-256 of the cookie of the browser in which the authorization began.';
comment on column partner_authorizations.expires_at is 'The end of the present step. Each step sets a new one.';
comment on column partner_authorizations.owner_user_id is 'The owner who confirmed; null for the server of "internal".';
comment on column partner_authorizations.session_id is 'The session that confirmed. The code yields a key only while it is active.';
comment on column partner_authorizations.key_set_id is 'What the code was exchanged for: a second use revokes this key.';
create index partner_authorizations_of_project on partner_authorizations (confirmed_project_id)
  where confirmed_project_id is not null;
create index partner_authorizations_of_owner on partner_authorizations (owner_user_id, project_id)
  where owner_user_id is not null;
create index partner_authorizations_by_expiry on partner_authorizations (expires_at);
