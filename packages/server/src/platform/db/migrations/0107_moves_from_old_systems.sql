-- An address moves from the old system once, so that a deleted or renamed user does not return by the old password.
create table old_system_moves (
  project_id   text        not null references projects (id) on delete cascade,
  address_hash bytea       not null,
  moved_at     timestamptz not null,
  primary key (project_id, address_hash)
);
comment on table old_system_moves is 'The addresses whose password has moved from the old system of a project.';
comment on column old_system_moves.address_hash is 'SHA-256 of the canonical address.';
