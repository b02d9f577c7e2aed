-- The version of a project and the changes that led to it, so that a conflict can name person, field and value.
alter table projects add column version integer not null default 1;
comment on column projects.version is 'Grows by one with every change of the settings or of the permission definitions.';

create table project_changes (
  project_id text        not null references projects (id) on delete cascade,
  version    integer     not null,
  at         timestamptz not null,
  actor_type text        not null,
  actor_id   text,
  request_id text,
  changes    jsonb       not null,
  primary key (project_id, version)
);
create index project_changes_of_request on project_changes (request_id, project_id) where request_id is not null;
comment on column project_changes.version is 'The version that the change led to.';
comment on column project_changes.changes is 'A list of {field, before, after}. Secrets are masked.';
