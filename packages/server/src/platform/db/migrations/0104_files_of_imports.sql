-- The dashboard imports users from files. They are here in pieces until the import, which is a job, has read them.
create table import_pieces (
  project_id  text    not null,
  run_id      uuid    not null,
  file        text    not null,
  piece       integer not null,
  size        integer not null,
  digest      bytea   not null,
  content     bytea   not null,
  primary key (run_id, file, piece, project_id),
  constraint import_pieces_run foreign key (project_id, run_id) references import_runs (project_id, id) on delete cascade
);
comment on column import_pieces.file is 'The name by which the reader of the source knows the file.';
comment on column import_pieces.digest is 'SHA-256 of the content.';
-- Exports are often compressed, so another compression would only take time.
alter table import_pieces alter column content set storage external;

alter table import_runs
  add column job_id          uuid,
  add column options_sealed  text,
  add column files_size      integer not null default 0,
  add column files_expire_at timestamptz;
comment on column import_runs.job_id is 'The job that reads the files; null if the caller sends the records.';
comment on column import_runs.options_sealed is 'The options of the source, such as its keys for hashes. Deleted together with the files.';
comment on column import_runs.files_expire_at is 'When the files are deleted; null without files.';
create index import_runs_by_expiry_of_files on import_runs (files_expire_at) where files_expire_at is not null;
create index import_runs_with_files on import_runs ((project_id || ''), files_expire_at) where files_expire_at is not null;

alter table jobs drop constraint jobs_type_check;
alter table jobs add constraint jobs_type_check check (type in (
  'suspend_users', 'lift_suspensions', 'end_sessions', 'delete_users', 'export_users', 'delete_project', 'import_users'));
