-- Flows that act for a signed-in user start with a one-time handle in the address, where the access token was before.
alter table verification_codes drop constraint verification_codes_kind_check;
alter table verification_codes add constraint verification_codes_kind_check check (kind in (
  'contact_channel_verification', 'password_reset', 'sign_in', 'mfa_attempt',
  'passkey_registration', 'passkey_authentication', 'oauth_flow'));
