-- Acts on many records run in the background, in pieces. A job keeps its progress in the transaction of each piece.
create table jobs (
  project_id           text        not null references projects (id) on delete cascade,
  id                   uuid        not null,
  target_project_id    text        not null,
  type                 text        not null constraint jobs_type_check check (type in (
    'suspend_users', 'lift_suspensions', 'end_sessions', 'delete_users', 'export_users', 'delete_project')),
  state                text        not null default 'queued' constraint jobs_state_check check (
    state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  parameters           jsonb       not null,
  position             jsonb,
  done                 integer     not null default 0,
  failed               integer     not null default 0,
  total                integer,
  failures             jsonb       not null default '[]',
  error                text,
  actor_type           text        not null,
  actor_id             text,
  request_id           text,
  client_address       text,
  watcher_ids          text[],
  created_at           timestamptz not null,
  started_at           timestamptz,
  ended_at             timestamptz,
  due_at               timestamptz not null,
  claim                integer     not null default 0,
  attempts             integer     not null default 0,
  result_parts         integer     not null default 0,
  result_expires_at    timestamptz,
  primary key (project_id, id)
);
comment on column jobs.target_project_id is 'The project whose records change. Its jobs run one after the other.';
comment on column jobs.position is 'Where the next piece begins; its shape depends on the type.';
comment on column jobs.watcher_ids is 'The users of "internal" who see the removal of a deleted project: its owners.';
comment on column jobs.due_at is 'While a worker does a piece this is the end of its lease.';
comment on column jobs.claim is 'Number of claims. A worker whose lease has ended finds another number.';
comment on column jobs.attempts is 'Attempts at the next piece.';
create table job_results (
  project_id text    not null,
  job_id     uuid    not null,
  part       integer not null,
  content    text    not null,
  primary key (job_id, part, project_id),
  constraint job_results_job foreign key (project_id, job_id) references jobs (project_id, id) on delete cascade
);
-- Each query has an index that no other one can use, as in migration 0044.
create index jobs_due on jobs (due_at) where ended_at is null and due_at is not null;
create index jobs_open on jobs (target_project_id, created_at, id) where ended_at is null;
create index jobs_in_order on jobs ((project_id || ''), created_at, id);
create index jobs_of_watcher on jobs using gin (watcher_ids) where watcher_ids is not null;
create index jobs_by_end on jobs (ended_at) where ended_at is not null;
create index jobs_by_expiry on jobs (result_expires_at) where result_expires_at is not null;
-- The first statistics at a thousand rows, as in migration 0016.
alter table jobs set (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
alter table job_results set (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
-- A deleted project is unusable from this moment on. Its records are removed in the background.
alter table projects add column deleted_at timestamptz;
