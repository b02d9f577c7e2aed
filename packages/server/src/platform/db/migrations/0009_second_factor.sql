-- The authenticator app of a user (RFC 6238). The last accepted step is kept, so that no code is good twice.
alter table users add column totp_secret_sealed text;
alter table users add column totp_last_step bigint;
