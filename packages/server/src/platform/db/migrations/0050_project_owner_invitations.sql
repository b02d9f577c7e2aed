-- Invitations to own a project, and since when each owner owns it.
alter table project_owners add column created_at timestamptz;
comment on column project_owners.created_at is 'Null for owners from before this column.';

create table project_owner_invitations (
  project_id       text        not null default 'internal'
    constraint project_owner_invitations_project_check check (project_id = 'internal'),
  id               uuid        not null,
  owned_project_id text        not null references projects (id) on delete cascade,
  recipient_email  text,
  inviter_user_id  uuid,
  is_transfer      boolean     not null,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  accepted_at      timestamptz,
  primary key (id, project_id),
  constraint project_owner_invitations_recipient_check check ((recipient_email is null) = (accepted_at is not null)),
  constraint project_owner_invitations_inviter foreign key (project_id, inviter_user_id)
    references users (project_id, id) on delete cascade
);
comment on column project_owner_invitations.project_id is 'The project of inviter and recipient. Only users of "internal" own projects.';
comment on column project_owner_invitations.recipient_email is 'Canonical; null after the acceptance.';
comment on column project_owner_invitations.inviter_user_id is 'The owner who must still be one at the acceptance; null for the key of the project.';
create index project_owner_invitations_of_project on project_owner_invitations (owned_project_id);
create index project_owner_invitations_of_inviter on project_owner_invitations (inviter_user_id, project_id)
  where inviter_user_id is not null;
create index project_owner_invitations_by_expiry on project_owner_invitations (expires_at);

alter table verification_codes drop constraint verification_codes_kind_check;
alter table verification_codes add constraint verification_codes_kind_check check (kind in (
  'contact_channel_verification', 'password_reset', 'sign_in', 'mfa_attempt', 'passkey_registration',
  'passkey_authentication', 'oauth_flow', 'team_invitation', 'owner_invitation'));

alter table emails drop constraint emails_template_check;
alter table emails add constraint emails_template_check check (template in (
  'address_added', 'api_key_leaked', 'email_changed', 'email_verification', 'owner_changed', 'owner_invitation',
  'password_changed', 'password_reset', 'sign_in_code', 'sign_in_method_changed', 'team_invitation'));
