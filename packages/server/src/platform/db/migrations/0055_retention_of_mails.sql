-- Housekeeping deletes old mails, oldest first.
create index emails_closed on emails (created_at) where state <> 'queued';
