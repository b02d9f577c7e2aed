-- The worker sends the owners of a project one digest of failed mails per day, whatever the number of nodes.
create table failed_emails_digests (
  project_id text not null references projects (id) on delete cascade,
  day        date not null,
  primary key (project_id)
);
comment on column failed_emails_digests.day is 'The newest day (UTC) whose failed mails a node has put into a digest.';
