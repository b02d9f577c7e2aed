-- The mails about the announced removal of a second factor carry a code that cancels it.
alter table verification_codes drop constraint verification_codes_kind_check;
alter table verification_codes add constraint verification_codes_kind_check check (kind in (
  'contact_channel_verification', 'password_reset', 'sign_in', 'mfa_attempt', 'passkey_registration',
  'passkey_authentication', 'oauth_flow', 'team_invitation', 'owner_invitation', 'project_transfer', 'factor_reset'));
