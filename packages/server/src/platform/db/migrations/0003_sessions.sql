-- A session is one sign-in. Its refresh token is kept as hashes only: the family names the session, the tail changes
-- with each rotation, and a tail that is neither current nor just replaced proves that a copy is in use.
create table sessions (
  project_id       text        not null,
  id               uuid        not null,
  user_id          uuid        not null,
  family_hash      bytea       not null,
  token_hash       bytea       not null,
  previous_hash    bytea,
  rotated_at       timestamptz,
  rotated_before   timestamptz,
  is_impersonation boolean     not null default false,
  created_at       timestamptz not null,
  last_used_at     timestamptz not null,
  expires_at       timestamptz not null,
  end_user         jsonb,
  primary key (project_id, id),
  constraint sessions_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
);
comment on column sessions.rotated_before is 'When the rotation before the last one was: every token older than the previous one was replaced by then.';
comment on column sessions.end_user is 'Address, device and place of the last use, as far as they are known.';
-- What is asked for first, the project last; 0004 says why.
create unique index sessions_family on sessions (family_hash, project_id);
create index sessions_expires_at on sessions (expires_at);
create index sessions_by_user on sessions (user_id, project_id, created_at desc);
