-- Admins list the mails of their project, newest first, and queue failed ones again. Test mails are listed too.
alter table emails drop constraint emails_template_check;
alter table emails add constraint emails_template_check check (template in (
  'address_added', 'api_key_leaked', 'email_changed', 'email_verification', 'owner_changed', 'owner_invitation', 'password_changed',
  'password_reset', 'sign_in_code', 'sign_in_method_changed', 'team_invitation', 'test'));
alter table emails add column retried_after integer not null default 0;
comment on column emails.retried_after is 'The number of attempts before an admin queued the mail again.';
-- The first key keeps the index from every other query.
create index emails_listed on emails ((project_id || ''), created_at, id);
