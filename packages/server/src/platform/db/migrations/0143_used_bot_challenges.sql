-- The solution of a puzzle is valid once, so the service keeps the digest of a used one until the puzzle expires.
create table used_bot_challenges (
  project_id text        not null references projects (id) on delete cascade,
  digest     bytea       not null,
  expires_at timestamptz not null,
  primary key (project_id, digest)
);
create index used_bot_challenges_expiring on used_bot_challenges (expires_at);
