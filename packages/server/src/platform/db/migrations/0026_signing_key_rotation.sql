-- Signing keys are rotated by moments that every node knows, so that no node has to be told when to begin.
alter table signing_keys add column signs_from timestamptz;
comment on column signing_keys.signs_from is 'The newest key whose moment has come signs; null: from the beginning. A key is published before, so that verifiers have it.';
comment on column signing_keys.retired_at is 'From then on the key is not published, and a token it has signed counts as expired.';
create index signing_keys_retired_at on signing_keys (retired_at) where retired_at is not null;
