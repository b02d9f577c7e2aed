-- An invitation to the staff of a project gives a role. Present invitations invite owners, and so does a node of the version before, which writes no role.
alter table project_owner_invitations add column role text not null default 'owner'
  constraint project_owner_invitations_role_check check (role in ('owner', 'admin', 'developer', 'support', 'viewer')),
  add constraint project_owner_invitations_transfer_check check (not is_transfer or role = 'owner');
comment on column project_owner_invitations.inviter_user_id is 'The member of the staff who must still be an owner at the acceptance; null for the key of the project.';
