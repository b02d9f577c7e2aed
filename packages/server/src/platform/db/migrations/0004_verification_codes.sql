-- One table for every code we send or hand out; a code is worth nothing for another kind, project, user or address.
create table verification_codes (
  project_id text        not null references projects (id) on delete cascade,
  kind       text        not null constraint verification_codes_kind_check
                         check (kind in ('contact_channel_verification', 'password_reset')),
  code_hash  bytea       not null,
  nonce_hash bytea       not null,
  user_id    uuid,
  target     jsonb       not null,
  attempts   integer     not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  -- What is asked for first, here and below, and the project last: an index that begins with the project would look as good
  -- to PostgreSQL as the right one, as long as it has no statistics, and read every code of the project.
  primary key (code_hash, kind, project_id),
  constraint verification_codes_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
);
comment on column verification_codes.code_hash is 'SHA-256 of the code; the code itself is only ever in the mail.';
comment on column verification_codes.nonce_hash is 'SHA-256 of all but the part a person types; tries are counted for it.';
create index verification_codes_nonce on verification_codes (nonce_hash, kind, project_id);
create index verification_codes_by_user on verification_codes (user_id, kind, project_id) where user_id is not null;
-- Not for finding codes: for the project that is deleted, whose rows here go with it.
create index verification_codes_by_project on verification_codes (project_id);
create index verification_codes_expires_at on verification_codes (expires_at);
