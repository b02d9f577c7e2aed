-- Mails to one recipient are delivered in order: a claim looks for earlier mails whose first attempt has not failed.
create index emails_waiting on emails (recipient, project_id, created_at, id) where state = 'queued' and error is null;
