-- An authorization code is refused after its provider was switched off.
alter table oauth_codes add column provider_id text;
comment on column oauth_codes.provider_id is 'Null for a code from before this column.';
