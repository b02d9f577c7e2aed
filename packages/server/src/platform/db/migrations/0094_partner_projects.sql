-- A partner can transfer a project that it has provisioned to a user, once.
create table partner_projects (
  project_id     text        not null references projects (id) on delete cascade,
  partner        text        not null,
  client_id      text        not null,
  provisioned_at timestamptz not null,
  transferred_at timestamptz,
  primary key (project_id),
  constraint partner_projects_partner_check check (partner in ('neon', 'custom'))
);
comment on table partner_projects is 'The projects that partners have provisioned. A row ends with its project.';
comment on column partner_projects.client_id is 'The client of the partner that has provisioned the project, and may transfer it.';
comment on column partner_projects.transferred_at is 'Null until a user has taken the project over. Never null again.';

alter table verification_codes drop constraint verification_codes_kind_check;
alter table verification_codes add constraint verification_codes_kind_check check (kind in (
  'contact_channel_verification', 'password_reset', 'sign_in', 'mfa_attempt', 'passkey_registration',
  'passkey_authentication', 'oauth_flow', 'team_invitation', 'owner_invitation', 'project_transfer'));
