-- Owners get a mail when another owner changes a setting with which users could be taken over.
alter table emails drop constraint emails_template_check;
alter table emails add constraint emails_template_check check (template in (
  'address_added', 'api_key_leaked', 'email_changed', 'email_verification', 'owner_changed', 'owner_invitation', 'password_changed',
  'password_reset', 'project_settings_changed', 'sign_in_code', 'sign_in_method_changed', 'team_invitation', 'test'));
