-- Owners see since when a template cannot be rendered.
alter table email_templates add column failed_at timestamptz;
comment on column email_templates.failed_at is 'When the first mail with it failed; null without a failure, and for a failure from before the service recorded its time.';
