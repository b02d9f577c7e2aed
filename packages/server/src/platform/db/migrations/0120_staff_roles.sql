-- Members of the staff of a project have roles with different rights. Present owners stay owners, and an invitation without a role invites an owner, as
-- official clients expect and as a node of the version before writes it.
alter table project_owners add column role text not null default 'owner'
  constraint project_owners_role_check check (role in ('owner', 'admin', 'developer', 'support', 'viewer'));
