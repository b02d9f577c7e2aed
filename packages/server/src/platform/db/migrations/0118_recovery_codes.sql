-- Recovery codes take the place of a lost authenticator app, so they are columns beside its secret and end with it.
alter table users add column recovery_key_sealed text, add column recovery_code_digests text[], add column recovery_codes_created_at timestamptz;
comment on column users.recovery_key_sealed is 'The key of the digests, sealed for this user. Null without codes, as the other two columns are.';
comment on column users.recovery_code_digests is 'HMAC-SHA256 of each unused code. Empty after the last use.';
