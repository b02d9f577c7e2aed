-- A link that signs an owner in as a user carries a code.
alter table verification_codes drop constraint verification_codes_kind_check;
alter table verification_codes add constraint verification_codes_kind_check check (kind in (
  'contact_channel_verification', 'password_reset', 'sign_in', 'mfa_attempt', 'passkey_registration',
  'passkey_authentication', 'oauth_flow', 'team_invitation', 'owner_invitation', 'project_transfer', 'factor_reset',
  'impersonation_link'));
