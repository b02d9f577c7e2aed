-- Counters shared by all nodes. Unlogged: they are written on every limited call and worth nothing after a crash.
create unlogged table rate_limits (
  key         text        primary key,
  hits        integer     not null,
  last_hit_at timestamptz not null,
  expires_at  timestamptz not null
);
create index rate_limits_expires_at on rate_limits (expires_at);
