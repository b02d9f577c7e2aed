-- Workers write the values that a migration made room for, in pieces (docs/decisions/109-workers-fill-what-a-migration-adds.md).

create table backfills (
  name            text        not null
    constraint backfills_name_check check (name ~ '^[a-z][a-z0-9_]{0,62}$'),
  position        text[],
  pass            integer     not null default 1,
  is_beside_older boolean     not null default false,
  written         bigint      not null default 0,
  claim           integer     not null default 0,
  attempts        integer     not null default 0,
  due_at          timestamptz not null,
  done_at         timestamptz,
  primary key (name)
);
comment on table backfills is 'The backfills of this cell.';
comment on column backfills.position is 'The key of the last row that the present pass has read. Null at its beginning.';
comment on column backfills.pass is 'A pass reads all rows once. The first one can run beside nodes that write rows without the value.';
comment on column backfills.is_beside_older is 'Such nodes were connected when the present pass began, so another one follows.';
comment on column backfills.due_at is 'When the next piece is due. A claim moves it to the end of its lease.';
comment on column backfills.done_at is 'When no row lacked the value any more. A migration of a later release can require it.';
