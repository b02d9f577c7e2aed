-- Owners see the reason of each attempt of a mail.
alter table emails add column failures jsonb;
comment on column emails.failures is 'The last attempts that failed, oldest first; null without one, and for attempts from before the service recorded them.';
