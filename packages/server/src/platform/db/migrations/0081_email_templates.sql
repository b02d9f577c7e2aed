-- The templates of mails that owners have changed.
create table email_templates (
  project_id text        not null references projects (id) on delete cascade,
  type       text        not null,
  locale     text        not null,
  subject    text        not null,
  content    json        not null,
  failed     text,
  changed_at timestamptz not null,
  primary key (project_id, type, locale)
);
comment on column email_templates.content is 'json, not jsonb, because owners get the blocks in their order.';
comment on column email_templates.failed is 'Why it cannot be rendered, since a mail with it was sent; null for a template without a known problem.';
