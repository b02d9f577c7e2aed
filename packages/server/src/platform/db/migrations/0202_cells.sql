-- Projects can be placed in several databases (docs/decisions/102-a-cell-is-a-database-of-its-own.md). Only the home cell uses these tables.

create table cells (
  name     text        not null
    constraint cells_name_check check (name ~ '^[a-z][a-z0-9_]{0,62}$'),
  is_open  boolean     not null,
  added_at timestamptz not null,
  primary key (name)
);
comment on table cells is 'The cells that the operator has added, and the home cell. Without cells, it is empty.';
comment on column cells.is_open is 'New projects may be created in the cell.';

create table project_cells (
  project_id text        not null,
  cell       text        not null references cells (name),
  created_at timestamptz not null,
  primary key (project_id)
);
comment on table project_cells is 'The projects outside of the home cell. Their rows are in the cell, so no foreign key refers to them.';
create index project_cells_by_cell on project_cells (cell, project_id);
