-- Codes and mails of the further ways to sign in. A sign-in code is for an address, which need not have a user yet.
alter table verification_codes drop constraint verification_codes_kind_check;
alter table verification_codes add constraint verification_codes_kind_check check (kind in (
  'contact_channel_verification', 'password_reset', 'sign_in', 'mfa_attempt',
  'passkey_registration', 'passkey_authentication'));
alter table verification_codes add column address text;
comment on column verification_codes.address is 'The canonical address a code without a user is for.';
-- Read for several kinds at once, so the address must come before the kind.
create index verification_codes_by_address on verification_codes (address, kind, project_id) where address is not null;

alter table emails drop constraint emails_template_check;
alter table emails add constraint emails_template_check check (template in (
  'email_verification', 'password_reset', 'password_changed', 'email_changed',
  'sign_in_code', 'sign_in_method_changed'));
