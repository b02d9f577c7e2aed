-- What owners have made of the templates of mails, to look at and to restore, and so that two owners do not overwrite each other.
create table email_template_versions (
  project_id text        not null references projects (id) on delete cascade,
  type       text        not null,
  locale     text        not null,
  version    integer     not null,
  subject    text,
  content    json,
  actor_type text        not null,
  actor_id   uuid,
  created_at timestamptz not null,
  primary key (project_id, type, locale, version),
  constraint email_template_versions_content_check check ((subject is null) = (content is null))
);
comment on column email_template_versions.subject is 'Null for a return to the template of the service.';
comment on column email_template_versions.actor_id is 'The owner, a user of "internal"; null for a key.';

insert into email_template_versions (project_id, type, locale, version, subject, content, actor_type, created_at)
select project_id, type, locale, 1, subject, content, 'system', changed_at from email_templates;
