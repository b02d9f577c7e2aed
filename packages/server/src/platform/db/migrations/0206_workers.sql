-- Nodes that do background work report that they run, so that an operator notices when none does. Only the home cell uses this table.

create table workers (
  id      uuid        not null,
  seen_at timestamptz not null,
  primary key (id)
);
comment on table workers is 'The processes with the role worker or all.';
comment on column workers.seen_at is 'When the process last reported that it runs. A process that stops deletes its row; one that is killed leaves it.';
