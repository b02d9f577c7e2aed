-- Owners see a mail as it was rendered. Codes and links are hidden before it is stored.
create table email_contents (
  project_id text  not null,
  email_id   uuid  not null,
  content    bytea not null,
  primary key (email_id, project_id),
  constraint email_contents_email foreign key (project_id, email_id) references emails (project_id, id) on delete cascade
);
comment on column email_contents.content is 'Both parts of the last attempt, compressed by the service (content-archive.ts). A mail that is too large has no row.';
-- It is compressed already.
alter table email_contents alter column content set storage external;
