-- Owners copy the publishable key for a second app, and see whether a key set is in use before they revoke it. Sets from before have only
-- the last four characters, because their keys were not stored.
alter table internal_api_keys
  add column publishable_client_key text,
  add column last_used_at timestamptz;
comment on column internal_api_keys.publishable_client_key is 'Public: it is part of each page of the app.';
comment on column internal_api_keys.last_used_at is 'To ten minutes; null if no key of the set was used since the column exists.';
