-- Users and teams move in from other systems. Each run has a report, and the ids of the source make a repeated import harmless.
create table import_runs (
  project_id             text        not null references projects (id) on delete cascade,
  id                     uuid        not null,
  source                 text        not null,
  name                   text,
  state                  text        not null default 'open' constraint import_runs_state_check check (
    state in ('open', 'running', 'done', 'undone')),
  is_dry_run             boolean     not null,
  created                integer     not null default 0,
  already_imported       integer     not null default 0,
  refused                integer     not null default 0,
  duplicate              integer     not null default 0,
  unreadable             integer     not null default 0,
  users                  integer     not null default 0,
  lost_password          integer     not null default 0,
  lost_second_factor     integer     not null default 0,
  lost_passkeys          integer     not null default 0,
  lost_provider_accounts integer     not null default 0,
  hash_formats           jsonb       not null default '{}',
  removed                integer,
  kept                   integer,
  undo_position          uuid,
  created_at             timestamptz not null,
  ended_at               timestamptz,
  primary key (project_id, id)
);
comment on column import_runs.undo_position is 'The last user whom the undo has handled.';
comment on column import_runs.removed is 'Users that the undo has removed; null before an undo.';
-- Only the list of runs can use it, as in migration 0044.
create index import_runs_in_order on import_runs ((project_id || ''), created_at, id);

create table imported_users (
  project_id              text    not null,
  source                  text    not null,
  source_id               text    not null,
  user_id                 uuid    not null,
  run_id                  uuid    not null,
  line                    integer not null,
  selected_team_source_id text,
  primary key (source_id, source, project_id),
  constraint imported_users_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade,
  constraint imported_users_run foreign key (project_id, run_id) references import_runs (project_id, id) on delete cascade
);
comment on column imported_users.selected_team_source_id is 'The team that is selected once the user is its member.';
create index imported_users_by_user on imported_users (user_id, project_id);
create index imported_users_by_run on imported_users (run_id, user_id, project_id);

create table imported_teams (
  project_id text    not null,
  source     text    not null,
  source_id  text    not null,
  team_id    uuid    not null,
  run_id     uuid    not null,
  line       integer not null,
  primary key (source_id, source, project_id),
  constraint imported_teams_team foreign key (project_id, team_id) references teams (project_id, id) on delete cascade,
  constraint imported_teams_run foreign key (project_id, run_id) references import_runs (project_id, id) on delete cascade
);
create index imported_teams_by_team on imported_teams (team_id, project_id);
create index imported_teams_by_run on imported_teams (run_id, team_id, project_id);

create table import_findings (
  project_id text    not null,
  run_id     uuid    not null,
  line       integer not null,
  outcome    text    not null,
  kind       text,
  source_id  text,
  message    text    not null,
  primary key (run_id, line, project_id),
  constraint import_findings_run foreign key (project_id, run_id) references import_runs (project_id, id) on delete cascade
);

-- What a dry run has seen, because it writes no users that a later batch could find. Deleted at the end of the run.
create table import_marks (
  project_id text    not null,
  run_id     uuid    not null,
  mark       bytea   not null,
  line       integer not null,
  primary key (mark, run_id, project_id),
  constraint import_marks_run foreign key (project_id, run_id) references import_runs (project_id, id) on delete cascade
);
comment on column import_marks.mark is 'SHA-256 of an address, an id or an account that a record has.';
create index import_marks_by_run on import_marks (run_id, project_id);
-- The first statistics at a thousand rows, as in migration 0016.
alter table import_runs set (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
alter table imported_users set (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
alter table imported_teams set (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
alter table import_findings set (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
alter table import_marks set (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
