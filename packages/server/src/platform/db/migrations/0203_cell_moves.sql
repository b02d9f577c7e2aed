-- Cells and projects move to other servers (docs/decisions/107-a-move-is-logical-replication-and-a-fence.md). Only the home cell uses the new table.

create table cell_directory (
  is_only_row  boolean not null default true
    constraint cell_directory_only_row_check check (is_only_row),
  version      bigint  not null,
  is_switching boolean not null,
  move         text,
  primary key (is_only_row)
);
comment on column cell_directory.version is 'Grows with each change of a cell or of the cell of a project. A node then forgets what it knows.';
comment on column cell_directory.is_switching is 'Nodes read the directory for each call, because a switch is near.';
comment on column cell_directory.move is 'What is being moved, and where; null if nothing is.';

alter table cells
  add column url_sealed    text,
  add column schema_name   text,
  add column former_places text[];
comment on column cells.url_sealed is 'The address after a move, for nodes whose settings name a former place; null for a cell that has not moved.';
comment on column cells.former_places is 'Where the cell was before: server, database and schema.';

-- Logical replication finds a row by these values. Their primary keys, if any, do not contain the project.
alter table figure_deltas replica identity full;
alter table oauth_transactions replica identity full;
